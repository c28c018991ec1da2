import { sql } from 'kysely'
import { addDays, type Day, dayOf } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { stopUntilServed } from '#server/contracts/late-service.ts'
import { removeReconnectionCharge } from '#server/contracts/pending-charges.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { creditReconnection } from '#server/invoices/unowed-reconnection.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { deviceServices } from './device-services.ts'
import { queueNotices } from './notices.ts'
import { readPolicy } from './policy-queries.ts'

/** Reconnections of one company that one tick notifies at most. */
const NOTIFIED_MAX = 200

type UnnotifiedRow = {
  id: string
  contract_id: string
  no_contract: string
  client_id: string
  client_name: string
  email: string | null
  phone: string | null
  status: string
  reconnected_at: Date
  in_service_at: Date
  active_to: Day | null
  /** Its device never carried the reconnection out. */
  is_undone: boolean
}

/**
 * Queues the notice of each reconnection that its client was not notified of, once. A service that is out again, by a pause or another cut,
 * is not announced, and a company whose policy is not on sends nothing by itself. One that its network device has not carried out yet is
 * announced when it has.
 */
export async function notifyReconnected(world: World, tx: Tx): Promise<void> {
  const devices = deviceServices()
  const { rows } = await sql<UnnotifiedRow>`
    select t.id, t.contract_id, c.no_contract, c.client_id, k.name as client_name, k.email, k.phone, c.status, c.active_to, t.reconnected_at,
      ${devices.isUndone(sql`t.contract_id`)} as is_undone,
      greatest(t.reconnected_at, ${devices.appliedAt(sql`t.contract_id`)}) as in_service_at
    from (
      select id, company_id, contract_id, reconnected_at from reconnection_terms t
      where company_id = (select current_company()) and notified_at is null and owed_again_at is null and reconnected_at is not null
        and not ${devices.isAwaited(sql`t.contract_id`)}
      order by id limit ${sql.raw(String(NOTIFIED_MAX))} for update skip locked
    ) t
    cross join lateral (select no_contract, client_id, status, active_to from contracts where company_id = t.company_id and id = t.contract_id offset 0) c
    cross join lateral (select name, email, phone from clients where company_id = t.company_id and id = c.client_id offset 0) k`.execute(
    tx,
  )
  if (rows.length === 0) return
  for (const row of rows) await leaveUncharged(tx, row, dayOf(world.clock()))
  const { mode } = await readPolicy(tx)
  const notices = rows
    .filter(({ status }) => mode === 'on' && status === 'active')
    .map(({ id, contract_id, no_contract, client_id, client_name, email, phone, in_service_at }) => ({
      client: { id: client_id, name: client_name, email, phone },
      contract: { id: contract_id, no_contract },
      amount: ZERO,
      on: dayOf(in_service_at),
      dedupe: `reconnected:${id}`,
    }))
  await queueNotices(world, tx, 'reconnected', notices)
  await markNotified(
    tx,
    rows.map(({ id }) => id),
    world.clock(),
  )
}

/**
 * A service that its network device carried out on a later day is not charged until then. One that stopped or ended again before is charged
 * neither those days nor the reconnection.
 */
async function leaveUncharged(tx: Tx, row: UnnotifiedRow, today: Day): Promise<void> {
  const { contract_id: id, no_contract, reconnected_at } = row
  const from_on = dayOf(reconnected_at)
  const to_on = lastUnserved(row, today)
  if (to_on !== null && to_on >= from_on) await stopUntilServed(tx, { id, no_contract }, { from_on, to_on }, today)
  if (isNeverServed(row)) await giveBackReconnection(tx, row, from_on, today)
}

/** Whether the service stopped or ended again before its device carried the reconnection out. */
const isNeverServed = ({ status, is_undone }: UnnotifiedRow): boolean =>
  is_undone && (status === 'suspended' || status === 'terminated')

/** The last day that may be without service after a reconnection. Null when its device carried it out at once. */
function lastUnserved(row: UnnotifiedRow, today: Day): Day | null {
  const { status, active_to, in_service_at } = row
  if (status === 'active') return addDays(dayOf(in_service_at), -1)
  if (!isNeverServed(row)) return null
  return active_to !== null && active_to < today ? active_to : today
}

type ReconnectionCharge = { suspension_id: string; invoice_id: string | null; price: Money }

/** A reconnection that the network did not make has no cost (R2.5): its charge is removed, or given back when it was billed. */
async function giveBackReconnection(
  tx: Tx,
  { contract_id, client_id }: UnnotifiedRow,
  on: Day,
  today: Day,
): Promise<void> {
  const { rows } = await sql<ReconnectionCharge>`
    select suspension_id, invoice_id, price from pending_charges
    where company_id = (select current_company()) and contract_id = ${contract_id} and kind = 'reconnection'
      and suspension_id is not null and occurred_on = ${on}::date`.execute(tx)
  for (const { suspension_id, invoice_id, price } of rows) {
    if (invoice_id === null) await removeReconnectionCharge(tx, { id: suspension_id, contract_id })
    else {
      await lockAccount(tx, client_id)
      await creditReconnection(tx, { invoice_id, price, concept: 'Reconexión que la red no alcanzó a hacer' }, today)
    }
  }
}

async function markNotified(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    update reconnection_terms set notified_at = ${now}, problem = null
    where company_id = (select current_company()) and id = any (${uuidArray(ids)}::uuid[])`.execute(tx)
}
