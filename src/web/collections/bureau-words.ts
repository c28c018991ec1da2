import type { BureauCase, BureauNotice, BureauState } from '#domain/collections/bureau.ts'
import { BUREAU_HOLD_LABELS } from '#domain/collections/bureau.ts'
import { dayOf, shortDayLabel } from '#domain/core/days.ts'
import { MESSAGE_STATUS_LABELS } from '#domain/messages/message.ts'

export const BUREAU_TONES = {
  update_due: 'bad',
  dispute_due: 'bad',
  reportable: 'warn',
  waiting: 'info',
  second_notice: 'info',
  notice: 'info',
  no_consent: 'quiet',
  held: 'quiet',
  reported: 'bad',
  updated: 'good',
  settled: 'good',
  left_out: 'quiet',
} as const satisfies Record<BureauState, string>

/** What is next and when: 'Desde el 10/12/2026', 'Antes del 11/01/2027', or why nothing is. */
export function nextLabel({ state, on, hold, problem, closed_on, reason, reported_on }: BureauCase): string {
  if (hold !== null) return BUREAU_HOLD_LABELS[hold]
  if (problem !== null) return problem
  if (state === 'no_consent') return 'Pídele la autorización de centrales de riesgo'
  if (state === 'notice' || state === 'second_notice') return 'Sale por correo en el horario de la ley'
  if (state === 'left_out') return reason ?? ''
  if (closed_on !== null) return `El ${shortDayLabel(closed_on)}`
  if (on !== null)
    return `${state === 'update_due' || state === 'dispute_due' ? 'Hasta el' : 'Desde el'} ${shortDayLabel(on)}`
  return state === 'reported' && reported_on !== null ? `El ${shortDayLabel(reported_on)}` : ''
}

/** '20/11/2026' of a notice that left, 'Carta 20/11/2026' of one on paper; else its state and the day on which it was written. */
export const noticeLabel = ({ is_on_paper, sent_at, status, written_on }: BureauNotice): string =>
  sent_at === null
    ? `${MESSAGE_STATUS_LABELS[status]} (${shortDayLabel(written_on)})`
    : `${is_on_paper ? 'Carta ' : ''}${shortDayLabel(dayOf(new Date(sent_at)))}`
