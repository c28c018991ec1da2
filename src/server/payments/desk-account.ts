import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { notFound } from '#domain/core/refusal.ts'
import { statusOf } from '#domain/invoices/invoice.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import { type DeskAccount, suggestedFor, withholdingSentences } from '#domain/payments/desk-account.ts'
import { INVOICES_MAX } from '#domain/payments/payment.ts'
import { readTaxRegimes } from '#server/companies/tax-regimes.ts'
import type { Tx } from '#server/core/tx.ts'
import { getCredit, listDebts } from '#server/ledger/accounts.ts'
import { getOwed } from '#server/ledger/owed-refunds.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { listWithholdingLimits } from './withholding-limits.ts'

/** Of an invoice that cannot be read any more. */
const NO_LIMITS = { retefuente: null, reteiva: null, before: { retefuente: ZERO, reteiva: ZERO } }

type OpenInvoiceRow = {
  id: string
  prefix: string
  sequence: number
  issued_on: Day
  due_on: Day
  last_payable_on: Day
  subtotal: Money
  vat: Money
  total: Money
  balance: Money
  credited: Money
  disputed_amount: Money
  extended_amount: Money
  extended_to_on: Day | null
  agreed_to_on: Day | null
}

/** The account of a client for a payment at the desk. Throws a Refusal 'not_found'. */
export async function readDeskAccount(tx: Tx, clientId: string, today: Day): Promise<DeskAccount> {
  const client = await tx
    .selectFrom('clients')
    .select(['id', 'name', 'identification', 'type_identification'])
    .where('id', '=', clientId)
    .executeTakeFirst()
  if (!client) throw notFound('Ese cliente no existe')
  const { type_identification, ...payer } = client
  const isCompany = type_identification === 'NIT'
  const [rows, debts, credit, owed, parameters, regimes] = await Promise.all([
    listOpenInvoices(tx, clientId),
    listDebts(tx, [clientId]),
    getCredit(tx, clientId),
    getOwed(tx, clientId),
    readParameters(tx),
    readTaxRegimes(tx),
  ])
  const ids = rows.map(({ id }) => id)
  const limits = await listWithholdingLimits(tx, { client_id: clientId, ids, except: null }, parameters)
  const invoices = rows.map((row) => ({
    id: row.id,
    number: invoiceNumber(row.prefix, row.sequence),
    due_on: row.due_on,
    status: statusOf(row, today),
    total: row.total,
    balance: row.balance,
    disputed_amount: row.disputed_amount,
    suggested: isCompany ? suggestedFor(row, parameters, regimes) : null,
    limits: limits.get(row.id) ?? NO_LIMITS,
  }))
  return {
    client: payer,
    invoices,
    balance: debts.get(clientId)?.amount ?? ZERO,
    disputed: debts.get(clientId)?.disputed ?? ZERO,
    credit,
    owed,
    is_company: isCompany,
    withholding_rules: isCompany ? withholdingSentences(parameters, today, regimes) : null,
  }
}

/** The order is that of a payment without a choice. */
async function listOpenInvoices(tx: Tx, clientId: string): Promise<OpenInvoiceRow[]> {
  const { rows } = await sql<OpenInvoiceRow>`
    select id, prefix, number as sequence, issued_on, due_on, last_payable_on, subtotal, vat, total, balance, credited, disputed_amount,
      extended_amount, extended_to_on, agreed_to_on
    from invoices where company_id = (select current_company()) and client_id = ${clientId} and balance > 0
    order by due_on, id limit ${INVOICES_MAX}`.execute(tx)
  return rows
}
