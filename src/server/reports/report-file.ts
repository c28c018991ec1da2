import { type Day, dayLabel } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { columnSum, type Report, type ReportCell, type Unit } from '#domain/reports/report.ts'
import { cellLabel } from '#domain/reports/words.ts'
import { drawFooter, drawLetterhead, drawRule, FOOTER_TOP, type Letterhead } from '#server/documents/letterhead.ts'
import type { Logo } from '#server/documents/logo.ts'
import { type Cell, CONTENT_WIDTH, MUTED_COLOR, makePdf, PAGE, type Sheet } from '#server/documents/pdf.ts'
import { writeCsv } from '#server/files/csv.ts'
import { writeWorkbook } from '#server/files/xlsx.ts'

const UNIT_SUFFIX: Readonly<Record<Unit, string>> = { text: '', pesos: ' (COP)', count: '', share: ' (%)', days: '' }
const plain = (cell: ReportCell): string | number => cell ?? ''

/** The range of a report in words. */
export const rangeText = ({ range: { from, to } }: Report): string =>
  from === to ? dayLabel(to) : `${dayLabel(from)} a ${dayLabel(to)}`

/** The table of a report with its headers; the columns of the regulator keep their names. */
const tableOf = (report: Report): (string | number)[][] => [
  report.columns.map(({ key, label, unit }) => (key === label ? label : `${label}${UNIT_SUFFIX[unit]}`)),
  ...report.rows.map(({ cells }) => cells.map(plain)),
]

/** The sums of the columns, as the last row; a report of the regulator has none, because its file is loaded as it is. */
function sumsOf(report: Report): (string | number)[][] {
  if (report.rows.length === 0 || report.columns.some(({ key, label }) => key === label)) return []
  return [report.columns.map((_, at) => (at === 0 ? 'Total' : plain(columnSum(report, at))))]
}

/** A report as a CSV: its table and its sums. */
export const reportCsv = (report: Report): Buffer => writeCsv([...tableOf(report), ...sumsOf(report)])

/** A report as a workbook: its table, and its figures with those of the range before. */
export const reportXlsx = (report: Report): Promise<Buffer> =>
  writeWorkbook([
    { name: 'Reporte', rows: [...tableOf(report), ...sumsOf(report)] },
    {
      name: 'Resumen',
      rows: [
        [report.title, rangeText(report)],
        ['Cifra', 'Valor', report.previous === null ? '' : `${report.previous.from} a ${report.previous.to}`],
        ...report.totals.map(({ label, unit, value, previous }) => [
          `${label}${UNIT_SUFFIX[unit]}`,
          plain(value),
          plain(previous),
        ]),
        ...(report.note === null ? [] : [[report.note]]),
      ],
    },
  ])

/** The rows that a PDF has at most: a longer report is a spreadsheet. */
export const PDF_ROWS_MAX = 1_000
const ROW_HEIGHT = 16
/** Up to this many columns the text has its normal size. */
const WIDE_COLUMNS = 9

/** A report as a PDF on the letterhead of the company. Throws a Refusal when it has too many rows. */
export function reportPdf(issuer: Letterhead, logo: Logo | null, report: Report, today: Day): Promise<Buffer> {
  if (report.rows.length > PDF_ROWS_MAX)
    throw new Refusal('refused', 'El reporte tiene demasiadas filas para un PDF: descárgalo en Excel o CSV')
  const about = { title: report.title, author: issuer.name, createdAt: new Date(`${today}T17:00:00Z`) }
  return makePdf(about, (sheet) => {
    let y = drawLetterhead(sheet, issuer, logo, report.title, [rangeText(report)])
    for (const { label, unit, value, previous } of report.totals) {
      const before = previous === null ? '' : ` (antes: ${cellLabel(previous, unit)})`
      y = sheet.text('P', `${label}: ${cellLabel(value, unit)}${before}`, y + 2, { size: 10 })
    }
    if (report.note !== null) y = sheet.text('P', report.note, y + 4, { size: 8, color: MUTED_COLOR })
    drawTable(sheet, issuer, report, y + 12)
  })
}

function drawTable(sheet: Sheet, issuer: Letterhead, report: Report, top: number): void {
  const lines = [...report.rows.map(({ cells }) => cells), ...sumsOf(report)].map((cells) =>
    cells.map((cell, at) => cellLabel(cell === '' ? null : cell, report.columns[at]?.unit ?? 'text')),
  )
  const headers = report.columns.map(({ label }) => label)
  let rest = lines
  let y = top
  for (let page = 1; page === 1 || rest.length > 0; page += 1) {
    if (page > 1) {
      sheet.newPage()
      y = PAGE.margin
    }
    const room = Math.max(1, Math.floor((FOOTER_TOP - y) / ROW_HEIGHT) - 3)
    const header = rowAt(report, headers, y, true)
    drawRule(sheet, y + 2 * ROW_HEIGHT - 3)
    const rows = rest.slice(0, room).map((line, index) => rowAt(report, line, y + (index + 2) * ROW_HEIGHT + 2, false))
    sheet.table([header, ...rows])
    drawFooter(sheet, issuer)
    rest = rest.slice(room)
  }
}

function rowAt({ columns }: Report, texts: readonly string[], y: number, isHeader: boolean): Cell[] {
  const width = CONTENT_WIDTH / columns.length
  const size = columns.length > WIDE_COLUMNS ? 5 : 8
  return texts.map((content, at) => ({
    isHeader,
    content,
    y,
    style: {
      size,
      x: PAGE.margin + at * width,
      width: width - 4,
      height: isHeader ? 2 * size + 6 : size + 4,
      align: columns[at]?.unit === 'text' ? ('left' as const) : ('right' as const),
      ...(isHeader ? { color: MUTED_COLOR, bold: true } : {}),
    },
  }))
}
