import { sum, toPesos } from '#domain/core/money.ts'
import type { Segment } from '#domain/core/segment.ts'
import { blockOf } from '#domain/reports/period.ts'
import { type Lines, T12_COLUMNS, T13_COLUMNS, t12Row, t13Rows } from '#domain/reports/regulator.ts'
import type { Report, Unit } from '#domain/reports/report.ts'
import { vatRulesOn } from '#domain/taxes/vat.ts'
import { readTaxRegimes } from '#server/companies/tax-regimes.ts'
import type { Tx } from '#server/core/tx.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { type Asked, column, reportOf, row, total } from './draw.ts'
import { listLines, listNamedPlans, listOfferedPlans } from './regulator-queries.ts'
import { listBilledPlaces } from './report-queries.ts'

const PESOS = [
  'VALOR_PLAN_IMPUESTOS',
  'VALOR_PLAN',
  'TARIFA_MENSUAL_INTERNET',
  'VALOR_FACTURADO_O_COBRADO',
  'OTROS_VALORES_FACTURADOS',
]
const unitOf = (name: string): Unit => (PESOS.includes(name) ? 'pesos' : name.startsWith('CANTIDAD') ? 'count' : 'text')
const columnsOf = (names: readonly string[]) => names.map((name) => column(name, name, unitOf(name)))

const NOTE =
  'Con los nombres de Enlace en los códigos: reemplázalos por los del diccionario oficial, y completa la tecnología, antes de cargarlo en Colombia TIC. De lo que se vende en paquete completa también qué otros servicios trae y cuánto de su tarifa es del internet.'

/** T.1.2: the plans by municipality and segment in a half year, with their tariffs (R6.6). */
export async function tariffPlans(tx: Tx, asked: Asked): Promise<Report> {
  const { range } = asked
  const [plans, parameters, company] = await Promise.all([
    listOfferedPlans(tx, range),
    readParameters(tx),
    tx.selectFrom('companies').select('prices_include_vat').executeTakeFirstOrThrow(),
  ])
  const terms = {
    rules: vatRulesOn(parameters, range.to, await readTaxRegimes(tx)),
    includesVat: company.prices_include_vat,
  }
  const block = blockOf(range.to, 6)
  return reportOf('t12', asked, {
    columns: columnsOf(T12_COLUMNS),
    rows: plans.map((plan) => row(t12Row(plan, block, terms))),
    totals: [total('rows', 'Planes por municipio y segmento', 'count', plans.length)],
    hasPrevious: false,
    note: NOTE,
  })
}

/** T.1.3: the lines in service at the end of a quarter and what was billed in it (R6.6). */
export async function accesses(tx: Tx, asked: Asked): Promise<Report> {
  const { range, previous } = asked
  const [lines, linesBefore, plans, billed, billedBefore] = await Promise.all([
    listLines(tx, range),
    listLines(tx, previous),
    listNamedPlans(tx, range),
    listBilledPlaces(tx, range),
    listBilledPlaces(tx, previous),
  ])
  const rows = t13Rows(lines, billed.map(placed), plans, blockOf(range.to, 3))
  const count = (of: readonly Lines[]): number => of.reduce((all, one) => all + one.count, 0)
  const fees = (of: readonly { fee: Parameters<typeof toPesos>[0] }[]): number => toPesos(sum(of.map(({ fee }) => fee)))
  return reportOf('t13', asked, {
    columns: columnsOf(T13_COLUMNS),
    rows: rows.map(({ cells }) => row(cells)),
    totals: [
      total('lines', 'Líneas en servicio', 'count', count(lines), { previous: count(linesBefore) }),
      total('fees', 'Valor facturado', 'pesos', fees(billed), { previous: fees(billedBefore) }),
      total('others', 'Otros valores facturados', 'pesos', toPesos(sum(billed.map(({ other }) => other))), {
        previous: toPesos(sum(billedBefore.map(({ other }) => other))),
      }),
    ],
    note: NOTE,
  })
}

const placed = <Row extends { segment: string }>(of: Row): Omit<Row, 'segment'> & { segment: Segment } => ({
  ...of,
  segment: of.segment === 'business' ? 'business' : 'residential',
})
