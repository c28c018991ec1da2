/** The first words of every e-mail that can be answered by mail: what a reply has below them is the e-mail. */
export const REPLY_LINE = 'Responde por encima de esta línea'

/** Lines that an attribution ('El lun, … escribió:') takes at most: mail programs break it. */
const ATTRIBUTION_LINES = 3
const ATTRIBUTION_MAX_CHARS = 400
/** Lines between an attribution and the reply line of an HTML e-mail: the company and the subject. */
const LETTERHEAD_LINES = 12
/** Lines of the header of a quoted e-mail at most: 'De:', 'Enviado:', 'Para:', 'CC:', 'Asunto:', and an empty one. */
const HEADER_LINES = 6
/** The line above a quoted e-mail. */
const SEPARATOR = /^_{20,}$/
const SENDER = /^\*?(De|From)\s?:/i
const FIELD = /^\*?(De|From|Enviado|Enviado el|Sent|Fecha|Date|Para|To|CC|Asunto|Subject)\s?:/i
const ORIGINAL = /^-{2,}\s*(mensaje original|original message|mensaje reenviado|forwarded message)/i

/**
 * What a person wrote in a reply, without the e-mail that the mail program quotes below, above or around it. A text in which nothing
 * else is found is returned whole: a word of a client is never lost for a form of quoting that is not known.
 */
export function replyText(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n')
  const own = withoutQuoted(lines.slice(0, startOfEmail(lines)))
  const kept = own === '' ? withoutQuoted(lines) : own
  return kept === '' ? text.trim() : kept
}

const isQuoted = (line: string): boolean => line.trimStart().startsWith('>')

/**
 * The line with which the e-mail begins when it is not marked line by line; the number of lines when it does not begin so. A header alone
 * begins none: a person writes a formal appeal with the same 'Fecha:', 'De:', 'Para:' and 'Asunto:'.
 */
function startOfEmail(lines: readonly string[]): number {
  const marked = lines.findIndex((line) => !isQuoted(line) && line.includes(REPLY_LINE))
  const separated = lines.findIndex((_, at) => isSeparated(lines, at))
  const first = Math.min(...[marked, separated].filter((at) => at >= 0), lines.length)
  if (first !== marked) return first
  // Upwards: what is nearest to the reply line is of the e-mail, and what is above it may be of the person.
  for (let at = marked - 1; at >= Math.max(0, marked - LETTERHEAD_LINES - HEADER_LINES); at -= 1)
    if ((at >= marked - LETTERHEAD_LINES && attributionLength(lines, at) > 0) || isAddressed(lines, at)) return at
  return marked
}

/** 'Mensaje original', or a header below the line that a mail program draws. */
const isSeparated = (lines: readonly string[], at: number): boolean =>
  ORIGINAL.test(lines[at] ?? '') || (SEPARATOR.test((lines[at - 1] ?? '').trim()) && isHeader(lines, at))

/** A header whose sender has an address. */
const isAddressed = (lines: readonly string[], at: number): boolean =>
  (lines[at] ?? '').includes('@') && isHeader(lines, at)

/** The header of an e-mail: 'De:', 'Enviado:', 'Para:' one below the other. */
const isHeader = (lines: readonly string[], at: number): boolean =>
  SENDER.test((lines[at] ?? '').trim()) && [1, 2].every((next) => FIELD.test((lines[at + next] ?? '').trim()))

/** The lines of an attribution that begins at a line; 0 when none does. */
function attributionLength(lines: readonly string[], at: number): number {
  if (!/^(El|On|Le)\s/i.test((lines[at] ?? '').trim())) return 0
  for (let count = 1; count <= ATTRIBUTION_LINES; count += 1) {
    const joined = lines
      .slice(at, at + count)
      .join(' ')
      .slice(0, ATTRIBUTION_MAX_CHARS)
    if (/(escribió|wrote)\s?:\s*$/i.test(joined)) return count
  }
  return 0
}

/** The lines without those marked as quoted, and without the attribution before them. */
function withoutQuoted(lines: readonly string[]): string {
  const kept: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const length = isQuoted(line) ? 0 : attributionLength(lines, at)
    if (length > 0 && isBeforeQuoted(lines, at + length)) at += length - 1
    else if (!isQuoted(line)) kept.push(line.trimEnd())
  }
  return kept
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Whether the next line that is not empty is quoted, or there is none. */
function isBeforeQuoted(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from).find((line) => line.trim() !== '')
  return next === undefined || isQuoted(next)
}
