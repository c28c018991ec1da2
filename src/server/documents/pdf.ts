import Pdf from 'pdfkit'
import { addCommonGlyphs, drawLines, type PlacedLine } from './drawn-lines.ts'
import { FONTS } from './fonts.ts'

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 40 } as const
export const CONTENT_WIDTH = PAGE.width - PAGE.margin * 2
export const CONTENT_BOTTOM = PAGE.height - PAGE.margin
export const TEXT_COLOR = '#111827'
export const MUTED_COLOR = '#4B5563'
export const HAIRLINE = '#D9D8D2'

type TextStyle = {
  x?: number
  width?: number
  size?: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right' | 'center'
  /** The largest height in points; longer text ends in an ellipsis. */
  height?: number
}

/** A tagged PDF in progress. Everything drawn is either content of its structure or decoration. */
export type Sheet = {
  /** Draws a heading or a paragraph. Returns its end (y, in points). */
  text(tag: 'H1' | 'H2' | 'P', content: string, y: number, style?: TextStyle): number
  /** Draws a paragraph or a heading of lines that are already broken (text-lines.ts), each at its own position. */
  lines(tag: 'H1' | 'H2' | 'P', lines: readonly PlacedLine[]): void
  /** Draws a tagged table whose cells are lines that are already broken. */
  lineTable(rows: readonly (readonly { isHeader: boolean; lines: readonly PlacedLine[] }[])[]): void
  /** Draws a tagged table: rows of cells, each at its own position. */
  table(rows: readonly (readonly Cell[])[]): void
  /** Draws a figure with its alternative text. */
  figure(alt: string, draw: (doc: PDFKit.PDFDocument) => void): void
  /** Draws decoration, which screen readers skip. */
  decoration(draw: (doc: PDFKit.PDFDocument) => void): void
  /** The height of a text in points. */
  heightOf(content: string, style?: TextStyle): number
  newPage(): void
}

export type Cell = { isHeader: boolean; content: string; y: number; style: TextStyle }

/** Marks the file as PDF/UA. The types of the package do not have this option. */
const ACCESSIBLE: object = { subset: 'PDF/UA' }

type About = {
  title: string
  author: string
  createdAt: Date
  size?: readonly [width: number, height: number]
  /** Broken lines are drawn faster, in a file that is some kilobytes larger: for documents that are mostly lines. */
  keepsLines?: boolean
}

/** Creates a PDF: tagged for screen readers, in Spanish, with its title in the window. */
export async function makePdf(about: About, draw: (sheet: Sheet) => void): Promise<Buffer> {
  const doc = new Pdf({
    size: about.size === undefined ? 'A4' : [...about.size],
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 },
    pdfVersion: '1.7',
    tagged: true,
    ...ACCESSIBLE,
    lang: 'es-CO',
    displayTitle: true,
    font: '',
    info: { Title: about.title, Author: about.author, CreationDate: about.createdAt, ModDate: about.createdAt },
  })
  const file = new Promise<Buffer>((resolve, reject) => {
    const begun: unknown = doc.read()
    const chunks = begun instanceof Uint8Array ? [begun] : []
    // The document is a stream of hundreds of small chunks: they are taken without its queue.
    doc.push = (chunk: Uint8Array | null) => {
      if (chunk === null) resolve(Buffer.concat(chunks))
      else chunks.push(chunk)
      return true
    }
    doc.on('error', reject)
  })
  doc.registerFont('regular', FONTS.regular).registerFont('bold', FONTS.bold)
  if (about.keepsLines) addCommonGlyphs(doc)
  doc.font('regular')
  const root = doc.struct('Document')
  doc.addStructure(root)
  draw(sheetOn(doc, root))
  root.end()
  doc.end()
  return file
}

function sheetOn(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement): Sheet {
  const add = (tag: string, children: Parameters<typeof doc.struct>[2], alt?: string): void => {
    const element = doc.struct(tag, alt === undefined ? {} : { alt }, children)
    root.add(element)
    element.end()
  }
  const styled = (style: TextStyle) => doc.font(style.bold ? 'bold' : 'regular').fontSize(style.size ?? 9)
  const options = ({ width, align, height }: TextStyle): PDFKit.Mixins.TextOptions => ({
    width: width ?? CONTENT_WIDTH,
    align: align ?? 'left',
    ...(height === undefined ? {} : { height, ellipsis: true }),
  })
  const heightOf = (content: string, style: TextStyle = {}): number =>
    Math.min(style.height ?? Infinity, styled(style).heightOfString(drawableText(content), options(style)))
  const write = (content: string, y: number, style: TextStyle): void => {
    styled(style)
      .fillColor(style.color ?? TEXT_COLOR)
      .text(drawableText(content), style.x ?? PAGE.margin, y, options(style))
  }
  return {
    heightOf,
    ...brokenLines(doc, add),
    text(tag, content, y, style = {}) {
      add(tag, () => write(content, y, style))
      return y + heightOf(content, style)
    },
    table(rows) {
      const cell = ({ isHeader, content, y, style }: Cell) =>
        doc.struct(isHeader ? 'TH' : 'TD', {}, () => write(content, y, style))
      add(
        'Table',
        rows.map((row) => doc.struct('TR', {}, row.map(cell))),
      )
    },
    figure(alt, draw) {
      add('Figure', () => draw(doc), alt)
    },
    decoration(draw) {
      doc.markContent('Artifact', { type: 'Layout' })
      draw(doc)
      doc.endMarkedContent()
    },
    newPage() {
      doc.addPage()
    },
  }
}

type AddElement = (tag: string, children: Parameters<PDFKit.PDFDocument['struct']>[2]) => void

/** What draws lines that are already broken. */
function brokenLines(doc: PDFKit.PDFDocument, add: AddElement): Pick<Sheet, 'lines' | 'lineTable'> {
  const place = (lines: readonly PlacedLine[]): void => drawLines(doc, lines, TEXT_COLOR)
  return {
    lines(tag, lines) {
      add(tag, () => place(lines))
    },
    lineTable(rows) {
      add(
        'Table',
        rows.map((row) =>
          doc.struct(
            'TR',
            {},
            row.map(({ isHeader, lines }) => doc.struct(isHeader ? 'TH' : 'TD', {}, () => place(lines))),
          ),
        ),
      )
    },
  }
}

/** Characters that the font has and that need no change: those of Spanish, without the soft hyphen. */
const PLAIN = /^[ -~¡-¬®-ÿ]*$/

/** A text on one line; each run of characters that the font does not have is replaced by a word that says what it was. An amount stays on one line. */
export const drawableText = (text: string): string =>
  (PLAIN.test(text) && !text.includes('  ') ? text : drawnText(text)).replaceAll(BEFORE_AMOUNT, '$\u00A0')

/** The space of '$ 60.000,00', where a line must not end. */
const BEFORE_AMOUNT = /\$ (?=\d)/g

const drawnText = (text: string): string =>
  [...text.normalize('NFC').replaceAll(/\s+/g, ' ')]
    // A flag of a region is written with tags and an emoji of several people with joiners, which have no glyph of their own.
    .filter((character) => !/\p{Cf}|\p{Variation_Selector}|\p{Emoji_Modifier}/u.test(character))
    .map(drawn)
    .join('')
    .replaceAll(/(\[(?:emoji|símbolo|otro alfabeto)\])(?: ?\1)+/g, '$1')

const hasGlyph = (character: string): boolean => FONTS.regular.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)

/** A character as the font has it: itself, its plain form ('①' → '1'), or a word that says what it was. */
function drawn(character: string): string {
  if (hasGlyph(character)) return character
  const plain = character.normalize('NFKC')
  if ([...plain].every(hasGlyph)) return plain
  if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(character)) return '[emoji]'
  return /[\p{L}\p{M}\p{N}]/u.test(character) ? '[otro alfabeto]' : '[símbolo]'
}
