import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, minus, money, sum, ZERO } from '#domain/core/money.ts'
import { notFound } from '#domain/core/refusal.ts'
import { offeredMethods } from '#domain/integrations/online-method.ts'
import {
  agreedUntil,
  type ExtendedPart,
  extendedPartOf,
  payableOf,
  payableUntil,
  statusOf,
} from '#domain/invoices/invoice.ts'
import { creditParts } from '#domain/ledger/credit.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import { ONLINE_MINIMUM } from '#domain/payments/attempt.ts'
import type { Debts } from '#domain/payments/online.ts'
import type { Transaction } from '#domain/payments/transaction.ts'
import type { Tx } from '#server/core/tx.ts'
import { accountMethods, accountPage } from '#server/integrations/account-methods.ts'
import { getFreeCredit } from '#server/ledger/credit.ts'
import { getUsableCredit } from '#server/ledger/owed-refunds.ts'
import { getWrittenOff } from '#server/ledger/write-offs.ts'
import { stopsPayer } from './attempt-queries.ts'
import { listTransactions } from './transaction-queries.ts'

type DebtRow = {
  id: string
  prefix: string
  sequence: number
  period: string
  no_contract: string | null
  due_on: Day
  last_payable_on: Day
  total: Money
  balance: Money
  credited: Money
  disputed_amount: Money
  extended_amount: Money
  extended_to_on: Day | null
  agreed_to_on: Day | null
  attempt_id: string | null
}

/** The moment of a reading, and whether someone with the link of an invoice reads, and not the client. */
type Reading = { now: Date; today: Day; isByLink?: boolean }

/**
 * The content of the payment screen, for the client of a user (PAY-01, DSH-01). By a link, no advance that the desk kept is subtracted,
 * because a payment by a link uses none. Throws a Refusal 'not_found' without a client.
 */
export async function readDebts(tx: Tx, userId: string, reading: Reading): Promise<Debts> {
  const { today, isByLink = false } = reading
  const payer = await tx
    .selectFrom('clients')
    .select(['id', 'name', 'email', 'phone', 'type_identification', 'identification'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!payer) throw notFound('No encontramos tus datos de cliente')
  const { id, ...contact } = payer
  const [rows, written_off, credit, company] = await Promise.all([
    listDebtRows(tx, id, reading),
    getWrittenOff(tx, id),
    isByLink ? getFreeCredit(tx, id) : getUsableCredit(tx, id),
    getDeskContact(tx),
  ])
  const parts = new Map(creditParts(credit, rows).map((part) => [part.id, part.amount]))
  const invoices = rows.map(({ prefix, sequence, credited, disputed_amount, ...row }) => {
    const debt = { ...row, credited, disputed_amount }
    const covered = parts.get(row.id) ?? ZERO
    const payable = minus(payableOf(debt), covered)
    return {
      ...row,
      number: invoiceNumber(prefix, sequence),
      disputed_amount,
      last_payable_on: payableUntil(debt, today),
      is_agreed: agreedUntil(debt, today) !== null,
      status: statusOf(debt, today),
      payable,
      extended: upTo(extendedPartOf(debt, today), payable),
      covered,
    }
  })
  const { is_wompi_integration, account_methods, has_page, ...desk } = company
  const methods = is_wompi_integration ? [...offeredMethods(account_methods, has_page)] : []
  return {
    payer: contact,
    invoices,
    total: sum(invoices.map((invoice) => invoice.payable)),
    written_off,
    disputed: sum(invoices.map((invoice) => invoice.disputed_amount)),
    credit,
    online: { is_available: methods.length > 0, minimum: money(ONLINE_MINIMUM), methods },
    desk,
  }
}

/** The part of an invoice that the credit in favour does not cover: the credit pays it last. */
const upTo = (part: ExtendedPart | null, payable: Money): ExtendedPart | null =>
  part === null || payable === 0 ? null : { ...part, amount: part.amount < payable ? part.amount : payable }

/** The newest attempts and receipts of the client of a user. */
export const lastTransactions = (tx: Tx, userId: string, count: number): Promise<Transaction[]> =>
  listTransactions(tx, { userId }, { offset: 0, limit: count })

/** The open invoices, the oldest due first: the order in which they are paid. At most 200. `attempt_id`: what stops another payment. */
async function listDebtRows(tx: Tx, clientId: string, { now, isByLink = false }: Reading): Promise<DebtRow[]> {
  const stops = stopsPayer({ now, isByLink })
  const { rows } = await sql<DebtRow>`
    select i.id, i.prefix, i.number as sequence, i.period, c.no_contract, i.due_on, i.last_payable_on, i.total, i.balance, i.credited, i.disputed_amount,
      i.extended_amount, i.extended_to_on, i.agreed_to_on, a.id as attempt_id
    from invoices i
    left join contracts c on c.company_id = i.company_id and c.id = i.contract_id
    left join payment_attempt_invoices l on l.company_id = i.company_id and l.invoice_id = i.id and l.is_open
    left join payment_attempts a on a.company_id = l.company_id and a.id = l.attempt_id and ${stops}
    where i.company_id = (select current_company()) and i.client_id = ${clientId} and i.balance > 0
    order by i.due_on, i.id limit 200`.execute(tx)
  return rows
}

const getDeskContact = (tx: Tx) =>
  tx
    .selectFrom('companies')
    .select(['name', 'phone', 'email', 'address', 'whatsapp_url', 'is_wompi_integration'])
    .select([accountMethods, accountPage])
    .executeTakeFirstOrThrow()
