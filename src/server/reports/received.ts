import { sql } from 'kysely'
import { addDays, type Day } from '#domain/core/days.ts'
import { type Money, minus, money, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { METHOD_LABELS, PAYMENT_METHODS } from '#domain/payments/payment.ts'
import type { Range } from '#domain/reports/period.ts'
import type { Report } from '#domain/reports/report.ts'
import type { Tx } from '#server/core/tx.ts'
import { type Asked, column, listOf, reportOf, row, shareCell, total } from './draw.ts'
import { listReceived } from './report-queries.ts'

type Received = Awaited<ReturnType<typeof listReceived>>

const amountOf = (rows: Received, source: 'payment' | 'reversal' | 'refund'): Money =>
  sum(rows.filter((one) => one.source === source).map(({ amount }) => amount))
const netOf = (rows: Received): Money =>
  money(amountOf(rows, 'payment') - amountOf(rows, 'reversal') - amountOf(rows, 'refund'))
const withheldOf = (rows: Received): Money =>
  money(rows.reduce((all, { source, withheld }) => all + (source === 'reversal' ? minus(ZERO, withheld) : withheld), 0))
const paymentsList = ({ from, to }: Range, filters: Readonly<Record<string, string>> = {}): string =>
  listOf(paths.transactions, { from, to, ...filters })

/** What came in by each method, less what was reversed and returned, each on its own day. */
export async function received(tx: Tx, asked: Asked): Promise<Report> {
  const { range, previous } = asked
  const [rows, before] = await Promise.all([listReceived(tx, range), listReceived(tx, previous)])
  const methods = PAYMENT_METHODS.filter((method) => rows.some((one) => one.method === method))
  return reportOf('recaudo', asked, {
    columns: [
      column('method', 'Medio', 'text'),
      column('payments', 'Pagos', 'count'),
      column('received', 'Recibido', 'pesos'),
      column('reversed', 'Reversado', 'pesos'),
      column('refunded', 'Devuelto', 'pesos'),
      column('net', 'Recaudo', 'pesos'),
      column('withheld', 'Retenciones', 'pesos'),
    ],
    rows: methods.map((method) => {
      const own = rows.filter((one) => one.method === method)
      const payments = own.reduce((all, { source, documents }) => all + (source === 'payment' ? documents : 0), 0)
      const amounts = [
        amountOf(own, 'payment'),
        amountOf(own, 'reversal'),
        amountOf(own, 'refund'),
        netOf(own),
        withheldOf(own),
      ]
      return row([METHOD_LABELS[method], payments, ...amounts.map(toPesos)], paymentsList(range, { method }))
    }),
    totals: [
      total('net', 'Recaudo', 'pesos', toPesos(netOf(rows)), {
        previous: toPesos(netOf(before)),
        href: paymentsList(range),
      }),
      total('received', 'Recibido', 'pesos', toPesos(amountOf(rows, 'payment')), {
        previous: toPesos(amountOf(before, 'payment')),
        href: paymentsList(range),
      }),
      total('reversed', 'Reversado', 'pesos', toPesos(amountOf(rows, 'reversal')), {
        previous: toPesos(amountOf(before, 'reversal')),
      }),
      total('refunded', 'Devuelto', 'pesos', toPesos(amountOf(rows, 'refund')), {
        previous: toPesos(amountOf(before, 'refund')),
      }),
      total('withheld', 'Retenciones que nos practicaron', 'pesos', toPesos(withheldOf(rows)), {
        previous: toPesos(withheldOf(before)),
      }),
    ],
    chart: ['net'],
    note: 'Un reverso y una devolución cuentan el día en que se hicieron: lo recaudado de un mes pasado no cambia.',
  })
}

/** The ages of the debt, in days since the due day; null: without an end. */
const AGES = [
  { label: 'Por vencer', from: null, to: 0 },
  { label: '1 a 30 días', from: 1, to: 30 },
  { label: '31 a 60 días', from: 31, to: 60 },
  { label: '61 a 90 días', from: 61, to: 90 },
  { label: '91 a 180 días', from: 91, to: 180 },
  { label: '181 a 360 días', from: 181, to: 360 },
  { label: 'Más de 360 días', from: 361, to: null },
] as const
type Age = (typeof AGES)[number]

type Debt = { age: number; invoices: number; balance: Money; disputed: Money }

/** What the clients owe today, by how long ago it was due. Credit in favour is apart and never netted. */
export async function ageing(tx: Tx, asked: Asked): Promise<Report> {
  const { today } = asked
  const [debts, credit] = await Promise.all([listDebtsByAge(tx, today), readCreditInFavour(tx)])
  const balance = sum(debts.map((one) => one.balance))
  const overdue = sum(debts.filter(({ age }) => age > 0).map((one) => one.balance))
  return reportOf('cartera', asked, {
    columns: [
      column('age', 'Edad', 'text'),
      column('invoices', 'Facturas', 'count'),
      column('balance', 'Saldo', 'pesos'),
      column('disputed', 'En reclamo', 'pesos'),
      column('share', 'Parte', 'share'),
    ],
    rows: AGES.map((age, index) => {
      const own = debts.find((one) => one.age === index)
      const cells = [age.label, own?.invoices ?? 0, toPesos(own?.balance ?? ZERO), toPesos(own?.disputed ?? ZERO)]
      return row([...cells, shareCell(own?.balance ?? 0, balance)], debtsOf(age, today))
    }),
    totals: [
      total('balance', 'Cartera', 'pesos', toPesos(balance), {
        href: listOf(paths.invoices, { balance: 'con_deuda' }),
      }),
      total('overdue', 'Vencida', 'pesos', toPesos(overdue), {
        href: listOf(paths.invoices, { balance: 'con_deuda', due_to: addDays(today, -1) }),
      }),
      total('current', 'Por vencer', 'pesos', toPesos(minus(balance, overdue)), {
        href: listOf(paths.invoices, { balance: 'con_deuda', due_from: today }),
      }),
      total('credit', 'Saldos a favor, aparte', 'pesos', toPesos(credit), {
        href: listOf(paths.invoices, { balance: 'a_favor' }),
      }),
    ],
    chart: ['balance'],
    hasPrevious: false,
    note: 'La cartera es la de hoy. Los saldos a favor no se restan.',
  })
}

/** The invoices of an age in their list. */
function debtsOf({ from, to }: Age, today: Day): string {
  return listOf(paths.invoices, {
    balance: 'con_deuda',
    ...(to === null ? {} : { due_from: addDays(today, -to) }),
    ...(from === null ? {} : { due_to: addDays(today, -from) }),
  })
}

/** The open invoices by age: the index in AGES. Read from the index of the open invoices, without the documents. */
async function listDebtsByAge(tx: Tx, today: Day): Promise<Debt[]> {
  const { rows } = await sql<Debt>`
    select age, count(*)::int as invoices, sum(balance)::bigint as balance, sum(disputed_amount)::bigint as disputed
    from (
      select balance, disputed_amount, case
        when due_on >= ${today}::date then 0 when due_on >= ${addDays(today, -30)}::date then 1
        when due_on >= ${addDays(today, -60)}::date then 2 when due_on >= ${addDays(today, -90)}::date then 3
        when due_on >= ${addDays(today, -180)}::date then 4 when due_on >= ${addDays(today, -360)}::date then 5
        else 6 end as age
      from invoices where company_id = (select current_company()) and balance > 0
    ) owed group by age`.execute(tx)
  return rows
}

async function readCreditInFavour(tx: Tx): Promise<Money> {
  const { rows } = await sql<{ amount: Money }>`
    select coalesce(sum(credit), 0)::bigint as amount from client_movements
    where company_id = (select current_company()) and moves_credit`.execute(tx)
  return rows[0]?.amount ?? ZERO
}
