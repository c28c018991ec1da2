import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { instantLabel } from '#domain/core/days.ts'
import { escapeHtml } from '#server/documents/html.ts'

/** A message as it arrived over SMTP. */
export type CaughtMail = {
  id: string
  messageId: string
  from: string
  to: readonly string[]
  subject: string
  text: string
  html: string
  at: Date
}

export type Catcher = {
  smtpUrl: string
  /** Newest first. */
  list(): readonly CaughtMail[]
  close(): Promise<void>
}

const KEPT_MAX = 200
const SIZE_MAX_BYTES = 10 * 1024 * 1024

/**
 * A mail server for the demo and the tests: accepts every message, keeps the last 200 in memory and delivers none. Listens only on
 * the loopback; port 0 takes a free port.
 */
export async function startCatcher(port: number): Promise<Catcher> {
  const mails: CaughtMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: SIZE_MAX_BYTES,
    closeTimeout: 500,
    onData: (stream, session, callback) => {
      const to = session.envelope.rcptTo.map((recipient) => recipient.address)
      readMail(stream, to).then((mail) => {
        mails.unshift(mail)
        mails.length = Math.min(mails.length, KEPT_MAX)
        callback()
      }, callback)
    },
  })
  // Ignores a client that disconnects early: without a listener the error would end the process.
  server.on('error', () => undefined)
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(address)}`,
    list: () => [...mails],
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The caught mail as a page without scripts or styles: the texts, newest first, with links. */
export function catcherPage(mails: readonly CaughtMail[]): string {
  const articles = mails.map(
    (mail) => `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>Para ${escapeHtml(mail.to.join(', '))} · de ${escapeHtml(mail.from)} · ${escapeHtml(instantLabel(mail.at))}</p>
<pre>${withLinks(mail.text)}</pre>
</article>`,
  )
  return `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Correo de la demostración</title></head>
<body>
<h1>Correo de la demostración</h1>
<p>Aquí llega todo lo que Enlace envía en la demostración; nada sale de este equipo. Actualiza la página para ver lo nuevo.</p>
${articles.length === 0 ? '<p>Todavía no hay correos.</p>' : articles.join('\n<hr>\n')}
</body>
</html>
`
}

async function readMail(stream: Readable, to: readonly string[]): Promise<CaughtMail> {
  const mail = await PostalMime.parse(await buffer(stream))
  return {
    id: randomUUID(),
    messageId: mail.messageId ?? '',
    from: mail.from?.name ? `${mail.from.name} <${mail.from.address}>` : (mail.from?.address ?? ''),
    to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    at: new Date(),
  }
}

const portOf = (address: string | AddressInfo | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0

/** The escaped text with its URLs as links. */
const withLinks = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<>"']+/g, (url) => `<a href="${url}" rel="noopener noreferrer">${url}</a>`)
