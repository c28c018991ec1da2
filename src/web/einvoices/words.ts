import type { ElectronicFilterStatus } from '#domain/einvoices/api.ts'
import { ELECTRONIC_LABELS, type ElectronicStatus } from '#domain/invoices/electronic.ts'
import type { Tone } from '#web/ui/Badge.tsx'

export const ELECTRONIC_TONES: Readonly<Record<ElectronicStatus, Tone>> = {
  queued: 'info',
  sending: 'info',
  pending_dian: 'warn',
  rejected: 'bad',
  manual: 'bad',
  validated: 'good',
  withdrawn: 'quiet',
}

/** The name of a status in a filter. */
export function statusFilterLabel(value: ElectronicFilterStatus): string {
  return value === 'trial' ? 'De prueba' : ELECTRONIC_LABELS[value]
}

/** The order in which a person looks at them: first those that need something. */
export const STATUS_OPTIONS = (
  ['rejected', 'manual', 'pending_dian', 'queued', 'sending', 'validated', 'withdrawn', 'trial'] as const
).map((value) => ({ value, label: statusFilterLabel(value) }))

/** '45 minutos', '2 horas y 5 minutos'. */
export function durationLabel(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [
    ...(hours > 0 ? [hours === 1 ? '1 hora' : `${hours} horas`] : []),
    ...(rest > 0 ? [rest === 1 ? '1 minuto' : `${rest} minutos`] : []),
  ]
  return parts.length === 0 ? 'menos de un minuto' : parts.join(' y ')
}

/** The first characters of a CUFE, which distinguish it in a list. */
export const shortCode = (cufe: string): string => `${cufe.slice(0, 8)}…`
