/** The used part of fontkit, which has no types. */
declare module 'fontkit' {
  export function create(bytes: Uint8Array): PDFKit.ParsedFont
}

declare namespace PDFKit {
  /** Units of the font. */
  type Glyph = { readonly id: number; readonly advanceWidth: number; readonly codePoints: readonly number[] }
  type GlyphPosition = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }
  type GlyphRun = {
    readonly glyphs: readonly Glyph[]
    readonly positions: readonly GlyphPosition[]
    readonly advanceWidth: number
  }

  type GlyphSubset = { readonly glyphs: readonly number[]; includeGlyph(id: number): number; encode(): Uint8Array }

  type ParsedFont = {
    readonly unitsPerEm: number
    readonly characterSet: readonly number[]
    hasGlyphForCodePoint(code: number): boolean
    glyphForCodePoint(code: number): Glyph
    layout(text: string, features?: unknown): GlyphRun
    createSubset(): GlyphSubset
  }

  /** A font of a document. `ascender`: in thousandths of the size. */
  type EmbeddedFont = {
    readonly id: string
    readonly ascender: number
    ref(): PDFKitReference
    /** Adds the glyphs of a text to the document. */
    encode(text: string): unknown
  }

  interface PDFPage {
    readonly fonts: Record<string, PDFKitReference>
  }

  namespace Mixins {
    interface PDFFont {
      /** The font that `font` selected. Not documented: pdfkit has an exact version in package.json. */
      readonly _font: EmbeddedFont
      /** Registers a parsed font: three times faster than its bytes, because it is parsed once for all documents. */
      registerFont(name: string, font: ParsedFont): this
    }
  }
}
