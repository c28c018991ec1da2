import { sql } from 'kysely'
import { addDays, type Day, dayOf } from '#domain/core/days.ts'
import { type Money, multiply } from '#domain/core/money.ts'
import type { Segment } from '#domain/core/segment.ts'
import { type LineVat, lineAmounts, serviceVat, type VatTreatment, vatRulesOn } from '#domain/taxes/vat.ts'
import { readTaxRegimes } from '#server/companies/tax-regimes.ts'
import { inPlatformTx, inSystemTx, type World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
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

/** Charges of one transaction. */
const SETTLED_MAX = 200
/** After so many days no invoice of the last period is expected any more. */
const BILLED_LATE_DAYS = 60

/**
 * Gives back the compensation of ended contracts: they have no next invoice, so it is credit notes of their last one, then of the other
 * invoices of the client (R2.7, R8.5). A contract whose last period is not billed yet gets it on that invoice.
 */
export async function settleEnded(tx: Tx, world: World, contracts: readonly string[]): Promise<void> {
  await settleBatch(tx, world, { contracts, after: null, size: null })
}

type Batch = {
  /** Null: every ended contract. */
  contracts: readonly string[] | null
  /** The charge of the batch before: what cannot be settled now, such as a disputed amount, is not read again. */
  after: Pick<UnsettledRow, 'contract_id' | 'id'> | null
  /** The most charges. Null: all. */
  size: number | null
}

/** Settles a batch. Returns its last charge; null when there is none after it. */
async function settleBatch(tx: Tx, world: World, batch: Batch): Promise<Batch['after']> {
  const today = dayOf(world.clock())
  const unsettled = await lockUnsettled(tx, batch, today)
  if (unsettled.length === 0) return null
  const on = await openDay(tx, today, today)
  for (const row of unsettled) {
    const amount = await amountOf(tx, row, today)
    if (amount === null) continue
    const { client_id, contract_id, description: concept, invoice_id: first } = row
    await giveBackCharge(tx, row, { client_id, contract_id, first, amount, concept }, on)
  }
  return unsettled.length === batch.size ? (unsettled.at(-1) ?? null) : null
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
async function lockUnsettled(tx: Tx, { contracts, after, size }: Batch, today: Day): Promise<UnsettledRow[]> {
  const { rows } = await sql<UnsettledRow>`
    select p.id, p.contract_id, coalesce(i.client_id, c.client_id) as client_id, p.description, p.price, c.prices_include_vat,
      c.segment, c.stratum, i.id as invoice_id, l.vat_treatment, l.vat_bps
    from pending_charges p
    join contracts c on c.company_id = p.company_id and c.id = p.contract_id and c.status = 'terminated'
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
    where p.company_id = (select current_company()) and p.compensates is not null and p.invoice_id is null
      and (c.ceded_on is null or p.occurred_on >= c.ceded_on) and (i.id is not null or c.active_to < ${addDays(today, -BILLED_LATE_DAYS)}::date)
      and (${contracts === null}::boolean or p.contract_id = any (${uuidArray(contracts ?? [])}::uuid[]))
      and (${after === null}::boolean or (p.contract_id, p.id) > (${after?.contract_id ?? null}::uuid, ${after?.id ?? null}::uuid))
    order by p.contract_id, p.id limit ${size}::int for update of p`.execute(tx)
  return rows
}

/** The job of each night: the contracts that ended after their outage. `size`: charges of one transaction. */
export async function settleAll(world: World, size = SETTLED_MAX): Promise<void> {
  const companies = await inPlatformTx(world, (tx) => tx.selectFrom('companies').select('id').orderBy('id').execute())
  for (const { id } of companies) {
    const settleFrom = async (after: Batch['after']): Promise<void> => {
      const last = await inSystemTx(world, id, (tx) => settleBatch(tx, world, { contracts: null, after, size }))
      if (last !== null) await settleFrom(last)
    }
    await settleFrom(null)
  }
}
