import * as z from 'zod/mini'
import { Contract } from '#domain/contracts/contract.ts'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { PageMeta, pageQuery } from '#domain/core/paging.ts'
import { lineOfText, patternText, text, trimmedText } from '#domain/core/text.ts'
import { SLOTS, VISIT_KINDS, VISIT_STATES, Visit, VisitDetail } from './visit.ts'

const query = z.strictObject({
  ...pageQuery,
  from: z.optional(DayText),
  to: z.optional(DayText),
  technician_id: z.optional(z.uuid()),
  /** 'true': what waits for a day or a technician: open visits without one or whose day has passed, and those that were not made. */
  to_plan: z.optional(z.literal('true', { error: 'Usa true' })),
  state: z.optional(z.enum(VISIT_STATES, { error: 'No hay visitas en ese estado' })),
  kind: z.optional(z.enum(VISIT_KINDS, { error: 'No hay visitas de ese tipo' })),
  municipality_code: z.optional(patternText(5, /^\d{5}$/, 'Escribe el código DANE del municipio, como 05440')),
  no_contract: z.optional(patternText(11, /^[A-Z]{1,4}-\d{6}$/, 'Escribe el número completo, como AF-000123')),
})
export type VisitQuery = z.output<typeof query>

const hour = z.optional(
  z.nullable(patternText(5, /^([01]\d|2[0-3]):[0-5]\d$/, 'Escribe una hora como 08:30, de 00:00 a 23:59')),
)
const time = {
  slot: z.optional(z.enum(SLOTS, { error: 'Elige la hora' })),
  from_time: hour,
  to_time: hour,
}
const technician_id = z.optional(z.nullable(z.uuid({ error: 'Elige el técnico' })))
const LINES_MAX = 500
const lines = z.optional(z.nullable(trimmedText(LINES_MAX)))
const reason = lineOfText('Escribe el motivo', 300)
/** Required for an installation on a day after its last legal one (R2.14). */
const planReason = z.optional(reason)

/** What is planned of a new visit. Without a day or a technician it waits to be assigned. */
export const visitPlan = {
  kind: z.enum(VISIT_KINDS, { error: 'Elige el tipo de visita' }),
  day: z.optional(z.nullable(DayText)),
  ...time,
  technician_id,
  bring: lines,
  note: lines,
  reason: planReason,
}

const NewVisit = z.strictObject({
  no_contract: text(11).check(z.regex(/^[A-Z]{1,4}-\d{6}$/, { error: 'Escribe el número del contrato' })),
  ...visitPlan,
})
export type NewVisit = z.output<typeof NewVisit>

/** The new day of a visit. Absent fields other than the time do not change. */
const Move = z.strictObject({
  day: DayText,
  ...time,
  technician_id,
  bring: lines,
  note: lines,
  reason: planReason,
})
export type Move = z.output<typeof Move>

const params = z.object({ id: z.uuid() })
const field = ['financial', 'technical'] as const
/** `warning`: another visit of the technician at the same time. It does not refuse the visit. */
const ChangedReply = z.object({ data: Visit, message: z.string(), warning: z.nullable(z.string()) })

export const visitApi = api({
  list: {
    method: 'GET',
    path: '/visit',
    summary: 'Las visitas por día y hora, con sus filtros; las propias, para quien es cliente',
    clientRows: 'data',
    roles: [...field, 'client'],
    query,
    reply: z.object({ data: z.array(Visit), meta: z.optional(PageMeta) }),
  },
  get: {
    method: 'GET',
    path: '/visit/:id',
    summary: 'Una visita con todo lo que le pasó',
    clientRows: 'one',
    roles: field,
    params,
    reply: z.object({ data: VisitDetail }),
  },
  create: {
    method: 'POST',
    path: '/visit',
    summary: 'Crea una visita de un contrato; sin día o sin técnico queda por programar',
    roles: field,
    status: 201,
    body: z.strictObject({ visit: NewVisit }),
    reply: ChangedReply,
  },
  move: {
    method: 'POST',
    path: '/visit/:id/move',
    summary: 'Programa la visita en un día, o la pasa a otro',
    roles: field,
    params,
    body: Move,
    reply: ChangedReply,
  },
  assign: {
    method: 'POST',
    path: '/visit/:id/assign',
    summary: 'Asigna la visita a un técnico, o la deja sin técnico',
    roles: field,
    params,
    body: z.strictObject({ technician_id: z.nullable(z.uuid({ error: 'Elige el técnico' })) }),
    reply: ChangedReply,
  },
  cancel: {
    method: 'POST',
    path: '/visit/:id/cancel',
    summary: 'Cancela la visita con su motivo',
    roles: field,
    params,
    body: z.strictObject({ reason }),
    reply: ChangedReply,
  },
  miss: {
    method: 'POST',
    path: '/visit/:id/miss',
    summary: 'Marca que la visita no se pudo hacer, con su motivo',
    roles: field,
    params,
    body: z.strictObject({ reason }),
    reply: ChangedReply,
  },
  finish: {
    method: 'POST',
    path: '/visit/:id/done',
    summary: 'Marca como hecha una visita que no tiene acta',
    roles: field,
    params,
    reply: ChangedReply,
  },
  /** The call of the specification for the visit of an installation. */
  schedule: {
    method: 'POST',
    path: '/contract/:no/schedule',
    summary: 'Programa la visita de instalación',
    roles: field,
    params: z.object({ no: text(11).check(z.regex(/^[A-Z]{1,4}-\d{6}$/)) }),
    body: z.strictObject({
      scheduled_on: DayText,
      technician_id: z.uuid({ error: 'Elige el técnico' }),
      reason: planReason,
    }),
    reply: z.object({ data: Contract, message: z.string() }),
  },
})
