import { PROGRAMME } from '#domain/installations/wording.ts'
import { CONTENT_WIDTH, MUTED_COLOR, PAGE, type Sheet } from '#server/documents/pdf.ts'

const SIZE = { width: 118, height: 26 }
const STRIPE = 6

/** Draws the place of the logo of the government programme (ACT-02), at the right below the letterhead. Returns its end (y, in points). */
export function drawProgramme(sheet: Sheet, top: number): number {
  const x = PAGE.margin + CONTENT_WIDTH - SIZE.width
  sheet.decoration((doc) => {
    let y = top
    for (const { color, share } of PROGRAMME.stripes) {
      doc.rect(x, y, STRIPE, SIZE.height * share).fill(color)
      y += SIZE.height * share
    }
  })
  const style = { x: x + STRIPE + 8, width: SIZE.width - STRIPE - 8 }
  const below = sheet.text('P', PROGRAMME.name, top + 1, { ...style, size: 9.5, bold: true })
  sheet.text('P', PROGRAMME.country, below + 1, { ...style, size: 8.5, color: MUTED_COLOR })
  return top + SIZE.height + 8
}
