import { useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { ENVIRONMENTS, type Environment } from '#domain/core/environment.ts'
import { factusApi } from '#domain/integrations/api.ts'
import { ENVIRONMENT_LABELS, type FactusConnection, type Integrations } from '#domain/integrations/integration.ts'
import { useChange } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { ConnectionBadge } from './ConnectionBadge.tsx'
import { FactusDialog } from './FactusDialog.tsx'

type Query = { company_id?: string }

/** Factus in both environments: the stored credentials, the result of their test, and whether documents use it. */
export function FactusCard({ integrations, query }: { integrations: Integrations; query: Query }) {
  const [writing, setWriting] = useState<Environment | null>(null)
  return (
    <Card title="Factus, facturación electrónica">
      <p>
        {integrations.is_factus_integration
          ? 'Cada factura y nota crédito se valida en la DIAN con tu cuenta de Factus.'
          : 'Con Factus cada factura y nota crédito se valida en la DIAN. Las credenciales te las da Factus.'}
      </p>
      {ENVIRONMENTS.map((environment) => (
        <EnvironmentPart
          key={environment}
          environment={environment}
          connection={integrations.factus.find((one) => one.environment === environment)}
          query={query}
          onWrite={() => setWriting(environment)}
        />
      ))}
      {writing !== null && <FactusDialog environment={writing} query={query} onClose={() => setWriting(null)} />}
    </Card>
  )
}

type PartProps = {
  environment: Environment
  connection: FactusConnection | undefined
  query: Query
  onWrite: () => void
}

function EnvironmentPart({ environment, connection, query, onWrite }: PartProps) {
  const label = ENVIRONMENT_LABELS[environment].toLowerCase()
  return (
    <section className="integration" aria-label={`Factus, ${label}`}>
      <h3 className="integration__title">
        {ENVIRONMENT_LABELS[environment]} <ConnectionBadge connection={connection} none="Sin credenciales" />
      </h3>
      {connection ? (
        <>
          <Facts facts={factsOf(connection)} />
          {connection.problem !== null && <Alert tone="bad">{connection.problem}</Alert>}
          <Actions connection={connection} query={query} onWrite={onWrite} />
        </>
      ) : (
        <div>
          <Button onClick={onWrite}>Guardar credenciales de {label}</Button>
        </div>
      )}
    </section>
  )
}

const factsOf = ({ last_four, set_at, set_by, tested_at }: FactusConnection) => [
  { label: 'Usuario', value: ending(last_four['user']) },
  { label: 'Contraseña', value: 'Guardada' },
  { label: 'Client id', value: ending(last_four['client_id']) },
  { label: 'Client secret', value: ending(last_four['client_secret']) },
  { label: 'Guardadas', value: `${instantLabel(new Date(set_at))}, por ${set_by}` },
  { label: 'Última prueba', value: tested_at === null ? 'Nunca' : instantLabel(new Date(tested_at)) },
]

const ending = (last: string | undefined): string => (last ? `…${last}` : 'Guardado')

function Actions({ connection, query, onWrite }: { connection: FactusConnection; query: Query; onWrite: () => void }) {
  const test = useChange(factusApi.testFactus)
  const stop = useChange(factusApi.stopFactus)
  const run = (work: () => Promise<void>): void =>
    void work().catch((error: unknown) => toastFailure(error, 'No pudimos hacer el cambio'))
  const testKeys = async (): Promise<void> => {
    const { data, message } = await test.mutateAsync({ query, body: { environment: connection.environment } })
    if (data.problem === null) toastSuccess(message)
    else toastError(message)
  }
  const [isStopping, setStopping] = useState(false)
  const turnOff = async (): Promise<void> => {
    try {
      toastSuccess((await stop.mutateAsync({ query })).message)
    } finally {
      setStopping(false)
    }
  }
  return (
    <div className="integration__actions">
      <Button busy={test.isPending ? 'Probando…' : undefined} variant="primary" onClick={() => run(testKeys)}>
        Probar conexión
      </Button>
      <Button onClick={onWrite}>Cambiar credenciales</Button>
      {connection.is_on && (
        <Button variant="danger" onClick={() => setStopping(true)}>
          Apagar
        </Button>
      )}
      {isStopping && (
        <ConfirmDialog
          title="¿Apagar la facturación electrónica?"
          confirm="Apagar"
          tone="danger"
          busy={stop.isPending ? 'Apagando…' : undefined}
          onConfirm={() => run(turnOff)}
          onCancel={() => setStopping(false)}
        >
          <p>
            Mientras esté apagada, lo que emitas no tiene documento electrónico y lo que está en la fila espera. También
            se cierra Gestión de usuarios. Para pasar de un ambiente al otro, apágala y prueba la conexión del otro.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
