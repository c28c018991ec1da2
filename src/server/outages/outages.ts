import { addMonths, dayOf } from '#domain/core/days.ts'
import { DAY_MS } from '#domain/core/durations.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { outageApi } from '#domain/outages/api.ts'
import { durationLabel } from '#domain/outages/compensation.ts'
import {
  assertOtherPlaces,
  assertOutageTimes,
  assertOwnDays,
  assertPlaceEnded,
  OUTAGE_PLACES_MAX,
  type OwnOutages,
  placesLabel,
} from '#domain/outages/outage.ts'
import { listReply, pageReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import {
  assertAlone,
  assertPlaceTimes,
  changeOutage,
  codesOf,
  findSites,
  idsOf,
  lockSites,
  namesOf,
  onlyPlace,
  openPlaces,
  placeIn,
  readOutage,
} from './change.ts'
import { countOutageContracts, listOutageContracts } from './contract-list.ts'
import { deviceStays } from './device-stays.ts'
import { findSite, recordedPlaces, siteName } from './place.ts'
import { insertPlaces, listPlaces, updatePlaces } from './place-queries.ts'
import {
  countOutages,
  insertOutage,
  listOutages,
  listOwn,
  listOwnCompensations,
  type OutageOwner,
  sumCompensation,
  updateOutage,
} from './queries.ts'
import { queueChanged } from './queue-work.ts'
import { withSoFar } from './so-far.ts'

export const outages = implement(outageApi, {
  list: (ctx, { query }) =>
    ctx.tx((tx) =>
      listReply(query, {
        rows: (range) => listOutages(tx, query, range),
        total: () => countOutages(tx, query),
      }),
    ),

  own: (ctx) =>
    ctx.tx(async (tx) => {
      const { outages: seen, compensations } = await readOwnOutages(tx, { userId: ctx.actor.userId }, ctx.now)
      // The names of the devices are of the staff.
      return { data: { outages: seen.map((one) => ({ ...one, device: null })), compensations } }
    }),

  ofClient: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      await assertClient(tx, params.client_id)
      return { data: await readOwnOutages(tx, { clientId: params.client_id }, ctx.now) }
    }),

  devices: (ctx) => ctx.tx(async (tx) => ({ data: await deviceStays().list(tx) })),

  contracts: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      await readOutage(tx, query.outage_id)
      return pageReply(query, {
        rows: (range) => listOutageContracts(tx, query, range),
        total: () => countOutageContracts(tx, query),
        whole: ctx.wholeList,
      })
    }),

  get: (ctx, { params }) =>
    ctx.tx(async (tx) => ({
      data: { ...(await readOutage(tx, params.id)), compensation: await sumCompensation(tx, params.id) },
    })),

  announce: (ctx, { body: { outage } }) =>
    ctx.tx(async (tx) => {
      const { department, city, device_id, places, cause, is_notified, ...times } = outage
      const sites = await findSites(tx, { department, city, device_id }, places)
      const started_at = new Date(times.started_at)
      const expected_end_at = times.expected_end_at ? new Date(times.expected_end_at) : null
      assertOutageTimes({ started_at, ended_at: null }, ctx.now, 'outage.')
      assertOwnDays(started_at, { role: ctx.actor.role, now: ctx.now }, 'outage.')
      if (expected_end_at !== null && expected_end_at <= started_at) {
        throw refuseField('refused', 'outage.expected_end_at', 'El servicio vuelve después de que empieza la falla')
      }
      await lockSites(tx, sites)
      for (const site of sites)
        await assertAlone(tx, { id: null, ...site, started_at, ended_at: null }, 'outage.started_at')
      const created_by = ctx.actor.name
      const id = await insertOutage(tx, { cause, started_at, expected_end_at, is_notified, created_by })
      await insertPlaces(
        tx,
        id,
        sites.map((site) => ({ ...site, started_at, created_by })),
      )
      await tx.record('outage.announced', {
        entity_id: id,
        after: { ...codesOf(sites), ...recordedPlaces(sites), cause, started_at: times.started_at },
      })
      await queueChanged(tx, ctx.actor.companyId, id, await listPlaces(tx, id))
      return { data: await readOutage(tx, id), message: `Falla anunciada en ${placesLabel(sites.map(siteName))}` }
    }),

  addPlace: (ctx, { params, body: { place } }) =>
    changeOutage(ctx, params.id, 'add', async (tx, outage) => {
      const site = await findSite(tx, place, 'place.')
      const started_at = new Date(place.started_at)
      assertOutageTimes({ started_at, ended_at: null }, ctx.now, 'place.')
      assertOwnDays(started_at, { role: ctx.actor.role, now: ctx.now }, 'place.')
      if (outage.places.length >= OUTAGE_PLACES_MAX) {
        throw new Refusal('conflict', `Una falla tiene hasta ${OUTAGE_PLACES_MAX} lugares: anuncia otra`)
      }
      await lockSites(tx, [site])
      await assertAlone(tx, { id: null, ...site, started_at, ended_at: null }, 'place.started_at')
      await insertPlaces(tx, outage.id, [{ ...site, started_at, created_by: ctx.actor.name }])
      await tx.record('outage.place_added', {
        entity_id: outage.id,
        after: { ...codesOf([site]), ...recordedPlaces([site]), cause: outage.cause, started_at: place.started_at },
      })
      return `Agregamos ${siteName(site)} a la falla`
    }),

  removePlace: (ctx, { params, body: { reason } }) =>
    changeOutage(ctx, params.id, 'remove', async (tx, outage) => {
      const place = placeIn(outage, params.place_id)
      assertOtherPlaces(outage.places)
      await updatePlaces(tx, [place.id], { removed_at: ctx.now, remove_reason: reason })
      await tx.record('outage.place_removed', {
        entity_id: outage.id,
        before: { started_at: place.started_at.toISOString(), ended_at: place.ended_at?.toISOString() ?? null },
        after: { ...recordedPlaces([place]), reason },
      })
      return `Quitamos ${siteName(place)} de la falla`
    }),

  end: (ctx, { params, body }) =>
    changeOutage(ctx, params.id, 'end', async (tx, outage) => {
      const ended_at = new Date(body.ended_at)
      const open = openPlaces(outage, body.place_id)
      for (const place of open) assertPlaceTimes({ ...place, ended_at }, ctx.now, outage)
      await updatePlaces(tx, idsOf(open), { ended_at })
      const lasting = outage.places.filter((place) => place.ended_at === null && !open.includes(place))
      if (lasting.length > 0) {
        const after = { ...recordedPlaces(open), ended_at: body.ended_at }
        await tx.record('outage.place_ended', { entity_id: outage.id, after })
        return `El servicio volvió en ${namesOf(open)}: la falla sigue en ${namesOf(lasting)}`
      }
      const last = new Date(
        Math.max(ended_at.getTime(), ...outage.places.map((place) => place.ended_at?.getTime() ?? 0)),
      )
      const lasted = lastedLabel(outage.started_at, last)
      await tx.record('outage.ended', {
        entity_id: outage.id,
        after: { ...recordedPlaces(outage.places), ended_at: last.toISOString(), lasted },
      })
      return `El servicio volvió después de ${lasted}`
    }),

  correct: (ctx, { params, body }) =>
    changeOutage(ctx, params.id, 'correct', async (tx, outage) => {
      const [started_at, ended_at] = [new Date(body.started_at), new Date(body.ended_at)]
      const place = onlyPlace(outage, body.place_id)
      assertPlaceEnded(place)
      assertOutageTimes({ started_at, ended_at }, ctx.now)
      await lockSites(tx, [place])
      await assertAlone(tx, { ...place, started_at, ended_at }, 'started_at')
      await updatePlaces(tx, [place.id], { started_at, ended_at })
      await updateOutage(tx, outage.id, { correction_reason: body.reason })
      await tx.record('outage.corrected', {
        entity_id: outage.id,
        before: { started_at: place.started_at.toISOString(), ended_at: place.ended_at?.toISOString() ?? null },
        after: {
          ...recordedPlaces([place]),
          started_at: body.started_at,
          ended_at: body.ended_at,
          reason: body.reason,
        },
      })
      return 'Falla corregida'
    }),

  cancel: (ctx, { params, body }) =>
    changeOutage(ctx, params.id, 'cancel', async (tx, outage) => {
      await updateOutage(tx, outage.id, { cancelled_at: ctx.now, cancel_reason: body.reason })
      await tx.record('outage.cancelled', {
        entity_id: outage.id,
        after: { ...recordedPlaces(outage.places), reason: body.reason },
      })
      return 'Falla anulada'
    }),
})

const lastedLabel = (from: Date, to: Date): string =>
  durationLabel(Math.round((to.getTime() - from.getTime()) / 60_000))

const OWN_DAYS = 45

async function assertClient(tx: Tx, id: string): Promise<void> {
  const found = await tx.selectFrom('clients').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('Ese cliente no existe')
}

/** What a client reads about the outages of the last weeks, and what is given back for them and for the month before. */
export async function readOwnOutages(tx: Tx, owner: OutageOwner, now: Date): Promise<OwnOutages> {
  const [listed, compensations] = await Promise.all([
    listOwn(tx, owner, new Date(now.getTime() - OWN_DAYS * DAY_MS)),
    listOwnCompensations(tx, owner, addMonths(dayOf(now), -1).slice(0, 7)),
  ])
  return { outages: await withSoFar(tx, listed, now), compensations }
}
