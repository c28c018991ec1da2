import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { EQUIPMENT_KINDS } from '#domain/core/equipment-kind.ts'
import { PageMeta, pagingQuery } from '#domain/core/paging.ts'
import type { Role } from '#domain/core/roles.ts'
import { optionalLine, patternText, text } from '#domain/core/text.ts'
import {
  EQUIPMENT_STATES,
  Equipment,
  EquipmentDetail,
  equipmentFields,
  LINE_MAX,
  LINES_MAX,
  MacText,
  SerialText,
} from './equipment.ts'
import { ContractPiece, UnreturnedCharge } from './unreturned.ts'

const query = z.strictObject({
  ...pagingQuery,
  state: z.optional(z.enum(EQUIPMENT_STATES, { error: 'No hay equipos en ese estado' })),
  kind: z.optional(z.enum(EQUIPMENT_KINDS, { error: 'No hay equipos de ese tipo' })),
  /** 'true': those without a serial. */
  without_serial: z.optional(z.literal('true', { error: 'Usa true' })),
  /** 'true': those lent to clients whose contract ended, to be picked up (R2.21). */
  to_pick_up: z.optional(z.literal('true', { error: 'Usa true' })),
  technician_id: z.optional(z.uuid()),
  no_contract: z.optional(patternText(11, /^[A-Z]{1,4}-\d{6}$/, 'Escribe el número completo, como AF-000123')),
})
export type EquipmentQuery = z.output<typeof query>

/** A new place; with its technician, or with its contract. */
const Move = z.strictObject({
  to: z.enum(EQUIPMENT_STATES, { error: 'Elige a dónde pasa' }),
  technician_id: z.optional(z.uuid({ error: 'Elige el técnico' })),
  no_contract: z.optional(patternText(11, /^[A-Z]{1,4}-\d{6}$/, 'Escribe el número completo, como AF-000123')),
  note: z.optional(optionalLine(300)),
})
export type Move = z.output<typeof Move>

const params = z.object({ id: z.uuid() })
const staff = ['financial', 'technical', 'network'] as const
const store = ['financial', 'network'] as const

/** Who corrects a MAC that is stored: a technician only completes it. */
export const canCorrectMac = (role: Role): boolean => (store as readonly Role[]).includes(role)

const ChangedReply = z.object({ data: Equipment, message: z.string() })

export const equipmentApi = api({
  list: {
    method: 'GET',
    path: '/equipment',
    summary: 'Los equipos de la empresa y dónde están; q busca por serial, MAC o marca',
    clientRows: 'data',
    roles: staff,
    query,
    reply: z.object({ data: z.array(Equipment), meta: z.optional(PageMeta) }),
  },
  get: {
    method: 'GET',
    path: '/equipment/:id',
    summary: 'Un equipo con todos sus movimientos',
    clientRows: 'one',
    roles: staff,
    params,
    reply: z.object({ data: EquipmentDetail }),
  },
  create: {
    method: 'POST',
    path: '/equipment',
    summary: 'Agrega un equipo a la bodega',
    roles: store,
    status: 201,
    body: z.strictObject({
      equipment: z.strictObject({ ...equipmentFields, serial: z.optional(SerialText), mac: z.optional(MacText) }),
    }),
    reply: ChangedReply,
  },
  importLines: {
    method: 'POST',
    path: '/equipment/import',
    summary: 'Agrega equipos iguales desde una lista pegada: un serial por línea y, si se tiene, su MAC',
    roles: store,
    status: 201,
    body: z.strictObject({
      equipment: z.strictObject({
        ...equipmentFields,
        lines: text(LINES_MAX * LINE_MAX, { required: 'Pega los seriales, uno por línea' }),
      }),
    }),
    reply: z.object({
      data: z.object({
        created: z.number(),
        errors: z.array(z.object({ line: z.number(), problem: z.string() })),
      }),
      message: z.string(),
    }),
  },
  update: {
    method: 'PATCH',
    path: '/equipment/:id',
    summary: 'Completa el serial o la MAC de un equipo; una MAC guardada solo la corrige la bodega',
    roles: staff,
    params,
    body: z.strictObject({ equipment: z.strictObject({ serial: z.optional(SerialText), mac: z.optional(MacText) }) }),
    reply: ChangedReply,
  },
  move: {
    method: 'POST',
    path: '/equipment/:id/move',
    summary: 'Pasa un equipo a un técnico, a un cliente o de vuelta',
    roles: staff,
    params,
    body: Move,
    reply: ChangedReply,
  },
  ofContract: {
    method: 'GET',
    path: '/contract/:no/equipment',
    summary:
      'Los equipos que un contrato tiene o perdió, y los que volvieron después de facturarse; cuáles se pueden cobrar y por cuánto',
    clientRows: 'data',
    roles: ['financial'],
    params: z.object({ no: patternText(11, /^[A-Z]{1,4}-\d{6}$/, 'Escribe el número completo, como AF-000123') }),
    reply: z.object({ data: z.array(ContractPiece) }),
  },
  charge: {
    method: 'POST',
    path: '/equipment/:id/charge',
    summary:
      'Cobra en la próxima factura un equipo en comodato que se perdió o que no se devolvió al terminar el contrato',
    roles: ['financial'],
    params,
    body: UnreturnedCharge,
    reply: z.object({ data: ContractPiece, message: z.string() }),
  },
})
