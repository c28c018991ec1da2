import { PORTFOLIO_AGE_LABELS } from '#domain/accounting/portfolio.ts'
import { RECEIVED_DAY_LABELS, RECEIVED_KIND_LABELS } from '#domain/accounting/received-book.ts'
import { type Day, dayLabel, isDay, shortDayLabel } from '#domain/core/days.ts'
import { type Money, pesos, pesosLabel, sum } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { Column } from '#domain/exports/column.ts'
import { METHOD_LABELS } from '#domain/payments/payment.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import { queuePerKey } from '#server/core/queue.ts'
import type { Tx } from '#server/core/tx.ts'
import { logoOf } from '#server/documents/logo.ts'
import { type TableColumn, tablePdf } from '#server/documents/table-pdf.ts'
import type { AskedPdf, ListPdf } from '#server/exports/exports.ts'
import type { Cell } from '#server/files/xlsx.ts'
import { bookDays } from './book-days.ts'
import { ADVANCE_COLUMNS, PORTFOLIO_COLUMNS, RECEIVED_COLUMNS } from './exported-columns.ts'
import { dayAsked } from './portfolio.ts'
import { totalAdvances } from './portfolio-queries.ts'

/** The lists that have a PDF (PDF_EXPORTS): the columns of their files, and what draws it. */
export const PDF_LISTS = {
  portfolio: { columns: PORTFOLIO_COLUMNS, pdf: portfolioPdf },
  advances: { columns: ADVANCE_COLUMNS, pdf: advancesPdf },
  received_book: { columns: RECEIVED_COLUMNS, pdf: receivedPdf },
} as const

/** The PDF of what was owed at the end of a day: its sums by age, and each invoice. */
async function portfolioPdf(tx: Tx, asked: AskedPdf): Promise<ListPdf> {
  const on = dayAsked(dayIn(asked, 'on'), asked.ctx.today)
  const credit = await totalAdvances(tx, on)
  const ages = Object.values(PORTFOLIO_AGE_LABELS).flatMap((label) => {
    const own = asked.rows.filter((row) => row[columnAt(asked, 'age')] === label)
    const invoices = own.length === 1 ? '1 factura' : `${own.length} facturas`
    return own.length === 0 ? [] : [`${label}: ${pesosLabel(sumAt(asked, 'balance', own))} (${invoices})`]
  })
  return drawn(tx, asked, {
    title: 'Cartera a una fecha',
    facts: [atTheEndOf(on)],
    days: on,
    figures: [
      `Cartera: ${pesosLabel(sumAt(asked, 'balance'))}`,
      ...ages,
      `Saldos a favor, aparte: ${pesosLabel(credit)}`,
    ],
    note: 'Lo que debían los clientes al final del día, también lo que está en reclamo. La edad cuenta desde el último día para pagar. Los saldos a favor no se restan.',
  })
}

/** The PDF of the credit in favour at the end of a day. */
function advancesPdf(tx: Tx, asked: AskedPdf): Promise<ListPdf> {
  const on = dayAsked(dayIn(asked, 'on'), asked.ctx.today)
  return drawn(tx, asked, {
    title: 'Saldos a favor a una fecha',
    facts: [atTheEndOf(on)],
    days: on,
    figures: [`Saldos a favor: ${pesosLabel(sumAt(asked, 'credit'))}`],
    note: 'Lo que la empresa debía a sus clientes al final del día: anticipos y pagos de más, también lo pagado de una factura que aún no se emitía.',
  })
}

/** The PDF of what was collected, with the filters of the list in its heading. */
function receivedPdf(tx: Tx, asked: AskedPdf): Promise<ListPdf> {
  const { from, to } = bookDays({ from: dayIn(asked, 'from'), to: dayIn(asked, 'to') }, asked.ctx.today)
  const by = labelIn(asked, 'day', RECEIVED_DAY_LABELS) ?? RECEIVED_DAY_LABELS.posted
  const [kind, method] = [labelIn(asked, 'kind', RECEIVED_KIND_LABELS), labelIn(asked, 'method', METHOD_LABELS)]
  return drawn(tx, asked, {
    title: 'Libro de recaudo',
    facts: [
      from === to ? dayLabel(to) : `${dayLabel(from)} a ${dayLabel(to)}`,
      `Fecha: ${by.toLowerCase()}`,
      ...(kind === null ? [] : [`Movimiento: ${kind}`]),
      ...(method === null ? [] : [`Medio: ${method}`]),
    ],
    days: `${from}-${to}`,
    figures: [
      `Suma de los movimientos: ${pesosLabel(sumAt(asked, 'amount'))}`,
      `Retenciones: ${pesosLabel(sumAt(asked, 'withheld'))}`,
    ],
    note: 'Pagos, menos reversos y devoluciones. Las retenciones no entraron en dinero.',
  })
}

const atTheEndOf = (on: Day): string => `Al final del ${dayLabel(on)}`

function dayIn({ filters }: AskedPdf, name: string): Day | undefined {
  const value = filters?.[name]
  return typeof value === 'string' && isDay(value) ? value : undefined
}

const labelIn = ({ filters }: AskedPdf, name: string, labels: Readonly<Record<string, string>>): string | null =>
  labels[String(filters?.[name])] ?? null

const columnAt = ({ columns }: AskedPdf, at: string): number => columns.findIndex((column) => column.at === at)

/** The sum of a column in pesos, of all the rows or of some. */
const sumAt = (asked: AskedPdf, at: string, rows: AskedPdf['rows'] = asked.rows): Money =>
  sum(rows.map((row) => pesos(Number(row[columnAt(asked, at)]))))

type Described = { title: string; facts: string[]; days: string; figures: string[]; note: string }

/** Reads the letterhead in the transaction; the PDF is drawn after it. */
async function drawn(tx: Tx, asked: AskedPdf, { days, ...described }: Described): Promise<ListPdf> {
  const { ctx, rows, columns } = asked
  const issuer = await readLetterhead(tx)
  const sums = columns.map(({ header, at }, index) => {
    if (isAmount(header)) return pesosLabel(sumAt(asked, at))
    return index === 0 ? 'Total' : ''
  })
  const texts = rows.map((row) => row.map((cell, at) => textOf(cell, columns[at])))
  const table = {
    ...described,
    columns: columns.map(({ header }, at) =>
      columnOf(
        header,
        [...texts, sums].map((row) => row[at] ?? ''),
      ),
    ),
    rows: rows.length === 0 ? [] : [...texts, sums],
    // Its columns are as wide as their texts.
    wideSize: 6.5,
  }
  return {
    days,
    draw: () =>
      queueDrawing(ctx.actor.userId, async () =>
        tablePdf(issuer, await logoOf(ctx.world, ctx.actor.companyId, issuer), table, ctx.today),
      ),
  }
}

const AMOUNT = ' (COP)'
const isAmount = (header: string): boolean => header.endsWith(AMOUNT)

function textOf(cell: Cell, column: Column | undefined): string {
  if (typeof cell === 'number') return isAmount(column?.header ?? '') ? pesosLabel(pesos(cell)) : String(cell)
  return isDay(cell) ? shortDayLabel(cell) : cell
}

/** The characters by which a column is as wide as its texts; a longer text ends in an ellipsis. */
const [NARROWEST, WIDEST] = [7, 30] as const

/** A column as wide as the longest of its texts, or of the words of its heading, which takes two lines. */
function columnOf(header: string, texts: readonly string[]): TableColumn {
  const label = header.replace(AMOUNT, '')
  const longest = Math.max(...[...texts, ...label.split(' ')].map(({ length }) => length))
  return {
    label,
    align: isAmount(header) ? 'right' : 'left',
    weight: Math.min(Math.max(longest, NARROWEST), WIDEST),
  }
}

/** A person draws one PDF at a time: drawing takes the processor from other requests. */
const queueDrawing = queuePerKey({
  concurrency: 1,
  waitingMax: 2,
  refusal: () =>
    new Refusal('too_many', 'Ya estamos haciendo tu PDF. Espera un momento y vuelve a intentar.', { retryAfterS: 2 }),
})
