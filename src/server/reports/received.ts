import { type Money, minus, money, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { METHOD_LABELS, PAYMENT_METHODS } from '#domain/payments/payment.ts'
import type { Range } from '#domain/reports/period.ts'
import type { Report } from '#domain/reports/report.ts'
import type { Tx } from '#server/core/tx.ts'
import { type Asked, column, listOf, reportOf, row, total } from './draw.ts'
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

const reversalsList = ({ from, to }: Range, filters: Readonly<Record<string, string>> = {}): string =>
  listOf(paths.transactions, { reversed_from: from, reversed_to: to, ...filters })

/** The payments, reversals and refunds of the range by their own day, whose amounts and withholdings add up to the figure. */
const bookList = ({ from, to }: Range, filters: Readonly<Record<string, string>> = {}): string =>
  listOf(paths.receivedBook, { from, to, day: 'made', ...filters })

/** The payments with what was withheld of them; the book as soon as a reversal took some back. */
const withheldList = (rows: Received, range: Range, filters: Readonly<Record<string, string>> = {}): string =>
  rows.some(({ source, withheld }) => source === 'reversal' && withheld !== 0)
    ? bookList(range, filters)
    : paymentsList(range, { withheld: 'true', ...filters })

/** The figures of the whole range, each with the list that it sums. */
const totalsOf = (rows: Received, before: Received, range: Range) => [
  total('net', 'Recaudo', 'pesos', toPesos(netOf(rows)), {
    previous: toPesos(netOf(before)),
    href: bookList(range),
  }),
  total('received', 'Recibido', 'pesos', toPesos(amountOf(rows, 'payment')), {
    previous: toPesos(amountOf(before, 'payment')),
    href: paymentsList(range),
  }),
  total('reversed', 'Reversado', 'pesos', toPesos(amountOf(rows, 'reversal')), {
    previous: toPesos(amountOf(before, 'reversal')),
    href: reversalsList(range),
  }),
  total('refunded', 'Devuelto', 'pesos', toPesos(amountOf(rows, 'refund')), {
    previous: toPesos(amountOf(before, 'refund')),
    href: bookList(range, { kind: 'refund' }),
  }),
  total('withheld', 'Retenciones que nos practicaron', 'pesos', toPesos(withheldOf(rows)), {
    previous: toPesos(withheldOf(before)),
    href: withheldList(rows, range),
  }),
]

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
      const list = paymentsList(range, { method })
      const reversals = reversalsList(range, { method })
      const refunds = bookList(range, { method, kind: 'refund' })
      const hrefs = [
        list,
        list,
        list,
        reversals,
        refunds,
        bookList(range, { method }),
        withheldList(own, range, { method }),
      ]
      return row([METHOD_LABELS[method], payments, ...amounts.map(toPesos)], list, hrefs)
    }),
    totals: totalsOf(rows, before, range),
    chart: ['net'],
    note: 'Un pago cuenta el día en que se hizo, y un reverso o una devolución el día en que se hicieron: un pago que registres tarde, del banco o de la oficina, cambia lo recaudado de su mes, aunque ya esté cerrado. El libro de recaudo va por el día contable, y un mes cerrado no cambia.',
  })
}
