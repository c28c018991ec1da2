import { instantLabel } from '#domain/core/days.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import {
  assertOutageAction,
  assertOutageTimes,
  type Outage,
  type OutageState,
  placesLabel,
} from '#domain/outages/outage.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { findSite, type SiteInput, siteName } from './place.ts'
import { getOverlapping, listPlaces, type Place, type Site, updateTimes } from './place-queries.ts'
import { type LockedOutage, listOutages, lockOutage } from './queries.ts'
import { queueChanged } from './queue-work.ts'

/** An outage with its places, locked. */
type WholeOutage = LockedOutage & { places: readonly Place[] }

/** One change of an outage and its places: its hours follow from those of the places, and a job does what follows from them. */
export const changeOutage = (
  ctx: Ctx,
  id: string,
  action: Parameters<typeof assertOutageAction>[0],
  change: (tx: Tx, outage: WholeOutage) => Promise<string>,
): Promise<{ data: Outage; message: string }> =>
  ctx.tx(async (tx) => {
    const outage = await lockOutage(tx, id)
    if (!outage) throw notFound('Esa falla no existe')
    assertOutageAction(action, stateOf(outage))
    const before = await listPlaces(tx, id)
    const message = await change(tx, { ...outage, places: before })
    await updateTimes(tx, id)
    const after = await listPlaces(tx, id)
    const changed = action === 'cancel' ? before : [...changedFrom(before, after), ...changedFrom(after, before)]
    await queueChanged(tx, ctx.actor.companyId, id, changed)
    return { data: await readOutage(tx, id), message }
  })

/** The places of a list that the other one does not have with the same hours. */
const changedFrom = (places: readonly Place[], others: readonly Place[]): Place[] =>
  places.filter((place) => !others.some((other) => other.id === place.id && isSameTime(other, place)))

const isSameTime = (one: Place, other: Place): boolean =>
  one.started_at.getTime() === other.started_at.getTime() && one.ended_at?.getTime() === other.ended_at?.getTime()

const stateOf = ({ ended_at, cancelled_at }: LockedOutage): OutageState =>
  cancelled_at !== null ? 'cancelled' : ended_at === null ? 'open' : 'ended'

export async function readOutage(tx: Tx, id: string): Promise<Outage> {
  const [outage] = await listOutages(tx, { id }, { offset: 0, limit: 1 })
  if (!outage) throw notFound('Esa falla no existe')
  return outage
}

/** Where a new outage is: `only` place, or several. Throws a Refusal on the field of a place that cannot be, or is repeated. */
export async function findSites(tx: Tx, only: SiteInput, several: readonly SiteInput[] | undefined): Promise<Site[]> {
  if (several === undefined) return [await findSite(tx, only, 'outage.')]
  if (Object.values(only).some((value) => value !== undefined)) {
    throw refuseField('invalid', 'outage.places', 'Escribe los lugares de la falla de una sola forma')
  }
  const sites: Site[] = []
  for (const [index, input] of several.entries()) {
    const site = await findSite(tx, input, `outage.places.${index}.`)
    if (sites.some((other) => keyOf(other) === keyOf(site))) {
      const field = `outage.places.${index}.${site.device_id === null ? 'city' : 'device_id'}`
      throw refuseField('invalid', field, `${siteName(site)} ya está en la falla: elige otro lugar`)
    }
    sites.push(site)
  }
  return sites
}

const keyOf = ({ municipality_code, device_id }: Site): string => municipality_code ?? device_id ?? ''

/** Locks the places until the end of the transaction, in one order: two outages of the same ones do not wait for each other. */
export async function lockSites(tx: Tx, sites: readonly Site[]): Promise<void> {
  for (const key of sites.map(keyOf).toSorted()) await tx.lock(`outage ${key}`)
}

/** Refuses a place that has another outage, or the same one, at that time: its minutes would count twice. */
export async function assertAlone(
  tx: Tx,
  place: Parameters<typeof getOverlapping>[1] & Site,
  field: string,
): Promise<void> {
  const other = await getOverlapping(tx, place)
  if (!other) return
  const since = instantLabel(other.started_at)
  throw refuseField('conflict', field, `Ya hay una falla de ${siteName(place)} a esa hora: la que empezó el ${since}`)
}

/** assertOutageTimes, which names the place of an outage of several. */
export function assertPlaceTimes(
  place: Site & { started_at: Date; ended_at: Date },
  now: Date,
  { places }: WholeOutage,
): void {
  if (places.length > 1 && place.ended_at <= place.started_at) {
    throw refuseField(
      'refused',
      'ended_at',
      `En ${siteName(place)} la falla empezó después de esa hora: registra su final aparte`,
    )
  }
  assertOutageTimes(place, now)
}

export function placeIn({ places }: WholeOutage, id: string): Place {
  const place = places.find((one) => one.id === id)
  if (!place) throw notFound('Ese lugar no está en la falla')
  return place
}

/** The place of a change: the one with an id, or the only one. */
export function onlyPlace(outage: WholeOutage, id: string | undefined): Place {
  if (id !== undefined) return placeIn(outage, id)
  const [first, ...others] = outage.places
  if (!first || others.length > 0) throw refuseField('invalid', 'place_id', 'Elige el lugar')
  return first
}

/** The places where the outage lasts: one, or all of them. */
export function openPlaces(outage: WholeOutage, id: string | undefined): Place[] {
  if (id === undefined) return outage.places.filter(({ ended_at }) => ended_at === null)
  const place = placeIn(outage, id)
  if (place.ended_at !== null) throw new Refusal('conflict', 'Ese lugar ya tiene final: corrígelo')
  return [place]
}

export const idsOf = (places: readonly Place[]): string[] => places.map(({ id }) => id)
export const namesOf = (places: readonly Place[]): string => placesLabel(places.map(siteName))

/** The codes of the only place, as the event of an outage has them. */
export function codesOf(sites: readonly Site[]): Record<string, unknown> {
  const [first] = sites
  if (sites.length !== 1 || !first) return {}
  const { municipality_code, department, device_id } = first
  return municipality_code === null ? { device_id } : { municipality_code, department }
}
