import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { instantLabel, shortDayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { keptReportAddress, newReportAddress, reportAddress } from '#web/contracts/report-address.ts'
import { ownerOf } from '#web/core/drafts.ts'
import { useSession } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/ui/States.tsx'
import { nameOf } from './client-name.ts'
import { finishOf } from './finished-visit.ts'
import { orderName } from './order-name.ts'
import { sendWaiting } from './outbox.ts'
import { PrepareButton } from './PrepareButton.tsx'
import { listenToReports, notifyReports } from './report-news.ts'
import {
  type DeviceReport,
  type DeviceVisit,
  listReports,
  listVisits,
  removeReport,
  saveReport,
} from './report-store.ts'
import { SaveState } from './SaveState.tsx'
import './report.css'
import './report-form.css'

/** 'Actas en este teléfono': the reports and the prepared contracts of this device, also without a connection. */
export function DeviceReportsPage() {
  const { user } = useSession()
  const owner = ownerOf(user)
  if (owner === null) return null
  return (
    <Page title="Actas en este teléfono" subtitle="Lo que llenaste aquí y lo que está listo para usar sin señal.">
      <DeviceLists owner={owner} />
    </Page>
  )
}

type Kept = { reports: readonly DeviceReport[]; visits: readonly DeviceVisit[] }

function DeviceLists({ owner }: { owner: string }) {
  const [kept, setKept] = useState<Kept | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  useEffect(() => {
    let isGone = false
    const load = (): void => {
      const now = Date.now()
      Promise.all([listReports(owner, now), listVisits(owner, now)]).then(
        ([reports, visits]) => !isGone && setKept({ reports, visits }),
        () => !isGone && setUnreadable(true),
      )
    }
    load()
    const stop = listenToReports(load)
    return () => {
      isGone = true
      stop()
    }
  }, [owner])
  if (isUnreadable)
    return <ErrorState title="No pudimos leer lo guardado en este teléfono." onRetry={() => window.location.reload()} />
  if (kept === null) return <Skeleton lines={5} height={32} />
  return (
    <>
      <ReportList reports={kept.reports} />
      <Card title="Listo para usar sin señal" actions={<PrepareButton variant="primary" />}>
        <VisitList visits={kept.visits} reports={kept.reports} />
      </Card>
    </>
  )
}

function ReportList({ reports }: { reports: readonly DeviceReport[] }) {
  const [removed, setRemoved] = useState<DeviceReport | null>(null)
  if (reports.length === 0)
    return (
      <EmptyState title="No hay actas en este teléfono" action={<Link to={paths.contracts}>Ver los contratos</Link>}>
        Cuando empieces un acta queda aquí hasta que el servidor la reciba.
      </EmptyState>
    )
  const retry = async (report: DeviceReport): Promise<void> => {
    await saveReport({ ...report, status: 'waiting', failure: null })
    await sendWaiting()
    notifyReports({ kind: 'changed', id: report.id })
  }
  return (
    <Card title="Actas">
      <RowList label="Actas en este teléfono">
        {reports.map((report) => (
          <li key={report.id} className="device-report">
            <span className="two-lines">
              <Link to={addressOf(report)}>
                {report.client}, {report.no_contract}
              </Link>
              <small>
                {orderName(report)}. Guardada {instantLabel(new Date(report.saved_at))}
              </small>
            </span>
            {isConflict(report) ? (
              <p className="save-state save-state--bad" role="status">
                <TriangleAlert size={16} aria-hidden="true" />
                <Link to={addressOf(report)}>Conflicto: ya hay otra acta de esta visita. Decide cuál queda</Link>
              </p>
            ) : (
              <SaveState id={report.id} status={report.status} onRetry={() => void retry(report)} />
            )}
            {report.status === 'waiting' && (
              <Button size="dense" onClick={() => void sendWaiting()}>
                Enviar ahora
              </Button>
            )}
            {report.status !== 'sent' && (
              <Button size="dense" variant="quiet" onClick={() => setRemoved(report)}>
                Descartar
              </Button>
            )}
          </li>
        ))}
      </RowList>
      {removed && <DiscardReport report={removed} onClose={() => setRemoved(null)} />}
    </Card>
  )
}

/** Another phone sent a report of the same visit first: to send it again would be refused again. */
const isConflict = ({ status, failure }: DeviceReport): boolean =>
  status === 'failed' && failure?.code === 'REPORT_EXISTS'

const addressOf = ({ id, status, no_contract, identification }: DeviceReport): string =>
  status === 'sent' ? reportAddress(no_contract, identification) : keptReportAddress(no_contract, identification, id)

function DiscardReport({ report, onClose }: { report: DeviceReport; onClose: () => void }) {
  const discard = async (): Promise<void> => {
    await removeReport(report.id)
    notifyReports({ kind: 'changed', id: report.id })
    onClose()
  }
  return (
    <ConfirmDialog
      title={`¿Descartar el acta de ${report.client}?`}
      confirm="Descartar"
      tone="danger"
      onConfirm={() => void discard()}
      onCancel={onClose}
    >
      <p>Se borran de este teléfono lo que escribiste, las fotos y las firmas. El servidor no las tiene.</p>
    </ConfirmDialog>
  )
}

function VisitList({ visits, reports }: Kept) {
  if (visits.length === 0)
    return (
      <p>
        Ningún contrato está preparado. Hazlo con señal, antes de salir: trae tus visitas hasta hoy y las instalaciones
        pendientes.
      </p>
    )
  return (
    <RowList label="Contratos preparados">
      {visits.map(({ visit }) => (
        <VisitRow key={visit.no_contract} visit={visit} finish={finishOf(visit, reports)} />
      ))}
    </RowList>
  )
}

/** A prepared contract. Once its report is sent, the visit is not offered again: another report of the contract is. */
function VisitRow({ visit, finish }: { visit: DeviceVisit['visit']; finish: DeviceReport | undefined }) {
  const scheduled = visit.scheduled_on === null ? '' : ` · visita ${shortDayLabel(visit.scheduled_on)}`
  return (
    <li>
      <span className="two-lines">
        {nameOf(visit.client)}, {visit.no_contract}
        <small>
          {visit.address}, {visit.city}
          {finish === undefined ? scheduled : ` · acta de ${orderName(finish)} enviada`}
        </small>
      </span>
      <Link to={newReportAddress(visit.no_contract, visit.client.identification)}>
        {finish === undefined ? 'Iniciar acta' : 'Iniciar otra acta'}
      </Link>
    </li>
  )
}
