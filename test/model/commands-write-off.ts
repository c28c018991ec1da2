import * as z from 'zod/mini'
import { moveBalance } from './claims.ts'
import { ask, assertEqual, centavos, type ModelContext, pickFrom, type Refusal, read } from './context.ts'
import { settle } from './credit.ts'
import { plusDays } from './days.ts'
import { type Contract, type Invoice, isBeingPaid, isClosed, type Ledger, todayOf } from './ledger.ts'
import type { Step } from './steps.ts'

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000004'

const Written = z.object({ data: z.object({ written_off: z.object({ count: z.number(), amount: z.number() }) }) })
const Moves = z.object({
  data: z.array(z.object({ kind: z.string(), write_off_id: z.string(), invoice_id: z.string() })),
})

/** The admin writes off the debt of an invoice, mostly of one that can be written off. */
export async function writeOffInvoice(context: ModelContext, step: Of<'writeOff'>): Promise<void> {
  const { ledger } = context
  const today = todayOf(ledger)
  const bad = ledger.invoices.filter((one) => isBadDebt(ledger, one, today))
  const invoice = pickFrom(bad.length > 0 && step.invoice % 5 !== 0 ? bad : ledger.invoices, step.invoice)
  const posted_on = plusDays(today, step.days)
  const isMoved = invoice !== undefined && (await lastMovedOn(context, invoice)) > posted_on
  const bodyOf = (reason: string) => ({
    write_off: { posted_on, reason, invoice_ids: [invoice?.id ?? UNKNOWN_ID] },
  })
  const refusal: Refusal | null =
    step.days > 0
      ? 'invalid'
      : isClosed(ledger, posted_on) || invoice === undefined || !isBadDebt(ledger, invoice, posted_on) || isMoved
        ? 'conflict'
        : null
  const { token } = context.admin
  const bodies = { body: bodyOf('No aparece'), other: bodyOf('Se fue del país') }
  const reply = await ask(context, { kind: step.kind, path: '/accounting/write-off', token, ...bodies }, refusal)
  if (reply === null || invoice === undefined) return
  const amount = invoice.balance
  const { written_off } = z.parse(Written, reply).data
  assertEqual('the write-off', [written_off.count, centavos(written_off.amount)], [1, amount])
  const moves = await read(
    context,
    `/accounting/write-off/move?from=${posted_on}&to=${posted_on}&kind=write_off`,
    Moves,
  )
  const known = new Set(invoice.writeOffs.map(({ id }) => id))
  const id = moves.data.find((one) => one.invoice_id === invoice.id && !known.has(one.write_off_id))?.write_off_id ?? ''
  invoice.writeOffs.push({ id, amount, postedOn: posted_on, left: amount, recovered: 0 })
  moveBalance(invoice, -amount)
}

const isOver = ({ status }: Contract): boolean => status === 'terminated'

/** Overdue, of a contract that ended or is of another holder, or of a client without contracts; without a claim, a payment in process or credit. */
function isBadDebt(ledger: Ledger, invoice: Invoice, on: string): boolean {
  const { client, contract, payableUntil, extended } = invoice
  const own = ledger.contracts.filter((one) => one.client === client && (contract === null || one === contract))
  return (
    invoice.balance > 0 &&
    own.every(isOver) &&
    payableUntil < on &&
    (extended === null || extended.until < on) &&
    invoice.disputed === 0 &&
    !isBeingPaid(ledger, invoice) &&
    client.credit === 0
  )
}

/** The day of the last movement of an invoice. The model has movements without their days, so it reads it. */
async function lastMovedOn({ owner, company }: ModelContext, { id, issuedOn }: Invoice): Promise<string> {
  const { rows } = await owner.query<{ day: string }>(
    `select greatest($3::date, max(posted_on))::text as day from client_movements where company_id = $1 and invoice_id = $2`,
    [company.id, id, issuedOn],
  )
  return rows[0]?.day ?? issuedOn
}

/** The admin takes a write-off back: the invoice is owed again, and credit in favour pays it. */
export async function undoWriteOff(context: ModelContext, step: Of<'undo'>): Promise<void> {
  const { ledger } = context
  const all = ledger.invoices.flatMap((invoice) => invoice.writeOffs.map((writeOff) => ({ invoice, writeOff })))
  const open = all.filter(({ writeOff }) => writeOff.left > 0 && writeOff.recovered === 0)
  const found = pickFrom(open.length > 0 && step.writeOff % 4 !== 0 ? open : all, step.writeOff)
  if (found === undefined && step.writeOff % 20 !== 0) return
  const refusal = found === undefined ? 'not_found' : refusalOf(ledger, found.writeOff)
  const path = `/accounting/write-off/${found?.writeOff.id ?? UNKNOWN_ID}/undo`
  const bodies = { body: { reason: 'Apareció' }, other: { reason: 'Fue un error' } }
  const reply = await ask(context, { kind: step.kind, path, token: context.admin.token, ...bodies }, refusal)
  if (reply === null || found === undefined) return
  const { invoice, writeOff } = found
  const { left } = writeOff
  writeOff.left = 0
  moveBalance(invoice, left)
  settle(ledger, invoice.client)
}

const refusalOf = (ledger: Ledger, { postedOn, left, recovered }: Invoice['writeOffs'][number]): Refusal | null =>
  isClosed(ledger, postedOn) || recovered > 0 || left === 0 ? 'conflict' : null
