import { Link, useParams } from 'react-router'
import type { ContractDocument } from '#domain/contracts/document.ts'
import { documentApi } from '#domain/contracts/documents-api.ts'
import { dayLabel, dayOf } from '#domain/core/days.ts'
import { sizeLabel } from '#domain/core/megabytes.ts'
import { paths } from '#domain/core/paths.ts'
import { download } from '#web/core/download.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { useFileUrl } from '#web/core/use-file-url.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState, Skeleton } from '#web/ui/States.tsx'
import './contracts.css'

/** One annex of a contract: its picture or its PDF (CON-05). */
export function AnnexPage() {
  const { id = '' } = useParams()
  const read = useRead(documentApi.get, { params: { id } })
  if (read.data) return <Annex annex={read.data.data} />
  return (
    <Page title="Anexo">
      <ReadState
        of={read}
        lines={6}
        height={28}
        missing={
          <EmptyState title="No encontramos ese anexo" action={<Link to={paths.contracts}>Ver los contratos</Link>} />
        }
      />
    </Page>
  )
}

function Annex({ annex }: { annex: ContractDocument }) {
  const input = { params: { no: annex.no_contract, id: annex.id } }
  const [busy, run] = useBusy<'save'>()
  return (
    <Page
      title={annex.title}
      subtitle={
        <>
          Anexo del contrato <Link to={paths.contractDocuments(annex.no_contract)}>{annex.no_contract}</Link>
        </>
      }
      actions={
        <Button
          variant="primary"
          busy={busy === 'save' ? 'Preparando…' : undefined}
          onClick={() => void run('save', () => download(documentApi.file, input))}
        >
          Descargar
        </Button>
      }
    >
      {annex.removed && (
        <Alert tone="warn">
          {annex.removed.by} lo quitó el {dayLabel(dayOf(new Date(annex.removed.at)))}: {annex.removed.reason}. El
          cliente ya no lo ve.
        </Alert>
      )}
      <Card>
        <Content annex={annex} />
        <Facts
          facts={[
            { label: 'Anexado por', value: annex.added_by },
            { label: 'Día', value: dayLabel(dayOf(new Date(annex.createdAt))) },
            { label: 'Archivo', value: `${annex.kind === 'pdf' ? 'PDF' : 'Imagen'}, ${sizeLabel(annex.bytes)}` },
          ]}
        />
      </Card>
    </Page>
  )
}

/** The picture itself; a PDF opens in the browser's own reader. */
function Content({ annex: { id, no_contract, kind, title } }: { annex: ContractDocument }) {
  const { url, problem } = useFileUrl(documentApi.file, { params: { no: no_contract, id } })
  if (problem !== null) return <Alert tone="bad">{problem}</Alert>
  if (url === null) return <Skeleton lines={1} height={240} />
  if (kind === 'image') return <img className="annex__image" src={url} alt={title} />
  return (
    <p>
      <a className={buttonClass({})} href={url} target="_blank" rel="noopener noreferrer">
        Abrir el PDF
      </a>
    </p>
  )
}
