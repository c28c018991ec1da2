import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { TLSSocket } from 'node:tls'
import { type AddressCheck, guardedLookup, isLoopback } from './addresses.ts'

const TIMEOUT_MS = 10_000

type HttpCall = {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers?: Record<string, string>
  body?: string
  /** The SHA-256 of the certificate that the server must have, in place of an authority. */
  certificate?: string | null
  maxBytes: number
  /** A longer reply is cut at `maxBytes` instead of being a problem, and the connection ends. */
  cutsReply?: true
  timeoutMs?: number
}
type HttpReply = { status: number; text: string }
/** `isUnsent`: no byte of the request left, so that it had no effect. */
type HttpProblem = { problem: string; isUnsent: boolean }
export type HttpClient = (call: HttpCall) => Promise<HttpReply | HttpProblem>

/**
 * An HTTP client for the addresses that companies write: it connects to allowed addresses alone, follows no redirect, and has a limit
 * of time and of size. Plain http only works on this server. It does not throw.
 */
export const httpClient =
  (isAllowed: AddressCheck, timeoutMs = TIMEOUT_MS): HttpClient =>
  (call) =>
    new Promise((resolve) => {
      const url = new URL(call.url)
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !isAllowed(host))
        return resolve({ problem: 'la dirección no está permitida', isUnsent: true })
      if (url.protocol !== 'https:' && !isLoopback(host))
        return resolve({ problem: 'la dirección no es https', isUnsent: true })
      const options: RequestOptions = {
        method: call.method,
        headers: {
          ...call.headers,
          ...(call.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(call.body)) }),
        },
        lookup: guardedLookup(isAllowed),
        signal: AbortSignal.timeout(call.timeoutMs ?? timeoutMs),
        agent: false,
      }
      const isPinned = typeof call.certificate === 'string'
      const request =
        url.protocol === 'https:'
          ? requestHttps(url, { ...options, rejectUnauthorized: !isPinned })
          : requestHttp(url, options)
      request.on('error', (error) => resolve(problemOf(error)))
      request.on('response', (response) => {
        readText(response, call.maxBytes, call.cutsReply === true).then(
          (text) => resolve({ status: response.statusCode ?? 0, text }),
          (error: unknown) => {
            response.destroy()
            resolve(problemOf(error))
          },
        )
      })
      if (!isPinned) return request.end(call.body)
      // The certificate is compared before anything is sent.
      request.on('socket', (socket) => {
        socket.once('secureConnect', () => {
          if (!(socket instanceof TLSSocket) || fingerprintOf(socket) !== call.certificate) {
            return request.destroy(new Error('the certificate is another one'))
          }
          request.end(call.body)
        })
      })
    })

const fingerprintOf = (socket: TLSSocket): string =>
  (socket.getPeerCertificate().fingerprint256 ?? '').replaceAll(':', '').toLowerCase()

async function readText(response: IncomingMessage, maxBytes: number, cuts: boolean): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBytes && !cuts) throw new Error('the reply is too long')
    chunks.push(bytes)
    // Leaving the loop ends the connection: the rest is not read.
    if (size > maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
}

const PROBLEMS: readonly (readonly [RegExp, string, 'unsent'?])[] = [
  [/not allowed/, 'la dirección no está permitida', 'unsent'],
  [/certificate is another one/, 'el certificado no es el que se guardó', 'unsent'],
  [/certificate|self.signed/i, 'el certificado no es de confianza: guarda su huella', 'unsent'],
  [/too long/, 'la respuesta es demasiado larga'],
  [/ENOTFOUND|EAI_AGAIN/, 'ese nombre no existe', 'unsent'],
  [/ECONNREFUSED/, 'el equipo no recibe conexiones en esa dirección', 'unsent'],
  [/abort|timeout/i, 'no respondió a tiempo'],
]

function problemOf(error: unknown): HttpProblem {
  const text = error instanceof Error ? `${error.name} ${error.message}` : ''
  const [, problem, unsent] = PROBLEMS.find(([pattern]) => pattern.test(text)) ?? []
  return { problem: problem ?? 'la conexión se cortó', isUnsent: unsent !== undefined }
}
