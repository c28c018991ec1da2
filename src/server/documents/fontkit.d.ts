/** What is used of the font engine, which comes without types. */
declare module 'fontkit' {
  export function create(bytes: Uint8Array): PDFKit.ParsedFont
}

declare namespace PDFKit {
  type ParsedFont = { hasGlyphForCodePoint(code: number): boolean }

  namespace Mixins {
    interface PDFFont {
      /** A font that was parsed once for all documents: three times faster than its bytes. */
      registerFont(name: string, font: ParsedFont): this
    }
  }
}
