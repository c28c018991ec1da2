import { readFileSync } from 'node:fs'
import path from 'node:path'
import { create } from 'fontkit'

/** The layouts of words that are kept for all documents; the rest is computed again. */
const KEPT_MAX = 20_000

/** Parsed once for the process. */
export const FONTS = { regular: loadFont('Roboto-Regular'), bold: loadFont('Roboto-Bold') }

/** A font that computes the layout of each word once: the documents of a company repeat nearly all of theirs. */
function loadFont(name: string): PDFKit.ParsedFont {
  const font = create(readFileSync(path.join(import.meta.dirname, 'fonts', `${name}.ttf`)))
  const layout = font.layout.bind(font)
  const kept = new Map<string, PDFKit.GlyphRun>()
  return Object.assign(font, {
    layout(text: string, features?: unknown): PDFKit.GlyphRun {
      if (features) return layout(text, features)
      let run = kept.get(text)
      if (run === undefined) {
        run = layout(text)
        if (kept.size >= KEPT_MAX) kept.clear()
        kept.set(text, run)
      }
      return copyOf(run)
    },
  })
}

/** pdfkit scales the positions of a run in place, and reads its width after that. */
function copyOf({ glyphs, positions }: PDFKit.GlyphRun): PDFKit.GlyphRun {
  const own = positions.map((position) => ({ ...position }))
  return {
    glyphs,
    positions: own,
    get advanceWidth() {
      return own.reduce((total, { xAdvance }) => total + xAdvance, 0)
    },
  }
}
