/** The used part of fontkit, which has no types. */
declare module 'fontkit' {
  export function create(bytes: Uint8Array): PDFKit.ParsedFont
}

declare namespace PDFKit {
  /** Units of the font. */
  type GlyphRun = {
    readonly glyphs: readonly object[]
    readonly positions: readonly { xAdvance: number }[]
    readonly advanceWidth: number
  }

  type ParsedFont = {
    readonly unitsPerEm: number
    hasGlyphForCodePoint(code: number): boolean
    layout(text: string, features?: unknown): GlyphRun
  }

  namespace Mixins {
    interface PDFFont {
      /** Registers a parsed font: three times faster than its bytes, because it is parsed once for all documents. */
      registerFont(name: string, font: ParsedFont): this
    }
  }
}
