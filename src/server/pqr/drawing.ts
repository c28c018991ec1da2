import * as z from 'zod/mini'
import { drawFooter, drawLetterhead, FOOTER_TOP, type Letterhead } from '#server/documents/letterhead.ts'
import type { Logo } from '#server/documents/logo.ts'
import { CONTENT_BOTTOM, CONTENT_WIDTH, MUTED_COLOR, makePdf, PAGE, type Sheet } from '#server/documents/pdf.ts'
import { pagesOf, type Setting } from './pages.ts'

/** A part of a document: a heading, a paragraph, a line of small text, or the line above an entry of the thread. */
export const Block = z.object({ kind: z.enum(['heading', 'text', 'note', 'entry']), text: z.string() })
export type Block = z.output<typeof Block>

/** The content of a document of a case. `createdAt`: an instant. `isNumbered`: each page says which one it is, and of how many. */
export const Drawn = z.object({
  title: z.string(),
  facts: z.array(z.string()),
  createdAt: z.string(),
  blocks: z.array(Block),
  isNumbered: z.optional(z.boolean()),
})
export type Drawn = z.output<typeof Drawn>

/** The PDF of a document of a case. */
export const casePdf = (issuer: Letterhead, logo: Logo | null, drawn: Drawn): Promise<Buffer> =>
  makePdf(
    { title: `${drawn.title} ${drawn.facts[0] ?? ''}`, author: issuer.name, createdAt: new Date(drawn.createdAt) },
    (sheet) => drawPages(sheet, { issuer, logo, ...drawn }),
  )

/** A longer paragraph continues in another one, so that each fits on a page. */
const PARAGRAPH_MAX = 1_500
/** The lines of one text that stay apart; those after them are joined. Each paragraph takes a tenth of a millisecond to draw. */
const LINES_MAX = 150

const STYLES = {
  heading: { tag: 'H2', style: { size: 11, bold: true }, before: 10, staysWithNext: true },
  text: { tag: 'P', style: { size: 9.5 }, before: 5, staysWithNext: false },
  note: { tag: 'P', style: { size: 8, color: MUTED_COLOR }, before: 3, staysWithNext: false },
  /** The line above what one person said: apart from the text before it, and on the page of its own text. */
  entry: { tag: 'P', style: { size: 8, color: MUTED_COLOR }, before: 10, staysWithNext: true },
} as const

type Paper = Drawn & { issuer: Letterhead; logo: Logo | null }

/** Draws blocks one below the other, over as many pages as they need, with the letterhead on the first and the footer on each. */
function drawPages(sheet: Sheet, { issuer, logo, title, facts, blocks, isNumbered = false }: Paper): void {
  const first = drawLetterhead(sheet, issuer, logo, title, facts)
  const settings = blocks.map(
    ({ kind, text }): Setting => ({
      ...STYLES[kind],
      paragraphs: paragraphsOf(text),
      lineHeight: sheet.heightOf('x', STYLES[kind].style),
    }),
  )
  const pages = pagesOf(settings, { first, bottom: FOOTER_TOP - 8 })
  for (const [at, page] of pages.entries()) {
    if (at > 0) sheet.newPage()
    for (const { tag, lines } of page) sheet.lines(tag, lines)
    drawFooter(sheet, issuer)
    if (isNumbered) drawNumber(sheet, `Página ${at + 1} de ${pages.length}`)
  }
}

/** Draws the number of a page below its footer: decoration, which screen readers skip. */
const drawNumber = (sheet: Sheet, number: string): void =>
  sheet.decoration((doc) => {
    doc
      .font('regular')
      .fontSize(8)
      .fillColor(MUTED_COLOR)
      .text(number, PAGE.margin, CONTENT_BOTTOM + 6, { width: CONTENT_WIDTH, align: 'right', lineBreak: false })
  })

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
