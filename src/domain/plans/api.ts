import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { NewPlan, Plan, PlanChanges } from './plan.ts'

const params = z.object({ id: z.uuid() })
const write = ['financial'] as const

export const planApi = api({
  list: {
    method: 'GET',
    path: '/admin/plans',
    summary: 'Los planes de la empresa, todos, en el orden en que se crearon',
    roles: ['financial', 'admin'],
    reply: z.object({ data: z.array(Plan) }),
  },
  create: {
    method: 'POST',
    path: '/admin/plans',
    summary: 'Crea un plan activo; el decimotercero se rechaza',
    roles: write,
    status: 201,
    body: z.strictObject({ plan: NewPlan }),
    reply: z.object({ data: Plan, message: z.string() }),
  },
  update: {
    method: 'PATCH',
    path: '/admin/plans/:id',
    summary: 'Cambia un plan; el código no se edita',
    roles: write,
    params,
    body: z.strictObject({ plan: PlanChanges }),
    reply: z.object({ data: Plan, message: z.string() }),
  },
  remove: {
    method: 'DELETE',
    path: '/admin/plans/:id',
    summary: 'Elimina para siempre un plan que ningún contrato usa',
    roles: write,
    params,
    reply: z.object({ data: Plan, message: z.string() }),
  },
})
