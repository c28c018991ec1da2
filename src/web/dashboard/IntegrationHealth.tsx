import type { ReactNode } from 'react'
import { dayLabel, instantLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import type { Dashboard } from '#domain/dashboard/api.ts'
import { ENVIRONMENT_LABELS, type FactusHealth, type WompiHealth } from '#domain/integrations/integration.ts'
import { countLabel } from '#domain/integrations/numbering-range.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'

/** The health of the company's integrations: state, last test, last event, and the problem to correct (DSH-03). */
export function IntegrationHealth({ wompi, factus }: NonNullable<Dashboard['health']>) {
  const problems = [problemOf(wompi), factusProblemOf(factus)].filter((problem) => problem !== null)
  return (
    <Card title="Tus integraciones" actions={<LinkButton to={paths.integration}>Revisar</LinkButton>}>
      {problems.map((problem) => (
        <Alert key={problem} tone="bad">
          {problem}
        </Alert>
      ))}
      <Facts
        facts={[
          { label: 'Wompi', value: <WompiBadge wompi={wompi} /> },
          ...(wompi === null ? [] : factsOf(wompi)),
          { label: 'Factus', value: <FactusBadge factus={factus} /> },
          ...(factus === null ? [] : factusFactsOf(factus)),
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

function FactusBadge({ factus }: { factus: FactusHealth | null }) {
  if (factus === null) return <Badge tone="quiet">Sin credenciales</Badge>
  if (!factus.is_on) return <Badge tone="warn">Apagado</Badge>
  if (factusProblemOf(factus) !== null) return <Badge tone="bad">Con problemas</Badge>
  return factus.environment === 'test' ? <Badge tone="info">En pruebas</Badge> : <Badge tone="good">Encendido</Badge>
}

const factusFactsOf = ({ environment, tested_at, range }: FactusHealth): { label: string; value: ReactNode }[] => [
  { label: 'Ambiente de Factus', value: ENVIRONMENT_LABELS[environment] },
  { label: 'Última prueba de Factus', value: tested_at === null ? 'Nunca' : instantLabel(new Date(tested_at)) },
  { label: 'Numeración', value: range === null ? 'Sin elegir' : rangeLabel(range) },
]

const rangeLabel = ({ prefix, left, ends_on }: NonNullable<FactusHealth['range']>): string =>
  [
    prefix,
    ...(left === null ? [] : [`quedan ${countLabel(left)}`]),
    ...(ends_on === null ? [] : [`vence el ${dayLabel(ends_on)}`]),
  ].join(' · ')

function factusProblemOf(factus: FactusHealth | null): string | null {
  if (factus === null || !factus.is_on) return factus?.problem ?? null
  if (factus.problem !== null) return factus.problem
  if (factus.range === null) return 'Ningún rango numera las facturas electrónicas: elígelo en Integraciones.'
  return factus.range.problem
}
