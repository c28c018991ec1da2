import * as z from 'zod/mini'
import { addDays, type Day, DayText, daysBetween } from '#domain/core/days.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { SCOPES, type Scope } from '#domain/core/scope.ts'
import { lineOfText } from '#domain/core/text.ts'

/** The keys of a company that can be used at once, and the longest life of one, in days. */
export const API_TOKENS_MAX = 20
const TOKEN_DAYS_MAX = 366

/** The roles that a key may have: it calls what a user of that role may call, within its scopes. */
const TOKEN_ROLES = ['financial', 'technical'] as const

export const NewApiToken = z.strictObject({
  name: lineOfText('Escribe para qué es la clave', 60),
  role: z.enum(TOKEN_ROLES, { error: 'Elige el rol de la clave' }),
  scopes: z
    .array(z.enum(SCOPES, { error: 'Elige un permiso de la lista' }))
    .check(
      z.minLength(1, { error: 'Elige al menos un permiso' }),
      z.maxLength(SCOPES.length, { error: 'Elige permisos de la lista' }),
    ),
  /** The last day on which it works. */
  expires_on: DayText,
})

export const ApiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  ending: z.string(),
  role: z.enum(TOKEN_ROLES),
  scopes: z.array(z.enum(SCOPES)),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.nullable(z.iso.datetime()),
})
export type ApiToken = z.output<typeof ApiToken>

/** Throws a Refusal for a last day that has passed or is more than a year away. */
export function assertExpiry(expires_on: Day, today: Day): void {
  if (expires_on < today)
    throw refuseField('invalid', 'token.expires_on', 'La clave tiene que servir al menos hasta hoy')
  if (daysBetween(today, expires_on) > TOKEN_DAYS_MAX)
    throw refuseField('invalid', 'token.expires_on', 'Una clave dura máximo un año: elige un día más cercano')
}

/** The day that the form of a new key offers. */
export const usualExpiry = (today: Day): Day => addDays(today, 90)

const AREA_LABELS: Readonly<Record<string, string>> = {
  clients: 'Clientes',
  contracts: 'Contratos y visitas',
  invoices: 'Facturas y notas',
  payments: 'Pagos',
  pqr: 'PQR',
  reports: 'Reportes y contabilidad',
}

/** 'Clientes: consultar'. */
export function scopeLabel(scope: Scope): string {
  const [area = '', access] = scope.split(':')
  return `${AREA_LABELS[area] ?? area}: ${access === 'read' ? 'consultar' : 'crear y cambiar'}`
}
