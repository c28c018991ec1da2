import { readFileSync } from 'node:fs'
import path from 'node:path'
import { create } from 'fontkit'
import { pairsOf } from './glyph-pairs.ts'

/** The layouts of words that are kept for all documents; the rest is computed again. */
const KEPT_MAX = 20_000

/** The subsets of a font whose file is kept: nearly all documents have the same characters. */
const KEPT_FILES_MAX = 20

/** The first of the joined characters of Unicode, as 'fi'. */
const FIRST_JOINED = 0xfb00

/** Parsed once for the process. */
export const FONTS = { regular: loadFont('Roboto-Regular'), bold: loadFont('Roboto-Bold') }

/** A font that computes once what the documents of a company repeat: the layout of words, and the file of a subset. */
function loadFont(name: string): PDFKit.ParsedFont {
  const font = create(readFileSync(path.join(import.meta.dirname, 'fonts', `${name}.ttf`)))
  // A glyph keeps the characters with which it was made first. A part of another glyph, as the A of Á, is made without any: its text
  // could not be read or copied from the later documents of the process. The joined characters are left to the layout: 'fi' is two of them.
  for (const code of font.characterSet) if (code < FIRST_JOINED) font.glyphForCodePoint(code)
  const layout = font.layout.bind(font)
  const composed = pairsOf(font, layout)
  const kept = new Map<string, PDFKit.GlyphRun>()
  return Object.assign(font, {
    layout(text: string, features?: unknown): PDFKit.GlyphRun {
      if (features) return layout(text, features)
      const pieces = composed(text)
      if (pieces !== null) return runOf(pieces)
      let run = kept.get(text)
      if (run === undefined) {
        run = layout(text)
        if (kept.size >= KEPT_MAX) kept.clear()
        kept.set(text, run)
      }
      return runOf({ glyphs: run.glyphs, positions: run.positions.map((position) => ({ ...position })) })
    },
    createSubset: subsetsOf(font.createSubset.bind(font)),
  })
}

/** A run with its own positions: pdfkit scales them in place, and reads the width after that. */
function runOf({ glyphs, positions }: Omit<PDFKit.GlyphRun, 'advanceWidth'>): PDFKit.GlyphRun {
  return {
    glyphs,
    positions,
    get advanceWidth() {
      return positions.reduce((total, { xAdvance }) => total + xAdvance, 0)
    },
  }
}

/** Creates subsets whose file is made once for the same glyphs in the same order. */
function subsetsOf(createSubset: () => PDFKit.GlyphSubset): () => PDFKit.GlyphSubset {
  const files = new Map<string, Uint8Array>()
  return () => {
    const subset = createSubset()
    const encode = subset.encode.bind(subset)
    return Object.assign(subset, {
      encode(): Uint8Array {
        const key = subset.glyphs.join(' ')
        const file = files.get(key) ?? encode()
        if (files.size >= KEPT_FILES_MAX) files.clear()
        files.set(key, file)
        return file
      },
    })
  }
}
