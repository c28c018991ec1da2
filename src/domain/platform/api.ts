import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { instantField } from '#domain/core/days.ts'
import type { ROLES } from '#domain/core/roles.ts'
import { text } from '#domain/core/text.ts'

const Health = z.object({ data: z.object({ status: z.literal('ok'), version: z.string() }) })

/** The maintenance switch. `until` is an ISO instant. */
export const Maintenance = z.object({ active: z.boolean(), message: z.string(), until: z.nullable(z.string()) })
export type Maintenance = z.output<typeof Maintenance>

const NewMaintenance = z.strictObject({
  active: z.boolean({ error: 'Di si el mantenimiento está activo' }),
  message: text(300),
  until: z.nullable(instantField('Escribe una fecha y hora válidas')),
})

export const platformApi = api({
  live: {
    method: 'GET',
    path: '/health/live',
    summary: 'El proceso responde',
    roles: 'public',
    duringMaintenance: true,
    reply: Health,
  },
  ready: {
    method: 'GET',
    path: '/health/ready',
    summary: 'El proceso y su base de datos están listos',
    roles: 'public',
    duringMaintenance: true,
    reply: Health,
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'Este documento',
    roles: 'public',
    duringMaintenance: true,
    reply: z.looseObject({ openapi: z.string() }),
    replyAs: 'printed',
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    summary: 'Las métricas del proceso para Prometheus, con la clave METRICS_TOKEN del operador como Bearer',
    roles: 'public',
    duringMaintenance: true,
    replyAs: 'file',
    reply: z.unknown(),
  },
  maintenance: {
    method: 'GET',
    path: '/maintenance',
    summary: 'Si hay mantenimiento, por qué y hasta cuándo',
    roles: 'public',
    duringMaintenance: true,
    reply: z.object({ data: Maintenance }),
  },
  switchMaintenance: {
    method: 'PUT',
    path: '/maintenance',
    summary: 'Activa o desactiva el modo de mantenimiento de toda la plataforma',
    stepUp: true,
    roles: ['superadmin'],
    duringMaintenance: true,
    body: NewMaintenance,
    reply: z.object({ data: Maintenance, message: z.string() }),
  },
})

export const MAINTENANCE_ROLES_ALLOWED = ['superadmin'] as const satisfies readonly (typeof ROLES)[number][]
