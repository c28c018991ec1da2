import { FONTS } from './fonts.ts'
import type { TextLine } from './text-lines.ts'

/** A broken line at its position in points, with its size and weight. */
export type PlacedLine = TextLine & { x: number; y: number; size: number; bold?: boolean; color?: string }

type Face = keyof typeof FONTS

/** The characters of nearly all documents, and the two pairs that are one glyph. */
const COMMON = [
  ' !"#$%&\'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz',
  '¡°·¿ÁÉÍÑÓÚÜáéíñóúü\u00A0',
  'fi',
  'fl',
].join(' ')

/** The documents whose fonts have the common glyphs. */
const prepared = new WeakSet<PDFKit.PDFDocument>()

/**
 * Gives the fonts of a new document the common glyphs, always in the same order: their numbers are the same in all documents, so
 * that the drawing of a line can be kept.
 */
export function addCommonGlyphs(doc: PDFKit.PDFDocument): void {
  for (const face of ['regular', 'bold'] as const) doc.font(face)._font.encode(COMMON)
  prepared.add(doc)
}

/** Draws lines in their order. A line with a glyph that is not common is drawn by pdfkit. `color`: of the lines without one. */
export function drawLines(doc: PDFKit.PDFDocument, lines: readonly PlacedLine[], color: string): void {
  const { height } = doc.page
  let filled: string | null = null
  let drawn: string[] = []
  const close = (): void => {
    if (drawn.length === 0) return
    // As bytes: pdfkit converts a text to bytes one character at a time.
    doc.addContent(Buffer.from(`q\n1 0 0 -1 0 ${height} cm\nBT\n${drawn.join('\n')}\nET\nQ\n`, 'latin1'))
    drawn = []
  }
  for (const line of lines) {
    const face = line.bold ? 'bold' : 'regular'
    const fill = line.color ?? color
    const glyphs = prepared.has(doc) ? glyphsOf(face, line.text) : null
    if (fill !== filled || glyphs === null) close()
    if (fill !== filled) doc.fillColor(fill)
    filled = fill
    if (glyphs === null) {
      drawAlone(doc, line, face)
      continue
    }
    const { id, ascender } = usedFont(doc, face)
    const baseline = height - line.y - (ascender / 1_000) * line.size
    drawn.push(
      `/${id} ${numberText(line.size)} Tf\n1 0 0 1 ${numberText(line.x)} ${numberText(baseline)} Tm\n${glyphs}`,
    )
  }
  close()
}

/** A font of the document, listed in the resources of the page. */
function usedFont(doc: PDFKit.PDFDocument, face: Face): PDFKit.EmbeddedFont {
  const { _font: font } = doc.font(face)
  doc.page.fonts[font.id] ??= font.ref()
  return font
}

function drawAlone(doc: PDFKit.PDFDocument, { text, x, y, size, width, words }: PlacedLine, face: Face): void {
  // With its width and the count of its words, pdfkit does not measure the line again.
  const measured: object = { lineBreak: false, textWidth: width, wordCount: words }
  doc.font(face).fontSize(size).text(text, x, y, measured)
}

/** The most lines whose drawing is kept. */
const KEPT_MAX = 5_000
const kept = { regular: new Map<string, string | null>(), bold: new Map<string, string | null>() }

/** The operator that shows a text, with its kerning. Null with a glyph that is not common. */
function glyphsOf(face: Face, text: string): string | null {
  const known = kept[face].get(text)
  if (known !== undefined) return known
  const shown = shownGlyphs(face, text)
  if (kept[face].size >= KEPT_MAX) kept[face].clear()
  kept[face].set(text, shown)
  return shown
}

function shownGlyphs(face: Face, text: string): string | null {
  const scale = 1_000 / FONTS[face].unitsPerEm
  const numbers = COMMON_NUMBERS[face]
  let shown = ''
  for (const word of wordsOf(text)) {
    const { glyphs, positions } = FONTS[face].layout(word)
    for (const [index, { id, advanceWidth }] of glyphs.entries()) {
      const { xAdvance = advanceWidth, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      const number = numbers.get(id)
      if (number === undefined || xOffset !== 0 || yOffset !== 0) return null
      shown += number
      if (xAdvance !== advanceWidth) shown += `> ${numberText((advanceWidth - xAdvance) * scale)} <`
    }
  }
  return `[<${shown}>] TJ`
}

/** The words with the space after each, as pdfkit draws them: a space has no kerning with the next word. */
const wordsOf = (text: string): string[] => text.split(/(?<= )/)

/** The number of each common glyph in the fonts of a document; zero is the missing glyph. */
const COMMON_NUMBERS = { regular: numbersOf('regular'), bold: numbersOf('bold') }

function numbersOf(face: Face): ReadonlyMap<number, string> {
  const numbers = new Map<number, string>()
  for (const { id } of wordsOf(COMMON).flatMap((word) => FONTS[face].layout(word).glyphs))
    if (!numbers.has(id)) numbers.set(id, (numbers.size + 1).toString(16).padStart(4, '0'))
  return numbers
}

/** A number of a drawing, to the thousandth of a point. */
const numberText = (value: number): string => String(Math.round(value * 1_000) / 1_000)
