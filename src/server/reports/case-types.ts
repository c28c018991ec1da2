import { paths } from '#domain/core/paths.ts'
import type { CaseResult } from '#domain/pqr/list-query.ts'
import type { Range } from '#domain/reports/period.ts'
import type { Report } from '#domain/reports/report.ts'
import type { Tx } from '#server/core/tx.ts'
import { type Asked, column, listOf, meanOf, reportOf, row, shareCell, total } from './draw.ts'
import { type Cases, listCaseTypes } from './report-queries.ts'

/** The rows of the report, with the filters of the list that has the cases of each. */
const TYPES = [
  { type: 'peticion', label: 'Peticiones', filters: { type: 'peticion' } },
  { type: 'queja', label: 'Quejas y reclamos', filters: { type: 'queja' } },
  { type: 'recurso', label: 'Recursos', filters: { fact: 'reposicion' } },
] as const

type Of = (typeof TYPES)[number]

/** The results of the figures after the first two columns, in their order; a share and a mean open the cases that they are of. */
const RESULTS = ['respondida', 'silencio', 'a_tiempo', 'respondida', 'favor', 'parcial', 'contra'] as const

const listHref = ({ filters }: Of, { from, to }: Range, result?: CaseResult): string =>
  listOf(paths.pqrQueue, { state: 'all', ...filters, ...(result && { result }), from, to })

/** The list of each figure of a row; null for one that counts no case. */
function hrefsOf(of: Of, range: Range, cells: readonly (number | null)[]): (string | null)[] {
  const hrefs = [undefined, ...RESULTS].map((result) => listHref(of, range, result))
  return [null, ...hrefs.map((href, at) => (cells[at] === 0 || cells[at] === null ? null : href))]
}

/** Petitions, complaints and appeals: how many, how many of them in their term, in how many days, and for whom. */
export async function caseTypes(tx: Tx, asked: Asked): Promise<Report> {
  const { range, previous } = asked
  const [types, before] = await Promise.all([listCaseTypes(tx, range), listCaseTypes(tx, previous)])
  return reportOf('pqr_tipos', asked, {
    columns: [
      column('type', 'Tipo', 'text'),
      column('filed', 'Radicadas', 'count'),
      column('answered', 'Respondidas', 'count'),
      column('late', 'Con silencio positivo', 'count'),
      column('on_time', 'A tiempo', 'share'),
      column('days', 'Días de respuesta', 'days'),
      column('favour', 'A favor', 'count'),
      column('partial', 'A favor en parte', 'count'),
      column('against', 'En contra', 'count'),
    ],
    rows: TYPES.map((of) => {
      const cells = cellsOf(ofType(types, of))
      return row([of.label, ...cells], listHref(of, range), hrefsOf(of, range, cells))
    }),
    totals: TYPES.map((of) =>
      total(of.type, `Días de respuesta: ${of.label.toLowerCase()}`, 'days', daysOf(ofType(types, of)), {
        previous: daysOf(ofType(before, of)),
        href: daysOf(ofType(types, of)) === null ? null : listHref(of, range, 'respondida'),
      }),
    ),
    chart: ['filed', 'answered'],
    note: 'Las peticiones y las quejas cuentan en la fecha en que se radicaron, y los recursos en la que se interpusieron. Los días son calendario, y cuentan también los de una respuesta que llegó después de un silencio. «A tiempo» es de lo que ya se respondió o tuvo silencio positivo.',
  })
}

const ofType = (types: readonly Cases[], { type }: Of): Cases | undefined => types.find(({ part }) => part === type)

const daysOf = (one: Cases | undefined): number | null => (one === undefined ? null : meanOf(one.days, one.answered))

const cellsOf = (one: Cases | undefined): (number | null)[] =>
  one === undefined
    ? [0, 0, 0, null, null, 0, 0, 0]
    : [
        one.filed,
        one.answered,
        one.late,
        shareCell(one.on_time, one.on_time + one.late),
        daysOf(one),
        one.favour,
        one.partial,
        one.against,
      ]
