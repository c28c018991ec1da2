import { Link, useParams } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { installationReportApi } from '#domain/installations/api.ts'
import { REPORT_TITLE } from '#domain/installations/wording.ts'
import { download } from '#web/core/download.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Page } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { BackToContracts } from './BackToContracts.tsx'
import { ReportDocument } from './ReportDocument.tsx'
import { ReportActions } from './ReportPage.tsx'
import { SavedVideo } from './VideoField.tsx'
import './report.css'

/** A report by its id: for the desk, and for the client of its contract. */
export function ReportViewPage() {
  const { id = '' } = useParams()
  const input = { params: { id } }
  const read = useRead(installationReportApi.view, input)
  const report = read.data?.data
  return (
    <Page
      title={REPORT_TITLE}
      subtitle={<BackToContracts />}
      actions={report && <ReportActions save={() => download(installationReportApi.viewPdf, input)} />}
    >
      {report === undefined ? (
        <ReadState
          of={read}
          lines={10}
          height={32}
          problem="Error al obtener los datos del acta de servicio"
          missing={
            <EmptyState title="No encontramos esa acta" action={<Link to={paths.contracts}>Ver los contratos</Link>} />
          }
        />
      ) : (
        <ReportDocument report={report} video={<SavedVideo url={report.evi_vid_url} />} />
      )}
    </Page>
  )
}
