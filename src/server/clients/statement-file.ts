import type { Statement } from '#domain/clients/statement.ts'
import { type Day, dayLabel, shortDayLabel } from '#domain/core/days.ts'
import { type Money, minus, pesosLabel, toPesos } from '#domain/core/money.ts'
import { MOVEMENT_LABELS } from '#domain/ledger/movement.ts'
import { drawFooter, drawLetterhead, drawRule, FOOTER_TOP, type Letterhead } from '#server/documents/letterhead.ts'
import type { Logo } from '#server/documents/logo.ts'
import { type Cell, CONTENT_WIDTH, MUTED_COLOR, makePdf, PAGE, type Sheet } from '#server/documents/pdf.ts'
import { writeCsv } from '#server/files/csv.ts'
import { writeXlsx } from '#server/files/xlsx.ts'

const TITLE = 'Estado de cuenta'
const periodOf = ({ from, to }: Statement): string => `${dayLabel(from)} a ${dayLabel(to)}`

/** The statement of account as a CSV, in pesos with a decimal comma. */
export const statementCsv = (statement: Statement): Buffer => writeCsv(rowsOf(statement))

/** The statement of account as a workbook, under the name of the client and the period. */
export const statementXlsx = (statement: Statement): Promise<Buffer> =>
  writeXlsx([
    [`${TITLE} de ${statement.client.name}, ${statement.client.identification}`],
    [periodOf(statement)],
    [],
    ...rowsOf(statement),
  ])

/** The rows of both, from the opening balance to the closing balance. */
const rowsOf = (statement: Statement): (string | number)[][] => [
  ['Fecha', 'Movimiento', 'Documento', 'Cargo (COP)', 'Abono (COP)', 'Saldo (COP)'],
  [statement.from, 'Saldo inicial', '', '', '', toPesos(statement.opening_balance)],
  ...statement.movements.map(({ day, kind, document, charge, payment, balance }) => [
    day,
    MOVEMENT_LABELS[kind],
    document ?? '',
    charge === 0 ? '' : toPesos(charge),
    payment === 0 ? '' : toPesos(payment),
    toPesos(balance),
  ]),
  [statement.to, 'Saldo final', '', '', '', toPesos(statement.closing_balance)],
  ...disputeOf(statement).map(([label, amount]) => [statement.to, label, '', '', '', toPesos(amount)]),
]

/** What is in dispute and the balance without it; nothing when there is no dispute (R2.15). */
const disputeOf = ({ closing_balance, disputed }: Statement): [label: string, amount: Money][] =>
  disputed === 0
    ? []
    : [
        ['En reclamo, no se cobra', disputed],
        ['Saldo sin lo que está en reclamo', minus(closing_balance, disputed)],
      ]

const ROW_HEIGHT = 17

/** The statement of account as a PDF, on as many pages as its movements need. */
export function statementPdf(issuer: Letterhead, logo: Logo | null, statement: Statement, today: Day): Promise<Buffer> {
  const about = { title: `${TITLE} de ${statement.client.name}`, author: issuer.name, createdAt: noonOf(today) }
  return makePdf(about, (sheet) => {
    let y = drawLetterhead(sheet, issuer, logo, TITLE, [periodOf(statement)])
    y = sheet.text('H2', statement.client.name, y, { size: 13, bold: true, height: 48 })
    y = sheet.text('P', statement.client.identification, y + 1, { size: 9, color: MUTED_COLOR })
    drawMovements(sheet, issuer, statement, y + 12)
  })
}

const noonOf = (day: Day): Date => new Date(`${day}T17:00:00Z`)

type Line = readonly [day: string, movement: string, amount: string, balance: string]

/** The lines of the table, in the order of the account. */
const linesOf = (statement: Statement): Line[] => [
  [shortDayLabel(statement.from), 'Saldo inicial', '', pesosLabel(statement.opening_balance)],
  ...statement.movements.map(
    ({ day, kind, document, charge, payment, balance }): Line => [
      shortDayLabel(day),
      `${MOVEMENT_LABELS[kind]} ${document ?? ''}`,
      charge > 0 ? pesosLabel(charge) : `− ${pesosLabel(payment)}`,
      pesosLabel(balance),
    ],
  ),
  [shortDayLabel(statement.to), 'Saldo final', '', pesosLabel(statement.closing_balance)],
  ...disputeOf(statement).map(([label, amount]): Line => [shortDayLabel(statement.to), label, '', pesosLabel(amount)]),
]

function drawMovements(sheet: Sheet, issuer: Letterhead, statement: Statement, top: number): void {
  let rest = linesOf(statement)
  let y = top
  for (let page = 1; rest.length > 0; page += 1) {
    if (page > 1) {
      sheet.newPage()
      y = PAGE.margin
    }
    const room = Math.max(1, Math.floor((FOOTER_TOP - y) / ROW_HEIGHT) - 2)
    const header = rowAt(HEADER, y, true)
    drawRule(sheet, y + ROW_HEIGHT - 3)
    const rows = rest.slice(0, room).map((line, index) => rowAt(line, y + (index + 1) * ROW_HEIGHT + 2, false))
    sheet.table([header, ...rows])
    drawFooter(sheet, issuer)
    rest = rest.slice(room)
  }
}

const HEADER: Line = ['Fecha', 'Movimiento', 'Valor', 'Saldo']
const DAY_WIDTH = 70
const AMOUNT_WIDTH = 100

function rowAt([day, movement, amount, balance]: Line, y: number, isHeader: boolean): Cell[] {
  const style = { size: 9, height: 12, ...(isHeader ? { color: MUTED_COLOR, bold: true } : {}) }
  const end = PAGE.margin + CONTENT_WIDTH
  const right = { ...style, width: AMOUNT_WIDTH, align: 'right' as const }
  return [
    { isHeader, content: day, y, style: { ...style, x: PAGE.margin, width: DAY_WIDTH } },
    {
      isHeader,
      content: movement,
      y,
      style: { ...style, x: PAGE.margin + DAY_WIDTH, width: CONTENT_WIDTH - DAY_WIDTH - 2 * AMOUNT_WIDTH - 10 },
    },
    { isHeader, content: amount, y, style: { ...right, x: end - 2 * AMOUNT_WIDTH } },
    { isHeader, content: balance, y, style: { ...right, x: end - AMOUNT_WIDTH } },
  ]
}
