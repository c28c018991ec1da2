import type { Endpoint } from '#domain/core/api.ts'
import type { TestApp } from '../world.ts'
import type { Asker } from './actors.ts'
import { type Ask, type Case, inLanes, namesThings } from './cases.ts'
import { type Got, type Place, placesOf, readable, send, sendForEver, withoutThing, withThingOf } from './wires.ts'

const OBJECTS = ['own', 'other', 'foreign', 'absent'] as const
type Kind = (typeof OBJECTS)[number]

/** One call by one person for one thing. `place`: where the request names what is foreign or absent. */
export type Cell = { case: Case; endpoint: Endpoint; asker: Asker; object: Kind; place: Place | null; expected: number }

/** An answer that a person got, as they could read it. */
export type Heard = { cell: string; asker: Asker; text: string; isPdf: boolean }

export type Walked = { cells: number; failures: string[]; heard: Heard[] }

const textOf = ({ case: { name }, asker, object, place }: Cell): string =>
  `${name} · ${asker.name} · ${object}${place ? ` in ${place.join('.')}` : ''}`

/** What the table says of one who asks. */
const verdictOf = ({ row }: Case, { role }: Asker) => row.anyone ?? (role === null ? 401 : (row[role] ?? 403))

/** Every cell of a case. A call that names nothing has one for each person. */
export function cellsOf(one: Case): Cell[] {
  return one.askers.flatMap((asker) => {
    const verdict = verdictOf(one, asker)
    const places = placesIn(one, asker)
    return OBJECTS.slice(0, namesThings(one.row) ? 4 : 1).flatMap((object, at): Cell[] => {
      const expected = typeof verdict === 'number' ? verdict : (verdict[at] ?? 0)
      const cell = { case: one, endpoint: one.endpoint, asker, object, expected }
      return object === 'own' || object === 'other'
        ? [{ ...cell, place: null }]
        : places.map((place) => ({ ...cell, place, expected: expectedAt(one, place, expected) }))
    })
  })
}

/** A person who may make the call and names in its body what is not theirs may be told so in another way. */
const expectedAt = ({ row, endpoint }: Case, [part]: Place, expected: number): number =>
  expected === 404 && part === 'body' && endpoint.path.includes(':') ? (row.body ?? expected) : expected

const placesIn = (one: Case, asker: Asker): Place[] =>
  placesOf(one.standing(asker, 'own').wire, one.standing(asker, 'foreign').wire)

/** Rows whose four verdicts ask for a thing that their request does not name, and the other way round. */
export const mislaid = (cases: readonly Case[]): string[] =>
  cases.flatMap((one) => {
    const [asker] = one.askers
    const places = asker ? placesIn(one, asker) : []
    if (namesThings(one.row) === places.length > 0) return []
    return places.length > 0
      ? [`'${one.name}' names ${places.map((place) => place.join('.')).join(', ')}: give it four verdicts`]
      : [`'${one.name}' names nothing: give it one verdict`]
  })

/** Makes the calls and compares each answer with the table, and the foreign with the absent. What reads goes before what changes. */
export async function walk(t: TestApp, base: string, cells: readonly Cell[]): Promise<Walked> {
  const walked: Walked = { cells: cells.length, failures: [], heard: [] }
  const isReading = ({ endpoint }: Cell): boolean => endpoint.method === 'GET'
  for (const part of [cells.filter(isReading), cells.filter((cell) => !isReading(cell))]) {
    const foreign = new Map<string, Got>()
    await inLanes(part, (cell) => walkCell({ t, base, walked, foreign }, cell))
  }
  return walked
}

type Walking = { t: TestApp; base: string; walked: Walked; foreign: Map<string, Got> }

async function walkCell({ t, base, walked, foreign }: Walking, cell: Cell): Promise<void> {
  const { endpoint, asker, place } = cell
  const { wire, token } = await askFor(cell)
  const got = await (endpoint.stream ? sendForEver(base, endpoint, token) : send(t, endpoint, wire, token))
  const text = readable(got)
  walked.heard.push({ cell: textOf(cell), asker, text, isPdf: got.bytes.subarray(0, 4).toString() === '%PDF' })
  if (got.status !== cell.expected) {
    walked.failures.push(
      `${textOf(cell)}: expected ${cell.expected}, got ${got.status} ${text.slice(text.indexOf('\n') + 1, text.indexOf('\n') + 160)}`,
    )
  }
  const key = [cell.case.name, asker.name, place].join()
  if (cell.object === 'foreign') foreign.set(key, got)
  const twin = cell.object === 'absent' ? foreign.get(key) : undefined
  if (twin && mustLookAlike(cell) && !isSame(twin, got)) {
    walked.failures.push(`${textOf(cell)}: reads unlike what is foreign: ${readable(twin)} / ${text}`)
  }
}

/** What is asked and by whom: something of its own where it must go well, what stands where it must not. */
async function askFor({ case: one, asker, object, place, expected }: Cell): Promise<Ask> {
  const whose = object === 'other' ? 'other' : 'own'
  const ask = expected < 400 ? await one.going(asker, whose) : one.standing(asker, whose)
  if (place === null) return ask
  const { wire } = one.standing(asker, 'foreign')
  const isForeign = object === 'foreign'
  return { ...ask, wire: isForeign ? withThingOf(ask.wire, wire, place) : withoutThing(ask.wire, place) }
}

/** To whom another company's thing must read like nothing. What a call that went well says of its own thing is another each time. */
const mustLookAlike = ({ case: { row }, endpoint, asker, expected }: Cell): boolean =>
  row.anyone === undefined && asker.role !== 'superadmin' && (expected >= 400 || endpoint.method === 'GET')

const isSame = (one: Got, other: Got): boolean =>
  one.status === other.status && one.headers === other.headers && one.bytes.equals(other.bytes)
