import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { type Day, dayOf, fieldsOf } from '#domain/core/days.ts'
import { pqrRegulatorApi, REGULATOR_FORMATS, type RegulatorFormat, type Sheet } from '#domain/pqr/regulator-api.ts'
import { download } from '#web/core/download.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { SelectFilter } from '#web/ui/SelectFilter.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { CunRanges } from './CunRanges.tsx'
import { addressOfFigure } from './queue-filters.ts'
import { RegulatorCodes } from './RegulatorCodes.tsx'
import { FACT_NAMES, SHEET_HOW, SHEET_NAMES } from './regulator-words.ts'
import './pqr.css'

/** The years of the filter, from this one back. */
const YEARS_SHOWN = 5

type Period = { format: RegulatorFormat; year: string; quarter: string }

/** The numbers for the CRC: T.4.2 and T.4.3 of a quarter, how each figure is made, and their files (RPT-03). */
export function RegulatorPage() {
  const { period, years, onFilter } = usePeriod()
  const { format, year, quarter } = period
  const read = useRead(pqrRegulatorApi.format, { params: { format }, query: { year, quarter } }, { keepPrevious: true })
  return (
    <Page
      title="PQR para la CRC"
      subtitle="Los formatos T.4.2 y T.4.3 con sus columnas oficiales, trimestre por trimestre"
      actions={<Files period={period} />}
    >
      <div className="table-filters">
        <SelectFilter
          label="Formato"
          all={null}
          options={REGULATOR_FORMATS.map((value) => ({ value, label: value }))}
          value={format}
          onChange={(value) => onFilter('format', value)}
        />
        <SelectFilter
          label="Año"
          all={null}
          options={years.map((value) => ({ value, label: value }))}
          value={year}
          onChange={(value) => onFilter('year', value)}
        />
        <SelectFilter
          label="Trimestre"
          all={null}
          options={['1', '2', '3', '4'].map((value) => ({ value, label: value }))}
          value={quarter}
          onChange={(value) => onFilter('quarter', value)}
        />
      </div>
      <Query of={read} lines={8} height={28}>
        {({ data }) => (
          <>
            {data.missing.length > 0 && (
              <Alert tone="warn">
                Falta el código oficial de: {data.missing.join(', ')}. Mientras tanto el archivo lleva el nombre.
              </Alert>
            )}
            {data.sheets.map((sheet) => (
              <SheetCard key={sheet.name} sheet={sheet} period={period} />
            ))}
          </>
        )}
      </Query>
      <CunRanges />
      <RegulatorCodes />
    </Page>
  )
}

const lastYears = (today: Day): string[] =>
  Array.from({ length: YEARS_SHOWN }, (_, index) => String(fieldsOf(today).year - index))

/** The format and the quarter in the page address; without them, T.4.2 of the current quarter. */
function usePeriod() {
  const { filters, onFilter } = useTableUrl()
  const [today] = useState(() => dayOf(new Date()))
  const years = lastYears(today)
  const { year, month } = fieldsOf(today)
  const quarter = filters['quarter'] ?? ''
  const period: Period = {
    format: REGULATOR_FORMATS.find((known) => known === filters['format']) ?? 'T.4.2',
    year: years.find((known) => known === filters['year']) ?? String(year),
    quarter: /^[1-4]$/.test(quarter) ? quarter : String(Math.ceil(month / 3)),
  }
  return { period, years, onFilter }
}

function Files({ period: { format, year, quarter } }: { period: Period }) {
  const [busy, run] = useBusy<'xlsx'>()
  const save = () =>
    download(pqrRegulatorApi.formatFile, { params: { format }, query: { year, quarter, format: 'xlsx' } })
  return (
    <Button variant="primary" busy={busy ? 'Preparando…' : undefined} onClick={() => void run('xlsx', save)}>
      Descargar {format} (Excel)
    </Button>
  )
}

function SheetCard({ sheet, period }: { sheet: Sheet; period: Period }) {
  return (
    <Card title={SHEET_NAMES[sheet.name]} actions={<CsvButton sheet={sheet.name} period={period} />}>
      <p className="pqr-quiet">{SHEET_HOW[sheet.name]}</p>
      {sheet.rows.length === 0 ? (
        <EmptyState title="Sin datos en ese trimestre">
          Cuando haya PQR en esos meses, sus cifras salen aquí.
        </EmptyState>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
        <section className="pqr-sheet" tabIndex={0} aria-label={SHEET_NAMES[sheet.name]}>
          <table>
            <thead>
              <tr>
                {sheet.columns.map((column) => (
                  <th key={column} scope="col">
                    <OfficialName name={column} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sheet.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, at) => (
                    <td key={sheet.columns[at]} className={typeof cell === 'number' ? 'pqr-sheet__number' : undefined}>
                      <Figure cell={cell} figure={sheet.figures[index]?.[at] ?? null} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  )
}

/** The official name of a column, which may continue on the next line after each '_': the figures are its last columns. */
const OfficialName = ({ name }: { name: string }) =>
  name.split('_').map((part, at) => (
    <Fragment key={part}>
      {at > 0 && (
        <>
          _<wbr />
        </>
      )}
      {part}
    </Fragment>
  ))

type FigureProps = { cell: string | number; figure: Sheet['figures'][number][number] }

/** A figure opens the list of its cases, for who may read them. */
function Figure({ cell, figure }: FigureProps) {
  const isDesk = useSession().user?.metadata.role === 'financial'
  if (figure === null || !isDesk) return cell
  return (
    <Link to={addressOfFigure(figure)} aria-label={`${cell}: ver las PQR de ${FACT_NAMES[figure.fact].toLowerCase()}`}>
      {cell}
    </Link>
  )
}

function CsvButton({ sheet, period: { format, year, quarter } }: { sheet: Sheet['name']; period: Period }) {
  const [busy, run] = useBusy<'csv'>()
  const save = () =>
    download(pqrRegulatorApi.formatFile, { params: { format }, query: { year, quarter, format: 'csv', sheet } })
  return (
    <Button
      size="dense"
      aria-label={`Descargar ${SHEET_NAMES[sheet]} en CSV`}
      busy={busy ? 'Preparando…' : undefined}
      onClick={() => void run('csv', save)}
    >
      CSV
    </Button>
  )
}
