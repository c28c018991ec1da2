import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, multiply, sum, toPesos } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { Segment } from '#domain/core/segment.ts'
import { chargeLine, EXCLUSIONS, type Line, type VatAddress, vatOfCharge } from '#domain/invoices/issue.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import { type ChargeKind } from '#domain/taxes/charge.ts'
import { serviceVat, type VatRules, vatRulesOn } from '#domain/taxes/vat.ts'
import { readTaxRegimes } from '#server/companies/tax-regimes.ts'
import type { WaitingCharges } from '#server/contracts/billed-periods.ts'
import type { Tx } from '#server/core/tx.ts'
import { openDay } from '#server/ledger/open-day.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { giveBackCharge } from './give-back.ts'
import { addressOfMonth } from './month-address.ts'
import { postOneOff } from './one-off.ts'

/** A charge that waits, with the contract whose VAT it has. `client_id`: the holder of its day. */
type WaitingRow = {
  id: string
  contract_id: string
  client_id: string
  kind: ChargeKind
  description: string
  quantity: number
  price: Money
  /** The invoice that a refund is given back on first: the month that it corrects, or the last one of its client. */
  first: string | null
  segment: Segment
  stratum: number | null
  /** The address of the month that an adjustment corrects. */
  month: VatAddress | null
  prices_include_vat: boolean
  payment_date: number | null
}

type WaitingLine = WaitingRow & { line: Line }

/** Charges of one transaction. */
const SETTLED_MAX = 200

/**
 * The contracts whose cession is in force and that have something to settle for an earlier holder: all of them, because what no invoice can
 * give back stays among them.
 */
export async function listUnsettled(tx: Tx, today: Day): Promise<string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    select distinct p.contract_id from pending_charges p join contracts c on c.company_id = p.company_id and c.id = p.contract_id
    where p.company_id = (select current_company()) and p.invoice_id is null
      and ${ofEarlierHolders(null, today)} and ${hasServiceVat(await rulesOf(tx, today))}
    order by p.contract_id`.execute(tx)
  return rows.map(({ contract_id }) => contract_id)
}

/**
 * Settles for the earlier holders of a ceded contract what waits and belongs to their days (docs/decisions/0042): an invoice with the
 * charges, and credit notes with the refunds.
 */
export async function settleEarlierHolders(tx: Tx, contractId: string, today: Day): Promise<void> {
  const rules = await rulesOf(tx, today)
  // What has no VAT waits for its stratum, and must not take the places of what can be settled.
  const condition = sql`${ofEarlierHolders(contractId, today)} and ${hasServiceVat(rules)}`
  const waiting = withLines(await listWaiting(tx, condition, true), rules)
  const byHolder = Map.groupBy(waiting, ({ contract_id, client_id }) => `${contract_id} ${client_id}`)
  for (const charges of byHolder.values()) await settle(tx, charges, today)
}

/** What waits and belongs to the days of a contract before one, in an amount each, VAT included. */
export async function waitingBefore(tx: Tx, contractId: string, before: Day, today: Day): Promise<WaitingCharges> {
  const condition = sql`p.contract_id = ${contractId} and p.occurred_on < ${before}::date`
  const rules = await rulesOf(tx, today)
  const lines = withLines(await listWaiting(tx, condition, false), rules).map(({ line }) => line.total)
  return {
    charged: sum(lines.filter((total) => total > 0)),
    refunded: multiply(sum(lines.filter((total) => total < 0)), -1),
  }
}

async function settle(tx: Tx, charges: readonly WaitingLine[], today: Day): Promise<void> {
  const [first] = charges
  if (!first) return
  const charged = charges.filter(({ price }) => price > 0)
  if (charged.length > 0 && !(await invoiceCharges(tx, first, charged, today))) return
  const on = await openDay(tx, today, today)
  for (const { line, ...charge } of charges) {
    if (charge.price > 0) continue
    const given = { ...charge, amount: multiply(line.total, -1), concept: charge.description }
    await giveBackCharge(tx, charge, given, on)
  }
}

/** Issues the invoice of the charges of an earlier holder. False when the numbers of the company ran out: the next run of the job tries again. */
async function invoiceCharges(
  tx: Tx,
  { contract_id, client_id, segment, stratum, prices_include_vat, payment_date }: WaitingRow,
  charges: readonly WaitingLine[],
  today: Day,
): Promise<boolean> {
  const lines = charges.map(({ line }) => line)
  const taken = { lines, charges: charges.map(({ id }) => id) }
  try {
    const contract = { id: contract_id, client_id, segment, stratum, prices_include_vat, payment_date }
    const id = await postOneOff(tx, contract, taken, today)
    const invoice = await tx
      .selectFrom('invoices')
      .select(['prefix', 'number', 'total'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await tx.record('invoice.created', {
      entity_id: id,
      after: {
        number: invoiceNumber(invoice.prefix, invoice.number),
        total: toPesos(invoice.total),
        lines: lines.map(({ description }) => description),
      },
    })
    return true
  } catch (error) {
    // Thrown before anything is written: the transaction goes on.
    if (error instanceof Refusal && error.message === EXCLUSIONS.out_of_numbers) return false
    throw error
  }
}

const rulesOf = async (tx: Tx, today: Day): Promise<VatRules> =>
  vatRulesOn(await readParameters(tx), today, await readTaxRegimes(tx))

/** The charges with their lines by the VAT of today; those of an address without a stratum are left out, as in a run. */
const withLines = (rows: readonly WaitingRow[], rules: VatRules): WaitingLine[] =>
  rows.flatMap((row) => {
    const service = serviceVat({ segment: row.segment, stratum: row.stratum }, rules)
    if (service === null) return []
    return [{ ...row, line: chargeLine(row, vatOfCharge(row, service, rules), rules, row.prices_include_vat) }]
  })

/** Whether the service of a contract `c` has a VAT (serviceVat of the domain). */
const hasServiceVat = ({ isResponsible }: VatRules) =>
  sql`(${!isResponsible}::boolean or c.segment = 'business' or c.stratum between 1 and 6)`

const ofEarlierHolders = (contractId: string | null, today: Day) => sql`
  p.contract_id in (
    select contract_id from contract_cessions
    where company_id = (select current_company()) and effective_on <= ${today}::date and (${contractId}::uuid is null or contract_id = ${contractId}::uuid)
  ) and p.occurred_on < c.ceded_on and c.ceded_on <= ${today}::date`

async function listWaiting(tx: Tx, condition: RawBuilder<unknown>, isLocking: boolean): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select p.id, p.contract_id, h.client_id, p.kind, p.description, p.quantity, p.price, c.segment, c.stratum, c.prices_include_vat,
      case when p.adjusted_invoice_id is not null then ${addressOfMonth(sql`p.adjusted_invoice_id`)} end as month,
      k.payment_date, coalesce(p.adjusted_invoice_id, (
        select i.id from invoices i where i.company_id = p.company_id and i.contract_id = p.contract_id and i.client_id = h.client_id
          and i.kind = 'period' order by i.period desc limit 1
      )) as first
    from pending_charges p
    join contracts c on c.company_id = p.company_id and c.id = p.contract_id
    cross join lateral (
      select coalesce((
        select s.from_client_id from contract_cessions s
        where s.company_id = p.company_id and s.contract_id = p.contract_id and s.effective_on > p.occurred_on
        order by s.effective_on limit 1
      ), c.client_id) as client_id
    ) h
    join clients k on k.company_id = p.company_id and k.id = h.client_id
    where p.company_id = (select current_company()) and p.invoice_id is null and ${condition}
    order by p.contract_id, p.id limit ${SETTLED_MAX} ${isLocking ? sql`for update of p` : sql``}`.execute(tx)
  return rows
}
