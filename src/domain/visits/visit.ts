import * as z from 'zod/mini'
import { CONTRACT_STATUSES, type ContractStatus } from '#domain/contracts/lifecycle.ts'
import { type Day, DayText } from '#domain/core/days.ts'
import { createLifecycle } from '#domain/core/lifecycle.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'

/** The kinds of a visit: those of an installation report (ACT-04) and the technical revision. */
export const VISIT_KINDS = ['instalacion', 'retiro', 'translado', 'reinstalacion', 'cambio_equipo', 'revision'] as const
export type VisitKind = (typeof VISIT_KINDS)[number]

export const VISIT_KIND_LABELS: Readonly<Record<VisitKind, string>> = {
  instalacion: 'Instalación',
  retiro: 'Retiro',
  translado: 'Traslado',
  reinstalacion: 'Reinstalación',
  cambio_equipo: 'Cambio de equipo',
  revision: 'Revisión técnica',
}

/** The states of a visit. The check of the table `visits` has the same values. */
export const VISIT_STATES = ['planned', 'moved', 'done', 'missed', 'cancelled'] as const
export type VisitState = (typeof VISIT_STATES)[number]

export const VISIT_STATE_LABELS: Readonly<Record<VisitState, string>> = {
  planned: 'Programada',
  moved: 'Reprogramada',
  done: 'Hecha',
  missed: 'No se hizo',
  cancelled: 'Cancelada',
}

type VisitAction = 'assign' | 'move' | 'cancel' | 'miss' | 'finish'

/** A missed visit can get another day; a cancelled or a finished one is closed. */
export const visitLifecycle = createLifecycle<VisitState, VisitAction>(VISIT_STATES, {
  planned: { assign: 'planned', move: 'moved', cancel: 'cancelled', miss: 'missed', finish: 'done' },
  moved: { assign: 'moved', move: 'moved', cancel: 'cancelled', miss: 'missed', finish: 'done' },
  missed: { move: 'moved', cancel: 'cancelled' },
  done: {},
  cancelled: {},
})

const REASONS: Readonly<Record<VisitState, string>> = {
  planned: 'La visita está programada',
  moved: 'La visita está reprogramada',
  done: 'La visita ya se hizo',
  missed: 'La visita no se hizo: prográmala otro día',
  cancelled: 'La visita está cancelada',
}

/** The state after an action. Throws Refusal when the state does not allow it. The first day of a visit is not a move. */
export function nextVisitState(action: VisitAction, visit: { state: VisitState; day: Day | null }): VisitState {
  const next = visitLifecycle.next(visit.state, action)
  if (next === null) throw new Refusal('conflict', REASONS[visit.state])
  return action === 'move' && visit.day === null ? 'planned' : next
}

/** Whether the visit is still to be made. */
export const isOpenVisit = (state: VisitState): boolean => state === 'planned' || state === 'moved'

/** The part of a day: any hour, the morning, the afternoon, or between two hours. */
export const SLOTS = ['dia', 'manana', 'tarde', 'horas'] as const

/** The time of a visit within its day. `from_time` and `to_time`: 'HH:MM' in Bogotá, of the slot 'horas'. */
export type VisitTime = { slot: (typeof SLOTS)[number]; from_time: string | null; to_time: string | null }

export const SLOT_LABELS: Readonly<Record<VisitTime['slot'], string>> = {
  dia: 'Durante el día',
  manana: 'En la mañana',
  tarde: 'En la tarde',
  horas: 'Entre dos horas',
}

/** 'En la mañana', or 'De 8:30 a. m. a 10:00 a. m.'. */
export const timeOfVisitLabel = ({ slot, from_time, to_time }: VisitTime): string =>
  slot === 'horas' && from_time !== null && to_time !== null
    ? `De ${hourLabel(from_time)} a ${hourLabel(to_time)}`
    : SLOT_LABELS[slot]

/** '2:30 p. m.' of '14:30'. */
export function hourLabel(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${((hour + 11) % 12) + 1}:${time.slice(3)} ${hour < 12 ? 'a. m.' : 'p. m.'}`
}

const HALVES: Readonly<Record<VisitTime['slot'], readonly [string, string] | null>> = {
  dia: null,
  manana: ['00:00', '12:00'],
  tarde: ['12:00', '24:00'],
  horas: null,
}

const hoursOf = ({ slot, from_time, to_time }: VisitTime): readonly [string, string] | null =>
  from_time !== null && to_time !== null ? [from_time, to_time] : HALVES[slot]

/** The hour at which each part of a day is over, in Bogotá; null: with the day. */
const ENDS: Readonly<Record<Exclude<VisitTime['slot'], 'horas'>, string | null>> = {
  dia: null,
  manana: '12:00',
  tarde: '18:00',
}
const PASSED_COPY: Readonly<Record<VisitTime['slot'], string>> = {
  dia: '',
  manana: 'La mañana de hoy ya pasó: elige la tarde u otro día',
  tarde: 'La tarde de hoy ya pasó: elige otro día',
  horas: 'Esa hora de hoy ya pasó: elige otra u otro día',
}

/** Throws Refusal on the field of the time of a visit of today that is over. `now`: 'HH:MM' in Bogotá. */
export function assertNotOver(time: VisitTime, now: string, fields: { slot: string; to_time: string }): void {
  const end = time.slot === 'horas' ? time.to_time : ENDS[time.slot]
  if (end === null || end > now) return
  throw refuseField('refused', time.slot === 'horas' ? fields.to_time : fields.slot, PASSED_COPY[time.slot])
}

/** Whether two visits of one day are at the same time. A visit at any hour of the day is never. */
export function isAtSameTime(first: VisitTime, second: VisitTime): boolean {
  const [one, other] = [hoursOf(first), hoursOf(second)]
  return one !== null && other !== null && one[0] < other[1] && other[0] < one[1]
}

/** The input of a time: without a slot, any hour of the day. Throws Refusal on the field of the form; `path` is before its name. */
export function visitTimeOf(
  input: {
    slot?: VisitTime['slot'] | undefined
    from_time?: string | null | undefined
    to_time?: string | null | undefined
  },
  path = '',
): VisitTime {
  const { slot = 'dia', from_time = null, to_time = null } = input
  if (slot !== 'horas') return { slot, from_time: null, to_time: null }
  if (from_time === null) throw refuseField('refused', `${path}from_time`, 'Escribe desde qué hora')
  if (to_time === null) throw refuseField('refused', `${path}to_time`, 'Escribe hasta qué hora')
  if (to_time <= from_time) {
    throw refuseField('refused', `${path}to_time`, 'La hora final debe ser después de la inicial')
  }
  return { slot, from_time, to_time }
}

const NEEDS: Readonly<Record<VisitKind, readonly ContractStatus[]>> = {
  instalacion: ['awaiting_installation'],
  // A contract that was not installed may have equipment already (R2.21).
  retiro: ['active', 'suspended', 'terminated', 'cancelled'],
  translado: ['active', 'suspended'],
  reinstalacion: ['active', 'suspended'],
  cambio_equipo: ['active', 'suspended'],
  revision: ['active', 'suspended'],
}

/** The kinds of visit of a contract in a status. */
export const visitKindsOf = (status: ContractStatus): VisitKind[] =>
  VISIT_KINDS.filter((kind) => NEEDS[kind].includes(status))

/** Throws Refusal for a kind that a contract in that status does not have. */
export function assertVisitKind(kind: VisitKind, status: ContractStatus): void {
  if (visitKindsOf(status).includes(kind)) return
  const copy =
    kind === 'instalacion'
      ? 'Solo se instala un contrato firmado que todavía no tiene servicio'
      : 'Esa visita es de un contrato en servicio'
  throw refuseField('conflict', 'visit.kind', copy)
}

/** A visit, in lists and on the day of its technician. `bring` and `note` are for the staff: a client reads null. */
export const Visit = z.object({
  id: z.uuid(),
  kind: z.enum(VISIT_KINDS),
  state: z.enum(VISIT_STATES),
  /** Null while it has no day. */
  day: z.nullable(DayText),
  slot: z.enum(SLOTS),
  from_time: z.nullable(z.string()),
  to_time: z.nullable(z.string()),
  technician: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  bring: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Why it was cancelled, missed or moved, or why an installation is after its last legal day. */
  reason: z.nullable(z.string()),
  no_contract: z.string(),
  status_contract: z.enum(CONTRACT_STATUSES),
  client: z.object({ id: z.uuid(), name: z.string(), identification: z.string(), phone: z.nullable(z.string()) }),
  address: z.string(),
  department: z.string(),
  city: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** The address that the service leaves, of a transfer that is to be made: the visit is at the new one. */
  from_address: z.nullable(z.string()),
  plan: z.object({ name: z.string(), download_speed: z.string(), upload_speed: z.string() }),
  /** The last legal day of an installation (R2.14). Null for another kind. */
  due_on: z.nullable(DayText),
})
export type Visit = z.output<typeof Visit>

/** One state that a visit had. */
const VisitChange = z.object({
  state: z.enum(VISIT_STATES),
  day: z.nullable(DayText),
  slot: z.enum(SLOTS),
  from_time: z.nullable(z.string()),
  to_time: z.nullable(z.string()),
  technician: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  actor: z.string(),
  at: z.iso.datetime(),
})

/** A visit with all that happened to it, the newest first. */
export const VisitDetail = z.extend(Visit, { changes: z.array(VisitChange) })
export type VisitDetail = z.output<typeof VisitDetail>
