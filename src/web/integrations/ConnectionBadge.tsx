import type { FactusConnection } from '#domain/integrations/integration.ts'
import { Badge } from '#web/ui/Badge.tsx'

/** The state of one environment of a provider. `none`: the words for one without keys. */
export function ConnectionBadge({ connection, none }: { connection: FactusConnection | undefined; none: string }) {
  if (!connection) return <Badge tone="quiet">{none}</Badge>
  if (connection.is_on) return <Badge tone="good">Encendido</Badge>
  if (connection.problem !== null) return <Badge tone="bad">No funcionó</Badge>
  return connection.tested_at === null ? <Badge tone="warn">Sin probar</Badge> : <Badge tone="quiet">Apagado</Badge>
}
