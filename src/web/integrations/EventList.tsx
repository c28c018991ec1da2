import { instantLabel } from '#domain/core/days.ts'
import { integrationApi } from '#domain/integrations/api.ts'
import { ENVIRONMENT_LABELS, OUTCOME_LABELS, type ProviderEvent } from '#domain/integrations/integration.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'

/** The last events received from Wompi, and whether each was verified (INT-02). */
export function EventList({ query }: { query: { company_id?: string } }) {
  const read = useRead(integrationApi.events, { query })
  return (
    <Card title="Últimos eventos de Wompi">
      <Query of={read} lines={4} height={24}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No ha llegado ninguno">
              Pega la dirección de eventos en Wompi: con ella te avisa de cada pago.
            </EmptyState>
          ) : (
            <RowList>
              {data.map((event) => (
                <li key={event.id}>
                  <span className="two-lines">
                    {event.reference ?? 'Sin referencia'}
                    <small>
                      {instantLabel(new Date(event.received_at))} · {ENVIRONMENT_LABELS[event.environment]}
                      {event.copies > 1 && ` · ${event.copies} veces`} ·{' '}
                      {event.outcome ? OUTCOME_LABELS[event.outcome] : 'por aplicar'}
                    </small>
                  </span>
                  <EventVerification event={event} />
                </li>
              ))}
            </RowList>
          )
        }
      </Query>
    </Card>
  )
}

function EventVerification({ event }: { event: ProviderEvent }) {
  if (event.verdict === 'unverified') return <Badge tone="bad">No verificado</Badge>
  return <Badge tone="good">{event.status ?? 'Recibido'}</Badge>
}
