import * as z from 'zod/mini'
import { type Period, period } from '#domain/core/period.ts'
import { Difference, type Reconciliation } from '#domain/einvoices/electronic.ts'
import type { Tx } from '#server/core/tx.ts'

const COLUMNS = [
  'id',
  'period',
  'status',
  'environment',
  'asked_by',
  'started_at',
  'finished_at',
  'held',
  'listed',
  'recovered',
  'differences',
] as const

/** The last comparison of a month. Null when there is none. */
export async function getReconciliation(tx: Tx, of: Period): Promise<Reconciliation | null> {
  const row = await tx
    .selectFrom('electronic_reconciliations')
    .select(COLUMNS)
    .where('period', '=', of)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ? reconciliationOf(row) : null
}

/** The comparison of any month that runs since an instant. Null when there is none. */
export async function getRunning(tx: Tx, since: Date): Promise<Reconciliation | null> {
  const row = await tx
    .selectFrom('electronic_reconciliations')
    .select(COLUMNS)
    .where('status', '=', 'running')
    .where('started_at', '>', since)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ? reconciliationOf(row) : null
}

export async function insertReconciliation(
  tx: Tx,
  of: Period,
  { now, by }: { now: Date; by: string },
): Promise<Reconciliation> {
  const row = await tx
    .insertInto('electronic_reconciliations')
    .values({ period: of, asked_by: by, started_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return reconciliationOf(row)
}

type Row = Omit<Reconciliation, 'period' | 'started_at' | 'finished_at' | 'differences'> & {
  period: string
  started_at: Date
  finished_at: Date | null
  differences: unknown
}

const reconciliationOf = (row: Row): Reconciliation => ({
  ...row,
  period: period(row.period),
  started_at: row.started_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  differences: z.parse(z.array(Difference), row.differences),
})
