import { FONTS } from './fonts.ts'
import { drawableText } from './pdf.ts'

/** A line of text that is already broken, with its width in points. */
export type TextLine = { text: string; width: number; words: number }

/** The texts whose lines are kept: the documents of a company repeat nearly all of theirs. */
const KEPT_TEXTS_MAX = 2_000
const keptLines = new Map<string, readonly TextLine[]>()

/** Breaks a text into lines of at most `width` points. A word that is wider than a line is broken where the line ends. */
export function linesOf(content: string, width: number, style: { size: number; bold?: boolean }): readonly TextLine[] {
  const key = `${width} ${style.size} ${style.bold ?? false} ${content}`
  const known = keptLines.get(key)
  if (known !== undefined) return known
  const lines = brokenLines(content, width, style)
  if (keptLines.size >= KEPT_TEXTS_MAX) keptLines.clear()
  keptLines.set(key, lines)
  return lines
}

function brokenLines(
  content: string,
  width: number,
  { size, bold = false }: { size: number; bold?: boolean },
): TextLine[] {
  const scale = size / FONTS.regular.unitsPerEm
  const measure = (text: string): number => advanceOf(text, bold) * scale
  const lines: TextLine[] = []
  let line: TextLine = { text: '', width: 0, words: 0 }
  const close = (): void => {
    lines.push(line)
    line = { text: '', width: 0, words: 0 }
  }
  const add = (word: string, advance: number): void => {
    // With its space, as pdfkit measures it.
    const spaced = line.words === 0 ? line.text : `${line.text} `
    line = {
      text: spaced + word,
      width: line.width + (line.words === 0 ? 0 : measure(' ')) + advance,
      words: line.words + 1,
    }
  }
  for (const word of drawableText(content).split(' ')) {
    const advance = measure(word)
    if (line.words > 0 && line.width + measure(' ') + advance > width) close()
    if (advance <= width) add(word, advance)
    else
      for (const part of partsOf(word, width, measure)) {
        if (line.words > 0) close()
        add(part, measure(part))
      }
  }
  close()
  return lines
}

/** The pieces of a word that is wider than a line. */
function partsOf(word: string, width: number, measure: (text: string) => number): string[] {
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (part !== '' && measure(part + character) > width) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}

/** The most words whose advance is kept. */
const KEPT_MAX = 20_000
const kept = { regular: new Map<string, number>(), bold: new Map<string, number>() }

/** The advance of a word in units of the font. */
function advanceOf(word: string, bold: boolean): number {
  const face = bold ? 'bold' : 'regular'
  const known = kept[face].get(word)
  if (known !== undefined) return known
  const { advanceWidth } = FONTS[face].layout(word)
  if (kept[face].size >= KEPT_MAX) kept[face].clear()
  kept[face].set(word, advanceWidth)
  return advanceWidth
}
