import { brandOf } from '#domain/core/brand.ts'
import { nitLabel } from '#domain/core/identity.ts'
import type { Logo } from './logo.ts'
import { CONTENT_BOTTOM, CONTENT_WIDTH, HAIRLINE, MUTED_COLOR, PAGE, type Sheet } from './pdf.ts'

/** The company data of a document. */
export type Letterhead = {
  name: string
  nit: string
  initial_letter: string
  color_code: string
  logo_url: string | null
  address: string | null
  city: string | null
  phone: string | null
  email: string | null
  website_url: string | null
}

const BADGE = 44
const LOGO_WIDTH_MAX = 120

/**
 * Draws the company at the left, with its logo or its initial characters, and the title and facts of the document at the right.
 * Returns its end (y, in points).
 */
export function drawLetterhead(
  sheet: Sheet,
  company: Letterhead,
  logo: Logo | null,
  title: string,
  facts: readonly string[],
): number {
  const brand = brandOf(company.color_code)
  const top = PAGE.margin
  sheet.decoration((doc) => {
    doc.rect(0, 0, PAGE.width, 8).fill(brand.solid)
  })
  const mark = drawMark(sheet, company, logo)
  const x = PAGE.margin + mark + 12
  const half = CONTENT_WIDTH / 2 - mark
  let left = sheet.text('P', company.name, top, { x, width: half, size: 13, bold: true, height: 32 })
  for (const line of contactOf(company))
    left = sheet.text('P', line, left + 1, { x, width: half, size: 8, color: MUTED_COLOR, height: 22 })
  const at = { x: PAGE.margin + CONTENT_WIDTH / 2 + 10, width: CONTENT_WIDTH / 2 - 10, align: 'right' } as const
  let right = sheet.text('H1', title, top, { ...at, size: 16, bold: true, color: brand.text })
  for (const line of facts) right = sheet.text('P', line, right + 2, { ...at, size: 9, color: MUTED_COLOR })
  const end = Math.max(left, right, top + BADGE) + 14
  drawRule(sheet, end)
  return end + 12
}

/** Draws the logo of a company, or its initial characters, in a box of `size` points. Returns the width in points. */
export const drawMark = (
  sheet: Sheet,
  company: Letterhead,
  logo: Logo | null,
  box: MarkBox = { x: PAGE.margin, y: PAGE.margin, size: BADGE },
): number => (logo === null ? drawInitials(sheet, company, box) : drawLogo(sheet, company, logo, box))

type MarkBox = { x: number; y: number; size: number }

/** Draws the initial characters on the company's colour. */
function drawInitials(sheet: Sheet, company: Letterhead, { x, y, size }: MarkBox): number {
  const brand = brandOf(company.color_code)
  sheet.decoration((doc) => {
    doc.roundedRect(x, y, size, size, 8).fill(brand.solid)
    doc
      .font('bold')
      .fontSize((17 * size) / BADGE)
      .fillColor(brand.ink)
      .text(company.initial_letter.slice(0, 2), x, y + (13 * size) / BADGE, { width: size, align: 'center' })
  })
  return size
}

/** Draws the logo with its proportions. */
function drawLogo(sheet: Sheet, company: Letterhead, { bytes, width, height }: Logo, { x, y, size }: MarkBox): number {
  const scale = Math.min((LOGO_WIDTH_MAX * size) / BADGE / width, size / height)
  sheet.figure(`Logo de ${company.name}`, (doc) => {
    doc.image(bytes, x, y, { width: width * scale, height: height * scale })
  })
  return width * scale
}

const contactOf = (company: Letterhead): string[] =>
  [
    `NIT ${nitLabel(company.nit)}`,
    [company.address, company.city].filter((part) => part !== null).join(', '),
    [company.phone, company.email].filter((part) => part !== null).join(' · '),
    company.website_url ?? '',
  ].filter((line) => line !== '')

export const drawRule = (sheet: Sheet, y: number): void =>
  sheet.decoration((doc) => {
    doc
      .moveTo(PAGE.margin, y)
      .lineTo(PAGE.margin + CONTENT_WIDTH, y)
      .lineWidth(0.7)
      .strokeColor(HAIRLINE)
      .stroke()
  })

const FOOTER_HEIGHT = 46
/** The top of the page footer (y, in points): other content ends above it. */
export const FOOTER_TOP = CONTENT_BOTTOM - FOOTER_HEIGHT

/** Draws the contact and complaint channels, on every page of a client's document (R2.2, R2.23). */
export function drawFooter(sheet: Sheet, company: Letterhead): void {
  drawRule(sheet, FOOTER_TOP)
  const channels = [company.phone, company.email, company.website_url].filter((channel) => channel !== null).join(' · ')
  sheet.text(
    'P',
    `Atención y PQR, sin ningún costo${channels === '' ? '' : `: ${channels}`}. Usted puede presentar peticiones, quejas y recursos en cualquier momento. Vigilancia y control: Superintendencia de Industria y Comercio (www.sic.gov.co). Regulación: Comisión de Regulación de Comunicaciones (www.crcom.gov.co).`,
    FOOTER_TOP + 8,
    { size: 7, color: MUTED_COLOR, height: FOOTER_HEIGHT - 8 },
  )
}
