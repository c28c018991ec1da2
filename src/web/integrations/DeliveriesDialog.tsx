import { useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import {
  DELIVERY_STATE_LABELS,
  DELIVERY_STATES,
  type DeliveryState,
  type OutgoingWebhook,
  WEBHOOK_EVENT_LABELS,
  type WebhookDelivery,
} from '#domain/integrations/outgoing-webhook.ts'
import { outgoingWebhookApi } from '#domain/integrations/outgoing-webhook-api.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { SelectFilter } from '#web/ui/SelectFilter.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const SHOWN = 50
/** Polls while deliveries may be on their way. */
const POLL_MS = 3_000

const TONES: Readonly<Record<DeliveryState, Tone>> = { queued: 'info', delivered: 'good', failed: 'bad' }

type Props = { webhook: OutgoingWebhook; onClose: () => void }

/** The last deliveries of a webhook; each one opens with what was sent and what was answered. */
export function DeliveriesDialog({ webhook, onClose }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Dialog title={`Envíos a ${webhook.name}`} onClose={onClose}>
      {open === null ? (
        <Deliveries webhook={webhook} onOpen={setOpen} />
      ) : (
        <Delivery id={open} onBack={() => setOpen(null)} />
      )}
    </Dialog>
  )
}

function Deliveries({ webhook, onOpen }: { webhook: OutgoingWebhook; onOpen: (id: string) => void }) {
  const [state, setState] = useState<DeliveryState | undefined>(undefined)
  const query = { webhook_id: webhook.id, state, page: 1, page_size: SHOWN }
  const read = useRead(outgoingWebhookApi.deliveries, { query }, { keepPrevious: true, pollMs: POLL_MS })
  return (
    <>
      <SelectFilter
        label="Estado"
        options={DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_STATE_LABELS[value] }))}
        value={state}
        onChange={(value) => setState(DELIVERY_STATES.find((known) => known === value))}
      />
      <Query of={read} lines={5} problem="No pudimos leer los envíos">
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState title="No hay envíos">
              {state === undefined ? 'El próximo evento de los que elegiste sale aquí.' : 'Prueba con otro estado.'}
            </EmptyState>
          ) : (
            <>
              <RowList label="Envíos">
                {data.map((delivery) => (
                  <DeliveryRow key={delivery.id} delivery={delivery} onOpen={onOpen} />
                ))}
              </RowList>
              {meta.total > data.length && (
                <p>
                  Ves los últimos {data.length} de {meta.total}.
                </p>
              )}
            </>
          )
        }
      </Query>
    </>
  )
}

function DeliveryRow({ delivery, onOpen }: { delivery: WebhookDelivery; onOpen: (id: string) => void }) {
  const { id, type, state, created_at } = delivery
  const label = WEBHOOK_EVENT_LABELS[type]
  return (
    <li>
      <span className="two-lines">
        <span>
          {label} <Badge tone={TONES[state]}>{DELIVERY_STATE_LABELS[state]}</Badge>
        </span>
        <small>
          {instantLabel(new Date(created_at))}
          {noteOf(delivery)}
        </small>
      </span>
      <Button size="dense" aria-label={`Ver el envío ${label}`} onClick={() => onOpen(id)}>
        Ver
      </Button>
    </li>
  )
}

function noteOf({ problem, tries, next_try_at }: WebhookDelivery): string {
  if (problem === null) return ''
  const next = next_try_at === null ? '' : `. Se repite: ${instantLabel(new Date(next_try_at))}`
  return `. ${problem} (${tries === 1 ? '1 intento' : `${tries} intentos`})${next}`
}

function Delivery({ id, onBack }: { id: string; onBack: () => void }) {
  const read = useRead(outgoingWebhookApi.delivery, { params: { id } }, { pollMs: POLL_MS })
  const resend = useChange(outgoingWebhookApi.resend, {
    invalidate: [outgoingWebhookApi.delivery, outgoingWebhookApi.deliveries, outgoingWebhookApi.list],
  })
  const send = (): void =>
    resend.mutate(
      { params: { id } },
      {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (failure) => toastFailure(failure, 'No se pudo: inténtalo de nuevo'),
      },
    )
  return (
    <>
      <div className="integration__actions">
        <Button size="dense" onClick={onBack}>
          Volver a los envíos
        </Button>
        <Button size="dense" variant="primary" busy={resend.isPending ? 'Enviando…' : undefined} onClick={send}>
          Enviar de nuevo
        </Button>
      </div>
      <Query of={read} lines={8} problem="No pudimos leer el envío">
        {({ data }) => (
          <>
            <Facts
              facts={[
                { label: 'Evento', value: WEBHOOK_EVENT_LABELS[data.type] },
                { label: 'Estado', value: DELIVERY_STATE_LABELS[data.state] },
                { label: 'Dirección', value: data.url },
              ]}
            />
            <h3>Lo que se envió</h3>
            <pre className="integration__code">{JSON.stringify(JSON.parse(data.body), null, 2)}</pre>
            <h3>Lo que respondió</h3>
            {data.log.length === 0 ? (
              <p>Todavía no se ha intentado.</p>
            ) : (
              <RowList label="Intentos">
                {data.log.map((one) => (
                  <li key={one.at}>
                    <span className="two-lines">
                      {one.problem ?? `Lo recibió (${one.status ?? ''})`}
                      <small>
                        {instantLabel(new Date(one.at))}, {one.took_ms} ms
                      </small>
                      {one.answer !== '' && <code className="integration__code">{one.answer}</code>}
                    </span>
                  </li>
                ))}
              </RowList>
            )}
          </>
        )}
      </Query>
    </>
  )
}
