import { paths } from '#domain/core/paths.ts'
import type { WorkOrder } from '#domain/installations/report.ts'
import { WORK_ORDER_LABELS } from '#domain/installations/wording.ts'
import { partsOf, type Range } from '#domain/reports/period.ts'
import type { Report } from '#domain/reports/report.ts'
import type { Tx } from '#server/core/tx.ts'
import { type Asked, column, listOf, meanOf, reportOf, row, shareCell, total } from './draw.ts'
import { countInService, listCases, listContractMoves, listWorks } from './report-queries.ts'

const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((all, one) => all + value(one), 0)

const joinedList = ({ from, to }: Range): string => listOf(paths.contracts, { joined_from: from, joined_to: to })
const leftList = ({ from, to }: Range): string => listOf(paths.contracts, { left_from: from, left_to: to })

/** The contracts that began and ended their service. */
export async function growth(tx: Tx, asked: Asked): Promise<Report> {
  const { range, previous } = asked
  const [moves, before, active, activeBefore] = await Promise.all([
    listContractMoves(tx, range),
    listContractMoves(tx, previous),
    countInService(tx, range),
    countInService(tx, previous),
  ])
  const joined = sumOf(moves, (one) => one.joined)
  const left = sumOf(moves, (one) => one.left)
  return reportOf('clientes', asked, {
    columns: [
      column('part', 'Fecha', 'text'),
      column('joined', 'Altas', 'count'),
      column('left', 'Retiros', 'count'),
      column('net', 'Diferencia', 'count'),
    ],
    rows: partsOf(range).map(({ key, range: own }) => {
      const move = moves.find(({ part }) => part === key)
      const cells = [key, move?.joined ?? 0, move?.left ?? 0, (move?.joined ?? 0) - (move?.left ?? 0)]
      return row(cells, joinedList(own))
    }),
    totals: [
      total('joined', 'Altas', 'count', joined, {
        previous: sumOf(before, (one) => one.joined),
        href: joinedList(range),
      }),
      total('left', 'Retiros', 'count', left, { previous: sumOf(before, (one) => one.left), href: leftList(range) }),
      total('active', 'En servicio al final', 'count', active, { previous: activeBefore }),
      total('churn', 'Retiros de los que estaban', 'share', shareCell(left, active + left - joined), {
        previous: shareCell(
          sumOf(before, (one) => one.left),
          activeBefore + sumOf(before, (one) => one.left - one.joined),
        ),
      }),
    ],
    chart: ['joined', 'left'],
  })
}

const casesList = ({ from, to }: Range): string => listOf(paths.pqrQueue, { state: 'all', from, to })

/** The cases filed, how many were answered in their term, in how many days, and for whom. */
export async function cases(tx: Tx, asked: Asked): Promise<Report> {
  const { range, previous } = asked
  const [parts, before] = await Promise.all([listCases(tx, range), listCases(tx, previous)])
  const onTime = (rows: typeof parts): number | null => {
    const late = sumOf(rows, (one) => one.late)
    const onTimeCount = sumOf(rows, (one) => one.on_time)
    return shareCell(onTimeCount, onTimeCount + late)
  }
  const favour = (rows: typeof parts): number | null =>
    shareCell(
      sumOf(rows, (one) => one.favour),
      sumOf(rows, (one) => one.favour + one.partial + one.against),
    )
  const days = (rows: typeof parts): number | null =>
    meanOf(
      sumOf(rows, (one) => one.days),
      sumOf(rows, (one) => one.answered),
    )
  return reportOf('pqr', asked, {
    columns: [
      column('part', 'Fecha', 'text'),
      column('filed', 'Radicadas', 'count'),
      column('answered', 'Respondidas', 'count'),
      column('late', 'Con silencio positivo', 'count'),
      column('days', 'Días de respuesta', 'days'),
      column('favour', 'A favor', 'count'),
      column('partial', 'A favor en parte', 'count'),
      column('against', 'En contra', 'count'),
    ],
    rows: partsOf(range).map(({ key, range: own }) => {
      const one = parts.find(({ part }) => part === key)
      const cells = one
        ? [key, one.filed, one.answered, one.late, meanOf(one.days, one.answered), one.favour, one.partial, one.against]
        : [key, 0, 0, 0, null, 0, 0, 0]
      return row(cells, casesList(own))
    }),
    totals: [
      total(
        'filed',
        'Radicadas',
        'count',
        sumOf(parts, (one) => one.filed),
        {
          previous: sumOf(before, (one) => one.filed),
          href: casesList(range),
        },
      ),
      total('on_time', 'Respondidas a tiempo', 'share', onTime(parts), { previous: onTime(before) }),
      total('days', 'Días de respuesta', 'days', days(parts), { previous: days(before) }),
      total('favour', 'A favor de la persona', 'share', favour(parts), { previous: favour(before) }),
    ],
    chart: ['filed', 'answered'],
    note: 'Cada PQR cuenta en la fecha en que se radicó. Los días son calendario.',
  })
}

const isOrder = (name: string): name is WorkOrder => Object.hasOwn(WORK_ORDER_LABELS, name)

/** The installation reports by kind of work. */
export async function works(tx: Tx, asked: Asked): Promise<Report> {
  const [rows, before] = await Promise.all([listWorks(tx, asked.range), listWorks(tx, asked.previous)])
  const count = (all: typeof rows): number => sumOf(all, (one) => one.count)
  const under = (all: typeof rows): number => sumOf(all, (one) => one.under_speed)
  const pleased = (all: typeof rows): number | null =>
    shareCell(
      sumOf(all, (one) => one.pleased),
      sumOf(all, (one) => one.rated),
    )
  return reportOf('actas', asked, {
    columns: [
      column('order', 'Trabajo', 'text'),
      column('count', 'Actas', 'count'),
      column('under_speed', 'Bajo la velocidad contratada', 'count'),
      column('pleased', 'Respuestas «excelente» o «bueno»', 'share'),
    ],
    rows: rows.map((one) =>
      row([
        isOrder(one.order) ? WORK_ORDER_LABELS[one.order] : one.order,
        one.count,
        one.under_speed,
        shareCell(one.pleased, one.rated),
      ]),
    ),
    totals: [
      total('count', 'Actas', 'count', count(rows), { previous: count(before) }),
      total('under_speed', 'Bajo la velocidad contratada', 'count', under(rows), { previous: under(before) }),
      total('pleased', 'Satisfacción', 'share', pleased(rows), { previous: pleased(before) }),
    ],
    chart: ['count'],
    note: 'Por el día de la visita.',
  })
}
