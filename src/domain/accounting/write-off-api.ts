import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { Pesos, PesosSum } from '#domain/core/money.ts'
import { PageMeta, pageQuery } from '#domain/core/paging.ts'
import {
  NewWriteOff,
  WRITE_OFF_MOVES,
  WriteOffCandidate,
  WriteOffMove,
  WriteOffTotals,
  WriteOffUndo,
} from './write-off.ts'

const roles = ['financial', 'admin'] as const
const decides = ['admin'] as const

export const writeOffApi = api({
  candidates: {
    method: 'GET',
    path: '/accounting/write-off',
    summary: 'Las facturas vencidas de contratos terminados o sin contrato, con lo que impide castigar cada una',
    roles,
    clientRows: 'data',
    query: z.strictObject({ ...pageQuery, client_id: z.optional(z.uuid()) }),
    reply: z.object({ data: z.array(WriteOffCandidate), meta: PageMeta, totals: z.object({ amount: PesosSum }) }),
  },
  post: {
    method: 'POST',
    path: '/accounting/write-off',
    summary: 'Castiga la deuda de las facturas elegidas: salen de la cartera, no se cobran y no quedan pagadas',
    stepUp: true,
    roles: decides,
    status: 201,
    idempotency: 'required',
    body: z.strictObject({ write_off: NewWriteOff }),
    reply: z.object({
      data: z.object({
        id: z.uuid(),
        written_off: z.object({ count: z.number(), amount: Pesos }),
        skipped: z.array(z.object({ number: z.string(), why: z.string() })),
      }),
      message: z.string(),
    }),
  },
  undo: {
    method: 'POST',
    path: '/accounting/write-off/:id/undo',
    summary: 'Deshace el castigo de una factura mientras su mes esté abierto: se vuelve a deber',
    stepUp: true,
    roles: decides,
    status: 201,
    idempotency: 'required',
    params: z.object({ id: z.uuid() }),
    body: WriteOffUndo,
    reply: z.object({ data: z.object({ id: z.uuid() }), message: z.string() }),
  },
  moves: {
    method: 'GET',
    path: '/accounting/write-off/move',
    summary: 'Los castigos y las recuperaciones por su día contable, con lo que suma cada clase',
    roles,
    clientRows: 'data',
    /** Without days: this month up to today. */
    query: z.strictObject({
      ...pageQuery,
      from: z.optional(DayText),
      to: z.optional(DayText),
      kind: z.optional(z.enum(WRITE_OFF_MOVES, { error: 'Elige una clase de la lista' })),
    }),
    reply: z.object({
      data: z.array(WriteOffMove),
      meta: PageMeta,
      totals: WriteOffTotals,
      range: z.object({ from: DayText, to: DayText }),
    }),
  },
})
