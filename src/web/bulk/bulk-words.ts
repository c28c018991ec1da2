import { BULK_LABELS, type BulkJob, type BulkStatus } from '#domain/bulk/bulk.ts'
import { capitalise } from '#domain/core/text.ts'
import type { Tone } from '#web/ui/Badge.tsx'

export const titleOf = ({ action }: Pick<BulkJob, 'action'>): string => capitalise(BULK_LABELS[action])

export const STATUS_WORDS: Readonly<Record<BulkStatus, { label: string; tone: Tone }>> = {
  queued: { label: 'En espera', tone: 'info' },
  running: { label: 'En curso', tone: 'info' },
  done: { label: 'Terminada', tone: 'good' },
  failed: { label: 'Se detuvo', tone: 'bad' },
  cancelled: { label: 'Detenida', tone: 'quiet' },
}

export const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)
