import { Link } from 'react-router'
import { columnSum, type Report, type ReportRow } from '#domain/reports/report.ts'
import { cellLabel } from '#domain/reports/words.ts'
import { EmptyState } from '#web/ui/States.tsx'

/** The rows that are shown; the files have all of them. */
const ROWS_SHOWN = 200

/** The table of a report with the sums of its columns. The first cell of a row opens the list with its figures, and others their part of it. */
export function ReportTable({ report }: { report: Report }) {
  const { columns, rows, title } = report
  if (rows.length === 0)
    return <EmptyState title="No hay datos en este período">Elige otro período para ver sus cifras.</EmptyState>
  const isOfficial = columns.every(({ key, label }) => key === label)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard */}
      <section className="report-table" tabIndex={0} aria-label={`Tabla de ${title}`}>
        <table>
          <thead>
            <tr>
              {columns.map(({ key, label, unit }) => (
                <th key={key} scope="col" className={unit === 'text' ? undefined : 'report-table__number'}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, ROWS_SHOWN).map((row, index) => (
              <Row key={index} row={row} report={report} />
            ))}
          </tbody>
          {!isOfficial && (
            <tfoot>
              <tr>
                {columns.map(({ key, unit }, at) =>
                  at === 0 ? (
                    <th key={key} scope="row">
                      Total
                    </th>
                  ) : (
                    <td key={key} className="report-table__number figures">
                      {sumLabel(columnSum(report, at), unit)}
                    </td>
                  ),
                )}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      {rows.length > ROWS_SHOWN && (
        <p className="report-note">
          Aquí están las primeras {ROWS_SHOWN} filas de {rows.length}. Descarga el archivo para verlas todas.
        </p>
      )}
    </>
  )
}

const sumLabel = (sum: number | null, unit: Report['columns'][number]['unit']): string =>
  sum === null ? '' : cellLabel(sum, unit)

function Row({ row: { cells, href, hrefs }, report: { columns } }: { row: ReportRow; report: Report }) {
  return (
    <tr>
      {cells.map((cell, at) => {
        const column = columns[at]
        const label = cellLabel(cell, column?.unit ?? 'text')
        const list = hrefs?.[at] ?? null
        return at === 0 ? (
          <th key={column?.key} scope="row">
            {href === null ? label : <Link to={href}>{label}</Link>}
          </th>
        ) : (
          <td key={column?.key} className={column?.unit === 'text' ? undefined : 'report-table__number figures'}>
            {list === null ? label : <Link to={list}>{label}</Link>}
          </td>
        )
      })}
    </tr>
  )
}
