import { dayOf } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { emergencyCovering } from '#domain/parameters/emergency.ts'
import { type DecisionRules, SPARED_LABELS } from './decision.ts'
import { dayOffOf, hourOf } from './policy.ts'

/**
 * The message of an approval of cuts that the brake stopped: when they are made. The cuts must be those of the day of `now`. Throws a
 * Refusal when the policy is not on.
 */
export function approvalCopy(
  { policy, emergencies }: Pick<DecisionRules, 'policy' | 'emergencies'>,
  { to_cut, now }: { to_cut: number; now: Date },
): string {
  if (policy.mode !== 'on')
    throw new Refusal('conflict', 'La política ya no está encendida: esos cortes no se hacen. Enciéndela para cortar')
  const today = dayOf(now)
  const dayOff = emergencyCovering(emergencies, today) ? 'emergency' : dayOffOf(policy, today)
  if (dayOff !== null)
    return `Aprobaste ${to_cut} cortes, pero hoy no se hacen: ${lowerFirst(SPARED_LABELS[dayOff])}. ${AGAIN}`
  const hour = hourOf(now)
  if (hour < policy.from_hour) return `Aprobaste ${to_cut} cortes: empiezan hoy a las ${policy.from_hour}:00`
  if (hour < policy.to_hour) return `Aprobaste ${to_cut} cortes: empiezan ahora`
  return `Aprobaste ${to_cut} cortes, pero hoy ya no se hacen: se corta hasta las ${policy.to_hour}:00. ${AGAIN}`
}

const AGAIN = 'El próximo día con cortes se deciden otra vez, y el freno los puede volver a detener'

const lowerFirst = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
