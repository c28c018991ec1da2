import { useNavigate, useParams, useSearchParams } from 'react-router'
import { installationApi, installationReportApi } from '#domain/installations/api.ts'
import { REPORT_TITLE } from '#domain/installations/wording.ts'
import { newReportAddress, readParameter } from '#web/contracts/report-address.ts'
import { download } from '#web/core/download.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { BackToContracts } from './BackToContracts.tsx'
import { EquipmentSection } from './EquipmentSection.tsx'
import { OtherReports } from './OtherReports.tsx'
import { ReportDocument } from './ReportDocument.tsx'
import { VideoField } from './VideoField.tsx'
import './report.css'

/** 'Ver Acta' (ACT-01): the latest report of a contract, or the one that `?report=` names. */
export function ReportPage() {
  const { no_contract = '', identification: given = '' } = useParams()
  const [search] = useSearchParams()
  const { user } = useSession()
  const id = readParameter(no_contract)
  const identification = readParameter(given)
  const named = search.get('report')
  const input = { params: { id }, query: { identification, ...(named === null ? {} : { report: named }) } }
  const read = useRead(installationApi.get, input)
  const role = user?.metadata.role
  const report = read.data?.data
  return (
    <Page
      title={REPORT_TITLE}
      subtitle={<BackToContracts />}
      actions={report && <ReportActions save={() => download(installationReportApi.pdf, input)} />}
    >
      {report === undefined ? (
        <ReadState
          of={read}
          lines={10}
          height={32}
          problem="Error al obtener los datos del acta de servicio"
          missing={<NoReport no={id} identification={identification} canWrite={role !== 'network'} />}
        />
      ) : (
        <>
          <ReportDocument
            report={report}
            video={<VideoField report={report} input={input} canEdit={role !== 'network'} />}
          />
          {role === 'network' && <EquipmentSection key={report.id} report={report} input={input} />}
          <OtherReports no={id} identification={identification} current={report.id} />
        </>
      )}
    </Page>
  )
}

/** The buttons of a document, which are not printed. */
export function ReportActions({ save }: { save: () => Promise<void> }) {
  const [busy, run] = useBusy<'save'>()
  return (
    <>
      <Button onClick={() => window.print()}>Imprimir</Button>
      <Button variant="primary" busy={busy === null ? undefined : 'Preparando…'} onClick={() => void run('save', save)}>
        Descargar PDF
      </Button>
    </>
  )
}

function NoReport({ no, identification, canWrite }: { no: string; identification: string; canWrite: boolean }) {
  const navigate = useNavigate()
  return (
    <EmptyState
      title="No encontramos un acta de este contrato"
      action={
        canWrite && (
          <Button variant="primary" onClick={() => void navigate(newReportAddress(no, identification))}>
            Crear acta
          </Button>
        )
      }
    >
      {canWrite
        ? 'Cuando se hace la visita, el acta se llena y se firma en el celular, también sin señal.'
        : 'Aparece aquí cuando el técnico la envía.'}
    </EmptyState>
  )
}
