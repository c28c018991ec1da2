import { parse } from 'csv-parse/sync'
import { refuseField } from '#domain/core/refusal.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const
/** Rows of a table: a longer one is refused without reading the rest. */
export const TABLE_ROWS_MAX = 20_000
const RECORD_MAX_CHARS = 100_000

/** The rows of a CSV as text; detects its encoding and separator. Slow: only a worker calls it. Throws a refusal when it is not a CSV. */
export function readCsv(bytes: Buffer): string[][] {
  const text = decodeText(bytes)
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

/** Decodes UTF-8 with or without byte order mark, UTF-16 as Excel writes it, otherwise windows-1252. */
export function decodeText(bytes: Buffer): string {
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
  // Without a byte order mark, every other byte of an ASCII header is zero.
  if (second === 0 && first !== 0) return 'utf-16le'
  return first === 0 && second !== 0 ? 'utf-16be' : null
}

const DELIMITER_LINES = 10

/** The separator in Excel's line `sep=`, otherwise the most frequent one in any of the first lines, outside quotes. */
function delimiterOf(text: string): string {
  const declared = /^sep=(.)$/im.exec(text.slice(0, RECORD_MAX_CHARS).split(/\r\n|\r|\n/, 1)[0] ?? '')?.[1]
  if (declared !== undefined) return declared
  const lines = unquotedLines(text.slice(0, RECORD_MAX_CHARS))
  const counts = DELIMITERS.map((delimiter) => ({
    delimiter,
    count: Math.max(...lines.map((line) => line.split(delimiter).length)),
  }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ','
}

/** The first lines without quoted text. A quote opens only at the beginning of a cell: elsewhere it is the sign for inches. */
function unquotedLines(text: string): string[] {
  const lines = ['']
  let isQuoted = false
  for (let at = 0; at < text.length && lines.length <= DELIMITER_LINES; at += 1) {
    const char = text[at] ?? ''
    if (isQuoted) {
      // Two quotes are an escaped quote.
      if (char === '"' && text[at + 1] === '"') at += 1
      else if (char === '"') isQuoted = false
    } else if (char === '"' && /[,;\t\r\n]|^$/.test(text[at - 1] ?? '')) isQuoted = true
    else if (char === '\n' || char === '\r') lines.push('')
    else lines.push((lines.pop() ?? '') + char)
  }
  return lines
}
