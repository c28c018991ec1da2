import { type Day, dayLabel } from '#domain/core/days.ts'
import { refuseField } from '#domain/core/refusal.ts'

/** What follows when an installation is made after its last legal day (R2.14), for who plans it. */
export const lateInstallationCopy = (due_on: Day, today: Day): string =>
  `El plazo para instalar ${due_on < today ? 'venció' : 'vence'} el ${dayLabel(due_on)}. Después de ese día el cliente puede terminar el contrato y se le devuelve lo que haya pagado`

/**
 * Throws Refusal on the reason of an installation on a day after its last legal one (R2.14): it is planned only with the reason, which
 * the client reads. `due_on`: null for a visit without a legal term.
 */
export function assertLateReason(
  { day, due_on, reason }: { day: Day | null; due_on: Day | null; reason: string | null },
  today: Day,
  field: string,
): void {
  if (day === null || due_on === null || day <= due_on || reason !== null) return
  const earlier = due_on < today ? '' : 'elige un día dentro del plazo o '
  throw refuseField('refused', field, `${lateInstallationCopy(due_on, today)}: ${earlier}escribe por qué va ese día`)
}
