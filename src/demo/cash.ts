import { sql } from 'kysely'
import { addDays, type Day, instantAt } from '#domain/core/days.ts'
import { type Money, minus, money, plus, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { entriesOfReceipt } from '#domain/ledger/entry.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { insertEntries } from '#server/ledger/entries.ts'
import { lockNumbers, takeNumbers } from '#server/ledger/numbers.ts'

type DemoTurn = {
  /** Days before today. */
  ago: number
  payments: number
  expense: { amount: Money; reason: string } | null
  /** The slip of a deposit of 50.000. */
  deposit: string | null
  /** What was counted less what was expected; null for a turn that is still open. */
  difference: Money | null
  reason: string | null
}

const BASE = money(10_000_000)
const DEPOSIT = money(5_000_000)

/** Three closed turns, one of them with a difference, and the one of today. */
const TURNS: readonly DemoTurn[] = [
  {
    ago: 3,
    payments: 4,
    expense: { amount: money(1_200_000), reason: 'Rollos para la impresora de recibos' },
    deposit: '004518',
    difference: ZERO,
    reason: null,
  },
  { ago: 2, payments: 3, expense: null, deposit: null, difference: money(-500_000), reason: 'Vueltas mal entregadas' },
  { ago: 1, payments: 4, expense: null, deposit: '004522', difference: ZERO, reason: null },
  { ago: 0, payments: 2, expense: null, deposit: null, difference: null, reason: null },
]

type Cashier = { id: string; name: string }
type Debt = { id: string; client_id: string; client: string; number: string; balance: Money }
type Box = { account_id: string; bank_id: string; cashier: Cashier; now: Date }

/** Inserts a cash box with the turns of some days, each with payments of clients. After the bank account of the company exists. */
export async function createDemoTurns(tx: Tx, { today, now }: { today: Day; now: Date }): Promise<void> {
  const { rows } = await sql<Cashier>`
    select id, first_name || ' ' || last_name as name from users
    where company_id = (select current_company()) and role = 'financial' order by first_name, id limit 1`.execute(tx)
  const bank = await tx.selectFrom('money_accounts').select('id').where('kind', '=', 'bank').executeTakeFirst()
  const [cashier] = rows
  if (!cashier || !bank) return
  const { id: account_id } = await tx
    .insertInto('money_accounts')
    .values({ name: 'Caja oficina', kind: 'cash' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('method_accounts').values({ method: 'efectivo', account_id }).execute()
  const debts = await listDebts(tx, addDays(today, -3))
  for (const [index, turn] of TURNS.entries()) {
    const paid = debts.splice(0, turn.payments)
    await insertTurn(tx, { account_id, bank_id: bank.id, cashier, now }, { ...turn, number: index + 1, paid }, today)
  }
}

/** Invoices of contracts in service, each the only debt of its client, without an online payment in progress. */
async function listDebts(tx: Tx, issuedUntil: Day): Promise<Debt[]> {
  const { rows } = await sql<Debt>`
    select i.id, i.client_id, k.name as client, i.prefix || '-' || i.number as number, i.balance
    from invoices i
    join contracts c on c.company_id = i.company_id and c.id = i.contract_id and c.status = 'active'
    join clients k on k.company_id = i.company_id and k.id = i.client_id
    where i.company_id = (select current_company()) and i.balance = i.total and i.disputed_amount = 0 and i.issued_on <= ${issuedUntil}::date
      and 1 = (select count(*) from invoices o where o.company_id = i.company_id and o.client_id = i.client_id and o.balance > 0)
      and not exists (
        select from payment_attempt_invoices a where a.company_id = i.company_id and a.invoice_id = i.id and a.is_open)
    order by i.id limit ${sum(TURNS.map(({ payments }) => money(payments)))}`.execute(tx)
  return rows
}

/** An hour of a day, but never one that has not come. */
const atHour = (now: Date, day: Day, time: string): Date =>
  new Date(Math.min(now.getTime(), instantAt(day, time).getTime()))

async function insertTurn(
  tx: Tx,
  { account_id, bank_id, cashier, now }: Box,
  turn: DemoTurn & { number: number; paid: readonly Debt[] },
  today: Day,
): Promise<void> {
  const day = addDays(today, -turn.ago)
  const at = (time: string): Date => atHour(now, day, time)
  const { id } = await tx
    .insertInto('cash_turns')
    .values({
      number: turn.number,
      account_id,
      user_id: cashier.id,
      opened_by: cashier.name,
      opened_on: day,
      opened_at: at('08:05'),
      base: BASE,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertEvent(tx, cashier, 'cash_turn.opened', id, {
    number: turn.number,
    account: 'Caja oficina',
    base: toPesos(BASE),
  })
  await payInCash(tx, { turn_id: id, account_id, cashier, day, now }, turn.paid)
  const moved = { turn_id: id, on_day: day, registered_by: cashier.name }
  if (turn.expense) {
    const expense = { ...moved, kind: 'expense' as const, ...turn.expense, created_at: at('11:20') }
    await tx.insertInto('cash_movements').values(expense).execute()
  }
  if (turn.deposit !== null) {
    const slip = { kind: 'deposit' as const, amount: DEPOSIT, to_account_id: bank_id, reference: turn.deposit }
    await tx
      .insertInto('cash_movements')
      .values({ ...moved, ...slip, created_at: at('16:40') })
      .execute()
  }
  if (turn.difference === null) return
  const out = plus(turn.expense?.amount ?? ZERO, turn.deposit === null ? ZERO : DEPOSIT)
  const expected = minus(plus(BASE, sum(turn.paid.map(({ balance }) => balance))), out)
  const counted = { expected, counted: plus(expected, turn.difference) }
  await tx
    .insertInto('cash_counts')
    .values({ turn_id: id, ...counted, counted_by: cashier.name, counted_at: at('17:25') })
    .execute()
  await tx
    .updateTable('cash_turns')
    .set({ ...counted, closed_by: cashier.name, closed_on: day, closed_at: at('17:30'), reason: turn.reason })
    .where('id', '=', id)
    .execute()
  const after = {
    number: turn.number,
    account: 'Caja oficina',
    counted: toPesos(counted.counted),
    difference: toPesos(turn.difference),
  }
  await insertEvent(tx, cashier, 'cash_turn.closed', id, after)
}

type Desk = { turn_id: string; account_id: string; cashier: Cashier; day: Day; now: Date }

/** The receipts of invoices that were paid in cash in a turn. */
async function payInCash(
  tx: Tx,
  { turn_id, account_id, cashier, day, now }: Desk,
  debts: readonly Debt[],
): Promise<void> {
  if (debts.length === 0) return
  const first = await takeNumbers(tx, await lockNumbers(tx, 'receipt', 'RC'), debts.length)
  for (const [index, { id, client_id, client, number, balance }] of debts.entries()) {
    const payment_id = newId()
    const paid = { id: payment_id, number: first + index, client_id, amount: balance, method: 'efectivo' as const }
    const registered_by = cashier.name
    const created_at = atHour(now, day, `${String(9 + index).padStart(2, '0')}:10`)
    await tx
      .insertInto('payments')
      .values({ ...paid, paid_on: day, account_id, turn_id, registered_by, created_at })
      .execute()
    const after = { number: paid.number, client, amount: toPesos(balance), method: 'efectivo', invoices: [number] }
    await insertEvent(tx, cashier, 'payment.registered', payment_id, after)
    await sql`
      update invoices set balance = balance - ${balance}::bigint
      where company_id = (select current_company()) and id = ${id}::uuid`.execute(tx)
    await insertEntries(
      tx,
      entriesOfReceipt({
        client_id,
        payment_id,
        posted_on: day,
        cash: balance,
        withheld: ZERO,
        applied: [{ id, amount: balance }],
        rest: ZERO,
        rounding: [],
      }),
    )
  }
}

const insertEvent = (tx: Tx, cashier: Cashier, name: string, entity_id: string, after: object) =>
  tx
    .insertInto('events')
    .values({
      name,
      entity_id,
      after: JSON.stringify(after),
      actor_id: cashier.id,
      actor_name: cashier.name,
      actor_role: 'financial',
    })
    .execute()
