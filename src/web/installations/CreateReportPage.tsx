import { Link, useParams, useSearchParams } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { type Visit, WORK_ORDERS, type WorkOrder } from '#domain/installations/report.ts'
import { ORDER, REPORT, readParameter, reportAddress } from '#web/contracts/report-address.ts'
import { ownerOf } from '#web/core/drafts.ts'
import { useSession } from '#web/core/session.ts'
import { Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState, ErrorState, Skeleton } from '#web/ui/States.tsx'
import { toastError } from '#web/ui/Toasts.tsx'
import { BackToContracts } from './BackToContracts.tsx'
import { ChooseReport } from './ChooseReport.tsx'
import { nameOf } from './client-name.ts'
import { ReportEditor } from './ReportEditor.tsx'
import type { KeptReport } from './report-choice.ts'
import { problemOf } from './report-saver.ts'
import { SentReport } from './SentReport.tsx'
import { useDeviceReport } from './use-device-report.ts'
import { beginReport, useReportChoice } from './use-report-choice.ts'
import { useVisit } from './use-visit.ts'
import './report.css'
import './report-form.css'

/** The form of an installation report, with and without a connection (ACT-11). */
export function CreateReportPage() {
  const { no_contract = '', identification: given = '' } = useParams()
  const [search] = useSearchParams()
  const { user } = useSession()
  const no = readParameter(no_contract)
  const identification = readParameter(given)
  const order = WORK_ORDERS.find((value) => value === search.get(ORDER)) ?? null
  const owner = ownerOf(user)
  if (owner === null) return null
  return (
    <Page
      title="Nueva acta de conectividad"
      subtitle={
        <span className="acta__links">
          <BackToContracts />
          <Link to={paths.deviceReports}>Actas en este teléfono</Link>
        </span>
      }
    >
      <LoadedVisit
        key={`${owner}/${no}`}
        owner={owner}
        no={no}
        identification={identification}
        id={search.get(REPORT)}
        order={order}
      />
    </Page>
  )
}

type Place = { owner: string; no: string; identification: string; id: string | null; order: WorkOrder | null }

function LoadedVisit(place: Place) {
  const { visit, failure, isClockOff } = useVisit(place.owner, place.no, place.identification)
  if (visit !== null)
    return (
      <>
        {isClockOff && (
          <Alert tone="warn">
            La hora de este teléfono no coincide con la del servidor. Corrígela en los ajustes del teléfono: las horas
            del acta son las del teléfono.
          </Alert>
        )}
        <Editor {...place} visit={visit} />
      </>
    )
  if (failure === null) return <Skeleton lines={8} height={32} />
  if (failure.status === 404 || failure.status === 400)
    return (
      <EmptyState title="No encontramos ese contrato" action={<Link to={paths.contracts}>Ver los contratos</Link>}>
        Revisa el número del contrato y la identificación del cliente.
      </EmptyState>
    )
  if (failure.status === 0)
    return (
      <ErrorState
        title="Este contrato no está preparado en este teléfono."
        message="Con señal, ábrelo una vez o toca «Preparar para sin conexión» en Actas en este teléfono."
        onRetry={() => window.location.reload()}
      />
    )
  return <ErrorState message={failure.message} code={failure.code} onRetry={() => window.location.reload()} />
}

function Editor({ owner, no, identification, id, order, visit }: Place & { visit: Visit }) {
  const [, setSearch] = useSearchParams()
  const subject = { owner, no, identification, client: nameOf(visit.client) }
  const chosen = useReportChoice({ ...subject, id, order })
  const open = (report: string): void => setSearch({ [REPORT]: report }, { replace: true })
  const begin = async (of: WorkOrder | null): Promise<void> => {
    try {
      open(await beginReport({ ...subject, order: of }))
    } catch (error) {
      toastError(problemOf(error))
    }
  }
  if (chosen === null) return <Skeleton lines={8} height={32} />
  if (chosen === 'unreadable')
    return <ErrorState title="No pudimos leer lo guardado en este teléfono." onRetry={() => window.location.reload()} />
  if ('unsent' in chosen)
    return <ChooseReport unsent={chosen.unsent} order={order} onOpen={open} onBegin={() => void begin(order)} />
  return <Form key={chosen.kept.report.id} kept={chosen.kept} visit={visit} onBegin={() => void begin(null)} />
}

function Form({ kept, visit, onBegin }: { kept: KeptReport; visit: Visit; onBegin: () => void }) {
  const device = useDeviceReport(kept)
  const { status, no_contract, identification } = device.report
  return status === 'sent' || status === 'waiting' ? (
    <SentReport device={device} view={reportAddress(no_contract, identification)} onBegin={onBegin} />
  ) : (
    <ReportEditor device={device} visit={visit} />
  )
}
