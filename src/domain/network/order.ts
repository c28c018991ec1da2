import * as z from 'zod/mini'
import { MINUTE_MS } from '#domain/core/durations.ts'

export const ORDER_ACTIONS = ['create', 'suspend', 'reconnect', 'change_speed', 'remove'] as const
export type OrderAction = (typeof ORDER_ACTIONS)[number]

/** `superseded`: the service had to be something else when the order was executed. */
export const ORDER_STATES = ['queued', 'done', 'superseded', 'failed'] as const
export type OrderState = (typeof ORDER_STATES)[number]

const TRY_OUTCOMES = ['applied', 'unchanged', 'error', 'refused', 'unanswered', 'credentials'] as const
export type TryOutcome = (typeof TRY_OUTCOMES)[number]

export const ORDER_ACTION_LABELS: Readonly<Record<OrderAction, string>> = {
  create: 'Crear',
  suspend: 'Suspender',
  reconnect: 'Reconectar',
  change_speed: 'Cambiar velocidad',
  remove: 'Quitar',
}

export const ORDER_STATE_LABELS: Readonly<Record<OrderState, string>> = {
  queued: 'En cola',
  done: 'Hecha',
  superseded: 'Reemplazada',
  failed: 'Falló',
}

export const TRY_OUTCOME_LABELS: Readonly<Record<TryOutcome, string>> = {
  applied: 'El equipo quedó como debía',
  unchanged: 'El equipo ya estaba como debía',
  error: 'El equipo respondió con un error',
  refused: 'El equipo no lo aceptó',
  unanswered: 'El equipo no respondió',
  credentials: 'El equipo no aceptó las credenciales',
}

/** An order to a device about the service of a contract. */
export const NetworkOrder = z.object({
  id: z.uuid(),
  action: z.enum(ORDER_ACTIONS),
  state: z.enum(ORDER_STATES),
  no_contract: z.string(),
  client: z.string(),
  username: z.string(),
  device: z.object({ id: z.uuid(), name: z.string() }),
  /** The name of the event that wrote it, 'compare' or 'assign'. */
  source: z.string(),
  actor: z.string(),
  tries: z.number(),
  problem: z.nullable(z.string()),
  /** Why a queued order is not sent now. Null when it is sent in its turn. */
  waits_for: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  finished_at: z.nullable(z.iso.datetime()),
})
export type NetworkOrder = z.output<typeof NetworkOrder>

/** Days for which the tries of a finished order are kept; its last one always is. The trigger `kept` of their table has the same number. */
export const TRY_DAYS = 90

const OrderTry = z.object({
  outcome: z.enum(TRY_OUTCOMES),
  detail: z.nullable(z.string()),
  took_ms: z.number(),
  at: z.iso.datetime(),
})
/** An order with each of its tries, the latest first. */
export const NetworkOrderDetail = z.extend(NetworkOrder, { log: z.array(OrderTry) })
export type NetworkOrderDetail = z.output<typeof NetworkOrderDetail>

const RETRY_MINUTES = [1, 5, 15, 60, 360, 1_440] as const
const REST_SECONDS = [30, 60, 120, 300, 600] as const

/** The wait before the next try of an order that the device answered with an error, after `tries` of them. */
export const retryAfterMs = (tries: number): number =>
  (RETRY_MINUTES[Math.min(tries, RETRY_MINUTES.length) - 1] ?? RETRY_MINUTES[0]) * MINUTE_MS

/** The rest of a device after `failures` unanswered calls in a row: no order is tried before it ends. */
export const restAfterMs = (failures: number): number =>
  (REST_SECONDS[Math.min(failures, REST_SECONDS.length) - 1] ?? REST_SECONDS[0]) * 1_000

const CUTS_MIN = 20
const SHARE = 20

/** How many services of a device may be cut in a day, or differ in a comparison, before a person must confirm it: a twentieth. */
export const changeLimit = (services: number): number => Math.max(CUTS_MIN, Math.ceil(services / SHARE))
