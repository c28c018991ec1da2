import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, minus, sum } from '#domain/core/money.ts'
import { periodOf } from '#domain/core/period.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Segment } from '#domain/core/segment.ts'
import { assertConnectionOnce, connectionLines } from '#domain/invoices/connection.ts'
import { dueOn } from '#domain/invoices/due.ts'
import { assertInvoiceTotal, type NewInvoice, type OneOffPreview } from '#domain/invoices/invoice.ts'
import { chargeLine, EXCLUSIONS, type Line } from '#domain/invoices/issue.ts'
import { assertReconnection, NO_RECONNECTION } from '#domain/invoices/reconnection-line.ts'
import { creditAllocator } from '#domain/ledger/credit.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import { serviceVat, vatRulesOn } from '#domain/taxes/vat.ts'
import { readTaxRegimes } from '#server/companies/tax-regimes.ts'
import { lockContract } from '#server/contracts/contract-queries.ts'
import {
  getUnchargedSuspension,
  insertReconnectionCharge,
  lockUnchargedSuspension,
} from '#server/contracts/reconnection.ts'
import type { Tx } from '#server/core/tx.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { lockNumbers } from '#server/ledger/numbers.ts'
import { getUsableCredit } from '#server/ledger/owed-refunds.ts'
import { readParameters, reconnectionCapInForce } from '#server/parameters/parameters.ts'
import { readConnection } from './connection-queries.ts'
import { postInvoices } from './post.ts'
import { listPreviousDebts, previousDebtOf } from './previous-debts.ts'
import { companyPrefix } from './run-queries.ts'

/** What a charge would cost: its lines and sums with VAT, and the credit in favour that pays it. Writes nothing. Throws a Refusal. */
export async function previewOneOff(tx: Tx, newInvoice: NewInvoice, today: Day): Promise<OneOffPreview> {
  const { contract, lines } = await draftOneOff(tx, newInvoice, today)
  assertConnectionOnce(connectionLines(newInvoice), await readConnection(tx, contract.id))
  await reconnectionOf(tx, newInvoice, today, () => getUnchargedSuspension(tx, contract, today))
  const total = sum(lines.map((line) => line.total))
  const credit = await getUsableCredit(tx, contract.client_id)
  const credit_taken = credit < total ? credit : total
  return {
    lines: lines.map(({ description, base, vat, total: amount }) => ({ description, base, vat, total: amount })),
    subtotal: sum(lines.map((line) => line.base)),
    vat: sum(lines.map((line) => line.vat)),
    total,
    credit_taken,
    to_pay: minus(total, credit_taken),
  }
}

/** Issues an invoice outside a run, with the VAT of each charge, and uses the client's credit in favour. Returns its id. Throws a Refusal. */
export async function issueOneOff(tx: Tx, newInvoice: NewInvoice, today: Day): Promise<string> {
  const { contract, lines } = await draftOneOff(tx, newInvoice, today)
  const connections = connectionLines(newInvoice)
  if (connections.length > 0) {
    // Its activation, and another invoice, wait: one of them charges the connection.
    await lockContract(tx, contract.no_contract)
    assertConnectionOnce(connections, await readConnection(tx, contract.id))
  }
  const reconnection = await reconnectionOf(tx, newInvoice, today, () => lockUnchargedSuspension(tx, contract, today))
  const reconnections =
    reconnection === null
      ? []
      : [await insertReconnectionCharge(tx, contract.id, { ...reconnection, occurred_on: today })]
  return postOneOff(tx, contract, { lines, charges: reconnections }, today)
}

/** A contract and the client that an invoice outside a run is issued to. */
type Invoiced = Pick<
  ChargedContract,
  'id' | 'client_id' | 'segment' | 'stratum' | 'prices_include_vat' | 'payment_date'
>

/** Posts an invoice outside a run and uses the client's credit in favour. `charges`: the pending charges it takes. Throws a Refusal. */
export async function postOneOff(
  tx: Tx,
  contract: Invoiced,
  { lines, charges }: { lines: readonly Line[]; charges: readonly string[] },
  today: Day,
): Promise<string> {
  const parameters = await readParameters(tx)
  const service = serviceVat(contract, vatRulesOn(parameters, today, await readTaxRegimes(tx)))
  const total = sum(lines.map((line) => line.total))
  await lockAccount(tx, contract.client_id)
  const available = await getUsableCredit(tx, contract.client_id)
  const debts = await listPreviousDebts(tx, [contract.client_id])
  const credit = creditAllocator()({ client_id: contract.client_id, credit: available, total })
  const prefix = await companyPrefix(tx)
  const numbers = await lockNumbers(tx, 'invoice', prefix)
  if (numbers.left === 0) throw new Refusal('conflict', EXCLUSIONS.out_of_numbers)
  const posting = {
    client_id: contract.client_id,
    contract_id: contract.id,
    period: periodOf(today),
    bounds: null,
    issued_on: today,
    due_on: dueOn(today, contract.payment_date, valueInForce(parameters, 'billing.delivery_notice', today)),
    lines: [...lines],
    subtotal: sum(lines.map((line) => line.base)),
    vat: sum(lines.map((line) => line.vat)),
    total,
    snapshot: {
      segment: contract.segment,
      stratum: contract.stratum,
      prices_include_vat: contract.prices_include_vat,
      service_treatment: service?.treatment ?? null,
      service_bps: service?.rate_bps ?? null,
      credit_taken: credit,
      ...previousDebtOf(debts, contract.client_id),
    },
    credit,
    charges: [...charges],
  }
  const [id = ''] = await postInvoices(tx, [posting], { kind: 'one_off', runId: null }, numbers)
  return id
}

/** The contract that is charged, and the lines with their VAT by the rules of the day. Throws a Refusal. */
async function draftOneOff(tx: Tx, newInvoice: NewInvoice, today: Day) {
  const contract = await getChargedContract(tx, newInvoice.no_contract)
  if (!contract)
    throw refuseField('not_found', 'invoice.no_contract', 'Ese contrato no existe o todavía no está firmado')
  const parameters = await readParameters(tx)
  const rules = vatRulesOn(parameters, today, await readTaxRegimes(tx))
  const service = serviceVat({ segment: contract.segment, stratum: contract.stratum }, rules)
  if (service === null) throw refuseField('refused', 'invoice.no_contract', EXCLUSIONS.no_stratum)
  const lines = newInvoice.lines.map((line) => chargeLine(line, service, rules, contract.prices_include_vat))
  assertInvoiceTotal(lines)
  return { contract, lines }
}

/**
 * The line that charges a reconnection: at most the legal cap, and once for each real suspension for non-payment (R2.5). Null without
 * one. `find`: the suspension that is not charged. Throws a Refusal on the field that is wrong.
 */
async function reconnectionOf(
  tx: Tx,
  { lines }: NewInvoice,
  today: Day,
  find: () => Promise<string | null>,
): Promise<{ description: string; price: Money; suspension_id: string } | null> {
  const charged = lines.flatMap((line, index) =>
    line.kind === 'reconnection' ? [{ line, at: `invoice.lines.${index}` }] : [],
  )
  const [first, ...others] = charged
  if (first === undefined) return null
  const cap = await reconnectionCapInForce(tx, today)
  for (const { line, at } of charged) assertReconnection(line, cap, at)
  const suspension_id = await find()
  const [refused] = suspension_id === null ? charged : others
  if (suspension_id === null || refused !== undefined) {
    throw refuseField('refused', `${(refused ?? first).at}.kind`, NO_RECONNECTION)
  }
  const { description, price } = first.line
  return { description, price, suspension_id }
}

type ChargedContract = {
  id: string
  no_contract: string
  client_id: string
  segment: Segment
  stratum: number | null
  prices_include_vat: boolean
  payment_date: number | null
}

async function getChargedContract(tx: Tx, no: string): Promise<ChargedContract | undefined> {
  const { rows } = await sql<ChargedContract>`
    select c.id, c.no_contract, c.client_id, c.segment, c.stratum, c.prices_include_vat, k.payment_date
    from contracts c join clients k on k.company_id = c.company_id and k.id = c.client_id
    where c.company_id = (select current_company()) and c.no_contract = ${no.toUpperCase()} and c.signed_at is not null`.execute(
    tx,
  )
  return rows[0]
}
