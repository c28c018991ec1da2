import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { PageMeta, pageQuery, sortQuery } from '#domain/core/paging.ts'
import { lineOfText } from '#domain/core/text.ts'
import {
  CashCount,
  CashTurn,
  CashTurnDetail,
  NewCashCount,
  NewCashMovement,
  NewTurn,
  TURN_STATES,
} from './cash-turn.ts'

/** The sort keys of the list of turns. */
export const TURN_SORTS = ['number'] as const

const roles = ['financial', 'admin'] as const
const params = z.object({ id: z.uuid() })
const TurnReply = z.object({ data: CashTurnDetail, message: z.string() })

/** The turns of the cash boxes. A financial user works with the own turns; an administrator with those of all. */
export const cashTurnApi = api({
  desk: {
    method: 'GET',
    path: '/cash-desk',
    summary: 'Tus turnos de caja abiertos, y si la empresa exige turno para recibir efectivo',
    roles,
    reply: z.object({ data: z.object({ open: z.array(CashTurn), requires_turn: z.boolean() }) }),
  },
  setRule: {
    method: 'PUT',
    path: '/cash-desk/rule',
    summary: 'Exige, o deja de exigir, un turno abierto para recibir y devolver efectivo',
    roles: ['admin'],
    body: z.strictObject({ rule: z.strictObject({ requires_turn: z.boolean({ error: 'Elige sí o no' }) }) }),
    reply: z.object({ data: z.object({ requires_turn: z.boolean() }), message: z.string() }),
  },
  people: {
    method: 'GET',
    path: '/cash-desk/person',
    summary: 'Las personas que han tenido turnos de caja',
    roles: ['admin'],
    reply: z.object({ data: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
  },
  list: {
    method: 'GET',
    path: '/cash-turn',
    summary: 'Los turnos de caja, el último primero: los propios, o los de todos para quien administra',
    roles,
    query: z.strictObject({
      ...pageQuery,
      ...sortQuery(TURN_SORTS),
      user_id: z.optional(z.uuid()),
      account_id: z.optional(z.uuid()),
      state: z.optional(z.enum(TURN_STATES)),
      /** The days on which the turns were opened. */
      from: z.optional(DayText),
      to: z.optional(DayText),
    }),
    reply: z.object({ data: z.array(CashTurn), meta: PageMeta }),
  },
  open: {
    method: 'POST',
    path: '/cash-turn',
    summary: 'Abre tu turno de una caja, con su base',
    roles,
    status: 201,
    body: z.strictObject({ turn: NewTurn }),
    reply: TurnReply,
  },
  get: {
    method: 'GET',
    path: '/cash-turn/:id',
    summary: 'Un turno con sus movimientos; los totales y los conteos, cuando está cerrado',
    clientRows: 'one',
    roles,
    params,
    reply: z.object({ data: CashTurnDetail }),
  },
  move: {
    method: 'POST',
    path: '/cash-turn/:id/movement',
    summary: 'Saca efectivo de tu turno abierto: un gasto menor con su motivo, o una consignación',
    roles,
    status: 201,
    idempotency: 'required',
    params,
    body: z.strictObject({ movement: NewCashMovement }),
    reply: TurnReply,
  },
  count: {
    method: 'POST',
    path: '/cash-turn/:id/count',
    summary: 'Guarda lo que contaste y responde lo esperado y la diferencia; el turno sigue abierto',
    roles,
    status: 201,
    params,
    body: z.strictObject({ count: NewCashCount }),
    reply: z.object({ data: CashCount, message: z.string() }),
  },
  close: {
    method: 'POST',
    path: '/cash-turn/:id/closing',
    summary: 'Cierra el turno con uno de sus conteos; con diferencia pide el motivo',
    roles,
    status: 201,
    params,
    body: z.strictObject({
      closing: z.strictObject({
        count_id: z.uuid({ error: 'Cuenta el efectivo antes de cerrar' }),
        /** Why cash is missing or left over. */
        reason: z.optional(lineOfText('Escribe por qué hay diferencia', 200)),
      }),
    }),
    reply: TurnReply,
  },
})
