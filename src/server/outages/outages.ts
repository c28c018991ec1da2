import { addMonths, dayOf, instantLabel } from '#domain/core/days.ts'
import { DAY_MS } from '#domain/core/durations.ts'
import { notFound, refuseField } from '#domain/core/refusal.ts'
import { outageApi } from '#domain/outages/api.ts'
import { durationLabel } from '#domain/outages/compensation.ts'
import {
  assertOutageAction,
  assertOutageTimes,
  type Outage,
  type OutageState,
  type OwnOutages,
} from '#domain/outages/outage.ts'
import type { Ctx } from '#server/core/context.ts'
import { listReply, pageReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { countOutageContracts, listOutageContracts } from './contract-list.ts'
import { deviceStays } from './device-stays.ts'
import { findPlace, recordedPlace } from './place.ts'
import {
  countOutages,
  getOverlapping,
  insertOutage,
  type LockedOutage,
  listOutages,
  listOwn,
  listOwnCompensations,
  lockOutage,
  type OutageOwner,
  sumCompensation,
  updateOutage,
} from './queries.ts'
import { queueOverlapping, queueWork } from './queue-work.ts'
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
      const { department, city, device_id, cause, is_notified, ...times } = outage
      const place = await findPlace(tx, { department, city, device_id })
      const started_at = new Date(times.started_at)
      const expected_end_at = times.expected_end_at ? new Date(times.expected_end_at) : null
      assertOutageTimes({ started_at, ended_at: null }, ctx.now, 'outage.')
      if (expected_end_at !== null && expected_end_at <= started_at) {
        throw refuseField('refused', 'outage.expected_end_at', 'El servicio vuelve después de que empieza la falla')
      }
      await assertAlone(tx, { id: null, ...place, started_at, ended_at: null }, 'outage.started_at')
      const created_by = ctx.actor.name
      const id = await insertOutage(tx, { ...place, cause, started_at, expected_end_at, is_notified, created_by })
      const { municipality_code } = place
      const where = municipality_code === null ? { device_id } : { municipality_code, department: place.department }
      await tx.record('outage.announced', {
        entity_id: id,
        after: { ...where, ...recordedPlace(place), cause, started_at: times.started_at },
      })
      await queueChanged(tx, ctx, { ...place, id }, [{ started_at, ended_at: null }])
      return { data: await readOutage(tx, id), message: `Falla anunciada en ${place.city ?? place.device_name}` }
    }),

  end: (ctx, { params, body }) =>
    changeOutage(ctx, params.id, 'end', async (tx, outage) => {
      const ended_at = new Date(body.ended_at)
      assertOutageTimes({ started_at: outage.started_at, ended_at }, ctx.now)
      await updateOutage(tx, outage.id, { ended_at })
      await tx.record('outage.ended', {
        entity_id: outage.id,
        after: {
          ...recordedPlace(outage),
          ended_at: body.ended_at,
          lasted: lastedLabel(outage.started_at, ended_at),
        },
      })
      return `El servicio volvió después de ${lastedLabel(outage.started_at, ended_at)}`
    }),

  correct: (ctx, { params, body }) =>
    changeOutage(ctx, params.id, 'correct', async (tx, outage) => {
      const [started_at, ended_at] = [new Date(body.started_at), new Date(body.ended_at)]
      assertOutageTimes({ started_at, ended_at }, ctx.now)
      await assertAlone(tx, { ...outage, started_at, ended_at }, 'started_at')
      await updateOutage(tx, outage.id, { started_at, ended_at, correction_reason: body.reason })
      await tx.record('outage.corrected', {
        entity_id: outage.id,
        before: { started_at: outage.started_at.toISOString(), ended_at: outage.ended_at?.toISOString() ?? null },
        after: { ...recordedPlace(outage), started_at: body.started_at, ended_at: body.ended_at, reason: body.reason },
      })
      return 'Falla corregida'
    }),

  cancel: (ctx, { params, body }) =>
    changeOutage(ctx, params.id, 'cancel', async (tx, outage) => {
      await updateOutage(tx, outage.id, { cancelled_at: ctx.now, cancel_reason: body.reason })
      await tx.record('outage.cancelled', {
        entity_id: outage.id,
        after: { ...recordedPlace(outage), reason: body.reason },
      })
      return 'Falla anulada'
    }),
})

/** One change of an outage, and the job that does what follows from it. */
const changeOutage = (
  ctx: Ctx,
  id: string,
  action: Parameters<typeof assertOutageAction>[0],
  change: (tx: Tx, outage: LockedOutage) => Promise<string>,
): Promise<{ data: Outage; message: string }> =>
  ctx.tx(async (tx) => {
    const outage = await lockOutage(tx, id)
    if (!outage) throw notFound('Esa falla no existe')
    assertOutageAction(action, stateOf(outage))
    const message = await change(tx, outage)
    await queueChanged(tx, ctx, outage, [outage, (await lockOutage(tx, id)) ?? outage])
    return { data: await readOutage(tx, id), message }
  })

const stateOf = ({ ended_at, cancelled_at }: LockedOutage): OutageState =>
  cancelled_at !== null ? 'cancelled' : ended_at === null ? 'open' : 'ended'

/** Queues the work of a changed outage, and of those that its times change: those before and after it. */
async function queueChanged(
  tx: Tx,
  { actor: { companyId } }: Ctx,
  { id, device_id }: Pick<LockedOutage, 'id' | 'device_id'>,
  times: Parameters<typeof queueOverlapping>[2],
): Promise<void> {
  await queueWork(tx, companyId, id)
  if (device_id === null) await queueOverlapping(tx, companyId, times)
}

const lastedLabel = (from: Date, to: Date): string =>
  durationLabel(Math.round((to.getTime() - from.getTime()) / 60_000))

/** Refuses an outage at the time of another one of its municipality or device: its minutes would count twice. */
async function assertAlone(
  tx: Tx,
  outage: Parameters<typeof getOverlapping>[1] & Pick<LockedOutage, 'city' | 'device_name'>,
  field: string,
): Promise<void> {
  await tx.lock(`outage ${outage.municipality_code ?? outage.device_id}`)
  const other = await getOverlapping(tx, outage)
  if (!other) return
  const since = instantLabel(other.started_at)
  throw refuseField(
    'conflict',
    field,
    `Ya hay una falla de ${outage.city ?? outage.device_name} a esa hora: la que empezó el ${since}`,
  )
}

async function readOutage(tx: Tx, id: string): Promise<Outage> {
  const [outage] = await listOutages(tx, { id }, { offset: 0, limit: 1 })
  if (!outage) throw notFound('Esa falla no existe')
  return outage
}

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
