import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { NewParameter } from './new-value.ts'
import { ParameterHistory } from './parameter.ts'

export const parameterApi = api({
  list: {
    method: 'GET',
    path: '/parameter',
    summary: 'Los números que fija un regulador: el vigente hoy, o el día `on`, y los demás de su historia',
    roles: ['admin', 'financial', 'superadmin'],
    query: z.strictObject({ on: z.optional(DayText) }),
    reply: z.object({ data: z.array(ParameterHistory) }),
  },
  add: {
    method: 'POST',
    path: '/parameter',
    summary: 'Agrega un valor desde un día, con su norma; los días que ya pasaron conservan el suyo',
    stepUp: true,
    roles: ['superadmin'],
    status: 201,
    body: z.strictObject({ parameter: NewParameter }),
    reply: z.object({ data: ParameterHistory, message: z.string() }),
  },
})
