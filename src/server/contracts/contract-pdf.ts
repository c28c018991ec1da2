import { sectionsOf } from '#domain/contracts/contract-sections.ts'
import { TYPED_SIGNATURE } from '#domain/contracts/signature.ts'
import {
  acceptanceLabel,
  type ContractText,
  VERSION_REASON_LABELS,
  type VersionSignature,
} from '#domain/contracts/version.ts'
import { type Brand, brandOf } from '#domain/core/brand.ts'
import { dayLabel, instantLabel } from '#domain/core/days.ts'
import { nitLabel } from '#domain/core/identity.ts'
import { drawMark, type Letterhead } from '#server/documents/letterhead.ts'
import type { Logo } from '#server/documents/logo.ts'
import { HAIRLINE, MUTED_COLOR, makePdf, type Sheet, TEXT_COLOR } from '#server/documents/pdf.ts'
import { linesOf } from '#server/documents/text-lines.ts'
import { COLUMN_WIDTH, CONTRACT_PAGE, type Flow, flowOf, type PlacedPart } from './contract-layout.ts'

/** The content of a contract's PDF. Equal content makes an equal file. */
export type ContractDocument = { issuer: Letterhead; contract: ContractText }

const CONTENT_WIDTH = CONTRACT_PAGE.width - CONTRACT_PAGE.margin * 2
const MARK_SIZE = 36
const FOOTER_TOP = CONTRACT_PAGE.height - 44
const TOPS = { first: 92, others: 34 }
const SIGNATURE_HEIGHT = 66
const PROOF = { size: 7.5, step: 9 } as const
const STAMP_HEIGHT = 34

/** The contract as a PDF of two pages (CON-04, R2.19): only what its text has, and the proof of its signature. */
export function contractPdf({ issuer, contract }: ContractDocument, logo: Logo | null): Promise<Buffer> {
  const sheet = sectionsOf(contract.text)
  const title = `${sheet.title ?? 'Contrato'} ${contract.no_contract}`
  const made = contract.version?.made_at ?? null
  const about = {
    title,
    author: issuer.name,
    // A draft has no instant of its own: equal drafts make equal files.
    createdAt: new Date(made ?? '2020-01-01T17:00:00Z'),
    size: [CONTRACT_PAGE.width, CONTRACT_PAGE.height] as const,
    keepsLines: true,
  }
  const tail = (contract.signature === null ? 0 : signatureHeight(contract.signature)) + STAMP_HEIGHT
  const flow = flowOf(sheet, { tops: TOPS, bottom: FOOTER_TOP - 6, tail })
  const brand = brandOf(issuer.color_code)
  return makePdf(about, (page) => {
    drawPageFrame(page, { contract, brand, number: 1, of: flow.pages })
    drawHead(page, issuer, contract, { brand, logo, title: sheet.title ?? 'Contrato' })
    let drawn = 0
    const turnTo = (number: number): void => {
      for (; drawn < number; drawn += 1) {
        page.newPage()
        drawPageFrame(page, { contract, brand, number: drawn + 2, of: flow.pages })
      }
    }
    for (const part of flow.parts) {
      turnTo(part.page)
      drawPart(page, part, brand)
    }
    turnTo(flow.end.page)
    drawEnd(page, contract, flow)
  })
}

/** The colour of the company, the mark of a draft and the foot of a page: decoration, which screen readers skip. */
function drawPageFrame(
  sheet: Sheet,
  { contract, brand, number, of }: { contract: ContractText; brand: Brand; number: number; of: number },
): void {
  sheet.decoration((doc) => {
    doc.rect(0, 0, CONTRACT_PAGE.width, 7).fill(brand.solid)
    if (contract.version === null)
      doc
        .save()
        .rotate(-50, { origin: [CONTRACT_PAGE.width / 2, CONTRACT_PAGE.height / 2] })
        .font('bold')
        .fontSize(110)
        .fillColor('#E5E7EB')
        .text(contract.is_draft ? 'BORRADOR' : 'COPIA', 0, CONTRACT_PAGE.height / 2 - 60, {
          width: CONTRACT_PAGE.width,
          align: 'center',
        })
        .restore()
    doc
      .moveTo(CONTRACT_PAGE.margin, FOOTER_TOP)
      .lineTo(CONTRACT_PAGE.width - CONTRACT_PAGE.margin, FOOTER_TOP)
      .lineWidth(0.6)
      .strokeColor(HAIRLINE)
      .stroke()
    doc
      .font('regular')
      .fontSize(6.5)
      .fillColor(MUTED_COLOR)
      .text(
        `Contrato ${contract.no_contract} · ${versionLabel(contract)} · Página ${number} de ${of}`,
        CONTRACT_PAGE.margin,
        FOOTER_TOP + 6,
        {
          lineBreak: false,
        },
      )
      .text(`Huella SHA-256 del texto: ${contract.text_hash}`, CONTRACT_PAGE.margin, FOOTER_TOP + 16, {
        lineBreak: false,
      })
  })
}

/** 'Versión 2, cambio de plan', or what a text that is not kept is. */
function versionLabel({ version, is_draft }: ContractText): string {
  if (version !== null) return `Versión ${version.version}, ${VERSION_REASON_LABELS[version.reason].toLowerCase()}`
  return is_draft ? 'BORRADOR, sin valor hasta su firma' : 'Copia de un contrato firmado en otro sistema'
}

function drawHead(
  sheet: Sheet,
  issuer: Letterhead,
  contract: ContractText,
  { brand, logo, title }: { brand: Brand; logo: Logo | null; title: string },
): void {
  const top = 24
  const mark = drawMark(sheet, issuer, logo, { x: CONTRACT_PAGE.margin, y: top, size: MARK_SIZE })
  const x = CONTRACT_PAGE.margin + mark + 10
  const width = CONTENT_WIDTH / 2 - mark - 10
  let y = sheet.text('P', issuer.name, top, { x, width, size: 12, bold: true, height: 28 })
  const contact = [issuer.phone, issuer.email, issuer.website_url].filter((part) => part !== null).join(' · ')
  for (const line of [`NIT ${nitLabel(issuer.nit)}`, contact].filter((text) => text !== ''))
    y = sheet.text('P', line, y + 1, { x, width, size: 7.5, color: MUTED_COLOR, height: 18 })
  const right = { x: CONTRACT_PAGE.margin + CONTENT_WIDTH / 2, width: CONTENT_WIDTH / 2, align: 'right' } as const
  y = sheet.text('H1', title, top, { ...right, size: 15, bold: true, color: brand.text })
  y = sheet.text('P', `No. ${contract.no_contract}`, y + 1, { ...right, size: 11, bold: true })
  sheet.text('P', versionLabel(contract), y + 1, {
    ...right,
    size: 8,
    color: MUTED_COLOR,
  })
}

function drawPart(sheet: Sheet, part: PlacedPart, brand: Brand): void {
  const { left, top } = part
  const shift = <L extends { x: number; y: number }>(line: L): L => ({ ...line, x: left + line.x, y: top + line.y })
  if (part.kind === 'table') {
    sheet.lineTable(part.rows.map((row) => row.map((cell) => ({ ...cell, lines: cell.lines.map(shift) }))))
    return
  }
  if (part.kind === 'heading') {
    sheet.decoration((doc) => {
      doc.roundedRect(left, top + 1.5, COLUMN_WIDTH, part.height - 4, 3).fill(brand.tint)
    })
    sheet.lines(
      'H2',
      part.lines.map((line) => ({ ...shift(line), color: brand.text })),
    )
    return
  }
  sheet.lines('P', part.lines.map(shift))
}

/** The signature and the stamp of the version, after the text. */
function drawEnd(sheet: Sheet, contract: ContractText, { end }: Flow): void {
  let y = end.top + 4
  if (contract.signature !== null) {
    drawSignature(sheet, contract.signature, { x: end.left, y })
    y += signatureHeight(contract.signature)
  }
  const stamp = { size: 6.6, color: MUTED_COLOR }
  for (const text of stampOf(contract)) {
    const lines = linesOf(text, COLUMN_WIDTH, stamp)
    sheet.lines(
      'P',
      lines.map((line, index) => ({ ...line, ...stamp, x: end.left, y: y + index * 8 })),
    )
    y += lines.length * 8
  }
}

function stampOf({ version, text_hash }: ContractText): string[] {
  const hash = `Huella SHA-256 del texto: ${text_hash}`
  if (version === null) return [hash]
  const made = `Versión ${version.version}, vigente desde el ${dayLabel(version.from_on)}. ${acceptanceLabel(version)} el ${instantLabel(new Date(version.made_at))}`
  return [made, hash]
}

/** Who signed, how and when, in as many lines as a long name needs: the instant is never cut. */
function proofLines({ mark, name, identification, signed_at }: VersionSignature): ReturnType<typeof linesOf> {
  const how = mark === TYPED_SIGNATURE ? 'Firmó con su nombre escrito' : 'Firmó'
  const text = `${name}, documento ${identification}. ${how} el ${instantLabel(new Date(signed_at))}`
  return linesOf(text, COLUMN_WIDTH, PROOF)
}

const signatureHeight = (signature: VersionSignature): number =>
  SIGNATURE_HEIGHT + 7 + PROOF.step * Math.max(3, proofLines(signature).length)

/** The drawn signature, or the typed name, over a line with the name and the document. */
function drawSignature(sheet: Sheet, signature: VersionSignature, { x, y }: { x: number; y: number }): void {
  const height = SIGNATURE_HEIGHT
  const { mark, name } = signature
  if (mark === TYPED_SIGNATURE) sheet.text('P', name, y + height - 26, { x, width: COLUMN_WIDTH, size: 16, height: 22 })
  else sheet.figure(`Firma de ${name}`, (doc) => drawStrokes(doc, mark, { x, y, width: COLUMN_WIDTH, height }))
  sheet.decoration((doc) => {
    doc
      .moveTo(x, y + height + 2)
      .lineTo(x + COLUMN_WIDTH, y + height + 2)
      .lineWidth(0.6)
      .strokeColor(TEXT_COLOR)
      .stroke()
  })
  const style = { size: PROOF.size, color: TEXT_COLOR }
  sheet.lines(
    'P',
    proofLines(signature).map((line, index) => ({ ...line, ...style, x, y: y + height + 5 + index * PROOF.step })),
  )
}

type Strokes = Exclude<VersionSignature['mark'], typeof TYPED_SIGNATURE>

/** Draws the strokes in a box, with their proportions. */
function drawStrokes(
  doc: PDFKit.PDFDocument,
  strokes: Strokes,
  box: { x: number; y: number; width: number; height: number },
): void {
  const points = strokes.flat()
  const [left, top] = [Math.min(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))]
  const width = Math.max(1, ...points.map(([x]) => x - left))
  const height = Math.max(1, ...points.map(([, y]) => y - top))
  const scale = Math.min(box.width / width, box.height / height, 1)
  const placed = ([x, y]: readonly [number, number]): [number, number] => [
    box.x + (x - left) * scale,
    box.y + box.height - (height - (y - top)) * scale,
  ]
  for (const stroke of strokes) {
    const [first, ...rest] = stroke.map(placed)
    if (first === undefined) continue
    doc.moveTo(...first)
    for (const point of rest) doc.lineTo(...point)
  }
  doc.lineWidth(1.1).lineCap('round').lineJoin('round').strokeColor(TEXT_COLOR).stroke()
}
