import { useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { ENVIRONMENTS, type Environment } from '#domain/core/environment.ts'
import { integrationApi } from '#domain/integrations/api.ts'
import { type Connection, ENVIRONMENT_LABELS, type Integrations } from '#domain/integrations/integration.ts'
import { ONLINE_LABELS } from '#domain/integrations/online-method.ts'
import { useChange } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastError, toastInfo, toastSuccess } from '#web/ui/Toasts.tsx'
import { ConnectionBadge } from './ConnectionBadge.tsx'
import { KeysDialog } from './KeysDialog.tsx'

type Query = { company_id?: string }

/** Wompi in both environments: the stored keys, the result of their test, and whether payments use it. */
export function WompiCard({ integrations, query }: { integrations: Integrations; query: Query }) {
  const [writing, setWriting] = useState<Environment | null>(null)
  return (
    <Card title="Wompi, pagos en línea">
      <p>
        {integrations.is_wompi_integration
          ? 'Tus clientes pagan en línea con los medios de tu cuenta. El dinero llega a tu cuenta de Wompi.'
          : 'Con Wompi tus clientes pagan con Nequi, PSE y Botón Bancolombia desde el portal. Las llaves salen de comercios.wompi.co.'}
      </p>
      {ENVIRONMENTS.map((environment) => (
        <EnvironmentPart
          key={environment}
          environment={environment}
          connection={integrations.wompi.find((one) => one.environment === environment)}
          query={query}
          onWrite={() => setWriting(environment)}
        />
      ))}
      {writing !== null && <KeysDialog environment={writing} query={query} onClose={() => setWriting(null)} />}
    </Card>
  )
}

type PartProps = {
  environment: Environment
  connection: Connection | undefined
  query: Query
  onWrite: () => void
}

function EnvironmentPart({ environment, connection, query, onWrite }: PartProps) {
  return (
    <section className="integration" aria-label={ENVIRONMENT_LABELS[environment]}>
      <h3 className="integration__title">
        {ENVIRONMENT_LABELS[environment]} <ConnectionBadge connection={connection} none="Sin llaves" />
      </h3>
      {connection ? (
        <>
          <Facts facts={factsOf(connection)} />
          {connection.problem !== null && <Alert tone="bad">{connection.problem}</Alert>}
          <Actions connection={connection} query={query} onWrite={onWrite} />
        </>
      ) : (
        <div>
          <Button onClick={onWrite}>Guardar llaves de {ENVIRONMENT_LABELS[environment].toLowerCase()}</Button>
        </div>
      )}
    </section>
  )
}

const factsOf = (connection: Connection) => [
  { label: 'Llave pública', value: `…${connection.last_four['public_key'] ?? ''}` },
  { label: 'Llave privada', value: `…${connection.last_four['private_key'] ?? ''}` },
  { label: 'Guardadas', value: `${instantLabel(new Date(connection.set_at))}, por ${connection.set_by}` },
  {
    label: 'Última prueba',
    value: connection.tested_at === null ? 'Nunca' : instantLabel(new Date(connection.tested_at)),
  },
  // What Wompi said of the account: a medium that it does not have is not offered.
  ...(connection.methods === null
    ? []
    : [
        {
          label: 'Medios de la cuenta',
          value: connection.methods.map((method) => ONLINE_LABELS[method]).join(', ') || 'Ninguno de los de Enlace',
        },
      ]),
  {
    label: 'Página de Wompi',
    value: connection.has_page ? 'Se ofrece, con todos los medios de la cuenta' : 'No se ofrece',
  },
]

function Actions({ connection, query, onWrite }: { connection: Connection; query: Query; onWrite: () => void }) {
  const test = useChange(integrationApi.testWompi)
  const stop = useChange(integrationApi.stopWompi)
  const page = useChange(integrationApi.offerPage)
  const run = (work: () => Promise<void>): void =>
    void work().catch((error: unknown) => toastFailure(error, 'No pudimos hacer el cambio'))
  const testKeys = async (): Promise<void> => {
    const { data, message } = await test.mutateAsync({ query, body: { environment: connection.environment } })
    if (data.problem === null) toastSuccess(message)
    else toastError(message)
  }
  const turnOff = async (): Promise<void> => toastSuccess((await stop.mutateAsync({ query })).message)
  const offerPage = async (): Promise<void> => {
    const body = { environment: connection.environment, is_offered: !connection.has_page }
    toastSuccess((await page.mutateAsync({ query, body })).message)
  }
  const copy = (): void =>
    void navigator.clipboard.writeText(connection.events_url).then(
      () => toastInfo('Dirección copiada'),
      () => toastError('No pudimos copiarla: selecciónala y cópiala'),
    )
  return (
    <>
      <p className="integration__quiet">
        Dirección de eventos, para pegar en Wompi:
        <code className="integration__address">{connection.events_url}</code>
      </p>
      <div className="integration__actions">
        <Button busy={test.isPending ? 'Probando…' : undefined} variant="primary" onClick={() => run(testKeys)}>
          Probar conexión
        </Button>
        <Button onClick={copy}>Copiar dirección</Button>
        <Button onClick={onWrite}>Cambiar llaves</Button>
        <Button busy={page.isPending ? 'Guardando…' : undefined} onClick={() => run(offerPage)}>
          {connection.has_page ? 'Dejar de ofrecer la página de Wompi' : 'Ofrecer la página de Wompi'}
        </Button>
        {connection.is_on && (
          <Button variant="danger" busy={stop.isPending ? 'Apagando…' : undefined} onClick={() => run(turnOff)}>
            Apagar
          </Button>
        )}
      </div>
    </>
  )
}
