import { type Day, dayLabel } from '#domain/core/days.ts'
import { PDF_ROWS_MAX } from '#domain/core/paging.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { columnSum, type Report, type ReportCell, type Unit } from '#domain/reports/report.ts'
import { cellLabel } from '#domain/reports/words.ts'
import type { Letterhead } from '#server/documents/letterhead.ts'
import type { Logo } from '#server/documents/logo.ts'
import { type TablePdf, tablePdf } from '#server/documents/table-pdf.ts'
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

/** A report as a PDF on the letterhead of the company. Throws a Refusal when it has too many rows. */
export function reportPdf(issuer: Letterhead, logo: Logo | null, report: Report, today: Day): Promise<Buffer> {
  if (report.rows.length > PDF_ROWS_MAX)
    throw new Refusal('refused', 'El reporte tiene demasiadas filas para un PDF: descárgalo en Excel o CSV')
  const { title, columns, rows, totals, note } = report
  const table: TablePdf = {
    title,
    facts: [rangeText(report)],
    figures: totals.map(({ label, unit, value, previous }) => {
      const before = previous === null ? '' : ` (antes: ${cellLabel(previous, unit)})`
      return `${label}: ${cellLabel(value, unit)}${before}`
    }),
    note,
    columns: columns.map(({ label, unit }) => ({ label, align: unit === 'text' ? 'left' : 'right', weight: 1 })),
    rows: [...rows.map(({ cells }) => cells), ...sumsOf(report)].map((cells) =>
      cells.map((cell, at) => cellLabel(cell === '' ? null : cell, columns[at]?.unit ?? 'text')),
    ),
  }
  return tablePdf(issuer, logo, table, today)
}
