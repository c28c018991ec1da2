import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { BookClosing, NewBookClosing } from './closing.ts'

const roles = ['financial', 'admin'] as const

export const closingApi = api({
  get: {
    method: 'GET',
    path: '/accounting/closing',
    summary: 'El día de cierre de la contabilidad y sus cambios, el último primero',
    roles,
    reply: z.object({
      data: z.object({
        closed_through: z.nullable(DayText),
        first_open: z.nullable(DayText),
        history: z.array(BookClosing),
      }),
    }),
  },
  close: {
    method: 'POST',
    path: '/accounting/closing',
    summary: 'Cierra la contabilidad hasta un día, o la vuelve a abrir con su motivo y la contraseña confirmada',
    roles,
    status: 201,
    stepUp: 'own',
    body: z.strictObject({ closing: NewBookClosing }),
    reply: z.object({ data: BookClosing, message: z.string() }),
  },
})
