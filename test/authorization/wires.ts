import { randomUUID } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import { unzipSync } from 'fflate'
import { type Endpoint, pathOf } from '#domain/core/api.ts'
import { readPdf } from '../read-pdf.ts'
import type { TestApp } from '../world.ts'

/** A request without its caller. */
export type Wire = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: InjectOptions['payload']
  headers?: Readonly<Record<string, string>>
}

export type Got = { status: number; headers: string; bytes: Buffer }

/** Sends a request and returns the complete reply. */
export async function send(t: TestApp, endpoint: Endpoint, wire: Wire, token: string | null): Promise<Got> {
  const response = await t.app.inject({
    method: endpoint.method,
    url: `/api${pathOf(endpoint, wire.params ?? {})}`,
    query: { ...wire.query },
    headers: {
      ...wire.headers,
      ...(endpoint.idempotency === 'required' ? { 'idempotency-key': randomUUID() } : {}),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(wire.body === undefined ? {} : { payload: wire.body }),
  })
  const { date: _date, ...headers } = response.headers
  return { status: response.statusCode, headers: JSON.stringify(headers), bytes: response.rawPayload }
}

/** The same for a stream, which does not end: the connection to a listening server is closed after the reply begins. */
export async function sendToStream(base: string, endpoint: Endpoint, token: string | null): Promise<Got> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  // A separate connection: a keep-alive one delays the close of the server.
  const response = await new Promise<IncomingMessage>((resolve, uploadRejectedRow) => {
    get(`${base}/api${endpoint.path}`, { agent: false, headers }, resolve).on('error', uploadRejectedRow)
  })
  const status = response.statusCode ?? 0
  const bytes = status < 400 ? Buffer.of() : await buffer(response)
  response.destroy()
  return { status, headers: JSON.stringify(response.headers), bytes }
}

/** All the readable text of a reply, with the text of a PDF and the sheets of a workbook. */
export function readable({ headers, bytes }: Got): string {
  if (bytes.subarray(0, 5).toString() === '%PDF-') {
    const { title, text } = readPdf(bytes)
    return `${headers}\n${title}\n${text}`
  }
  const isZip = bytes.subarray(0, 2).toString() === 'PK'
  const parts = isZip ? Object.values(unzipSync(bytes)).map((part) => Buffer.from(part)) : [bytes]
  return [headers, ...parts.map((part) => part.toString('utf8'))].join('\n')
}

/** Where a request names a record: ['params', 'id'], ['body', 'contract', 'client_id']. */
export type Place = readonly string[]

const NAMES_A_THING = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Z]{1,4}-\d{6})$/

/** Every place where a request names a record: ids and contract numbers anywhere, and values of its path and query that differ from `others`. */
export function placesOf(wire: Wire, others: Wire): Place[] {
  return leavesOf(parts(wire), []).flatMap(([place, value]) => {
    const isOwn = place[0] !== 'body' && value !== valueAt(parts(others), place)
    return isOwn || NAMES_A_THING.test(value) ? [place] : []
  })
}

/** The same request with the value of another one at a place. */
export const withThingOf = (wire: Wire, others: Wire, place: Place): Wire =>
  swapped(wire, place, String(valueAt(parts(others), place)))

/** The same request with a valid id of a record that does not exist. */
export const withoutThing = (wire: Wire, place: Place): Wire =>
  swapped(wire, place, absent(String(valueAt(parts(wire), place))))

function absent(value: string): string {
  if (value.length === 36) return '01890000-0000-7000-8000-000000000000'
  if (NAMES_A_THING.test(value)) return 'QQQQ-999999'
  return /^\d+$/.test(value) ? '9'.repeat(value.length) : 'x'.repeat(value.length)
}

const parts = ({ params, query, body }: Wire) => ({ params, query, body: body instanceof Buffer ? undefined : body })

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const leavesOf = (value: unknown, place: Place): [Place, string][] => {
  if (typeof value === 'string') return [[place, value]]
  return isTree(value) ? Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...place, key])) : []
}

const valueAt = (value: unknown, place: Place): unknown =>
  place.reduce((part: unknown, key) => (isTree(part) ? part[key] : undefined), value)

function swapped(wire: Wire, place: Place, value: string): Wire {
  const copy = structuredClone(parts(wire))
  const tree = valueAt(copy, place.slice(0, -1))
  const key = place.at(-1)
  if (isTree(tree) && key !== undefined) tree[key] = value
  // A file is sent as it is: a record is named in the path.
  return { ...wire, ...copy, ...(wire.body instanceof Buffer ? { body: wire.body } : {}) }
}
