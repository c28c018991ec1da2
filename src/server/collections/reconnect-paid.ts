import { sql } from 'kysely'
import { addBusinessDays } from '#domain/core/calendar.ts'
import { addDays, type Day, dayLabel, dayOf, startOfDay } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import { reconnectService } from '#server/contracts/reconnection.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { getLastPaidOn } from '#server/ledger/overdue.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import type { PaidServices, Payer } from '#server/payments/paid-services.ts'
import { restoreAgreements } from './agreement-queries.ts'
import { endNotices } from './notices.ts'
import { MINIMUM_OF_CUT, readPolicy } from './policy-queries.ts'
import {
  type BrokenPromise,
  endPromises,
  keepBrokenPromise,
  listBrokenPromises,
  type OpenPromise,
} from './promise-queries.ts'
import { isOpenTerm, isUnserved } from './reconnection-queries.ts'
import { systemCtx } from './system-change.ts'
import { listUnpaid, stillOwing } from './unpaid.ts'

/** A contract of a client that is cut for arrears or was notified of a cut, or has a promise or an agreement that is open. */
type WatchedContract = {
  id: string
  no_contract: string
  client_id: string
  /** The first day of its cut; null when it is not cut. */
  cut_on: Day | null
  /** The least debt of the policy that cut it; null when a person did, and when it is not cut. */
  minimum: Money | null
  /** The cut came with an import from another system. */
  is_imported: boolean
  has_notice: boolean
  /** Its term of reconnection runs. */
  has_open_term: boolean
} & OpenPromise

export const collectionServices: PaidServices = { reconnect: reconnectPaid }

/** When a debt was paid. */
type PaidDebt = { now: Date; on: Day }

/** What a reconnection needs to know of the payment of a debt. */
type Paid = PaidDebt & { cause: 'payment' | 'promise' }

/**
 * Reconnects each cut service of the clients whose cause of the cut is paid, and starts its term of three business days (R2.4): what
 * would not have been cut does not keep a service cut. What cannot be reconnected by itself keeps its term and the reason. A disputed or
 * agreed sum is not overdue. The term of a debt that is owed again ends. The accounts of the clients must be locked. What is read is
 * read for all clients at once.
 */
async function reconnectPaid(tx: Tx, payers: readonly Payer[], now: Date): Promise<void> {
  if (payers.length === 0) return
  const today = dayOf(now)
  const broken = new Map<string, BrokenPromise[]>()
  for (const { id, on } of payers) {
    if (on >= today) continue
    // A payment of an earlier day may keep what was broken while it was not loaded.
    await restoreAgreements(tx, id, { today, on })
    broken.set(id, await listBrokenPromises(tx, id, on))
  }
  const ids = payers.map(({ id }) => id)
  const services = await readServices(tx, ids, today, (id) => (broken.get(id) ?? []).length > 0)
  for (const { id, on } of payers) {
    const own = services.get(id)
    if (own) await reconnectClient(tx, { id, broken: broken.get(id) ?? [], ...own }, { now, on })
  }
}

/** The watched contracts of a client, those of them that owe something overdue, and those of the cut ones that owe the cause of their cut. */
type Services = { contracts: readonly WatchedContract[]; owing: ReadonlySet<string>; cutOwing: ReadonlySet<string> }

/** The services of the clients that have a watched contract, or for which `isNeeded`. */
async function readServices(
  tx: Tx,
  clients: readonly string[],
  today: Day,
  isNeeded: (clientId: string) => boolean = () => false,
): Promise<Map<string, Services>> {
  const watched = await listWatched(tx, clients)
  const byClient = Map.groupBy(watched, ({ client_id }) => client_id)
  const needed = clients.filter((id) => byClient.has(id) || isNeeded(id))
  if (needed.length === 0) return new Map()
  const unpaid = await listUnpaid(tx, needed, today)
  const cuts = watched.flatMap(({ cut_on, ...contract }) => (cut_on === null ? [] : [{ ...contract, cut_on }]))
  const cutOwing = await stillOwing(tx, cuts, { unpaid, today })
  const unpaidOf = Map.groupBy(unpaid, ({ client_id }) => client_id)
  return new Map(
    needed.map((id) => {
      const owing = new Set((unpaidOf.get(id) ?? []).map(({ contract_id }) => contract_id))
      return [id, { contracts: byClient.get(id) ?? [], owing, cutOwing }]
    }),
  )
}

type ClientServices = Services & { id: string; broken: readonly BrokenPromise[] }

/** Reconnects the watched contracts of one client that owe nothing overdue, and keeps the broken promises that its payment fulfils. */
async function reconnectClient(
  tx: Tx,
  { id: clientId, broken, contracts, owing, cutOwing }: ClientServices,
  { now, on }: PaidDebt,
): Promise<void> {
  for (const promise of broken) {
    if (!owing.has(promise.contract_id))
      await keepBrokenPromise(tx, promise, await paidDay(tx, clientId, promise.contract_id, { now, on }))
  }
  for (const contract of contracts) {
    const paidOn = await paidDay(tx, clientId, contract.id, { now, on })
    if (!owing.has(contract.id)) {
      await endPromises(tx, contract, paidOn)
      // A debt that comes back, by a reversed payment, needs another notice before a cut.
      await endNotices(tx, [contract.id])
    }
    if (contract.cut_on === null) continue
    if (cutOwing.has(contract.id)) await endTermsOwedAgain(tx, contract, now)
    else await reconnectContract(tx, contract, { now, on: paidOn, cause: 'payment' })
  }
}

/** Clients whose services one statement reads. */
const LOOK_MAX = 500

/**
 * The clients with a cut service for which reconnectPaid has something to write: most of them owe what they were cut for, and no account is
 * locked to see that. reconnectPaid decides again under the lock.
 */
export async function listClientsToReconnect(tx: Tx, now: Date): Promise<string[]> {
  const clients = await listCutClients(tx)
  const found: string[] = []
  for (let from = 0; from < clients.length; from += LOOK_MAX) {
    const services = await readServices(tx, clients.slice(from, from + LOOK_MAX), dayOf(now))
    for (const [id, own] of services) if (own.contracts.some((contract) => isToChange(contract, own))) found.push(id)
  }
  return found
}

function isToChange(contract: WatchedContract, { owing, cutOwing }: Services): boolean {
  const { id, cut_on, promise_id, agreement_id, has_notice, has_open_term } = contract
  if (cut_on !== null && (!cutOwing.has(id) || has_open_term)) return true
  return !owing.has(id) && (promise_id !== null || agreement_id !== null || has_notice)
}

/**
 * The day on which the overdue debt of a contract was paid: that of the payment, or of a later one that paid another part of it and was
 * loaded before.
 */
async function paidDay(tx: Tx, clientId: string, contractId: string, { now, on }: PaidDebt): Promise<Day> {
  const today = dayOf(now)
  if (on >= today) return today
  const last = (await getLastPaidOn(tx, { clientId, contractId, before: today })) ?? on
  return last > on ? last : on
}

/** The instant of a payment: of an earlier day only the day is known, and its end is taken. */
const paidAt = (on: Day, now: Date): Date =>
  on === dayOf(now) ? now : new Date(startOfDay(addDays(on, 1)).getTime() - 1)

/** Starts the term of a paid contract that is cut, and reconnects it when the policy says so. */
export async function reconnectContract(
  tx: Tx,
  contract: { id: string; no_contract: string },
  { now, on, cause }: Paid,
): Promise<void> {
  const policy = await readPolicy(tx)
  const days = valueInForce(await readParameters(tx), 'service.reconnection_days', on)
  await tx
    .insertInto('reconnection_terms')
    .values({ contract_id: contract.id, paid_at: paidAt(on, now), due_on: addBusinessDays(on, days), cause })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (policy.mode !== 'on' || !policy.reconnects) return
  await sql`savepoint reconnection`.execute(tx)
  try {
    await reconnectService(systemCtx(tx, now), contract.no_contract, { cause, policy_version: policy.version })
    await sql`release savepoint reconnection`.execute(tx)
    await updateTerm(tx, contract.id, { reconnected_at: now, problem: null })
  } catch (error) {
    // A payment never fails because its service cannot be reconnected: the desk sees the reason and the term.
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint reconnection`.execute(tx)
    await updateTerm(tx, contract.id, { reconnected_at: null, problem: error.message })
  }
}

async function updateTerm(
  tx: Tx,
  contractId: string,
  { reconnected_at, problem }: { reconnected_at: Date | null; problem: string | null },
): Promise<void> {
  await tx
    .updateTable('reconnection_terms')
    .set({ reconnected_at, problem })
    .where('contract_id', '=', contractId)
    .where('reconnected_at', 'is', null)
    .where('owed_again_at', 'is', null)
    .execute()
}

/** Ends the open term of a cut contract that owes again. One that a promise started runs as long as the promise. */
async function endTermsOwedAgain(tx: Tx, { id, promise_id }: WatchedContract, now: Date): Promise<void> {
  await sql`
    update reconnection_terms set owed_again_at = ${now}
    where company_id = (select current_company()) and contract_id = ${id} and reconnected_at is null and owed_again_at is null
      and (cause = 'payment' or ${promise_id === null})`.execute(tx)
}

async function listWatched(tx: Tx, clientIds: readonly string[]): Promise<WatchedContract[]> {
  const { rows } = await sql<WatchedContract>`
    select c.id, c.no_contract, c.client_id, case when c.status = 'suspended' then s.from_on end as cut_on,
      coalesce(s.is_imported, false) as is_imported,
      ${MINIMUM_OF_CUT} as minimum, p.id as promise_id, a.id as agreement_id, g.has_notice, (
        select count(*) > 0 from reconnection_terms t where t.company_id = c.company_id and t.contract_id = c.id
          and t.reconnected_at is null and t.owed_again_at is null and t.ended_on is null
      ) as has_open_term
    from unnest(${uuidArray(clientIds)}::uuid[]) key (id)
    cross join lateral (
      select * from contracts where company_id = (select current_company()) and client_id = key.id offset 0
    ) c
    left join lateral (
      select id, company_id, contract_id, from_on, is_imported from suspension_intervals
      where company_id = c.company_id and contract_id = c.id and to_on is null and kind = 'arrears'
      offset 0
    ) s on true
    left join lateral (
      select id from payment_promises
      where company_id = c.company_id and contract_id = c.id and client_id = c.client_id and outcome is null offset 0
    ) p on true
    left join lateral (
      select id from payment_agreements
      where company_id = c.company_id and contract_id = c.id and client_id = c.client_id and outcome is null offset 0
    ) a on true
    cross join lateral (
      select count(*) > 0 as has_notice from collection_notices
      where company_id = c.company_id and contract_id = c.id and used_at is null
    ) g
    where (c.status = 'suspended' and s.id is not null) or p.id is not null or a.id is not null or g.has_notice`.execute(
    tx,
  )
  return rows
}

/**
 * The clients with a service that is cut for arrears. Of a cut that was imported without a debt nothing says that its cause was paid: a
 * person reconnects it.
 */
async function listCutClients(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    select distinct c.client_id from suspension_intervals s
    cross join lateral (
      select client_id, status, created_at from contracts where company_id = s.company_id and id = s.contract_id offset 0
    ) c
    where s.company_id = (select current_company()) and s.to_on is null and s.kind = 'arrears' and c.status = 'suspended'
      and (not s.is_imported or exists (
        select from invoices i where i.company_id = s.company_id and i.client_id = c.client_id and i.kind = 'opening'
          and i.created_at >= c.created_at
      ))`.execute(tx)
  return rows.map(({ client_id }) => client_id)
}

/**
 * Ends the terms of contracts whose cut ended in another way, also when a pause goes on, and warns the desk of those that are near or late.
 * A contract that ended was not reconnected.
 */
export async function watchTerms(tx: Tx, now: Date): Promise<void> {
  await sql`
    update reconnection_terms t set ended_on = c.active_to, notified_at = ${now} from contracts c
    where t.company_id = (select current_company()) and t.reconnected_at is null and t.owed_again_at is null and t.ended_on is null
      and c.company_id = t.company_id and c.id = t.contract_id and c.status = 'terminated'`.execute(tx)
  await sql`
    update reconnection_terms t set reconnected_at = ${now}
    where t.company_id = (select current_company()) and t.reconnected_at is null and t.owed_again_at is null
      and t.ended_on is null and not exists (
      select from suspension_intervals s where s.company_id = t.company_id and s.contract_id = t.contract_id
        and s.kind = 'arrears' and s.to_on is null
    )`.execute(tx)
  const { rows } = await sql<{ contract_id: string; no_contract: string; due_on: Day }>`
    update reconnection_terms t set warned_at = ${now} from contracts c
    where t.company_id = (select current_company()) and ${isOpenTerm()} and t.warned_at is null and t.due_on <= ${addBusinessDays(dayOf(now), 1)}::date and c.company_id = t.company_id and c.id = t.contract_id
    returning t.contract_id, c.no_contract, t.due_on`.execute(tx)
  for (const { contract_id, no_contract, due_on } of rows) {
    await tx.record('reconnection.near', {
      entity_id: contract_id,
      after: { no_contract, due_on, due: dayLabel(due_on) },
    })
  }
  await warnUnserved(tx, now)
}

/** After these minutes without the network device, its people are notified. */
const UNSERVED_MINUTES = 30
const UNSERVED_COPY = 'El equipo de red no ha reconectado el servicio: revisa sus órdenes'

/** Says once of each reconnection that its network device does not carry out, all of a company in one event. */
async function warnUnserved(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<{ no_contract: string }>`
    update reconnection_terms t set problem = ${UNSERVED_COPY} from contracts c
    where t.company_id = (select current_company()) and t.owed_again_at is null and ${isUnserved()}
      and t.problem is distinct from ${UNSERVED_COPY}
      and t.reconnected_at <= ${new Date(now.getTime() - UNSERVED_MINUTES * 60_000)}
      and c.company_id = t.company_id and c.id = t.contract_id
    returning c.no_contract`.execute(tx)
  const [first] = rows.map(({ no_contract }) => no_contract).toSorted()
  if (first === undefined) return
  await tx.record('reconnection.unserved', { after: { no_contract: first, services: rows.length } })
}
