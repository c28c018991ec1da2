import { inflateSync } from 'node:zlib'

type PdfContents = { pages: number; isTagged: boolean; title: string; text: string; pageTexts: string[] }

/** The contents of a PDF of the product: its pages, whether it is tagged, and its text in drawing order, whole and by page. */
export function readPdf(bytes: Buffer): PdfContents {
  const raw = bytes.toString('latin1')
  // In the order of their objects: they are compressed at the same time, and the first that is ready is the first in the file.
  const streams = [...raw.matchAll(/(\d+) 0 obj\n(?:(?!endobj)[^])*?stream\r?\n/g)]
    .map(({ index, 0: head, 1: object }) => ({
      object: Number(object),
      content: inflated(bytes, raw, index + head.length),
    }))
    .toSorted((one, other) => one.object - other.object)
    .map(({ content }) => content)
  // One character map for each font, in the order in which the fonts were registered.
  const maps = streams.filter((stream) => stream.includes('beginbfrange')).map(readMap)
  // The space of an amount does not break; a reader searches for a plain one.
  const pageTexts = streams
    .filter((stream) => stream.includes(' TJ'))
    .map((stream) => textOf(stream, maps).replaceAll('\u00A0', ' '))
  return {
    pages: raw.match(/\/Type \/Page\b/g)?.length ?? 0,
    isTagged: /\/Marked true/.test(raw) && raw.includes('/StructTreeRoot'),
    title: /\/Title \(([^)]*)\)/.exec(raw)?.[1] ?? '',
    text: pageTexts.join('\n'),
    pageTexts,
  }
}

function inflated(bytes: Buffer, raw: string, from: number): string {
  try {
    return inflateSync(bytes.subarray(from, raw.indexOf('endstream', from))).toString('latin1')
  } catch {
    return ''
  }
}

/** The text of each glyph: a ligature, such as 'fi', is one glyph of two characters. */
const readMap = (stream: string): string[] =>
  [...(/\[([^\]]*)\]/.exec(stream)?.[1] ?? '').matchAll(/<([0-9a-f ]*)>/g)].map(([, codes = '']) =>
    codes
      .split(' ')
      .filter((code) => code !== '')
      .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
      .join(''),
  )

function textOf(stream: string, maps: readonly string[][]): string {
  let face = 0
  const lines: string[] = []
  for (const [, font, shown] of stream.matchAll(/\/F(\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (font !== undefined) face = Number(font) - 1
    else
      lines.push(
        [...(shown ?? '').matchAll(/<([0-9a-f]*)>/g)].map(([, codes = '']) => charactersOf(codes, maps[face])).join(''),
      )
  }
  return lines.join('\n')
}

const charactersOf = (codes: string, map: readonly string[] = []): string =>
  (codes.match(/.{4}/g) ?? []).map((code) => map[Number.parseInt(code, 16)] ?? '').join('')
