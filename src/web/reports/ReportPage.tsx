import { Link, Navigate, useParams } from 'react-router'
import { shortDayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { type ReportFormat, reportApi } from '#domain/reports/api.ts'
import { REPORT_NAMES, REPORTS, type Report, type ReportTotal } from '#domain/reports/report.ts'
import { cellLabel, changeLabel } from '#domain/reports/words.ts'
import { download } from '#web/core/download.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Settled } from '#web/core/Settled.tsx'
import { useBusy } from '#web/core/use-busy.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyMenu } from '#web/ui/LazyMenu.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { PeriodTools } from './PeriodTools.tsx'
import { ReportChart } from './ReportChart.tsx'
import { ReportTable } from './ReportTable.tsx'
import { ScheduleCard } from './ScheduleCard.tsx'
import { useReportRange } from './use-report-range.ts'
import './reports.css'

/** One report: its period, its figures with those of the period before, its chart, its table and its files (RPT-01, RPT-02). */
export function ReportPage() {
  const { name: param } = useParams()
  const name = REPORT_NAMES.find((known) => known === param)
  if (name === undefined) return <Navigate to={paths.notFound} replace />
  return <KnownReport key={name} name={name} />
}

function KnownReport({ name }: { name: Report['name'] }) {
  const { title, about, span } = REPORTS[name]
  const period = useReportRange(span)
  const read = useRead(reportApi.get, { params: { name }, query: period.query }, { keepPrevious: true })
  return (
    <Page
      title={title}
      subtitle={about}
      actions={
        <>
          <LinkButton to={paths.reportCatalogue}>Todos los reportes</LinkButton>
          <Button onClick={() => window.print()}>Imprimir</Button>
          <FileMenu name={name} query={period.query} />
        </>
      }
    >
      <PeriodTools span={span} period={period} />
      <Settled reads={[read]}>
        <Query of={read} lines={8} height={28}>
          {({ data: report }) => <ReportParts report={report} />}
        </Query>
        <ScheduleCard report={name} />
      </Settled>
    </Page>
  )
}

const FORMATS: readonly { format: ReportFormat; label: string }[] = [
  { format: 'xlsx', label: 'Excel (XLSX)' },
  { format: 'csv', label: 'CSV' },
  { format: 'pdf', label: 'PDF' },
]

function FileMenu({
  name,
  query,
}: {
  name: Report['name']
  query: { from?: Report['range']['from']; to?: Report['range']['to'] }
}) {
  const [busy, run] = useBusy<ReportFormat>()
  if (busy) return <Button busy="Preparando…">Descargar</Button>
  const items = FORMATS.map(({ format, label }) => ({
    label,
    onSelect: () => void run(format, () => download(reportApi.get, { params: { name }, query: { ...query, format } })),
  }))
  return <LazyMenu face="Descargar" label="Descargar el reporte" items={items} />
}

function ReportParts({ report }: { report: Report }) {
  const { range, previous, totals, note } = report
  return (
    <>
      <p className="report-range">
        {range.from === range.to
          ? `Al ${shortDayLabel(range.to)}`
          : `${shortDayLabel(range.from)} a ${shortDayLabel(range.to)}`}
        {previous && `, frente a ${shortDayLabel(previous.from)} a ${shortDayLabel(previous.to)}`}
      </p>
      <div className="figures-row">
        {totals.map((one) => (
          <TotalCard key={one.key} total={one} />
        ))}
      </div>
      {report.chart && report.rows.length > 0 && (
        <Card title="Gráfica">
          <ReportChart report={report} />
        </Card>
      )}
      <Card title="Detalle">
        <ReportTable report={report} />
        {note && <p className="report-note">{note}</p>}
      </Card>
    </>
  )
}

function TotalCard({ total: { label, unit, value, previous, href } }: { total: ReportTotal }) {
  const change = changeLabel(value, previous, unit)
  return (
    <div className={`card figure${href === null ? '' : ' figure--opens'}`}>
      <p className="figure__label">{href === null ? label : <Link to={href}>{label}</Link>}</p>
      <p className="figure__value figures">{cellLabel(value, unit)}</p>
      {change && <p className="figure__note">{change}</p>}
    </div>
  )
}
