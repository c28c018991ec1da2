import type { ReactNode } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import type { Dashboard } from '#domain/dashboard/api.ts'
import { ENVIRONMENT_LABELS, type WompiHealth } from '#domain/integrations/integration.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'

/** The health of the company's integrations: state, last test, last event, and the problem to correct (DSH-03). */
export function IntegrationHealth({ wompi, is_factus_on }: NonNullable<Dashboard['health']>) {
  const problem = problemOf(wompi)
  return (
    <Card title="Tus integraciones" actions={<LinkButton to={paths.integration}>Revisar</LinkButton>}>
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      <Facts
        facts={[
          { label: 'Wompi', value: <WompiBadge wompi={wompi} /> },
          ...(wompi === null ? [] : factsOf(wompi)),
          {
            label: 'Factus',
            value: is_factus_on ? <Badge tone="good">Conectado</Badge> : <Badge tone="quiet">Sin conectar</Badge>,
          },
        ]}
      />
    </Card>
  )
}

function WompiBadge({ wompi }: { wompi: WompiHealth | null }) {
  if (wompi === null) return <Badge tone="warn">Sin llaves</Badge>
  if (!wompi.is_on) return <Badge tone="warn">Apagado</Badge>
  if (problemOf(wompi) !== null) return <Badge tone="bad">Con problemas</Badge>
  return wompi.environment === 'test' ? <Badge tone="info">En pruebas</Badge> : <Badge tone="good">Encendido</Badge>
}

const factsOf = ({ environment, tested_at, last_event }: WompiHealth): { label: string; value: ReactNode }[] => [
  { label: 'Ambiente', value: ENVIRONMENT_LABELS[environment] },
  { label: 'Última prueba', value: tested_at === null ? 'Nunca' : instantLabel(new Date(tested_at)) },
  {
    label: 'Último aviso de Wompi',
    value: last_event === null ? 'No ha llegado ninguno' : instantLabel(new Date(last_event.received_at)),
  },
]

/** What is wrong and what to do; null when nothing is. */
function problemOf(wompi: WompiHealth | null): string | null {
  if (wompi === null) return null
  if (wompi.problem !== null) return wompi.problem
  return wompi.last_event?.verdict === 'unverified'
    ? 'El último aviso de Wompi no se pudo verificar: revisa el secreto de eventos en Integraciones.'
    : null
}
