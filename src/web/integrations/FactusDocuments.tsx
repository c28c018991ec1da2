import { factusApi } from '#domain/integrations/api.ts'
import { type FactusListed } from '#domain/integrations/integration.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'

/** The last documents of the account as Factus lists them, also those that Enlace did not send (INT-02). */
export function FactusDocuments({ query }: { query: { company_id?: string } }) {
  const read = useRead(factusApi.factusEvents, { query })
  return (
    <Card title="Últimos documentos en Factus">
      <Query of={read} lines={4} height={24}>
        {({ data: { documents, problem } }) => {
          if (problem !== null) return <Alert tone="bad">{problem}</Alert>
          if (documents.length === 0)
            return <EmptyState title="No hay ninguno">Aquí verás cada factura y nota que Factus reciba.</EmptyState>
          return (
            <RowList label="Últimos documentos en Factus">
              {documents.map((document) => (
                <DocumentRow key={`${document.document} ${document.reference}`} document={document} />
              ))}
            </RowList>
          )
        }}
      </Query>
    </Card>
  )
}

function DocumentRow({ document }: { document: FactusListed }) {
  return (
    <li>
      <span className="two-lines">
        {document.document === 'invoice' ? 'Factura' : 'Nota crédito'} {document.number ?? document.reference}
        <small>
          {document.created_at ?? ''} {document.problem ?? ''}
        </small>
      </span>
      {document.is_validated ? (
        <Badge tone="good">Validada</Badge>
      ) : document.problem === null ? (
        <Badge tone="warn">En la DIAN</Badge>
      ) : (
        <Badge tone="bad">Rechazada</Badge>
      )}
    </li>
  )
}
