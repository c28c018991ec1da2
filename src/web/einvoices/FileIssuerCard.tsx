import { useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { type FileIssuer, fileIssuerApi } from '#domain/einvoices/file-issuer.ts'
import { ENVIRONMENT_LABELS } from '#domain/integrations/integration.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import type { CompanyQuery } from './company-query.ts'
import { FileIssuerDialog } from './FileIssuerDialog.tsx'

/** 'Archivo UBL': for a company that signs and sends its documents with another program (EIN-04). */
export function FileIssuerCard({ company }: { company: CompanyQuery }) {
  const [isEditing, setEditing] = useState(false)
  const read = useRead(fileIssuerApi.fileIssuer, { query: company })
  return (
    <Card
      title="Archivo UBL"
      actions={<Button onClick={() => setEditing(true)}>{read.data?.data ? 'Cambiar numeración' : 'Encender'}</Button>}
    >
      <p className="einvoices-quiet">
        Si no usas Factus, Enlace numera cada documento y escribe su archivo UBL 2.1 con el CUFE. Tú lo firmas y lo
        transmites con otro programa.
      </p>
      <Query of={read} lines={2} height={24}>
        {({ data }) => (data === null ? <p>Está apagado.</p> : <State issuer={data} company={company} />)}
      </Query>
      {isEditing && <FileIssuerDialog company={company} onClose={() => setEditing(false)} />}
    </Card>
  )
}

function State({ issuer, company }: { issuer: FileIssuer; company: CompanyQuery }) {
  const stop = useChange(fileIssuerApi.stopFileIssuer)
  return (
    <div className="einvoices-actions">
      <p>
        {issuer.is_on ? 'Encendido' : 'Apagado'} en {ENVIRONMENT_LABELS[issuer.environment].toLowerCase()} desde el{' '}
        {instantLabel(new Date(issuer.set_at))}, por {issuer.set_by}.
      </p>
      {issuer.is_on && (
        <Button
          busy={stop.isPending ? 'Apagando…' : undefined}
          onClick={() =>
            stop.mutate(
              { query: company, body: {} },
              {
                onSuccess: ({ message }) => toastSuccess(message),
                onError: (error) => toastFailure(error, 'No pudimos apagarlo'),
              },
            )
          }
        >
          Apagar Archivo UBL
        </Button>
      )}
    </div>
  )
}
