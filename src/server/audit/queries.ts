import { sql } from 'kysely'
import type { Tx } from '#server/core/tx.ts'
import type { SealedEvent } from './chain.ts'

/**
 * The end of a company's chain: its last link, and `from`, the first transaction with unsealed events. `isForeign`: the last seal
 * comes from another cluster.
 */
export type ChainEnd = { number: number; digest: Buffer | null; from: string; isForeign: boolean }

export async function getChainEnd(tx: Tx, companyId: string): Promise<ChainEnd> {
  const { rows } = await sql<{ number: number; digest: Buffer; sealed_below: string; is_foreign: boolean }>`
    select number, digest, sealed_below::text, sealed_below > pg_snapshot_xmin(pg_current_snapshot()) as is_foreign
    from event_seals where company_id = ${companyId} order by number desc limit 1`.execute(tx)
  const last = rows[0]
  if (!last) return { number: 0, digest: null, from: '0', isForeign: false }
  // Restored into another cluster, transaction numbers start again below the last seal's: then every event is checked.
  return {
    number: last.number,
    digest: last.digest,
    from: last.is_foreign ? '0' : last.sealed_below,
    isForeign: last.is_foreign,
  }
}

const COLUMNS = sql`e.company_id, e.id, e.name, e.entity_id, e.before, e.after, e.actor_id, e.actor_name, e.actor_role, e.ip,
  e.request_id, e.at, e.xid::text as xid`

/**
 * The next events of a company to seal, in order and in complete transactions: only those below every running transaction, or a
 * late commit would be left out of the seal. `sealedBelow` is the first transaction of the next seal.
 */
export async function listUnsealedEvents(
  tx: Tx,
  companyId: string,
  end: ChainEnd,
  limit: number,
): Promise<{ events: SealedEvent[]; sealedBelow: string }> {
  const unsealedEvents = sql`e.company_id = ${companyId} and e.xid >= ${end.from}::xid8 and e.xid < pg_snapshot_xmin(pg_current_snapshot())
    and ${end.isForeign ? UNSEALED : sql`true`}`
  const { rows } = await sql<{ upto: string | null; sealed_below: string }>`
    with last as (select e.xid from events e where ${unsealedEvents} order by e.xid offset ${limit - 1} limit 1)
    select (select xid::text from last) as upto,
      coalesce((select min(e.xid) from events e where ${unsealedEvents} and e.xid > (select xid from last)), pg_snapshot_xmin(pg_current_snapshot()))::text
        as sealed_below`.execute(tx)
  const sealedBelow = rows[0]?.sealed_below ?? '0'
  const found = await sql<SealedEvent>`
    select ${COLUMNS} from events e where ${unsealedEvents} and e.xid < ${sealedBelow}::xid8 order by e.xid, e.id`.execute(
    tx,
  )
  return { events: found.rows, sealedBelow }
}

/** The event is in no seal. Written so that the seals are read once for all events, not once for each event. */
const UNSEALED = sql`not exists (
  select from event_seals s, unnest(s.event_ids) sealed (id) where s.company_id = e.company_id and sealed.id = e.id)`

/** How many events of a company older than an instant are in no seal. */
export async function countUnsealedEvents(tx: Tx, companyId: string, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from events e where e.company_id = ${companyId} and e.at < ${before} and ${UNSEALED}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export type Seal = { number: number; event_ids: string[]; digest: Buffer }

export const listSeals = (tx: Tx, companyId: string, after: number, limit: number): Promise<Seal[]> =>
  tx
    .selectFrom('event_seals')
    .select(['number', 'event_ids', 'digest'])
    .where('company_id', '=', companyId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()

export async function insertSeal(tx: Tx, companyId: string, seal: Seal, sealedBelow: string): Promise<void> {
  await sql`insert into event_seals (company_id, number, event_ids, digest, sealed_below)
    values (${companyId}, ${seal.number}, ${seal.event_ids}::uuid[], ${seal.digest}, ${sealedBelow}::xid8)`.execute(tx)
}

/** The events of a seal in its order, without the ones that no longer exist. */
export async function listSealedEvents(tx: Tx, companyId: string, ids: readonly string[]): Promise<SealedEvent[]> {
  const { rows } = await sql<SealedEvent>`
    select ${COLUMNS} from unnest(${ids}::uuid[]) with ordinality as wanted(id, place)
    join events e on e.company_id = ${companyId} and e.id = wanted.id order by wanted.place`.execute(tx)
  return rows
}

export const listCompanies = (tx: Tx) => tx.selectFrom('companies').select(['id', 'name']).orderBy('id').execute()
