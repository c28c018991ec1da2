import { useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import type { WhatsappConnection } from '#domain/integrations/whatsapp.ts'
import { whatsappApi } from '#domain/integrations/whatsapp-api.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastError, toastInfo, toastSuccess } from '#web/ui/Toasts.tsx'
import { WhatsappDialog } from './WhatsappDialog.tsx'
import { priceSentence, WhatsappNoticesDialog } from './WhatsappNoticesDialog.tsx'
import { WhatsappTemplates } from './WhatsappTemplates.tsx'

type Input = { company_id?: string }
type Writing = 'keys' | 'notices' | null

/** The WhatsApp number of a company: its keys, the result of their test, its templates and which notices go by it. */
export function WhatsappCard({ query }: { query: Input }) {
  const [writing, setWriting] = useState<Writing>(null)
  const read = useRead(whatsappApi.get, { query })
  return (
    <Card title="WhatsApp, avisos de cartera">
      <p>
        Los avisos de cartera llegan por WhatsApp a quien lo autorizó, en las horas que permite la ley; a los demás les
        llegan por correo.
      </p>
      <Query of={read} lines={4} height={32}>
        {({ data }) =>
          data === null ? (
            <div>
              <Button onClick={() => setWriting('keys')}>Guardar llaves de WhatsApp</Button>
            </div>
          ) : (
            <Connected connection={data} query={query} onWrite={setWriting} />
          )
        }
      </Query>
      {writing === 'keys' && <WhatsappDialog query={query} onClose={() => setWriting(null)} />}
      {writing === 'notices' && read.data?.data && (
        <WhatsappNoticesDialog connection={read.data.data} query={query} onClose={() => setWriting(null)} />
      )}
    </Card>
  )
}

type ConnectedProps = { connection: WhatsappConnection; query: Input; onWrite: (what: Writing) => void }

function Connected({ connection, query, onWrite }: ConnectedProps) {
  const { events_url, problem } = connection
  const copy = (): void =>
    void navigator.clipboard.writeText(events_url).then(
      () => toastInfo('Dirección copiada'),
      () => toastError('No pudimos copiarla: selecciónala y cópiala'),
    )
  return (
    <section className="integration" aria-label="Número de WhatsApp">
      <h3 className="integration__title">
        {connection.display_phone ?? 'Número sin probar'} <StateBadge connection={connection} />
      </h3>
      <Facts facts={factsOf(connection)} />
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      {isSilent(connection) && (
        <Alert tone="warn">
          Meta no ha enviado ningún aviso: pega la dirección de abajo en tu app, con el token de verificación. Sin ella
          no se sabe qué se entregó.
        </Alert>
      )}
      {isForged(connection) && (
        <Alert tone="bad">
          Llegan avisos que no están firmados con tu secreto de la app: no se aplican. Cópialo otra vez de Meta.
        </Alert>
      )}
      <p className="integration__quiet">
        Dirección de avisos, para pegar en Meta:
        <code className="integration__address">{events_url}</code>
      </p>
      <p className="integration__quiet">{priceSentence(connection)}</p>
      <WhatsappTemplates connection={connection} query={query} />
      <Actions connection={connection} query={query} onWrite={onWrite} onCopy={copy} />
    </section>
  )
}

/** It is on, and Meta has not called yet. */
const isSilent = ({ is_on, event_at }: WhatsappConnection): boolean => is_on && event_at === null

/** The last event without a valid signature is newer than the last one with it. */
const isForged = ({ event_at, refused_at }: WhatsappConnection): boolean =>
  refused_at !== null && (event_at === null || refused_at > event_at)

function StateBadge({ connection: { is_on, problem, tested_at } }: { connection: WhatsappConnection }) {
  if (is_on) return <Badge tone="good">Encendido</Badge>
  if (problem !== null) return <Badge tone="bad">No funcionó</Badge>
  return tested_at === null ? <Badge tone="warn">Sin probar</Badge> : <Badge tone="quiet">Apagado</Badge>
}

const factsOf = ({ phone_number_id, waba_id, last_four, set_at, set_by, tested_at, event_at }: WhatsappConnection) => [
  { label: 'Identificador del número', value: phone_number_id },
  { label: 'Identificador de la cuenta', value: waba_id },
  { label: 'Token', value: `…${last_four['token'] ?? ''}` },
  { label: 'Guardadas', value: `${instantLabel(new Date(set_at))}, por ${set_by}` },
  { label: 'Última prueba', value: tested_at === null ? 'Nunca' : instantLabel(new Date(tested_at)) },
  { label: 'Último aviso de Meta', value: event_at === null ? 'Ninguno' : instantLabel(new Date(event_at)) },
]

type ActionsProps = ConnectedProps & { onCopy: () => void }

function Actions({ connection, query, onWrite, onCopy }: ActionsProps) {
  const lists = { invalidate: [whatsappApi.get] }
  const test = useChange(whatsappApi.test, lists)
  const stop = useChange(whatsappApi.stop, lists)
  const run = (work: () => Promise<void>): void =>
    void work().catch((error: unknown) => toastFailure(error, 'No pudimos hacer el cambio'))
  const testKeys = async (): Promise<void> => {
    const { data, message } = await test.mutateAsync({ query })
    if (data.problem === null && data.is_on) toastSuccess(message)
    else toastError(message)
  }
  const turnOff = async (): Promise<void> => toastSuccess((await stop.mutateAsync({ query })).message)
  return (
    <div className="integration__actions">
      <Button busy={test.isPending ? 'Probando…' : undefined} variant="primary" onClick={() => run(testKeys)}>
        Probar conexión
      </Button>
      <Button onClick={() => onWrite('notices')}>Elegir avisos y precio</Button>
      <Button onClick={onCopy}>Copiar dirección</Button>
      <Button onClick={() => onWrite('keys')}>Cambiar llaves</Button>
      {connection.is_on && (
        <Button variant="danger" busy={stop.isPending ? 'Apagando…' : undefined} onClick={() => run(turnOff)}>
          Apagar
        </Button>
      )}
    </div>
  )
}
