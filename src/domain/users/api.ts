import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { PageMeta, pagingQuery, sortQuery } from '#domain/core/paging.ts'
import { FirstFinancial, NewStaff, RoleGroup, StaffChanges, StaffRole, StaffUser } from './user.ts'

const roles = ['admin'] as const
const params = z.object({ id: z.uuid() })
const ofCompany = z.object({ id: z.uuid(), user_id: z.uuid() })
const ChangedReply = z.object({ data: StaffUser, message: z.string() })

/** The sort keys of a list of users. */
export const USER_SORTS = ['name', 'role', 'last_login_at'] as const

const query = z.strictObject({
  ...pagingQuery,
  ...sortQuery(USER_SORTS),
  role: z.optional(RoleGroup),
  role_users: z.optional(StaffRole),
  is_active: z.optional(z.enum(['true', 'false'])),
})

export const userApi = api({
  list: {
    method: 'GET',
    path: '/user',
    summary: 'Las personas de la empresa, sin sus clientes',
    roles,
    query,
    reply: z.object({ data: z.array(StaffUser), meta: z.optional(PageMeta) }),
  },
  create: {
    method: 'POST',
    path: '/user',
    summary: 'Invita a una persona por correo; el enlace vale 72 horas',
    stepUp: true,
    roles,
    status: 201,
    body: z.strictObject({ user: NewStaff }),
    reply: ChangedReply,
  },
  inviteFirst: {
    method: 'POST',
    path: '/user/first',
    summary: 'Invita a quien lleva las cuentas, cuando la empresa no tiene financiero: también sin Wompi ni Factus',
    stepUp: true,
    roles,
    status: 201,
    body: z.strictObject({ user: FirstFinancial }),
    reply: ChangedReply,
  },
  update: {
    method: 'PATCH',
    path: '/user/:id',
    summary: 'Cambia los datos de una persona, o la activa y desactiva: al desactivarla sale de inmediato',
    stepUp: true,
    roles,
    params,
    body: z.strictObject({ user: StaffChanges }),
    reply: ChangedReply,
  },
  reset: {
    method: 'POST',
    path: '/user/:id/reset',
    summary:
      'Cierra las sesiones de una persona, quita su verificación en dos pasos y le envía un enlace para crear otra contraseña',
    stepUp: true,
    roles,
    params,
    reply: ChangedReply,
  },
})

/** The staff of any company, for the superadmin, so that a company without integrations can have staff (USR-03). */
export const companyUserApi = api({
  list: {
    method: 'GET',
    path: '/admin/company/:id/users',
    summary: 'Las personas de una empresa',
    roles: ['superadmin'],
    company: 'params.id',
    params,
    reply: z.object({ data: z.array(StaffUser) }),
  },
  create: {
    method: 'POST',
    path: '/admin/company/:id/users',
    summary: 'Invita a una persona de una empresa',
    stepUp: true,
    roles: ['superadmin'],
    company: 'params.id',
    status: 201,
    params,
    body: z.strictObject({ user: NewStaff }),
    reply: ChangedReply,
  },
  update: {
    method: 'PATCH',
    path: '/admin/company/:id/users/:user_id',
    summary: 'Cambia los datos de una persona de una empresa, o la activa y desactiva',
    stepUp: true,
    roles: ['superadmin'],
    company: 'params.id',
    params: ofCompany,
    body: z.strictObject({ user: StaffChanges }),
    reply: ChangedReply,
  },
  reset: {
    method: 'POST',
    path: '/admin/company/:id/users/:user_id/reset',
    summary:
      'Cierra las sesiones de una persona de una empresa, quita su verificación en dos pasos y le envía un enlace para crear otra contraseña',
    stepUp: true,
    roles: ['superadmin'],
    company: 'params.id',
    params: ofCompany,
    reply: ChangedReply,
  },
})
