import { type Day, dayLabel } from '#domain/core/days.ts'
import type { PqrCase } from '#domain/pqr/case.ts'

/** Why there is no appeal now, for a case that was answered; null before the answer. */
export function noAppealReason({ entries, appeal, status, appeal_until }: PqrCase, today: Day): string | null {
  if (appeal !== null) return `Interpusiste un recurso el ${dayLabel(appeal.filed_on)}.`
  if (status === 'sap') return 'No hay nada que recurrir: se resolvió a tu favor.'
  const isAnswered = entries.some(({ kind }) => kind === 'answered')
  if (!isAnswered) return null
  if (appeal_until !== null && appeal_until >= today) return null
  return `El plazo para interponer un recurso${appeal_until === null ? ' ya terminó.' : ` terminó el ${dayLabel(appeal_until)}.`} Si hay algo nuevo, radica otra PQR.`
}
