type Layout = (text: string) => PDFKit.GlyphRun
type Pieces = Omit<PDFKit.GlyphRun, 'advanceWidth'>

/** The characters of Latin-1 that are drawn: without the controls and the soft hyphen. */
const PLAIN = /^[ -~¡-¬®-ÿ]*$/
const CODES = 256
/** A pair that is drawn as another glyph: 'fi', 'fl'. */
const JOINED = -1

/**
 * The layout of a text from those of its pairs of characters, which are computed once: in these fonts the advance of a character
 * depends only on the next one. Returns null for a text with another glyph for a pair, or with characters beyond Latin-1.
 */
export function pairsOf(
  font: { glyphForCodePoint(code: number): PDFKit.Glyph },
  layout: Layout,
): (text: string) => Pieces | null {
  const glyphs: PDFKit.Glyph[] = []
  const advances = new Float64Array(CODES * CODES).fill(Number.NaN)
  const advanceOf = (code: number, next: number): number => {
    const index = code * CODES + next
    const known = advances[index]
    if (known !== undefined && !Number.isNaN(known)) return known
    const { positions, glyphs: drawn } = layout(String.fromCharCode(code, next))
    const advance = drawn.length === 2 ? (positions[0]?.xAdvance ?? JOINED) : JOINED
    advances[index] = advance
    return advance
  }
  const glyphOf = (code: number): PDFKit.Glyph => (glyphs[code] ??= font.glyphForCodePoint(code))
  return (text) => {
    if (!PLAIN.test(text)) return null
    const run: { glyphs: PDFKit.Glyph[]; positions: PDFKit.GlyphPosition[] } = { glyphs: [], positions: [] }
    let code = text.charCodeAt(0)
    for (let index = 0; index < text.length; index += 1) {
      const glyph = glyphOf(code)
      const next = text.charCodeAt(index + 1)
      // After the last character there is no code (NaN).
      const xAdvance = Number.isNaN(next) ? glyph.advanceWidth : advanceOf(code, next)
      if (xAdvance === JOINED) return null
      run.glyphs.push(glyph)
      run.positions.push({ xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0 })
      code = next
    }
    return run
  }
}
