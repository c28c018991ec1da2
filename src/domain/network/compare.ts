import { type DesiredService, SERVICE_STATE_LABELS, type ServiceState, speedLabel } from './connection.ts'

/**
 * missing: the device does not have the service. state: it is cut and must not be, or the reverse. speed and identity: another speed,
 * another user name or address. extra: it has our signature and must not be there. foreign: a row of another program where ours should be.
 */
export const DIFFERENCE_KINDS = ['missing', 'state', 'speed', 'identity', 'extra', 'foreign'] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

export const DIFFERENCE_LABELS: Readonly<Record<DifferenceKind, string>> = {
  missing: 'Falta en el equipo',
  state: 'Otro estado',
  speed: 'Otra velocidad',
  identity: 'Otro usuario o dirección',
  extra: 'Sobra en el equipo',
  foreign: 'De otro programa',
}

export type Wanted = DesiredService & { service_id: string; username: string; ipv4: string | null }
/** A row of the device with our signature. `speed` null: the device does not say it. */
export type Observed = {
  service_id: string
  username: string
  ipv4: string | null
  state: Exclude<ServiceState, 'absent'>
  speed: { down_kbps: number; up_kbps: number } | null
}
/** A row of another program. */
export type Foreign = { name: string }

export type Difference = { service_id: string | null; kind: DifferenceKind; wanted: string; found: string }

/** What differs between the services that a device must have and those that it has. A service has one difference, the most serious. */
export function compareDevice(
  wanted: readonly Wanted[],
  observed: readonly Observed[],
  foreign: readonly Foreign[] = [],
): Difference[] {
  const found = new Map(observed.map((row) => [row.service_id, row]))
  const names = new Set(foreign.map(({ name }) => name))
  const known = new Set(wanted.map(({ service_id }) => service_id))
  const differences = wanted.flatMap((service) => differenceOf(service, found.get(service.service_id), names))
  const unknown = observed.filter(({ service_id }) => !known.has(service_id))
  return [
    ...differences,
    ...unknown.map(
      (row): Difference => ({
        service_id: row.service_id,
        kind: 'extra',
        wanted: SERVICE_STATE_LABELS.absent,
        found: row.username,
      }),
    ),
  ]
}

function differenceOf(service: Wanted, row: Observed | undefined, foreignNames: ReadonlySet<string>): Difference[] {
  const { service_id, state, username, ipv4 } = service
  const difference = (kind: DifferenceKind, wanted: string, found: string): Difference[] => [
    { service_id, kind, wanted, found },
  ]
  if (row === undefined) {
    if (state === 'absent') return []
    return foreignNames.has(username)
      ? difference('foreign', username, 'Una fila con el mismo usuario y sin la marca de Enlace')
      : difference('missing', SERVICE_STATE_LABELS[state], SERVICE_STATE_LABELS.absent)
  }
  if (state === 'absent') return difference('extra', SERVICE_STATE_LABELS.absent, row.username)
  if (row.state !== state) return difference('state', SERVICE_STATE_LABELS[state], SERVICE_STATE_LABELS[row.state])
  if (row.username !== username || (ipv4 !== null && row.ipv4 !== ipv4)) {
    return difference('identity', identityLabel(service), identityLabel(row))
  }
  const { speed } = row
  if (speed === null || (speed.down_kbps === service.down_kbps && speed.up_kbps === service.up_kbps)) return []
  return difference('speed', speedLabel(service), speedLabel(speed))
}

const identityLabel = ({ username, ipv4 }: { username: string; ipv4: string | null }): string =>
  ipv4 === null ? username : `${username} en ${ipv4}`

/**
 * Whether a list of a device is too short to believe: it has less than half of the services that it had to have. A device that lost its
 * configuration is restored by a person, who confirms it.
 */
export const isShortRead = (wanted: number, observed: number): boolean => wanted >= 4 && observed < wanted / 2
