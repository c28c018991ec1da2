import * as z from 'zod/mini'
import { drawFooter, drawLetterhead, FOOTER_TOP, type Letterhead } from '#server/documents/letterhead.ts'
import type { Logo } from '#server/documents/logo.ts'
import { MUTED_COLOR, makePdf, PAGE, type Sheet } from '#server/documents/pdf.ts'

/** A part of a document: a heading, a paragraph, a line of small text, or the line above an entry of the thread. */
export const Block = z.object({ kind: z.enum(['heading', 'text', 'note', 'entry']), text: z.string() })
export type Block = z.output<typeof Block>

/** The content of a document of a case. `createdAt`: an instant. */
export const Drawn = z.object({
  title: z.string(),
  facts: z.array(z.string()),
  createdAt: z.string(),
  blocks: z.array(Block),
})
export type Drawn = z.output<typeof Drawn>

/** The PDF of a document of a case. */
export const casePdf = (issuer: Letterhead, logo: Logo | null, drawn: Drawn): Promise<Buffer> =>
  makePdf(
    { title: `${drawn.title} ${drawn.facts[0] ?? ''}`, author: issuer.name, createdAt: new Date(drawn.createdAt) },
    (sheet) => drawBlocks(sheet, { issuer, logo, ...drawn }, drawn.blocks),
  )

/** The height that is left below a heading, so that it is not the last line of a page. */
const HEADING_ROOM = 60
/** A longer paragraph continues in another one, so that each fits on a page. */
const PARAGRAPH_MAX = 1_500
/** The lines of one text that stay apart; those after them are joined. Each paragraph takes a tenth of a millisecond to draw. */
const LINES_MAX = 150

const STYLES = {
  heading: { tag: 'H2', style: { size: 11, bold: true }, before: 10, room: HEADING_ROOM },
  text: { tag: 'P', style: { size: 9.5 }, before: 5, room: 0 },
  note: { tag: 'P', style: { size: 8, color: MUTED_COLOR }, before: 3, room: 0 },
  /** The line above what one person said: apart from the text before it, and on the page of its own text. */
  entry: { tag: 'P', style: { size: 8, color: MUTED_COLOR }, before: 10, room: 20 },
} as const

/** Draws blocks one below the other, over as many pages as they need, with the letterhead on the first and the footer on each. */
function drawBlocks(
  sheet: Sheet,
  { issuer, logo, title, facts }: { issuer: Letterhead; logo: Logo | null; title: string; facts: readonly string[] },
  blocks: readonly Block[],
): void {
  let y = drawLetterhead(sheet, issuer, logo, title, facts)
  for (const { kind, text } of blocks) {
    const { tag, style, before, room } = STYLES[kind]
    for (const part of paragraphsOf(text)) {
      if (y + before + sheet.heightOf(part, style) + room > FOOTER_TOP - 8) {
        drawFooter(sheet, issuer)
        sheet.newPage()
        y = PAGE.margin
      }
      y = sheet.text(tag, part, y + before, style)
    }
  }
  drawFooter(sheet, issuer)
}

/** The lines of a text, each of at most PARAGRAPH_MAX characters, divided at a space. */
function paragraphsOf(text: string): string[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return [...lines.slice(0, LINES_MAX), ...joined(lines.slice(LINES_MAX))].flatMap((line) => partsOf(line))
}

/** The lines after LINES_MAX as one, each after a bar. */
const joined = (lines: readonly string[]): string[] => (lines.length === 0 ? [] : [lines.join(' / ')])

function partsOf(line: string): string[] {
  const parts: string[] = []
  let rest = line
  while (rest.length > PARAGRAPH_MAX) {
    const space = rest.lastIndexOf(' ', PARAGRAPH_MAX)
    const end = space > 0 ? space : PARAGRAPH_MAX
    parts.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return [...parts, rest]
}
