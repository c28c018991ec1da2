import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { DOCUMENT_KIND_LABELS } from '#domain/einvoices/document.ts'
import type { ElectronicDetail } from '#domain/einvoices/electronic.ts'
import { electronicLifecycle } from '#domain/einvoices/lifecycle.ts'
import { REASONS } from '#domain/einvoices/rejection.ts'
import { ELECTRONIC_LABELS } from '#domain/invoices/electronic.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { ReadState } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { AcceptanceCard } from './AcceptanceCard.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { type CompanyQuery, electronicListPath } from './company-query.ts'
import { DataCard } from './DataCard.tsx'
import { ElectronicBadge } from './ElectronicBadge.tsx'
import { FileButtons } from './FileButtons.tsx'
import { ELECTRONIC_TONES } from './words.ts'
import './einvoices.css'

const POLL_MS = 5_000

/** One electronic document: its state, what to mend and each of its tries (EIN-02). */
export function ElectronicDetailPage() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const companyId = search.get('company_id')
  const company: CompanyQuery = companyId === null ? {} : { company_id: companyId }
  const read = useRead(
    einvoiceApi.get,
    { params: { id }, query: company },
    { pollMs: POLL_MS, pollWhile: ({ data }) => ['queued', 'sending', 'pending_dian'].includes(data.status) },
  )
  const { data } = read
  if (!data) return <ReadState of={read} lines={8} height={28} missing={<Missing company={company} />} />
  const document = data.data
  return (
    <Page
      title={`${DOCUMENT_KIND_LABELS[document.kind]} ${document.number ?? document.document}`}
      subtitle={<ElectronicBadge {...document} />}
      actions={<Actions document={document} company={company} />}
    >
      {document.is_trial && (
        <Alert tone="info">
          <p>
            {document.status === 'validated'
              ? 'La DIAN lo validó en su ambiente de pruebas: no vale.'
              : 'Es del ambiente de pruebas: no vale ante la DIAN.'}{' '}
            Para enviar la factura en producción, usa «Facturas sin documento electrónico» en los documentos
            electrónicos.
          </p>
        </Alert>
      )}
      {!document.is_trial && <Problem document={document} />}
      <div className="card-pair">
        <DataCard document={document} />
        <StepsCard steps={document.steps} />
      </div>
      <AcceptanceCard document={document} />
    </Page>
  )
}

const Missing = ({ company }: { company: CompanyQuery }) => (
  <Page title="Documento electrónico">
    <EmptyState
      title="Ese documento no existe"
      action={<LinkButton to={electronicListPath(company)}>Ver los documentos</LinkButton>}
    />
  </Page>
)

function Actions({ document, company }: { document: ElectronicDetail; company: CompanyQuery }) {
  const retry = useChange(einvoiceApi.retry)
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <LinkButton to={electronicListPath(company)}>Volver</LinkButton>
      <FileButtons document={document} company={company} />
      {document.reason === 'file' && !document.is_trial && (
        <Button onClick={() => setConfirming(true)}>Confirmar validación</Button>
      )}
      {isConfirming && <ConfirmDialog document={document} company={company} onClose={() => setConfirming(false)} />}
      {!document.is_trial && electronicLifecycle.can(document.status, 'retry') && document.status !== 'queued' && (
        <Button
          variant="primary"
          busy={retry.isPending ? 'Enviando…' : undefined}
          onClick={() =>
            retry.mutate(
              {
                params: { id: document.id },
                query: company,
                body: document.reason === 'processed' ? { is_released: true } : {},
              },
              {
                onSuccess: ({ message }) => toastSuccess(message),
                onError: (error) => toastFailure(error, 'No pudimos enviarlo de nuevo'),
              },
            )
          }
        >
          {retryLabel(document)}
        </Button>
      )}
    </>
  )
}

const retryLabel = ({ reason }: ElectronicDetail): string => {
  if (reason === 'processed') return 'Soporte lo liberó'
  return reason === 'file' ? 'Escribir de nuevo con la fecha de hoy' : 'Enviar de nuevo'
}

/** Why it is not validated, in plain words, what to mend, and the words of DIAN below. */
function Problem({
  document: { reason, provider_reasons, waits_for, client, status },
}: {
  document: ElectronicDetail
}) {
  if (reason === null && waits_for === null) return null
  const field = reason === null ? null : REASONS[reason].field
  return (
    <Alert tone={reason === null || reason === 'file' ? 'info' : 'bad'}>
      {reason === null ? (
        <p>{waits_for}</p>
      ) : (
        <>
          <p>
            <strong>{REASONS[reason].words}</strong>
          </p>
          <p>{REASONS[reason].mend}</p>
        </>
      )}
      {field !== null && status === 'rejected' && (
        <p>Financiero lo corrige en la ficha de {client.name}: al guardar, el documento se envía solo.</p>
      )}
      {provider_reasons.map(({ rule, message }) => (
        <p key={`${rule} ${message}`} className="einvoices-quiet">
          {rule === undefined ? '' : `Regla ${rule}: `}
          {message}
        </p>
      ))}
    </Alert>
  )
}

const StepsCard = ({ steps }: { steps: ElectronicDetail['steps'] }) => (
  <Card title="Qué ha pasado">
    {steps.length === 0 ? (
      <p className="einvoices-quiet">Está en la cola: todavía no se ha enviado.</p>
    ) : (
      <RowList>
        {steps.toReversed().map((step) => (
          <li key={step.id}>
            <span className="two-lines">
              {step.text}
              <small>
                {instantLabel(new Date(step.at))}, {step.author}
              </small>
            </span>
            <Badge tone={ELECTRONIC_TONES[step.to_status]}>{ELECTRONIC_LABELS[step.to_status]}</Badge>
          </li>
        ))}
      </RowList>
    )}
  </Card>
)
