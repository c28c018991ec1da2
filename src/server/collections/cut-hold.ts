import { sql } from 'kysely'
import { dayOffOf, hourOf, isCutHour, nextCutDay, type PolicyRules } from '#domain/collections/policy.ts'
import { addDays, type Day, dayLabel, dayOf, startOfDay } from '#domain/core/days.ts'
import { HOUR_MS } from '#domain/core/durations.ts'
import { emergencyOn } from '#domain/parameters/emergency.ts'
import type { Tx } from '#server/core/tx.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { hasPendingPayment } from './arrears-queries.ts'
import { readPolicy } from './policy-queries.ts'
import { isCutPaid } from './reconnection-queries.ts'

/** Why the cut of a contract is not carried out on its device now, and the first instant at which it is decided again. */
export type CutHold = { reason: string; until: Date }

/** How long a cut waits for what may change at any time: a payment, a promise, a person. */
const AGAIN_MS = 15 * 60_000

type HeldRow = { is_cut: boolean; is_paid: boolean; is_pending: boolean; promise_until: Day | null }

/**
 * Decides again about a cut whose order comes late to its device: null when it may be carried out now. A payment, a payment in
 * progress or a promise made in the meantime delays the cut, and so do the days and hours without cuts. A pause at the client's request is no cut, and is never held,
 * also when it began during a cut.
 */
export async function cutHold(tx: Tx, contractId: string, now: Date): Promise<CutHold | null> {
  const { rows } = await sql<HeldRow>`
    select exists (
        select from suspension_intervals s where s.company_id = c.company_id and s.contract_id = c.id and s.to_on is null and s.kind = 'arrears'
      ) and not exists (
        select from suspension_intervals s where s.company_id = c.company_id and s.contract_id = c.id and s.kind <> 'arrears'
          and s.from_on <= ${dayOf(now)}::date and coalesce(s.to_on, 'infinity') >= ${dayOf(now)}::date
      ) as is_cut,
      ${isCutPaid(sql`c.id`)} as is_paid,
      ${hasPendingPayment(sql`c.client_id`, dayOf(now))} as is_pending,
      (select until_on from payment_promises r where r.company_id = c.company_id and r.contract_id = c.id and r.client_id = c.client_id
        and r.outcome is null and r.until_on >= ${dayOf(now)}::date limit 1) as promise_until
    from contracts c where c.company_id = (select current_company()) and c.id = ${contractId}`.execute(tx)
  const [found] = rows
  if (!found?.is_cut) return null
  const again = new Date(now.getTime() + AGAIN_MS)
  if (found.is_paid) return { reason: 'Ya pagó: falta reconectarlo', until: again }
  if (found.is_pending) return { reason: 'Tiene un pago en línea en proceso', until: again }
  if (found.promise_until !== null)
    return { reason: `Prometió pagar hasta el ${dayLabel(found.promise_until)}`, until: again }
  if (emergencyOn(await readParameters(tx), dayOf(now)) !== null)
    return { reason: 'Una emergencia suspende los cortes', until: again }
  const from = nextCutInstant(await readPolicy(tx), now)
  return from === null ? null : { reason: 'Espera el horario de los cortes', until: from }
}

/** The first instant at which services are cut; null when it is now. */
function nextCutInstant(policy: PolicyRules, now: Date): Date | null {
  const today = dayOf(now)
  const isDay = dayOffOf(policy, today) === null
  if (isDay && isCutHour(policy, now)) return null
  const day = isDay && hourOf(now) < policy.from_hour ? today : nextCutDay(policy, addDays(today, 1))
  return new Date(startOfDay(day).getTime() + policy.from_hour * HOUR_MS)
}
