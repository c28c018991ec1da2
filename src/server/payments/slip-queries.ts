import { type RawBuilder, sql } from 'kysely'
import { type Money, money, sum } from '#domain/core/money.ts'
import { payableOf } from '#domain/invoices/invoice.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { Slip } from '#domain/payments/slip-api.ts'
import type { Tx } from '#server/core/tx.ts'

type SlipRow = {
  id: string
  is_by_link: boolean
  company_name: string
  nit: string
  phone: string | null
  email: string | null
  amount: Money
  agreement: string | null
  intention: string | null
  expires_at: Date
  prefix: string
  sequence: number
  part: number
  balance: Money
  credited: Money
  disputed_amount: Money
}

/** The slips of the client of a user that can still be paid, the newest first. */
export const listOwnSlips = async (tx: Tx, userId: string, now: Date): Promise<Slip[]> =>
  slipsOf(
    await listRows(
      tx,
      sql`a.client_id = (select k.id from clients k where k.company_id = a.company_id and k.user_id = ${userId}) and not a.is_by_link
        and a.expires_at > ${now}`,
    ),
  )

/**
 * The slips of an invoice that can still be paid, for anyone with its link. One of the client has no numbers, and of several invoices only the part of
 * this one: the link may be forwarded.
 */
export async function listLinkSlips(tx: Tx, invoiceId: string, now: Date): Promise<Slip[]> {
  const rows = await listRows(tx, sql`i.id = ${invoiceId} and a.expires_at > ${now}`)
  return slipsOf(
    rows.map((row) => (row.is_by_link ? row : { ...row, amount: money(row.part), agreement: null, intention: null })),
  )
}

/** The open slips with each of their invoices, the oldest due first. */
async function listRows(tx: Tx, where: RawBuilder<unknown>): Promise<SlipRow[]> {
  const { rows } = await sql<SlipRow>`
    select a.id, a.is_by_link, c.name as company_name, c.nit, c.phone, c.email, a.amount, a.slip_agreement as agreement, a.slip_intention as intention, a.expires_at,
      i.prefix, i.number as sequence, l.amount as part, i.balance, i.credited, i.disputed_amount
    from payment_attempts a
    join companies c on c.id = a.company_id
    join payment_attempt_invoices l on l.company_id = a.company_id and l.attempt_id = a.id and l.is_open
    join invoices i on i.company_id = l.company_id and i.id = l.invoice_id
    where a.company_id = (select current_company()) and a.method = 'bancolombia_collect' and ${where}
    order by a.id desc, i.due_on, i.id`.execute(tx)
  return rows
}

const slipsOf = (rows: readonly SlipRow[]): Slip[] =>
  [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((invoices) => {
    const [first] = invoices
    if (!first) return []
    const { id, company_name: name, nit, phone, email, amount, agreement, intention, expires_at } = first
    return {
      id,
      company: { name, nit, phone, email },
      numbers: invoices.map(({ prefix, sequence }) => invoiceNumber(prefix, sequence)),
      amount,
      owed: sum(invoices.map(payableOf)),
      agreement,
      intention,
      expires_at: expires_at.toISOString(),
    }
  })
