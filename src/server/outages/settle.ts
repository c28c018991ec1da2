import { sql } from 'kysely'
import { addDays, type Day, dayOf } from '#domain/core/days.ts'
import { type Money, multiply } from '#domain/core/money.ts'
import type { Segment } from '#domain/core/segment.ts'
import { type LineVat, lineAmounts, type VatTreatment } from '#domain/taxes/charge.ts'
import { serviceVat, vatRulesOn } from '#domain/taxes/vat.ts'
import { readTaxRegimes } from '#server/companies/tax-regimes.ts'
import { inPlatformTx, inSystemTx, type World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { keyRows } from '#server/db/arrays.ts'
import { giveBackCharge } from '#server/invoices/give-back.ts'
import { openDay } from '#server/ledger/open-day.ts'
import { readParameters } from '#server/parameters/parameters.ts'

type UnsettledRow = {
  id: string
  contract_id: string
  client_id: string
  description: string
  price: Money
  prices_include_vat: boolean
  segment: Segment
  stratum: number | null
  invoice_id: string | null
  vat_treatment: VatTreatment | null
  vat_bps: number | null
}

/** Contracts of one transaction. */
const SETTLED_MAX = 200
/** After so many days no invoice of the last period is expected any more. */
const BILLED_LATE_DAYS = 60

/**
 * Gives back the compensation of those contracts that ended: they have no next invoice, so it is credit notes of their last one, then of
 * the other invoices of the client (R2.7, R8.5). A contract whose last period is not billed yet gets it on that invoice.
 */
export async function settleEnded(tx: Tx, world: World, contracts: readonly string[]): Promise<void> {
  const today = dayOf(world.clock())
  const unsettled = await lockUnsettled(tx, contracts, today)
  if (unsettled.length === 0) return
  const on = await openDay(tx, today, today)
  for (const row of unsettled) {
    const amount = await amountOf(tx, row, today)
    if (amount === null) continue
    const { client_id, contract_id, description: concept, invoice_id: first } = row
    await giveBackCharge(tx, row, { client_id, contract_id, first, amount, concept }, on)
  }
}

/** What a charge gives back, VAT included: that of the plan on the last invoice, or of the service without one. Null without a stratum. */
async function amountOf(tx: Tx, row: UnsettledRow, today: Day): Promise<Money | null> {
  const vat = await vatOf(tx, row, today)
  return vat === null ? null : lineAmounts(multiply(row.price, -1), 1, vat, row.prices_include_vat).total
}

async function vatOf(
  tx: Tx,
  { vat_treatment, vat_bps, segment, stratum }: UnsettledRow,
  today: Day,
): Promise<LineVat | null> {
  if (vat_treatment !== null && vat_bps !== null)
    return { treatment: vat_treatment, rate_bps: vat_bps, legal_basis: '' }
  return serviceVat({ segment, stratum }, vatRulesOn(await readParameters(tx), today, await readTaxRegimes(tx)))
}

/**
 * The waiting compensations of ended contracts whose last period is billed, or was to be billed long ago. Those of an earlier holder are
 * settled with its other charges (invoices/settle-holder.ts).
 */
async function lockUnsettled(tx: Tx, contracts: readonly string[], today: Day): Promise<UnsettledRow[]> {
  const { rows } = await sql<UnsettledRow>`
    select p.id, p.contract_id, coalesce(i.client_id, c.client_id) as client_id, p.description, p.price, c.prices_include_vat,
      c.segment, c.stratum, i.id as invoice_id, l.vat_treatment, l.vat_bps
    from ${keyRows(contracts, 'uuid')} key (id)
    cross join lateral (
      select c.* from contracts c where c.company_id = (select current_company()) and c.id = key.id limit 1
    ) c
    cross join lateral (
      select p.* from pending_charges p
      where p.company_id = c.company_id and p.contract_id = c.id and p.compensates is not null and p.invoice_id is null
        and c.status = 'terminated'
      order by p.id for update offset 0
    ) p
    left join lateral (
      select i.company_id, i.id, i.client_id from invoices i
      where i.company_id = c.company_id and i.contract_id = c.id and i.kind = 'period' and i.to_on >= c.active_to
      order by i.period desc limit 1
    ) i on true
    left join lateral (
      select l.vat_treatment, l.vat_bps from invoices v
      join invoice_lines l on l.company_id = v.company_id and l.invoice_id = v.id and l.kind = 'plan'
      where v.company_id = c.company_id and v.contract_id = c.id and v.kind = 'period' order by v.period desc, l.position limit 1
    ) l on true
    where (c.ceded_on is null or p.occurred_on >= c.ceded_on) and (i.id is not null or c.active_to < ${addDays(today, -BILLED_LATE_DAYS)}::date)
    order by p.contract_id, p.id`.execute(tx)
  return rows
}

/** The ended contracts that have a waiting compensation, read once: what cannot be settled, such as a disputed amount, keeps no other waiting. */
async function listUnsettled(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from contracts c
    where c.company_id = (select current_company()) and c.status = 'terminated' and exists (
      select from pending_charges p
      where p.company_id = c.company_id and p.contract_id = c.id and p.compensates is not null and p.invoice_id is null
    )
    order by c.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The job of each night: the contracts that ended after their outage. `size`: contracts of one transaction. */
export async function settleAll(world: World, size = SETTLED_MAX): Promise<void> {
  const companies = await inPlatformTx(world, (tx) => tx.selectFrom('companies').select('id').orderBy('id').execute())
  for (const { id } of companies) {
    const contracts = await inSystemTx(world, id, listUnsettled)
    for (let start = 0; start < contracts.length; start += size) {
      const some = contracts.slice(start, start + size)
      await inSystemTx(world, id, (tx) => settleEnded(tx, world, some))
    }
  }
}
