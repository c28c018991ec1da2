import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A body as it goes out, with its media type. */
export type Body = { type: string; bytes: Buffer }

export type Answer = { status: number; retryAfterS: number; text: string }

/** Each connection is used again, as a browser does. */
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

/**
 * Sends a POST. `fetch` with a form of its own takes several times as much of the processor, which the server under measurement
 * shares with the phones of the bench.
 */
export async function post(url: string, headers: Readonly<Record<string, string>>, body: Body): Promise<Answer> {
  const sent = request(url, {
    agent,
    method: 'POST',
    headers: { ...headers, 'content-type': body.type, 'content-length': body.bytes.length },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  sent.once('error', reject)
  sent.once('response', (response) => {
    buffer(response).then(
      (bytes) =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfterS: Number(response.headers['retry-after'] ?? 1),
          text: bytes.toString(),
        }),
      reject,
    )
  })
  sent.end(body.bytes)
  return promise
}

export const jsonBody = (value: unknown): Body => ({
  type: 'application/json',
  bytes: Buffer.from(JSON.stringify(value)),
})

const BOUNDARY = '----enlace-bench-5d1f0a7c'

/** A form with one field `kind` and one file, as multipart/form-data (RFC 7578). */
export function fileBody(kind: string, file: Buffer): Body {
  const part = (disposition: string): string => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n`
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.concat([
      Buffer.from(`${part('name="kind"')}\r\n${kind}\r\n`),
      Buffer.from(`${part(`name="file"; filename="${kind}.jpg"`)}Content-Type: application/octet-stream\r\n\r\n`),
      file,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
  }
}
