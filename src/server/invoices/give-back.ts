import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { fractionOf, type Money, multiply, ZERO } from '#domain/core/money.ts'
import { creditableLines } from '#domain/invoices/credit-note.ts'
import { type CreditableInvoice, giveBackParts } from '#domain/invoices/give-back.ts'
import { takeChargeByNote } from '#server/contracts/pending-charges.ts'
import type { Tx } from '#server/core/tx.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { issueCreditNote, listCreditedLines } from './credit-notes.ts'
import { recordNote } from './note-use.ts'

/** What is given back to a client: `amount`, VAT included. `first`: the invoice that gives it before any other; null without one. */
type GivenBack = {
  client_id: string
  contract_id: string
  first: string | null
  amount: Money
  concept: string
}

/**
 * Gives a waiting charge back, and marks it with the invoice of its first note. What no invoice could give keeps waiting as a charge of
 * its own. False when no invoice gave any of it. The charge must be locked.
 */
export async function giveBackCharge(
  tx: Tx,
  { id, price }: { id: string; price: Money },
  given: GivenBack,
  today: Day,
): Promise<boolean> {
  const { invoice_id, rest } = await giveBack(tx, given, today)
  if (invoice_id === null) return false
  const left = rest === 0 ? ZERO : multiply(fractionOf(multiply(price, -1), rest, given.amount), -1)
  await takeChargeByNote(tx, { id, price }, { invoice_id, left })
  return true
}

/** Invoices of a client that may give something back: more than those of five years of one contract. */
const INVOICES_MAX = 60

/**
 * Gives an amount back by credit notes (R8.5): of its invoice, then of the other open invoices of the client, the oldest due first, and
 * then of the paid ones, whose note is credit in favour. Returns the invoice of the first note, and what no invoice could give. Locks
 * the account of the client.
 */
async function giveBack(
  tx: Tx,
  { client_id, contract_id, first, amount, concept }: GivenBack,
  today: Day,
): Promise<{ invoice_id: string | null; rest: Money }> {
  await lockAccount(tx, client_id)
  const ids = await listCreditableIds(tx, client_id, contract_id, first)
  const creditable: CreditableInvoice[] = []
  let missing = amount
  for (const { id, left } of ids) {
    if (missing <= 0) break
    creditable.push({ id, left, lines: await listLeftLines(tx, id) })
    missing = giveBackParts(creditable, amount).rest
  }
  const { parts, rest } = giveBackParts(creditable, amount)
  for (const { invoice_id, lines } of parts) {
    const note = await issueCreditNote(tx, invoice_id, { concept, lines, keeps_claims: true }, today)
    await recordNote(tx, invoice_id, note)
  }
  return { invoice_id: parts[0]?.invoice_id ?? null, rest }
}

const listLeftLines = async (tx: Tx, id: string): Promise<CreditableInvoice['lines']> =>
  creditableLines(await listCreditedLines(tx, id))

/**
 * A balance of another system is taken last: its note changes no income of this one. What is in dispute gives nothing until it is decided,
 * as it is not collected: what is given back is not what was claimed.
 */
async function listCreditableIds(
  tx: Tx,
  clientId: string,
  contractId: string,
  first: string | null,
): Promise<{ id: string; left: Money }[]> {
  const { rows } = await sql<{ id: string; left: Money }>`
    select id, (case when disputed_amount > 0 then balance - disputed_amount else total - credited end)::bigint as left from invoices
    where company_id = (select current_company()) and client_id = ${clientId} and credited < total and kind <> 'voided_payment'
      and (disputed_amount = 0 or balance > disputed_amount)
    order by coalesce(id = ${first}::uuid, false) desc, kind = 'opening', balance > 0 desc, contract_id is not distinct from ${contractId}::uuid desc,
      case when balance > 0 then due_on end, issued_on desc, id desc
    limit ${INVOICES_MAX}`.execute(tx)
  return rows
}
