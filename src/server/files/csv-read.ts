import { parse } from 'csv-parse/sync'
import { refuseField } from '#domain/core/refusal.ts'

const DELIMITERS = [',', ';', '\t'] as const
/** Rows of a table that are read at all: what is longer is refused without reading on. */
export const TABLE_ROWS_MAX = 20_000
const RECORD_MAX_CHARS = 100_000

/** The rows of a CSV as text, whatever its encoding and its separator. Slow: only a worker calls it. Throws a refusal when it is not one. */
export function readCsv(bytes: Buffer): string[][] {
  const text = decode(bytes)
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: RECORD_MAX_CHARS,
      to: TABLE_ROWS_MAX + 1,
    })
  } catch {
    throw refuseField(
      'invalid',
      'file',
      'No pudimos leer el archivo como CSV: revisa que las comillas se cierren y guárdalo de nuevo',
    )
  }
}

/** UTF-8 with or without its mark, UTF-16 as Excel writes it, and else what Windows calls Latin-1. */
function decode(bytes: Buffer): string {
  const encoding = encodingOf(bytes)
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function encodingOf(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Without a mark, a header of plain letters still shows it: every other byte is nothing.
  if (second === 0 && first !== 0) return 'utf-16le'
  return first === 0 && second !== 0 ? 'utf-16be' : null
}

const DELIMITER_LINES = 10

/** The separator that Excel's own first line names, or the one of which any of the first lines has most, outside quotes. */
function delimiterOf(text: string): string {
  const said = /^sep=(.)$/im.exec(text.slice(0, RECORD_MAX_CHARS).split(/\r\n|\r|\n/, 1)[0] ?? '')?.[1]
  if (said !== undefined) return said
  const lines = unquotedLines(text.slice(0, RECORD_MAX_CHARS))
  const counts = DELIMITERS.map((delimiter) => ({
    delimiter,
    count: Math.max(...lines.map((line) => line.split(delimiter).length)),
  }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ','
}

/** The first lines without what stands in quotes. A quote opens only where a cell begins: elsewhere it is an inch. */
function unquotedLines(text: string): string[] {
  const lines = ['']
  let isQuoted = false
  for (let at = 0; at < text.length && lines.length <= DELIMITER_LINES; at += 1) {
    const char = text[at] ?? ''
    if (isQuoted) {
      // Two quotes are one that was written.
      if (char === '"' && text[at + 1] === '"') at += 1
      else if (char === '"') isQuoted = false
    } else if (char === '"' && /[,;\t\r\n]|^$/.test(text[at - 1] ?? '')) isQuoted = true
    else if (char === '\n' || char === '\r') lines.push('')
    else lines.push((lines.pop() ?? '') + char)
  }
  return lines
}
