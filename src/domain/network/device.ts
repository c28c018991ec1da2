import * as z from 'zod/mini'
import { refuseField } from '#domain/core/refusal.ts'
import { lineOfText, patternText, trimmedText } from '#domain/core/text.ts'
import { Ipv4 } from './connection.ts'

export const DEVICE_KINDS = ['webhook', 'routeros', 'radius'] as const
export type DeviceKind = (typeof DEVICE_KINDS)[number]
export const DEVICE_KIND_LABELS: Readonly<Record<DeviceKind, string>> = {
  webhook: 'Webhook a tu sistema',
  routeros: 'MikroTik (RouterOS 7, API REST)',
  radius: 'Router con RADIUS (FreeRADIUS)',
}

export const DEVICE_MODES = ['off', 'monitor', 'enforce'] as const
export type DeviceMode = (typeof DEVICE_MODES)[number]
export const DEVICE_MODE_LABELS: Readonly<Record<DeviceMode, string>> = {
  off: 'Apagado',
  monitor: 'Solo observa',
  enforce: 'Aplica las órdenes',
}

const HALTS = ['credentials', 'cuts', 'differences'] as const
export type Halt = (typeof HALTS)[number]
export const HALT_LABELS: Readonly<Record<Halt, string>> = {
  credentials: 'No aceptó las credenciales: guárdalas otra vez y pruébalo',
  cuts: 'Hay más cortes de los que se envían sin que alguien los confirme',
  differences: 'Hay más diferencias de las que se corrigen sin que alguien las confirme',
}

/** The most devices of a company. */
export const DEVICES_MAX = 200

/** A device, without its secrets. */
export const NetworkDevice = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(DEVICE_KINDS),
  mode: z.enum(DEVICE_MODES),
  url: z.nullable(z.string()),
  nas_address: z.nullable(z.string()),
  coa_port: z.number(),
  login: z.nullable(z.string()),
  certificate: z.nullable(z.string()),
  list_name: z.string(),
  problem: z.nullable(z.string()),
  halted: z.nullable(z.enum(HALTS)),
  rests_until: z.nullable(z.iso.datetime()),
  answered_at: z.nullable(z.iso.datetime()),
  compared_at: z.nullable(z.iso.datetime()),
  services: z.number(),
  /** Its orders in the queue, and what differs by the last comparison. */
  queued: z.number(),
  differences: z.number(),
})
export type NetworkDevice = z.output<typeof NetworkDevice>

const address = z.optional(
  patternText(
    300,
    /^https?:\/\/[a-z0-9.:[\]-]+(\/[\w./~%-]*)?$/i,
    'Escribe la dirección completa, como https://10.8.0.2 o https://miempresa.co/enlace',
  ),
)
const secret = patternText(200, /^[\u0021-\u007e]{8,200}$/, 'Usa de 8 a 200 letras, números o signos, sin espacios')
const fields = {
  url: address,
  nas_address: z.optional(Ipv4),
  coa_port: z.optional(
    z
      .int({ error: 'Escribe un puerto' })
      .check(z.gte(1, { error: 'Desde 1' }), z.lte(65_535, { error: 'Hasta 65535' })),
  ),
  login: z.optional(trimmedText(60)),
  certificate: z.optional(
    z.nullable(patternText(64, /^[0-9a-f]{64}$/, 'Pega la huella SHA-256 del certificado: 64 cifras de 0 a f')),
  ),
  list_name: z.optional(patternText(40, /^[a-z0-9_-]{1,40}$/, 'Usa minúsculas, números y guiones')),
}

export const NewDevice = z.strictObject({
  name: lineOfText('Escribe un nombre', 80),
  kind: z.enum(DEVICE_KINDS, { error: 'Elige cómo se conecta' }),
  ...fields,
  secret,
})
export type NewDevice = z.output<typeof NewDevice>

/** Absent fields do not change. */
export const DeviceChanges = z.strictObject({
  name: z.optional(lineOfText('Escribe un nombre', 80)),
  mode: z.optional(z.enum(DEVICE_MODES, { error: 'Elige un modo' })),
  ...fields,
  secret: z.optional(secret),
})
export type DeviceChanges = z.output<typeof DeviceChanges>

type Addressed = { kind: DeviceKind; url: string | null; nas_address: string | null; login: string | null }

/** Throws when a device has not the address that its kind needs. */
export function assertAddressed({ kind, url, nas_address, login }: Addressed): void {
  if (kind === 'radius') {
    if (nas_address === null) throw refuseField('invalid', 'device.nas_address', 'Escribe la dirección IPv4 del router')
    if (url !== null) throw refuseField('invalid', 'device.url', 'Un router con RADIUS no tiene esta dirección')
    return
  }
  if (url === null) throw refuseField('invalid', 'device.url', 'Escribe la dirección')
  if (nas_address !== null) {
    throw refuseField('invalid', 'device.nas_address', 'Solo un router con RADIUS tiene esta dirección')
  }
  if (kind === 'routeros' && (login ?? '') === '') {
    throw refuseField('invalid', 'device.login', 'Escribe el usuario del router')
  }
}
