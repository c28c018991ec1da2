import { sql } from 'kysely'
import type { TakenNumbers, Unnumbered, VoucherNumber } from '#domain/accounting/numbers.ts'
import type { VoucherKind } from '#domain/accounting/voucher.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'

/** The numbers of the vouchers of a batch by their key. */
export async function listNumbers(tx: Tx, batch: number): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('voucher_numbers').select(['key', 'number']).where('batch', '=', batch).execute()
  return new Map(rows.map(({ key, number }) => [key, number]))
}

/** The last number of each kind, and those of the wanted numbers that a voucher has. */
export async function listTakenNumbers(tx: Tx, wanted: readonly Unnumbered[]): Promise<TakenNumbers> {
  const kinds = [...new Set(wanted.map(({ kind }) => kind))]
  const { rows: lasts } = await sql<{ kind: VoucherKind; last: number }>`${REPLAN_EACH_TIME}
    select key.kind, n.number as last from unnest(${plainArray(kinds)}::text[]) key (kind)
    cross join lateral (
      select number from voucher_numbers n
      where n.company_id = (select current_company()) and n.kind = key.kind order by number desc limit 1
    ) n`.execute(tx)
  const { rows } = await sql<{ kind: VoucherKind; number: number }>`${REPLAN_EACH_TIME}
    select n.kind, n.number
    from unnest(${plainArray(wanted.map(({ kind }) => kind))}::text[], ${plainArray(wanted.map(({ number }) => number))}::int[]) key (kind, number)
    cross join lateral (
      select kind, number from voucher_numbers n
      where n.company_id = (select current_company()) and n.kind = key.kind and n.number = key.number offset 0
    ) n`.execute(tx)
  const taken = Map.groupBy(rows, ({ kind }) => kind)
  return new Map(
    lasts.map(({ kind, last }) => [kind, { last, taken: new Set(taken.get(kind)?.map(({ number }) => number)) }]),
  )
}

export async function insertNumbers(tx: Tx, batch: number, numbers: readonly VoucherNumber[]): Promise<void> {
  await sql`
    insert into voucher_numbers (kind, number, batch, key)
    select n.kind, n.number, ${batch}::int, n.key
    from unnest(${plainArray(numbers.map(({ kind }) => kind))}::text[], ${plainArray(numbers.map(({ number }) => number))}::int[],
      ${textArray(numbers.map(({ key }) => key))}::text[]) n (kind, number, key)`.execute(tx)
}
