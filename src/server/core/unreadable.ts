import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { API_HEADERS } from './headers.ts'

/** The replies to what is not a readable HTTP request, by the code of Node. */
const REPLIES: Readonly<Record<string, { status: number; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'La solicitud tardó demasiado en llegar. Intenta de nuevo.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'Los encabezados de la solicitud son demasiado largos' },
}
const UNREADABLE = { status: 400, message: 'Los datos enviados no se pueden leer' }

/** Answers a connection whose request cannot be read, in the form and with the headers of every other reply, and closes it. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, message } = REPLIES[error.code ?? ''] ?? UNREADABLE
  const body = JSON.stringify({ message, code: 'INVALID' })
  const headers = {
    ...API_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  socket.destroy(error)
}
