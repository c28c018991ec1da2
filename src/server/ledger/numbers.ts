import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#domain/core/refusal.ts'
import type { NumberedKind } from '#domain/ledger/number.ts'
import type { Tx } from '#server/core/tx.ts'

const OUT_OF_NUMBERS = 'Se acabó el rango de numeración: amplíalo y vuelve a intentar'

/** A series whose row is locked until the end of the transaction: its last number, and how many numbers are left. */
export type NumberSeries = { kind: NumberedKind; prefix: string; last: number; left: number }

/**
 * Locks the row of a series, and creates it at its first use. Every other transaction that takes a number of it waits: lock it last,
 * except in a batch, which needs consecutive numbers.
 */
export async function lockNumbers(tx: Tx, kind: NumberedKind, prefix: string): Promise<NumberSeries> {
  await sql`insert into counters (kind, prefix) values (${kind}, ${prefix}) on conflict do nothing`.execute(tx)
  const { last, max } = await tx
    .selectFrom('counters')
    .select(['last', 'max'])
    .where('kind', '=', kind)
    .where('prefix', '=', prefix)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { kind, prefix, last, left: remainingOf(last, max) }
}

/** Locks the series whose numbers an undone import gives back: those of contracts, and the one of its opening documents. */
export async function lockReturnedSeries(tx: Tx, openingPrefix: string): Promise<void> {
  await sql`
    select from counters where company_id = (select current_company())
      and (kind = 'contract' or (kind = 'invoice' and prefix = ${openingPrefix}))
    order by kind, prefix for update`.execute(tx)
}

/** Takes the next `count` numbers of a locked series and returns the first. Throws a Refusal 'conflict' past the end of its range. */
export async function takeNumbers(tx: Tx, series: NumberSeries, count: number): Promise<number> {
  if (count > series.left) {
    throw new Refusal('conflict', OUT_OF_NUMBERS)
  }
  await tx
    .updateTable('counters')
    .set({ last: series.last + count })
    .where('kind', '=', series.kind)
    .where('prefix', '=', series.prefix)
    .execute()
  return series.last + 1
}

/**
 * Takes the next number of a series, in one statement: the series is locked until the end of the transaction, so call this last.
 * Throws a Refusal 'conflict' past the end of its range.
 */
export async function nextNumber(tx: Tx, kind: NumberedKind, prefix: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`${takeNumberSql(kind, prefix)}`.execute(tx)
  return assertNumbered(rows[0]?.last)
}

/** nextNumber as a part of a larger statement: returns the number as `last`, and no row past the end of the range. */
export const takeNumberSql = (kind: NumberedKind, prefix: string): RawBuilder<{ last: number }> => sql`
  insert into counters (kind, prefix, last) values (${kind}, ${prefix}, 1)
  on conflict (company_id, kind, prefix) do update set last = counters.last + 1
    where counters.max is null or counters.last < counters.max
  returning last`

/** Throws a Refusal 'conflict' without a number: the range has ended. */
export function assertNumbered(number: number | undefined): number {
  if (number === undefined) throw new Refusal('conflict', OUT_OF_NUMBERS)
  return number
}

/**
 * Opens a series at the first number of a range, or moves the end of its range. Null when the range does not begin where the series
 * did, or ends before a number that was given: the numbers have no gaps and are never given twice.
 */
export async function openSeries(
  tx: Tx,
  kind: NumberedKind,
  prefix: string,
  { first, end }: { first: number; end: number | null },
): Promise<{ last: number } | null> {
  const { rows } = await sql<{ last: number }>`
    insert into counters (kind, prefix, last, max) values (${kind}, ${prefix}, ${first - 1}, ${end})
    on conflict (company_id, kind, prefix) do update set max = excluded.max
      where counters.last >= excluded.last and (excluded.max is null or excluded.max >= counters.last)
    returning last`.execute(tx)
  return rows[0] ?? null
}

/** Opens a series of which no number was given, or begins it at another one. Lock it before, and look then that none was given. */
export async function beginSeries(
  tx: Tx,
  kind: NumberedKind,
  prefix: string,
  { first, end }: { first: number; end: number | null },
): Promise<{ last: number }> {
  const { last } = await tx
    .updateTable('counters')
    .set({ last: first - 1, max: end })
    .where('kind', '=', kind)
    .where('prefix', '=', prefix)
    .returning('last')
    .executeTakeFirstOrThrow()
  return { last }
}

/** The last number of a series, without locking it; null for one that is not open. */
export async function readLast(tx: Tx, kind: NumberedKind, prefix: string): Promise<number | null> {
  const row = await tx
    .selectFrom('counters')
    .select('last')
    .where('kind', '=', kind)
    .where('prefix', '=', prefix)
    .executeTakeFirst()
  return row?.last ?? null
}

/** The numbers left in a series, without locking it; null when its range has no end. */
export async function numbersLeft(tx: Tx, kind: NumberedKind, prefix: string): Promise<number | null> {
  const row = await tx
    .selectFrom('counters')
    .select(['last', 'max'])
    .where('kind', '=', kind)
    .where('prefix', '=', prefix)
    .executeTakeFirst()
  return row === undefined || row.max === null ? null : row.max - row.last
}

/** The prefixes in use for a kind. */
export async function listPrefixes(tx: Tx, kind: NumberedKind): Promise<string[]> {
  const rows = await tx.selectFrom('counters').select('prefix').where('kind', '=', kind).execute()
  return rows.map(({ prefix }) => prefix)
}

/** Counts the documents of a kind from the counters: their numbers have no gaps, so no rows are counted. */
export async function countNumbered(tx: Tx, kind: NumberedKind): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(last), 0)::int as count from counters
    where company_id = (select current_company()) and kind = ${kind}`.execute(tx)
  return rows[0]?.count ?? 0
}

const remainingOf = (last: number, max: number | null): number => (max === null ? Number.POSITIVE_INFINITY : max - last)
