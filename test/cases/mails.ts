import type { Wire } from '../authorization/wires.ts'
import type { TestApp } from '../world.ts'

type Mail = {
  to: string
  text?: string
  from?: string
  id?: string
  headers?: readonly string[]
  files?: readonly { name: string; type: string; bytes: Buffer }[]
}

let count = 0

/** A mail as a mail server delivers it. Without an id each one has its own. */
export function mailOf({ to, text = 'Hola', from = 'Yenny <yenny@correo.test>', id, headers = [], files = [] }: Mail) {
  count += 1
  const lines = [
    `From: ${from}`,
    `To: Andina <${to}>`,
    'Subject: Re: Recibimos tu PQR',
    `Message-ID: <${id ?? `${count}@correo.test`}>`,
    ...headers,
    'MIME-Version: 1.0',
  ]
  const body = [
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    base64(Buffer.from(text)),
  ]
  const parts = files.map(({ name, type, bytes }) => [
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    base64(bytes),
  ])
  const whole =
    files.length === 0
      ? [...lines, ...body]
      : [
          ...lines,
          'Content-Type: multipart/mixed; boundary="=_x"',
          '',
          ...[body, ...parts].flatMap((part) => ['--=_x', ...part]),
          '--=_x--',
        ]
  return Buffer.from(`${whole.join('\r\n')}\r\n`)
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')

/** The request with a mail, without the token of the mail server. */
export const mailWire = (mail: Buffer): Wire => ({ body: mail, headers: { 'content-type': 'message/rfc822' } })

/** The request of the mail server. */
export const fromMailServer = (t: TestApp, mail: Buffer): Wire => ({
  body: mail,
  headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${t.world.config.inbound?.token ?? ''}` },
})
