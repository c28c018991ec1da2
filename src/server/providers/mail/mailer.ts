import { createTransport } from 'nodemailer'

/** One email to send. `id` is the same in every retry, so that the receiving server recognises a duplicate. */
export type Mail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  senderName?: string
  /** The address for replies: the one of the company. */
  replyTo?: string
  attachments?: readonly { name: string; type: string; bytes: Buffer }[]
}

/** Sends mail by SMTP. Throws when the server refuses the message: the queue retries. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void }

const TIMEOUT_MS = 10_000

/** A mailer with pooled SMTP connections. `from` is 'Name <address>'; the name of a company may replace the name. */
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
    async send({ id, to, subject, text, html, senderName, replyTo, attachments }) {
      await transport.sendMail({
        from: senderName === undefined ? from : { name: senderName, address },
        // An object is always one address: its text is not parsed as a list.
        to: { name: '', address: to },
        ...(replyTo === undefined ? {} : { replyTo: { name: senderName ?? '', address: replyTo } }),
        subject,
        text,
        html,
        ...(attachments === undefined
          ? {}
          : {
              attachments: attachments.map(({ name, type, bytes }) => ({
                filename: name,
                contentType: type,
                content: bytes,
              })),
            }),
        messageId: `<${id}@${domain}>`,
        // Prevents automatic replies (RFC 3834).
        headers: { 'auto-submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
