import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, dayOf } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { stopUntilServed } from '#server/contracts/late-service.ts'
import { removeReconnectionCharge } from '#server/contracts/pending-charges.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { dayInBogota } from '#server/db/days.ts'
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
  /** The cut that the reconnection ended, and its last day; null when it ended on the day on which it began. */
  cut_id: string | null
  cut_to: Day | null
  active_to: Day | null
  /** Its device never carried the reconnection out. */
  is_undone: boolean
}

/** The cut that ended with the reconnection of a term `t`, which a tick may have written a day later. */
const endedCut = (t: RawBuilder<unknown>) => sql`
  select s.id, s.to_on from suspension_intervals s
  where s.company_id = ${t}.company_id and s.contract_id = ${t}.contract_id and s.kind = 'arrears' and not s.is_unowed
    and s.to_on between ${dayInBogota(sql`${t}.reconnected_at`)} - 2 and ${dayInBogota(sql`${t}.reconnected_at`)} - 1
  order by s.to_on desc limit 1`

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
      s.id as cut_id, s.to_on as cut_to,
      greatest(t.reconnected_at, ${devices.appliedAt(sql`t.contract_id`)}) as in_service_at
    from (
      select id, company_id, contract_id, reconnected_at from reconnection_terms t
      where company_id = (select current_company()) and notified_at is null and owed_again_at is null and reconnected_at is not null
        and not ${devices.isAwaited(sql`t.contract_id`)}
      order by id limit ${sql.raw(String(NOTIFIED_MAX))} for update skip locked
    ) t
    cross join lateral (select no_contract, client_id, status, active_to from contracts where company_id = t.company_id and id = t.contract_id offset 0) c
    left join lateral (${endedCut(sql`t`)}) s on true
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
  const { contract_id: id, no_contract, reconnected_at, cut_to } = row
  const from_on = cut_to === null ? dayOf(reconnected_at) : addDays(cut_to, 1)
  const to_on = lastUnserved(row, today)
  if (to_on === null || to_on < from_on) return
  const [first] = await stopUntilServed(tx, { id, no_contract }, { from_on, to_on }, today)
  // A pause or a removal that was in force needs no reconnection: the charge stays as the preview stated it.
  if (isNeverServed(row) && first?.from_on === from_on) await giveBackReconnection(tx, row, today)
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

type ReconnectionCharge = { invoice_id: string | null; price: Money }

/** A reconnection that the network did not make has no cost (R2.5): its charge is removed, or given back when it was billed. */
async function giveBackReconnection(
  tx: Tx,
  { contract_id, client_id, cut_id }: UnnotifiedRow,
  today: Day,
): Promise<void> {
  if (cut_id === null) return
  const { rows } = await sql<ReconnectionCharge>`
    select invoice_id, price from pending_charges
    where company_id = (select current_company()) and contract_id = ${contract_id} and suspension_id = ${cut_id}`.execute(
    tx,
  )
  for (const { invoice_id, price } of rows) {
    if (invoice_id === null) await removeReconnectionCharge(tx, { id: cut_id, contract_id })
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
