import * as z from 'zod/mini'
import { patternText } from '#domain/core/text.ts'
import type { OrderAction } from './order.ts'
import { NetworkOrder } from './order.ts'

const SERVICE_STATES = ['active', 'suspended', 'absent'] as const
export type ServiceState = (typeof SERVICE_STATES)[number]

export const SERVICE_STATE_LABELS: Readonly<Record<ServiceState, string>> = {
  active: 'En servicio',
  suspended: 'Suspendido',
  absent: 'Sin servicio',
}

export const ON_SUSPEND = ['walled', 'reject'] as const
export type OnSuspend = (typeof ON_SUSPEND)[number]
export const ON_SUSPEND_LABELS: Readonly<Record<OnSuspend, string>> = {
  walled: 'Solo ve el portal de pagos',
  reject: 'No se conecta',
}

/** The user name of a connection: what every device accepts without escaping. */
export const Username = patternText(
  64,
  /^[a-z0-9._@-]{1,64}$/,
  'Usa minúsculas, números, puntos, guiones o @, sin espacios',
  'Escribe el usuario de la conexión',
)
/** Printable ASCII: devices do not store other characters as they were sent. */
export const ServicePassword = patternText(
  64,
  /^[\u0021-\u007e]{8,64}$/,
  'Usa de 8 a 64 letras, números o signos, sin espacios ni tildes',
)
export const Ipv4 = patternText(
  15,
  /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$/,
  'Escribe una dirección IPv4, como 10.20.0.9',
)

/** The connection of a contract. The password is written and never read. */
export const NetworkService = z.object({
  no_contract: z.string(),
  client: z.string(),
  device: z.object({ id: z.uuid(), name: z.string() }),
  username: z.string(),
  ipv4: z.nullable(z.string()),
  on_suspend: z.enum(ON_SUSPEND),
  /** What it must be today, computed from its contract. */
  desired: z.object({ state: z.enum(SERVICE_STATES), down_kbps: z.number(), up_kbps: z.number() }),
  /** What its device was last made to be. Null: nothing was sent yet. */
  applied: z.nullable(
    z.object({ state: z.enum(SERVICE_STATES), down_kbps: z.number(), up_kbps: z.number(), at: z.iso.datetime() }),
  ),
  last_order: z.nullable(NetworkOrder),
})
export type NetworkService = z.output<typeof NetworkService>

export type DesiredService = { state: ServiceState; down_kbps: number; up_kbps: number }
export type AppliedService = { state: ServiceState; down_kbps: number; up_kbps: number } | null

/** The order that takes a device from what it has to what it must have. Null when it has it. */
export function actionTowards(desired: DesiredService, applied: AppliedService): OrderAction | null {
  if (applied === null || applied.state === 'absent') {
    return desired.state === 'absent' ? null : desired.state === 'suspended' ? 'suspend' : 'create'
  }
  if (desired.state !== applied.state) return ACTION_TO[desired.state]
  if (desired.state !== 'active') return null
  return desired.down_kbps === applied.down_kbps && desired.up_kbps === applied.up_kbps ? null : 'change_speed'
}

const ACTION_TO: Readonly<Record<ServiceState, OrderAction>> = {
  active: 'reconnect',
  suspended: 'suspend',
  absent: 'remove',
}

/** Whether an order asks for something else than the state that was applied: it is superseded, not done. */
export function isSuperseded(action: OrderAction, applied: ServiceState): boolean {
  if (action === 'suspend') return applied !== 'suspended'
  if (action === 'remove') return applied !== 'absent'
  return action === 'change_speed' ? applied === 'absent' : applied !== 'active'
}

/** '100 / 50 Mbps', of kilobits per second. */
export const speedLabel = ({ down_kbps, up_kbps }: { down_kbps: number; up_kbps: number }): string =>
  `${down_kbps / 1_000} / ${up_kbps / 1_000} Mbps`
