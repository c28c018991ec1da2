import { AGES, ELECTRONIC_FILTER_STATUSES } from '#domain/einvoices/api.ts'
import { DOCUMENT_KIND_LABELS, DOCUMENT_KINDS } from '#domain/einvoices/document.ts'
import { REASON_CODES, REASONS } from '#domain/einvoices/rejection.ts'
import { idFilterOf } from '#web/core/table-address.ts'
import type { Chip } from '#web/ui/FilterChips.tsx'
import { statusFilterLabel } from './words.ts'

export const AGE_OPTIONS = AGES.map((value) => ({
  value,
  label: value === '1' ? 'Más de 1 día' : `Más de ${value} días`,
}))

/** The filters of the list in the address of the screen. */
export function electronicFilters(filters: Readonly<Record<string, string>>) {
  return {
    status: ELECTRONIC_FILTER_STATUSES.find((known) => known === filters['status']),
    kind: DOCUMENT_KINDS.find((known) => known === filters['kind']),
    reason: REASON_CODES.find((known) => known === filters['reason']),
    age: AGES.find((known) => known === filters['age']),
    run_id: idFilterOf(filters, 'run_id'),
  }
}
export type ElectronicFilters = ReturnType<typeof electronicFilters>

export const electronicChips = ({ status, kind, reason, age, run_id }: ElectronicFilters): Chip[] => [
  ...(status ? [{ key: 'status', label: statusFilterLabel(status) }] : []),
  ...(kind ? [{ key: 'kind', label: DOCUMENT_KIND_LABELS[kind] }] : []),
  ...(reason ? [{ key: 'reason', label: REASONS[reason].words }] : []),
  ...(age ? [{ key: 'age', label: AGE_OPTIONS.find(({ value }) => value === age)?.label ?? '' }] : []),
  ...(run_id ? [{ key: 'run_id', label: 'De una corrida' }] : []),
]
