import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { Totp } from './totp-field.ts'

/** Clients sign in with the password alone. */
const STAFF = ['superadmin', 'admin', 'financial', 'technical', 'network'] as const

/** What an application of codes needs: the address in a QR code (an SVG path in a square of `size`), and the secret to type. */
const TwoFactorKey = z.object({
  secret: z.string(),
  uri: z.string(),
  qr: z.object({ size: z.int(), path: z.string() }),
})
export type TwoFactorKey = z.output<typeof TwoFactorKey>

/** The second factor of a person. Apart from the other calls: no first screen of the portal needs it. */
export const twoFactorApi = api({
  twoFactor: {
    method: 'GET',
    path: '/auth/totp',
    summary:
      'La verificación en dos pasos propia: si está activa, si es obligatoria y cuántos códigos de recuperación quedan',
    roles: STAFF,
    firstLogin: true,
    reply: z.object({ data: z.object({ is_on: z.boolean(), is_required: z.boolean(), codes_left: z.int() }) }),
  },
  enrolTwoFactor: {
    method: 'POST',
    path: '/auth/totp/enrol',
    stepUp: 'own',
    idempotency: 'never',
    summary: 'Prepara la clave de la aplicación de códigos, que vale cuando se confirma; pide contraseña reciente',
    roles: STAFF,
    firstLogin: true,
    reply: z.object({ data: TwoFactorKey }),
  },
  confirmTwoFactor: {
    method: 'POST',
    path: '/auth/totp/confirm',
    stepUp: 'own',
    idempotency: 'never',
    summary: 'Activa la verificación en dos pasos con un código; responde los códigos de recuperación, una sola vez',
    roles: STAFF,
    firstLogin: true,
    body: z.strictObject({ totp: Totp }),
    reply: z.object({ data: z.object({ recovery_codes: z.array(z.string()) }), message: z.string() }),
  },
  disableTwoFactor: {
    method: 'POST',
    path: '/auth/totp/disable',
    stepUp: 'own',
    idempotency: 'never',
    summary: 'Desactiva la verificación en dos pasos con un código; pide contraseña reciente',
    roles: STAFF,
    body: z.strictObject({ totp: Totp }),
    reply: z.object({ data: z.object({}), message: z.string() }),
  },
})
