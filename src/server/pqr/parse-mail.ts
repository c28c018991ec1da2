import { hash } from 'node:crypto'
import PostalMime, { type Attachment, addressParser, type Email } from 'postal-mime'
import { storable } from '#domain/core/storable.ts'
import { replyText } from '#domain/pqr/reply-text.ts'
import type { ReceivedMail } from './read-mail.ts'

/** Parts inside parts and headers beyond these are of no mail program. */
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 2 }
/** The headers with the address of the envelope, by the mail servers in use, and those that a person sees. */
const RECIPIENTS = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to', 'to', 'cc']
const SEPARATORS = /[\s<>,;:"()]+/
/** What is read of a header of addresses. A pattern that looks for them in a text without an end costs the square of its length. */
const ADDRESSES_MAX_CHARS = 8_192
const ADDRESSES_MAX = 50
/** What is read of a text, with the e-mail, and of the files: far more than is kept. */
const TEXT_READ_MAX = 200_000
const FILES_READ_MAX = 50
/** What is read of the body of a mail that has only HTML: the time of the reader grows with the square of its links. */
const HTML_READ_MAX = 30_000

/** Reads a mail as it arrived. Throws the error of the reader for one that is beyond the limits. Called in a thread (mail-worker.ts). */
export async function parseMail(raw: Buffer): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw, LIMITS)
  const from = senderOf(mail)
  const id = (mail.messageId ?? '').trim()
  return {
    digest: hash('sha256', id === '' ? raw : `${id}\n${from ?? ''}`, 'buffer'),
    from,
    to: recipientsOf(mail),
    isAutomatic: isAutomatic(mail),
    text: replyText(readable(await textOf(mail), TEXT_READ_MAX)),
    files: mail.attachments.slice(0, FILES_READ_MAX).flatMap((file) => fileOf(file)),
  }
}

const valuesOf = ({ headers }: Email, name: string): string[] =>
  headers.filter(({ key }) => key === name).map(({ value }) => value)

function senderOf(mail: Email): string | null {
  const [value, ...others] = valuesOf(mail, 'from')
  if (value === undefined || others.length > 0) return null
  const [author, ...coauthors] = addressParser(value.slice(0, ADDRESSES_MAX_CHARS))
  const address = coauthors.length > 0 ? '' : (author?.address?.trim().toLowerCase() ?? '')
  return address === '' ? null : address
}

const recipientsOf = (mail: Email): string[] => [
  ...new Set(
    RECIPIENTS.flatMap((name) => valuesOf(mail, name))
      .flatMap((value) => value.slice(0, ADDRESSES_MAX_CHARS).split(SEPARATORS))
      .filter((word) => /^[^@]+@[^@]+$/.test(word))
      .slice(0, ADDRESSES_MAX),
  ),
]

/** RFC 3834, and what programs wrote before it. An empty return path is that of a report (RFC 5321, 4.5.5). */
function isAutomatic(mail: Email): boolean {
  const has = (name: string, pattern: RegExp): boolean =>
    valuesOf(mail, name).some((value) => pattern.test(value.trim()))
  return (
    has('auto-submitted', /^(?!no\b)/i) ||
    has('return-path', /^<\s*>$|^$/) ||
    has('precedence', /^(bulk|junk|list|auto_reply)$/i) ||
    has('content-type', /^multipart\/report\b/i) ||
    has('from', /(^|[\s<"])(mailer-daemon|postmaster)@/i) ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponse', 'list-id'].some((name) => valuesOf(mail, name).length > 0)
  )
}

/** The text; of a mail that has only HTML, the text that the reader makes of it beside an empty part. */
async function textOf({ text, html }: Email): Promise<string> {
  if (text !== undefined && text.trim() !== '') return text
  if (html === undefined) return ''
  const body = html.slice(Math.max(0, html.search(/<body\b/i))).slice(0, HTML_READ_MAX)
  const both = `Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n\r\n--x\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n`
  const encoded = Buffer.from(body).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  const { text: made = '' } = await PostalMime.parse(`${both}${encoded}\r\n--x--\r\n`, LIMITS)
  return made
}

/** A text without control characters and the signs that change the direction of the text around it. */
const readable = (text: string, maxChars: number): string =>
  storable(text, maxChars)
    // oxlint-disable-next-line no-control-regex -- control characters are exactly what is removed
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')

const fileOf = ({ filename, content }: Attachment): ReceivedMail['files'] =>
  typeof content === 'string'
    ? []
    : [{ name: readable(filename ?? 'archivo', 200), bytes: Buffer.from(new Uint8Array(content)) }]
