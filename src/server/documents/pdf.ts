import { readFileSync } from 'node:fs'
import path from 'node:path'
import { create } from 'fontkit'
import Pdf from 'pdfkit'

const loadFont = (name: string) => create(readFileSync(path.join(import.meta.dirname, 'fonts', `${name}.ttf`)))
/** Parsed once for the process. */
const FONTS = { regular: loadFont('Roboto-Regular'), bold: loadFont('Roboto-Bold') }

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 40 } as const
export const WIDTH = PAGE.width - PAGE.margin * 2
export const BOTTOM = PAGE.height - PAGE.margin
export const INK = '#111827'
export const QUIET = '#4B5563'
export const HAIRLINE = '#D9D8D2'

type TextStyle = {
  x?: number
  width?: number
  size?: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right' | 'center'
  /** At most so many points high; what does not fit ends in an ellipsis. */
  height?: number
}

/** A tagged document being drawn. Every sign on it is either content of its structure or decoration. */
export type Sheet = {
  /** Draws content: a heading, a paragraph, a cell. Returns where it ends. */
  text(tag: 'H1' | 'H2' | 'P', content: string, y: number, style?: TextStyle): number
  /** Draws a table: rows of cells, each drawn by its own function, tagged as such. */
  table(rows: readonly (readonly Cell[])[]): void
  /** Draws a figure, with the words that stand for it. */
  figure(alt: string, draw: (doc: PDFKit.PDFDocument) => void): void
  /** Draws what says nothing to who cannot see it. */
  decoration(draw: (doc: PDFKit.PDFDocument) => void): void
  /** How high a text is. */
  heightOf(content: string, style?: TextStyle): number
  newPage(): void
}

export type Cell = { isHeader: boolean; content: string; y: number; style: TextStyle }

/** What the types of the package do not know yet: it marks the file as PDF/UA. */
const ACCESSIBLE: object = { subset: 'PDF/UA' }

/** Makes a PDF: tagged for who listens to it, in Spanish, with its title in the window. */
export async function makePdf(
  about: { title: string; author: string; createdAt: Date },
  draw: (sheet: Sheet) => void,
): Promise<Buffer> {
  const doc = new Pdf({
    size: 'A4',
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 },
    pdfVersion: '1.7',
    tagged: true,
    ...ACCESSIBLE,
    lang: 'es-CO',
    displayTitle: true,
    font: '',
    info: { Title: about.title, Author: about.author, CreationDate: about.createdAt, ModDate: about.createdAt },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  doc.registerFont('regular', FONTS.regular).registerFont('bold', FONTS.bold)
  doc.font('regular')
  const root = doc.struct('Document')
  doc.addStructure(root)
  draw(sheetOn(doc, root))
  root.end()
  doc.end()
  await done
  return Buffer.concat(chunks)
}

function sheetOn(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement): Sheet {
  const add = (tag: string, children: Parameters<typeof doc.struct>[2], alt?: string): void => {
    const element = doc.struct(tag, alt === undefined ? {} : { alt }, children)
    root.add(element)
    element.end()
  }
  const styled = (style: TextStyle) => doc.font(style.bold ? 'bold' : 'regular').fontSize(style.size ?? 9)
  const options = ({ width, align, height }: TextStyle): PDFKit.Mixins.TextOptions => ({
    width: width ?? WIDTH,
    align: align ?? 'left',
    ...(height === undefined ? {} : { height, ellipsis: true }),
  })
  const heightOf = (content: string, style: TextStyle = {}): number =>
    Math.min(style.height ?? Infinity, styled(style).heightOfString(drawableText(content), options(style)))
  const write = (content: string, y: number, style: TextStyle): void => {
    styled(style)
      .fillColor(style.color ?? INK)
      .text(drawableText(content), style.x ?? PAGE.margin, y, options(style))
  }
  return {
    heightOf,
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

/** The sign that stands for one that the font has not: an emoji, another alphabet. */
const UNKNOWN_CHARACTER = '□'
const hasGlyph = (sign: string): boolean => FONTS.regular.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)

/** A text as it can be drawn: on one line, with every sign that the font has and a box for each run of others. */
export const drawableText = (text: string): string =>
  [...text.normalize('NFC').replaceAll(/\s+/g, ' ')]
    .filter((sign) => !/\p{Cf}|\p{Variation_Selector}/u.test(sign))
    .map((sign) => (hasGlyph(sign) ? sign : UNKNOWN_CHARACTER))
    .join('')
    .replaceAll(/□+/g, FONTS.regular.hasGlyphForCodePoint(0x25a1) ? UNKNOWN_CHARACTER : '?')
