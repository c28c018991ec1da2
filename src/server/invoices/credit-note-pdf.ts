import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel, plus } from '#domain/core/money.ts'
import type { CreditNoteRow } from '#domain/invoices/credit-note-api.ts'
import type { SentBuyer } from '#domain/invoices/electronic.ts'
import type { CorrectedInvoice, PrintedElectronic } from '#domain/invoices/printed-electronic.ts'
import { drawFooter, drawLetterhead, drawRule, FOOTER_TOP, type Letterhead } from '#server/documents/letterhead.ts'
import type { Logo } from '#server/documents/logo.ts'
import { type Cell, CONTENT_WIDTH, MUTED_COLOR, makePdf, PAGE, type Sheet } from '#server/documents/pdf.ts'
import { drawElectronic, ELECTRONIC_HEIGHT } from './electronic-block.ts'
import type { NoteLine } from './note-queries.ts'

export type CreditNoteDocument = {
  issuer: Letterhead
  note: CreditNoteRow
  lines: readonly NoteLine[]
  /** The name of its concept in the list of the DIAN; null for a note older than the list. */
  conceptName: string | null
  /** The validated electronic note; null before DIAN validates it. */
  electronic: PrintedElectronic | null
  /** Who the electronic note names; null before DIAN validates it. */
  buyer: SentBuyer | null
  /** The validated document of the invoice that it corrects; null without one. */
  corrected: CorrectedInvoice | null
}

/** A credit note as a PDF: what it credits of an invoice, and why. With its CUDE it is an electronic note (EIN-04). */
export function creditNotePdf(
  { issuer, note, lines, conceptName, electronic, buyer, corrected }: CreditNoteDocument,
  logo: Logo | null,
): Promise<Buffer> {
  const title = electronic === null ? 'Nota crédito' : 'Nota crédito electrónica'
  const number = electronic?.number ?? note.number
  const about = {
    title: `${title} ${number}`,
    author: issuer.name,
    createdAt: new Date(`${note.issued_on}T17:00:00Z`),
  }
  return makePdf(about, (sheet) => {
    let y = drawLetterhead(sheet, issuer, logo, title, [
      `No. ${number}`,
      `Fecha de emisión: ${dayLabel(electronic?.issued_on ?? note.issued_on)}`,
    ])
    y = sheet.text('H2', buyer?.name ?? note.client.name, y, { size: 13, bold: true, height: 48 })
    const identity =
      buyer === null ? note.client.identification : `${buyer.type_identification} ${buyer.identification}`
    y = sheet.text('P', identity, y + 1, { size: 9, color: MUTED_COLOR })
    const facts = [
      ...invoiceFacts(note, corrected),
      ...(conceptName === null ? [] : [`Concepto ${note.concept_code ?? ''}: ${conceptName}`]),
      `Motivo: ${note.concept}`,
    ]
    for (const fact of facts) y = sheet.text('P', fact, y + 3, { size: 10, height: 40 })
    y = drawLines(sheet, issuer, lines, y + 14)
    drawTotals(sheet, note, y)
    if (electronic !== null) drawElectronic(sheet, electronic, 'CUDE')
    drawFooter(sheet, issuer)
  })
}

/** The invoice that a note corrects: with its CUFE and its day when it is electronic (annex 1.9, billing reference). */
const invoiceFacts = ({ invoice }: CreditNoteRow, corrected: CorrectedInvoice | null): string[] =>
  corrected === null
    ? [`Sobre la factura ${invoice.number}`]
    : [
        `Sobre la factura electrónica ${corrected.number} del ${dayLabel(corrected.issued_on)} (cuenta de cobro ${invoice.number})`,
        `CUFE de la factura: ${corrected.cufe}`,
      ]

const TREATMENTS = { exento: 'Exento', excluido: 'Excluido', gravado: null } as const

type Row = readonly [string, string, string, string]

const ROW_HEIGHT = 17
const AMOUNT_WIDTH = 90
/** The height of the totals, which stay on one page. */
const TOTALS_HEIGHT = 70 + ELECTRONIC_HEIGHT
const HEADER: Row = ['Qué se devuelve', 'Base', 'IVA', 'Total']

/** Draws the lines on as many pages as they need. Returns its end (y, in points). */
function drawLines(sheet: Sheet, issuer: Letterhead, lines: readonly NoteLine[], top: number): number {
  let y = top
  let rows = [rowAt(HEADER, y, true)]
  for (const { description, base, vat, vat_treatment } of lines) {
    y += ROW_HEIGHT
    if (y + TOTALS_HEIGHT > FOOTER_TOP) {
      sheet.table(rows)
      drawFooter(sheet, issuer)
      sheet.newPage()
      y = PAGE.margin + ROW_HEIGHT
      rows = [rowAt(HEADER, PAGE.margin, true)]
    }
    const tax = TREATMENTS[vat_treatment] ?? pesosLabel(vat)
    rows.push(rowAt([description, pesosLabel(base), tax, pesosLabel(plus(base, vat))], y, false))
  }
  sheet.table(rows)
  drawRule(sheet, y + ROW_HEIGHT)
  return y + ROW_HEIGHT + 8
}

function drawTotals(sheet: Sheet, { subtotal, vat, total }: CreditNoteRow, top: number): void {
  const rows: Row[] = [
    ['Subtotal', '', '', pesosLabel(subtotal)],
    ['IVA', '', '', pesosLabel(vat)],
    ['Total de la nota', '', '', pesosLabel(total)],
  ]
  sheet.table(rows.map((row, index) => rowAt(row, top + index * ROW_HEIGHT, index === rows.length - 1)))
}

function rowAt([text, ...amounts]: Row, y: number, isHeader: boolean): Cell[] {
  const style = { size: 9, height: 12, ...(isHeader ? { bold: true } : {}) }
  const end = PAGE.margin + CONTENT_WIDTH
  return [
    { isHeader, content: text, y, style: { ...style, x: PAGE.margin, width: CONTENT_WIDTH - 3 * AMOUNT_WIDTH - 10 } },
    ...amounts.map((content, index) => ({
      isHeader,
      content,
      y,
      style: { ...style, x: end - (3 - index) * AMOUNT_WIDTH, width: AMOUNT_WIDTH, align: 'right' as const },
    })),
  ]
}
