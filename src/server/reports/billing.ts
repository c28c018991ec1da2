import { type Money, minus, money, plus, shareOf, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import { partsOf, type Range } from '#domain/reports/period.ts'
import type { Report } from '#domain/reports/report.ts'
import type { VatTreatment } from '#domain/taxes/charge.ts'
import type { Tx } from '#server/core/tx.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { type Asked, column, listOf, reportOf, row, total } from './draw.ts'
import { listBilledParts, listBilledPlans, listBilledTreatments } from './report-queries.ts'

type Amounts = { source: string; documents: number; base: Money; vat: Money }

/** The sums of some rows: what was billed, and what was credited of it and of opening balances. */
function sumsOf(rows: readonly Amounts[]) {
  const billed = rows.filter(({ source }) => source === 'invoice')
  const noted = rows.filter(({ source }) => source !== 'invoice')
  const base = sum(billed.map((one) => one.base))
  const vat = sum(billed.map((one) => one.vat))
  const noteBase = sum(noted.map((one) => one.base))
  const noteVat = sum(noted.map((one) => one.vat))
  return {
    invoices: billed.reduce((all, one) => all + one.documents, 0),
    base,
    vat,
    billed: plus(base, vat),
    notes: noted.reduce((all, one) => all + one.documents, 0),
    noteBase,
    noteVat,
    credited: plus(noteBase, noteVat),
    net: minus(plus(base, vat), plus(noteBase, noteVat)),
  }
}

const billedList = ({ from, to }: Range, filters: Readonly<Record<string, string>> = {}): string =>
  listOf(paths.invoices, { from, to, billed: 'true', ...filters })
const notesList = ({ from, to }: Range): string => listOf(paths.notes, { from, to })
const bookList = ({ from, to }: Range, filters: Readonly<Record<string, string>> = {}): string =>
  listOf(paths.salesBook, { from, to, ...filters })

/** What was billed in each day or month, with its VAT and its credit notes. */
export async function billing(tx: Tx, asked: Asked): Promise<Report> {
  const { range, previous } = asked
  const [parts, before] = await Promise.all([listBilledParts(tx, range), listBilledParts(tx, previous)])
  const [all, earlier] = [sumsOf(parts), sumsOf(before)]
  const compared = (key: 'billed' | 'base' | 'vat' | 'credited' | 'net') => toPesos(earlier[key])
  return reportOf('facturacion', asked, {
    columns: [
      column('part', 'Fecha', 'text'),
      column('invoices', 'Facturas', 'count'),
      column('base', 'Base', 'pesos'),
      column('vat', 'IVA', 'pesos'),
      column('billed', 'Facturado', 'pesos'),
      column('notes', 'Notas crédito', 'count'),
      column('credited', 'Acreditado', 'pesos'),
      column('net', 'Neto', 'pesos'),
    ],
    rows: partsOf(range).map(({ key, range: own }) => {
      const sums = sumsOf(parts.filter(({ part }) => part === key))
      const amounts = [sums.base, sums.vat, sums.billed].map(toPesos)
      const cells = [key, sums.invoices, ...amounts, sums.notes, toPesos(sums.credited), toPesos(sums.net)]
      return row(cells, billedList(own))
    }),
    totals: [
      total('billed', 'Facturado', 'pesos', toPesos(all.billed), {
        previous: compared('billed'),
        href: billedList(range),
      }),
      total('base', 'Base', 'pesos', toPesos(all.base), { previous: compared('base'), href: bookList(range) }),
      total('vat', 'IVA', 'pesos', toPesos(all.vat), { previous: compared('vat'), href: bookList(range) }),
      total('credited', 'Notas crédito', 'pesos', toPesos(all.credited), {
        previous: compared('credited'),
        href: notesList(range),
      }),
      total('net', 'Neto', 'pesos', toPesos(all.net), { previous: compared('net') }),
    ],
    chart: ['billed'],
    note: 'Sin los saldos iniciales, que facturó otro sistema.',
  })
}

const TREATMENT_LABELS: Readonly<Record<VatTreatment, string>> = {
  gravado: 'Gravado',
  exento: 'Exento',
  excluido: 'Excluido',
}

/** The bases and the VAT of a range, by treatment and rate. */
export async function vatByTreatment(tx: Tx, asked: Asked): Promise<Report> {
  const { range, previous } = asked
  // A note of an opening balance has no VAT of these books.
  const billed = async (of: typeof range) =>
    (await listBilledTreatments(tx, of)).filter(({ source }) => source !== 'opening_note')
  const [rows, before] = await Promise.all([billed(range), billed(previous)])
  const [all, earlier] = [sumsOf(rows), sumsOf(before)]
  const kinds = [...Map.groupBy(rows, ({ vat_treatment, vat_bps }) => `${vat_treatment} ${vat_bps}`).values()]
  const net = ({ vat, noteVat }: ReturnType<typeof sumsOf>) => toPesos(minus(vat, noteVat))
  return reportOf('iva', asked, {
    columns: [
      column('treatment', 'Tratamiento', 'text'),
      column('base', 'Base', 'pesos'),
      column('vat', 'IVA', 'pesos'),
      column('credited_base', 'Base de notas crédito', 'pesos'),
      column('credited_vat', 'IVA de notas crédito', 'pesos'),
      column('net_base', 'Base neta', 'pesos'),
      column('net_vat', 'IVA neto', 'pesos'),
    ],
    rows: kinds.flatMap((kind) => {
      const [first] = kind
      if (!first) return []
      const sums = sumsOf(kind)
      const rate = first.vat_bps === 0 ? '' : ` ${String(first.vat_bps / 100).replace('.', ',')} %`
      const amounts = [sums.base, sums.vat, sums.noteBase, sums.noteVat, minus(sums.base, sums.noteBase)]
      const cells = [`${TREATMENT_LABELS[first.vat_treatment]}${rate}`, ...amounts.map(toPesos), net(sums)]
      return [row(cells, bookList(range, { treatment: first.vat_treatment }))]
    }),
    totals: [
      total('base', 'Base', 'pesos', toPesos(all.base), { previous: toPesos(earlier.base), href: bookList(range) }),
      total('vat', 'IVA generado', 'pesos', toPesos(all.vat), {
        previous: toPesos(earlier.vat),
        href: bookList(range),
      }),
      total('net_vat', 'IVA menos notas crédito', 'pesos', net(all), { previous: net(earlier), href: bookList(range) }),
    ],
    chart: ['net_base'],
  })
}

/** What was billed of each plan, without VAT. */
export async function incomeByPlan(tx: Tx, asked: Asked): Promise<Report> {
  const { range, previous } = asked
  const [plans, before] = await Promise.all([listBilledPlans(tx, range), listBilledPlans(tx, previous)])
  const billedOf = (rows: typeof plans): Money => sum(rows.map(({ fee, other }) => plus(fee, other)))
  const feesOf = (rows: typeof plans): Money => sum(rows.map(({ fee }) => fee))
  return reportOf('planes', asked, {
    columns: [
      column('plan', 'Plan', 'text'),
      column('invoices', 'Facturas', 'count'),
      column('fee', 'Mensualidades', 'pesos'),
      column('other', 'Otros cobros', 'pesos'),
      column('billed', 'Facturado sin IVA', 'pesos'),
      column('credited', 'Notas crédito sin IVA', 'pesos'),
      column('net', 'Ingreso', 'pesos'),
    ],
    rows: plans.map(({ plan, invoices, fee, other, credited }) => {
      const billed = plus(fee, other)
      const cells = [plan === '' ? 'Sin plan' : plan, invoices, ...[fee, other, billed, credited].map(toPesos)]
      return row([...cells, toPesos(minus(billed, credited))], plan === '' ? null : billedList(range, { plan }))
    }),
    totals: [
      total('billed', 'Facturado sin IVA', 'pesos', toPesos(billedOf(plans)), {
        previous: toPesos(billedOf(before)),
        href: billedList(range),
      }),
      total('fee', 'Mensualidades', 'pesos', toPesos(feesOf(plans)), { previous: toPesos(feesOf(before)) }),
    ],
    chart: ['billed'],
    note: 'Cada plan con el nombre que tenía en la factura. Los cobros sueltos van en «Sin plan».',
  })
}

/** The base of the periodic contribution to the FUTIC and its value, by month of a quarter (R6.8). */
export async function futic(tx: Tx, asked: Asked): Promise<Report> {
  const { range, previous } = asked
  const [parts, before, parameters] = await Promise.all([
    listBilledParts(tx, range),
    listBilledParts(tx, previous),
    readParameters(tx),
  ])
  const bps = valueInForce(parameters, 'regulator.futic_share', range.to)
  const baseOf = (rows: readonly Amounts[]): Money =>
    money(
      rows.reduce(
        (all, { source, base }) =>
          all + (source === 'invoice' ? base : source === 'credit_note' ? minus(ZERO, base) : 0),
        0,
      ),
    )
  const owed = (base: Money): number => toPesos(base > 0 ? shareOf(base, bps) : ZERO)
  const [base, earlier] = [baseOf(parts), baseOf(before)]
  return reportOf('futic', asked, {
    columns: [
      column('part', 'Mes', 'text'),
      column('income', 'Facturado sin IVA', 'pesos'),
      column('credited', 'Notas crédito sin IVA', 'pesos'),
      column('base', 'Base', 'pesos'),
    ],
    rows: partsOf(range).map(({ key, range: own }) => {
      const rows = parts.filter(({ part }) => part === key)
      const income = baseOf(rows.filter(({ source }) => source === 'invoice'))
      return row([key, toPesos(income), toPesos(minus(income, baseOf(rows))), toPesos(baseOf(rows))], bookList(own))
    }),
    totals: [
      total('base', 'Base', 'pesos', toPesos(base), { previous: toPesos(earlier), href: bookList(range) }),
      total('owed', `Contraprestación (${String(bps / 100).replace('.', ',')} %)`, 'pesos', owed(base), {
        previous: owed(earlier),
      }),
    ],
    chart: ['base'],
    note: 'Sobre lo facturado sin IVA menos notas crédito. Confirma con tu contador qué ingresos entran en la base.',
  })
}
