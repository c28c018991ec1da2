import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { sum } from '#domain/core/money.ts'
import { periodOf } from '#domain/core/period.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Segment } from '#domain/core/segment.ts'
import { dueOn } from '#domain/invoices/due.ts'
import { assertInvoiceTotal, assertReconnection, type NewInvoice, NO_RECONNECTION } from '#domain/invoices/invoice.ts'
import { chargeLine, EXCLUSIONS } from '#domain/invoices/issue.ts'
import { creditAllocator } from '#domain/ledger/credit.ts'
import { parameterInForce } from '#domain/parameters/parameter.ts'
import { serviceVat, vatRulesOn } from '#domain/taxes/vat.ts'
import { insertReconnectionCharge, lockUnchargedSuspension } from '#server/contracts/reconnection.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray } from '#server/db/arrays.ts'
import { getCredit, lockAccount } from '#server/ledger/accounts.ts'
import { lockNumbers } from '#server/ledger/numbers.ts'
import { readParameters, reconnectionCapOn } from '#server/parameters/parameters.ts'
import { postInvoices } from './post.ts'
import { listPreviousDebts, previousDebtOf } from './previous-debts.ts'
import { companyPrefix } from './run-queries.ts'

/** Issues an invoice outside a run, with the VAT of each charge, and uses the client's credit in favour. Returns its id. Throws a Refusal. */
export async function issueOneOff(tx: Tx, newInvoice: NewInvoice, today: Day): Promise<string> {
  const contract = await getChargedContract(tx, newInvoice.no_contract)
  if (!contract)
    throw refuseField('not_found', 'invoice.no_contract', 'Ese contrato no existe o todavía no está firmado')
  const parameters = await readParameters(tx)
  const rules = vatRulesOn(parameters, today)
  const service = serviceVat({ segment: contract.segment, stratum: contract.stratum }, rules)
  if (service === null) throw refuseField('refused', 'invoice.no_contract', EXCLUSIONS.no_stratum)
  const lines = newInvoice.lines.map((line) => chargeLine(line, service, rules, contract.prices_include_vat))
  assertInvoiceTotal(lines)
  const reconnections = await chargeReconnections(tx, newInvoice, contract, today)
  const total = sum(lines.map((line) => line.total))
  await lockAccount(tx, contract.client_id)
  const available = await getCredit(tx, contract.client_id)
  const debts = await listPreviousDebts(tx, plainArray([contract.client_id]))
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
    due_on: dueOn(today, contract.payment_date, parameterInForce(parameters, 'billing.delivery_notice', today)),
    lines,
    subtotal: sum(lines.map((line) => line.base)),
    vat: sum(lines.map((line) => line.vat)),
    total,
    snapshot: {
      segment: contract.segment,
      stratum: contract.stratum,
      credit_taken: credit,
      ...previousDebtOf(debts, contract.client_id),
    },
    credit,
    charges: reconnections,
  }
  const [id = ''] = await postInvoices(tx, [posting], { kind: 'one_off', runId: null }, numbers)
  return id
}

/**
 * A line that charges a reconnection: at most the legal cap, and once for each real suspension for non-payment (R2.5). Returns the
 * charges that record it. Throws a Refusal on the field that is wrong.
 */
async function chargeReconnections(
  tx: Tx,
  { lines }: NewInvoice,
  contract: ChargedContract,
  today: Day,
): Promise<string[]> {
  const ids: string[] = []
  const cap = lines.some(({ kind }) => kind === 'reconnection') ? await reconnectionCapOn(tx, today) : null
  for (const [index, line] of lines.entries()) {
    if (line.kind !== 'reconnection') continue
    const at = `invoice.lines.${index}`
    assertReconnection(line, cap, at)
    const suspension_id = await lockUnchargedSuspension(tx, contract, today)
    if (suspension_id === null) throw refuseField('refused', `${at}.kind`, NO_RECONNECTION)
    const { description, price } = line
    ids.push(await insertReconnectionCharge(tx, contract.id, { description, price, suspension_id }))
  }
  return ids
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
