import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#domain/core/refusal.ts'
import type { NumberedKind } from '#domain/ledger/number.ts'
import type { Tx } from '#server/core/tx.ts'

const OUT_OF_NUMBERS = 'Se acabó el rango de numeración: amplíalo y vuelve a intentar'

/** A series whose row is locked until the end of the transaction: the last number given, and how many may still be given. */
export type NumberSeries = { kind: NumberedKind; prefix: string; last: number; left: number }

/**
 * Locks the row of a series, which is made at its first use. Everybody else who numbers in it waits: lock it last, except in a bulk
 * batch, whose numbers must be without gaps.
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
 * Takes the next number of a series, in one statement: the series stays locked until the end of the transaction, so do this last.
 * Throws a Refusal 'conflict' past the end of its range.
 */
export async function nextNumber(tx: Tx, kind: NumberedKind, prefix: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`${takingNumber(kind, prefix)}`.execute(tx)
  return assertNumbered(rows[0]?.last)
}

/** The same as a part of a statement that writes under the number: it returns `last`, and no row past the end of the range. */
export const takingNumber = (kind: NumberedKind, prefix: string): RawBuilder<{ last: number }> => sql`
  insert into counters (kind, prefix, last) values (${kind}, ${prefix}, 1)
  on conflict (company_id, kind, prefix) do update set last = counters.last + 1
    where counters.max is null or counters.last < counters.max
  returning last`

/** Throws a Refusal 'conflict' when no number was given. */
export function assertNumbered(number: number | undefined): number {
  if (number === undefined) throw new Refusal('conflict', OUT_OF_NUMBERS)
  return number
}

/** How many numbers of a series may still be given, without locking it; null when it has no end. */
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

/** How many documents of a kind there are: their numbers have no gaps, so the counters know it without counting rows. */
export async function countNumbered(tx: Tx, kind: NumberedKind): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(last), 0)::int as count from counters
    where company_id = (select current_company()) and kind = ${kind}`.execute(tx)
  return rows[0]?.count ?? 0
}

const remainingOf = (last: number, max: number | null): number => (max === null ? Number.POSITIVE_INFINITY : max - last)
