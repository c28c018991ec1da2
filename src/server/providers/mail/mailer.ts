import { createTransport } from 'nodemailer'

/** One message, ready to leave. `id` is stable over retries: the same message is recognisable at the other end. */
export type Mail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  senderName?: string
  /** Where an answer goes: the company's own address. */
  replyTo?: string
}

/** Sends mail by SMTP. Throws when the server does not take the message: the queue tries again. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void }

const TIMEOUT_MS = 10_000

/** A mailer over a pooled SMTP connection. `from` is 'Name <address>'; a company's name may stand in for the name. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const address = /<([^>]+)>/.exec(from)?.[1] ?? from
  const domain = address.split('@')[1] ?? 'enlace'
  return {
    async send({ id, to, subject, text, html, senderName, replyTo }) {
      await transport.sendMail({
        from: senderName === undefined ? from : { name: senderName, address },
        // As an object it stays one address, whatever signs it holds.
        to: { name: '', address: to },
        ...(replyTo === undefined ? {} : { replyTo: { name: senderName ?? '', address: replyTo } }),
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        // Holiday replies and the like are not wanted (RFC 3834).
        headers: { 'auto-submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
