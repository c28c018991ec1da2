import type { Endpoint } from '#domain/core/api.ts'
import type { TestApp } from '../world.ts'
import type { Caller } from './actors.ts'
import { type CallerRequest, type Case, mapByFeature, namesThings } from './cases.ts'
import { type Got, type Place, placesOf, readable, send, sendToStream, withoutThing, withThingOf } from './wires.ts'

const OBJECTS = ['own', 'other', 'foreign', 'absent'] as const
type Kind = (typeof OBJECTS)[number]

/** One call by one caller for one record. `place`: where the request names a foreign or absent record. */
export type Cell = {
  case: Case
  endpoint: Endpoint
  caller: Caller
  object: Kind
  place: Place | null
  expected: number
}

/** A reply as readable text. */
export type ReadableReply = { cell: string; caller: Caller; text: string; isPdf: boolean }

export type Walked = { cells: number; failures: string[]; replies: ReadableReply[] }

const textOf = ({ case: { name }, caller, object, place }: Cell): string =>
  `${name} · ${caller.name} · ${object}${place ? ` in ${place.join('.')}` : ''}`

/** The verdict of the matrix for a caller. */
const verdictOf = ({ may }: Case, { role }: Caller) => may.anyone ?? (role === null ? 401 : (may[role] ?? 403))

/** Every cell of a case. A call that names no record has one for each caller. */
export function cellsOf(one: Case): Cell[] {
  return one.callers.flatMap((caller) => {
    const verdict = verdictOf(one, caller)
    const places = placesIn(one, caller)
    return OBJECTS.slice(0, namesThings(one) ? 4 : 1).flatMap((object, at): Cell[] => {
      const expected = typeof verdict === 'number' ? verdict : (verdict[at] ?? 0)
      const cell = { case: one, endpoint: one.endpoint, caller, object, expected }
      return object === 'own' || object === 'other'
        ? [{ ...cell, place: null }]
        : places.map((place) => ({ ...cell, place, expected: expectedAt(one, place, expected) }))
    })
  })
}

/** The expected status when an allowed caller names a record of another owner in the body, which may differ from 404. */
const expectedAt = ({ may, endpoint }: Case, [part]: Place, expected: number): number =>
  expected === 404 && part === 'body' && endpoint.path.includes(':') ? (may.body ?? expected) : expected

const placesIn = (one: Case, caller: Caller): Place[] =>
  placesOf(one.sharedRequest(caller, 'own').wire, one.sharedRequest(caller, 'foreign').wire)

/** Rows with four verdicts whose request names no record, and rows with one verdict whose request names one. */
export const misplacedVerdicts = (cases: readonly Case[]): string[] =>
  cases.flatMap((one) => {
    const [caller] = one.callers
    const places = caller ? placesIn(one, caller) : []
    if (namesThings(one) === places.length > 0) return []
    return places.length > 0
      ? [`'${one.name}' names ${places.map((place) => place.join('.')).join(', ')}: give it four verdicts`]
      : [`'${one.name}' names nothing: give it one verdict`]
  })

/** Makes the calls and compares each status with the matrix, and the foreign reply with the absent one. Reads run before changes. */
export async function walk(t: TestApp, base: string, cells: readonly Cell[]): Promise<Walked> {
  const walked: Walked = { cells: cells.length, failures: [], replies: [] }
  const isReading = ({ endpoint }: Cell): boolean => endpoint.method === 'GET'
  for (const part of [cells.filter(isReading), cells.filter((cell) => !isReading(cell))]) {
    const foreign = new Map<string, Got>()
    await mapByFeature(part, (cell) => walkCell({ t, base, walked, foreign }, cell))
  }
  return walked
}

type Walking = { t: TestApp; base: string; walked: Walked; foreign: Map<string, Got> }

async function walkCell({ t, base, walked, foreign }: Walking, cell: Cell): Promise<void> {
  const { endpoint, caller, place } = cell
  const { wire, token } = await requestFor(cell)
  const got = await (endpoint.replyAs === 'stream'
    ? sendToStream(base, endpoint, token)
    : send(t, endpoint, wire, token))
  const text = readable(got)
  walked.replies.push({ cell: textOf(cell), caller, text, isPdf: got.bytes.subarray(0, 4).toString() === '%PDF' })
  if (got.status !== cell.expected) {
    walked.failures.push(
      `${textOf(cell)}: expected ${cell.expected}, got ${got.status} ${text.slice(text.indexOf('\n') + 1, text.indexOf('\n') + 160)}`,
    )
  }
  const key = [cell.case.name, caller.name, place].join()
  if (cell.object === 'foreign') foreign.set(key, got)
  const foreignReply = cell.object === 'absent' ? foreign.get(key) : undefined
  if (foreignReply && mustMatchAbsent(cell) && !isSame(foreignReply, got)) {
    walked.failures.push(`${textOf(cell)}: differs from the foreign reply: ${readable(foreignReply)} / ${text}`)
  }
}

/** The request of a cell: for new records where it must succeed, for shared ones where it must be refused. */
async function requestFor({ case: one, caller, object, place, expected }: Cell): Promise<CallerRequest> {
  const whose = object === 'other' ? 'other' : 'own'
  const ask = expected < 400 ? await one.freshRequest(caller, whose) : one.sharedRequest(caller, whose)
  if (place === null) return ask
  const { wire } = one.sharedRequest(caller, 'foreign')
  const isForeign = object === 'foreign'
  return { ...ask, wire: isForeign ? withThingOf(ask.wire, wire, place) : withoutThing(ask.wire, place) }
}

/** Whether a foreign record must get the same reply as an absent one. The replies of successful changes always differ. */
const mustMatchAbsent = ({ case: { may }, endpoint, caller, expected }: Cell): boolean =>
  may.anyone === undefined && caller.role !== 'superadmin' && (expected >= 400 || endpoint.method === 'GET')

const isSame = (one: Got, other: Got): boolean =>
  one.status === other.status && one.headers === other.headers && one.bytes.equals(other.bytes)
