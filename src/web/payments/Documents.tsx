import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Acceptance } from '#domain/payments/online.ts'
import type { Failure } from '#web/core/failure.ts'
import { ReadState } from '#web/core/Query.tsx'
import { Card } from '#web/ui/Page.tsx'
import { CheckboxField } from '#web/ui/TextField.tsx'

/** Which of the two documents of the provider the payer accepted. */
type AcceptedDocuments = { readonly terms: boolean; readonly personal_data: boolean }

type Props = {
  of: UseQueryResult<{ data: Acceptance }, Failure>
  accepted: AcceptedDocuments
  onAccept: (accepted: AcceptedDocuments) => void
  error: string | undefined
}

/** Two boxes, each with its document, unticked: only the payer may accept. */
export function Documents({ of: documents, accepted, onAccept, error }: Props) {
  if (!documents.data) return <ReadState of={documents} lines={2} height={32} />
  const { terms_url, personal_data_url } = documents.data.data
  return (
    <Card>
      <div className="documents">
        <CheckboxField
          id="payment.acceptance_terms"
          label={
            <>
              Acepto el <Document url={terms_url}>reglamento de Wompi</Document>
            </>
          }
          checked={accepted.terms}
          onChange={({ target }) => onAccept({ ...accepted, terms: target.checked })}
        />
        <CheckboxField
          label={
            <>
              Autorizo el <Document url={personal_data_url}>tratamiento de mis datos personales</Document> por Wompi
            </>
          }
          checked={accepted.personal_data}
          error={error}
          onChange={({ target }) => onAccept({ ...accepted, personal_data: target.checked })}
        />
      </div>
    </Card>
  )
}

const Document = ({ url, children }: { url: string; children: ReactNode }) => (
  <a href={url} target="_blank" rel="noreferrer">
    {children}
    <span className="visually-hidden"> (se abre en otra pestaña)</span>
  </a>
)
