import { brandOf } from '#domain/core/brand.ts'
import { BOTTOM, HAIRLINE, PAGE, QUIET, type Sheet, WIDTH } from './pdf.ts'

/** A company as its documents show it. */
export type Letterhead = {
  name: string
  nit: string
  initial_letter: string
  color_code: string
  address: string | null
  city: string | null
  phone: string | null
  email: string | null
  website_url: string | null
}

const BADGE = 44

/** Who issues it, at the left, and what it is, at the right. Returns where it ends. */
export function drawLetterhead(sheet: Sheet, issuer: Letterhead, title: string, facts: readonly string[]): number {
  const brand = brandOf(issuer.color_code)
  const top = PAGE.margin
  sheet.decoration((doc) => {
    doc.rect(0, 0, PAGE.width, 8).fill(brand.solid)
    doc.roundedRect(PAGE.margin, top, BADGE, BADGE, 8).fill(brand.solid)
    doc
      .font('bold')
      .fontSize(17)
      .fillColor(brand.ink)
      .text(issuer.initial_letter.slice(0, 2), PAGE.margin, top + 13, { width: BADGE, align: 'center' })
  })
  const x = PAGE.margin + BADGE + 12
  const half = WIDTH / 2 - BADGE
  let left = sheet.text('P', issuer.name, top, { x, width: half, size: 13, bold: true, height: 32 })
  for (const line of contactOf(issuer))
    left = sheet.text('P', line, left + 1, { x, width: half, size: 8, color: QUIET, height: 22 })
  const at = { x: PAGE.margin + WIDTH / 2 + 10, width: WIDTH / 2 - 10, align: 'right' } as const
  let right = sheet.text('H1', title, top, { ...at, size: 16, bold: true, color: brand.text })
  for (const line of facts) right = sheet.text('P', line, right + 2, { ...at, size: 9, color: QUIET })
  const end = Math.max(left, right, top + BADGE) + 14
  drawRule(sheet, end)
  return end + 12
}

const contactOf = (issuer: Letterhead): string[] =>
  [
    `NIT ${issuer.nit}`,
    [issuer.address, issuer.city].filter((part) => part !== null).join(', '),
    [issuer.phone, issuer.email].filter((part) => part !== null).join(' · '),
    issuer.website_url ?? '',
  ].filter((line) => line !== '')

export const drawRule = (sheet: Sheet, y: number): void =>
  sheet.decoration((doc) => {
    doc
      .moveTo(PAGE.margin, y)
      .lineTo(PAGE.margin + WIDTH, y)
      .lineWidth(0.7)
      .strokeColor(HAIRLINE)
      .stroke()
  })

const FOOT = 46
/** Where the foot of a page begins: nothing else goes below. */
export const FOOT_TOP = BOTTOM - FOOT

/** How to ask and complain, on every page of what a client gets (R2.2, R2.23). */
export function drawFoot(sheet: Sheet, issuer: Letterhead): void {
  drawRule(sheet, FOOT_TOP)
  const channels = [issuer.phone, issuer.email, issuer.website_url].filter((one) => one !== null).join(' · ')
  sheet.text(
    'P',
    `Atención y PQR, sin ningún costo${channels === '' ? '' : `: ${channels}`}. Usted puede presentar peticiones, quejas y recursos en cualquier momento. Vigilancia y control: Superintendencia de Industria y Comercio (www.sic.gov.co). Regulación: Comisión de Regulación de Comunicaciones (www.crcom.gov.co).`,
    FOOT_TOP + 8,
    { size: 7, color: QUIET, height: FOOT - 8 },
  )
}
