import { Client, type Pool } from 'pg'
import { inject } from 'vitest'
import type { TestApp } from '#test/world.ts'

/** The reads of one table: fetched rows, entries returned by its indexes, and read pages of both. */
export type TableReads = { table: string; rows: number; entries: number; pages: number }
export type Reads = TableReads[]

export const readsOf = ({ rows, entries }: TableReads): number => rows + entries
export const totalReads = (reads: Reads): number => reads.reduce((total, one) => total + readsOf(one), 0)
export const totalPages = (reads: Reads): number => reads.reduce((total, { pages }) => total + pages, 0)

const COUNTERS = `
  select s.relid::text as id, s.relname as table, coalesce(s.seq_tup_read, 0) + coalesce(s.idx_tup_fetch, 0) as rows,
    coalesce((select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relid = s.relid), 0) as entries,
    coalesce(b.heap_blks_read, 0) + coalesce(b.heap_blks_hit, 0) + coalesce(b.idx_blks_read, 0) + coalesce(b.idx_blks_hit, 0) as pages
  from pg_stat_user_tables s join pg_statio_user_tables b using (relid)`

type Row = { id: string; table: string; rows: string; entries: string; pages: string }

/** A superuser of the application's database, without row-level security, triggers or foreign keys. */
export async function openRaw(t: TestApp): Promise<Client> {
  const url = new URL(inject('adminUrl'))
  url.pathname = new URL(t.owner.options.connectionString ?? '').pathname
  const raw = new Client({ connectionString: url.href })
  await raw.connect()
  return raw
}

/** The reads of the database while `act` ran, from PostgreSQL's counters, and the answer of `act`. No other query may run at the same time. */
export async function countReads<T>(
  t: TestApp,
  raw: Client,
  act: () => Promise<T>,
): Promise<{ reads: Reads; answer: T }> {
  const before = await countersOf(t, raw)
  const answer = await act()
  const after = await countersOf(t, raw)
  const reads = [...after.values()].map(({ id, table, rows, entries, pages }) => {
    const old = before.get(id)
    return {
      table,
      rows: Number(rows) - Number(old?.rows ?? 0),
      entries: Number(entries) - Number(old?.entries ?? 0),
      pages: Number(pages) - Number(old?.pages ?? 0),
    }
  })
  return {
    reads: reads.filter((one) => one.rows + one.entries + one.pages > 0).toSorted((a, b) => readsOf(b) - readsOf(a)),
    answer,
  }
}

async function countersOf(t: TestApp, raw: Client): Promise<Map<string, Row>> {
  await flush(t.world.pool)
  await flush(t.owner)
  await raw.query(FLUSH)
  const { rows } = await raw.query<Row>(COUNTERS)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A connection publishes its counters after up to ten seconds, unless it is forced to flush them at the end of a statement. */
const FLUSH = 'select pg_stat_force_next_flush()'

async function flush(pool: Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  await Promise.all(clients.map((client) => client.query(FLUSH)))
  for (const client of clients) client.release()
}
