import { sql } from 'kysely'
import { dayOf } from '#domain/core/days.ts'
import { type Money, minus, multiply } from '#domain/core/money.ts'
import { lineAmounts, type VatTreatment } from '#domain/taxes/vat.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { plainArray } from '#server/db/arrays.ts'
import { issueCreditNote } from '#server/invoices/credit-notes.ts'
import { openDay } from '#server/ledger/open-day.ts'

type UnsettledRow = {
  id: string
  description: string
  price: Money
  prices_include_vat: boolean
  invoice_id: string
  position: number
  vat_treatment: VatTreatment
  vat_bps: number
  rest: Money
}

/** Charges of one transaction. */
const SETTLED_MAX = 200

/**
 * Gives back the compensation of ended contracts: they have no next invoice, so it is a credit note of their last one, which is credit
 * in favour when it was paid (R2.7, R8.5). A contract whose last period is not billed yet gets it on that invoice. `contracts` null:
 * every ended one. Returns how many were found.
 */
export async function settleEnded(tx: Tx, world: World, contracts: readonly string[] | null): Promise<number> {
  const unsettled = await lockUnsettled(tx, contracts)
  if (unsettled.length === 0) return 0
  const today = dayOf(world.clock())
  const on = await openDay(tx, today, today)
  for (const row of unsettled) {
    const vat = { treatment: row.vat_treatment, rate_bps: row.vat_bps, legal_basis: '' }
    const { total } = lineAmounts(multiply(row.price, -1), 1, vat, row.prices_include_vat)
    const amount = total > row.rest ? row.rest : total
    const note = { concept: row.description, lines: [{ position: row.position, amount }] }
    await issueCreditNote(tx, row.invoice_id, note, on)
    await tx
      .updateTable('pending_charges')
      .set({ invoice_id: row.invoice_id })
      .where('id', '=', row.id)
      .where('invoice_id', 'is', null)
      .execute()
  }
  return unsettled.length
}

/** The waiting compensations of ended contracts whose last period has an invoice with a line that is not credited whole. */
async function lockUnsettled(tx: Tx, contracts: readonly string[] | null): Promise<UnsettledRow[]> {
  const { rows } = await sql<Omit<UnsettledRow, 'rest'> & { credited: Money; total: Money }>`
    select p.id, p.description, p.price, c.prices_include_vat, i.id as invoice_id, l.position, l.vat_treatment, l.vat_bps, l.total,
      coalesce((select sum((part ->> 'base')::bigint + (part ->> 'vat')::bigint)
        from credit_notes n cross join jsonb_array_elements(n.lines) part
        where n.company_id = i.company_id and n.invoice_id = i.id and (part ->> 'position')::int = l.position), 0)::bigint as credited
    from pending_charges p
    join contracts c on c.company_id = p.company_id and c.id = p.contract_id and c.status = 'terminated'
    cross join lateral (
      select i.company_id, i.id from invoices i
      where i.company_id = c.company_id and i.contract_id = c.id and i.kind = 'period' and i.to_on >= c.active_to
      order by i.period desc limit 1
    ) i
    cross join lateral (
      select l.* from invoice_lines l where l.company_id = i.company_id and l.invoice_id = i.id and l.kind = 'plan' limit 1
    ) l
    where p.company_id = (select current_company()) and p.compensates is not null and p.invoice_id is null
      and (${contracts === null}::boolean or p.contract_id = any (${plainArray(contracts ?? [])}::uuid[]))
    order by p.contract_id, p.id limit ${SETTLED_MAX} for update of p`.execute(tx)
  return rows
    .map(({ credited, total, ...row }) => ({ ...row, rest: minus(total, credited) }))
    .filter(({ rest }) => rest > 0)
}

/** The job of each night: the contracts that ended after their outage. */
export async function settleAll(world: World): Promise<void> {
  const companies = await inTransaction(world.pool, 'enlace_platform', SYSTEM, (tx) =>
    tx.selectFrom('companies').select('id').orderBy('id').execute(),
  )
  for (const { id } of companies) {
    await inTransaction(world.pool, 'enlace_app', { ...SYSTEM, companyId: id }, (tx) => settleEnded(tx, world, null))
  }
}
