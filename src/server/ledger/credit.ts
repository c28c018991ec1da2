import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, minus, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { creditParts } from '#domain/ledger/credit.ts'
import { type CreditChange, type CreditLot, creditLots, freeCredit } from '#domain/ledger/credit-lots.ts'
import { type Account, type AppliedAmount, entriesOfCreditUse } from '#domain/ledger/entry.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { type LockedInvoice, lockInvoices } from './accounts.ts'
import { postEntries } from './entries.ts'
import { getOwed, getUsableCredit } from './owed-refunds.ts'

/** A document of the credit in favour: 'Recibo 12', 'NC-3', 'AF-1024', 'Devolución 2'. */
type CreditDocument = { name: string; isInvoice: boolean }

/** The credit in favour of a client by its source, and the document of each of its keys. */
export type ClientCredit = { lots: CreditLot[]; documentOf: (key: string) => CreditDocument }

type ChangeRow = {
  id: string
  client_id: string
  debit: Account
  amount: Money
  posted_on: Day
  invoice_id: string | null
  prefix: string | null
  invoice_number: number | null
  payment_id: string | null
  receipt_number: number | null
  keeps_advance: boolean | null
  credit_note_id: string | null
  note_number: number | null
  refund_id: string | null
  refund_number: number | null
}

/** The credit in favour of each client, from its rows of the journal. A client without such rows is absent. */
export async function readCredits(tx: Tx, clientIds: readonly string[]): Promise<Map<string, ClientCredit>> {
  if (clientIds.length === 0) return new Map()
  const { rows } = await sql<ChangeRow>`${REPLAN_EACH_TIME}
    select j.id, j.client_id, j.debit_account as debit, j.amount, j.posted_on, j.invoice_id, i.prefix, i.number as invoice_number,
      j.payment_id, p.number as receipt_number, p.keeps_advance, j.credit_note_id, n.number as note_number,
      j.refund_id, r.number as refund_number
    from unnest(${uuidArray([...new Set(clientIds)])}::uuid[]) key (id)
    cross join lateral (
      select * from journal where company_id = (select current_company()) and client_id = key.id
        and (debit_account = 'credit' or credit_account = 'credit') offset 0
    ) j
    left join lateral (select prefix, number from invoices where company_id = j.company_id and id = j.invoice_id offset 0) i on true
    left join lateral (select number, keeps_advance from payments where company_id = j.company_id and id = j.payment_id offset 0) p on true
    left join lateral (select number from credit_notes where company_id = j.company_id and id = j.credit_note_id offset 0) n on true
    left join lateral (select number from credit_refunds where company_id = j.company_id and id = j.refund_id offset 0) r on true
    order by j.id`.execute(tx)
  return new Map([...Map.groupBy(rows, (row) => row.client_id)].map(([client, own]) => [client, creditOf(own)]))
}

/** readCredits of one client. */
export const readCredit = async (tx: Tx, clientId: string): Promise<ClientCredit> =>
  (await readCredits(tx, [clientId])).get(clientId) ?? creditOf([])

function creditOf(rows: readonly ChangeRow[]): ClientCredit {
  const documents = new Map(rows.flatMap((row) => documentsOf(row)))
  return {
    lots: creditLots(rows.map(changeOf)),
    documentOf: (key) => documents.get(key) ?? { name: '', isInvoice: false },
  }
}

const changeOf = (row: ChangeRow): CreditChange => {
  const { amount } = row
  const key = sourceOf(row)
  if (row.debit === 'receivable' && row.payment_id !== null)
    return { kind: 'undone', key: row.invoice_id ?? '', amount }
  if (row.debit !== 'credit') return { kind: 'created', key, isKept: row.keeps_advance ?? false, amount }
  if (row.payment_id !== null) return { kind: 'withdrawn', key, amount }
  return { kind: 'used', key: row.invoice_id ?? row.refund_id ?? '', amount, on: row.posted_on }
}

/** The document that created a credit. An imported credit, and one that the debt of a voided payment gives back, have no document but their row. */
const sourceOf = (row: ChangeRow): string => row.credit_note_id ?? row.payment_id ?? row.id

function documentsOf(row: ChangeRow): [string, CreditDocument][] {
  const { invoice_id, prefix, invoice_number, refund_id, refund_number } = row
  const documents: [string, CreditDocument][] = [[sourceOf(row), { name: sourceName(row), isInvoice: false }]]
  if (invoice_id !== null && prefix !== null && invoice_number !== null) {
    documents.push([invoice_id, { name: invoiceNumber(prefix, invoice_number), isInvoice: true }])
  }
  if (refund_id !== null) documents.push([refund_id, { name: `Devolución ${refund_number ?? ''}`, isInvoice: false }])
  return documents
}

function sourceName({ note_number, receipt_number, debit, prefix, invoice_number }: ChangeRow): string {
  if (note_number !== null) return `NC-${note_number}`
  const isDebt = debit === 'receivable' && receipt_number === null
  if (isDebt && prefix !== null && invoice_number !== null) return invoiceNumber(prefix, invoice_number)
  return receipt_number === null ? 'Saldo inicial' : `Recibo ${receipt_number}`
}

/** The documents whose credit an invoice used on a day: 'Recibo 12, NC-3'. Null when that use was undone. */
export function sourcesOf({ lots, documentOf }: ClientCredit, invoiceId: string, on: Day): string | null {
  const sources = lots.filter(({ uses }) => uses.some((use) => use.key === invoiceId && use.on === on))
  return sources.length === 0 ? null : sources.map(({ key }) => documentOf(key).name).join(', ')
}

/** The credit in favour that the ledger applies by itself: without the advances that a person kept, and what is to be paid back. */
export async function getFreeCredit(tx: Tx, clientId: string): Promise<Money> {
  const [{ lots }, owed] = await Promise.all([readCredit(tx, clientId), getOwed(tx, clientId)])
  const free = freeCredit(lots)
  return free > owed ? minus(free, owed) : ZERO
}

/**
 * Applies the credit in favour of a client whose account is locked to its open invoices, the oldest due first, without their disputed
 * amounts (R7.12). What is to be paid back of a void contract stays; advances that a person kept too, unless `isAll`. Call it after every posting that creates credit or opens an
 * invoice again. Returns what each invoice got.
 */
export async function applyCredit(
  tx: Tx,
  clientId: string,
  today: Day,
  { isAll = false }: { isAll?: boolean } = {},
): Promise<AppliedAmount[]> {
  const credit = await getUsableCredit(tx, clientId)
  if (credit === 0) return []
  const open = await lockInvoices(tx, clientId, null)
  if (!open.some((invoice) => invoice.balance > invoice.disputed_amount)) return []
  const available = isAll ? credit : await getFreeCredit(tx, clientId)
  return applyCreditTo(tx, { clientId, today, credit: available }, open)
}

/** Applies an amount of credit in favour to locked invoices, in their order. Returns what each one got. */
export async function applyCreditTo(
  tx: Tx,
  { clientId, today, credit }: { clientId: string; today: Day; credit: Money },
  invoices: readonly LockedInvoice[],
): Promise<AppliedAmount[]> {
  const parts = creditParts(credit, invoices)
  await postEntries(tx, entriesOfCreditUse({ client_id: clientId, posted_on: today, parts }))
  return parts
}

/**
 * The same where no payment, note or claim says that the debt changed: it is an event of its own, which the agreements and the history of
 * the client follow. The account of the client is locked.
 */
export async function applyCreditAlone(
  tx: Tx,
  clientId: string,
  today: Day,
  options: { isAll?: boolean } = {},
): Promise<void> {
  const open = await lockInvoices(tx, clientId, null)
  const parts = await applyCredit(tx, clientId, today, options)
  if (parts.length === 0) return
  const { name } = await tx.selectFrom('clients').select('name').where('id', '=', clientId).executeTakeFirstOrThrow()
  const used = new Set(parts.map(({ id }) => id))
  await tx.record('credit.applied', {
    entity_id: clientId,
    client_id: clientId,
    after: {
      client: name,
      amount: toPesos(sum(parts.map(({ amount }) => amount))),
      invoices: open.filter(({ id }) => used.has(id)).map(({ number }) => number),
    },
  })
}
