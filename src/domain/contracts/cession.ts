import * as z from 'zod/mini'
import { addBusinessDays } from '#domain/core/calendar.ts'
import { type Day, DayText, dayLabel } from '#domain/core/days.ts'
import { type Money, Pesos } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { paidLabel } from './paid.ts'
import { firstUnbilledPeriod, MonthAtAddress } from './transfer.ts'

/** A cession that waits for its answer or for its day. */
export const OpenCession = z.object({
  client: z.object({ id: z.uuid(), name: z.string() }),
  requested_on: DayText,
  answer_by: DayText,
  /** Null until the company accepts it. */
  effective_on: z.nullable(DayText),
})
export type OpenCession = z.output<typeof OpenCession>

/** The last day of the answer to a cession (R2.12). `days`: business days, 'contract.cession_answer' of the table of parameters. */
export const cessionAnswerBy = (requestedOn: Day, days: number): Day => addBusinessDays(requestedOn, days)

type Leaving = { active_to: Day | null; hasPause: boolean }

/** Throws Refusal for a cession that cannot be asked for. */
export function assertCession(
  contract: Leaving & { client_id: string; active_from: Day | null },
  request: { client_id: string; requested_on: Day },
  today: Day,
): void {
  if (request.client_id === contract.client_id)
    throw refuseField('refused', 'client_id', 'Ese cliente ya es el titular: elige a quien recibe el contrato')
  if (request.requested_on > today)
    throw refuseField('refused', 'requested_on', 'El día de la solicitud no puede ser futuro')
  if (contract.active_from !== null && request.requested_on < contract.active_from)
    throw refuseField('refused', 'requested_on', 'El día de la solicitud no puede ser anterior a la activación')
  assertStays(contract)
}

/** Throws Refusal for a contract with a last day, and for one with a planned pause, whose days another holder would have. */
export function assertStays(contract: Leaving): void {
  if (contract.active_to !== null)
    throw new Refusal(
      'conflict',
      `Este contrato termina el ${dayLabel(contract.active_to)}: anula el retiro para cederlo`,
    )
  if (contract.hasPause)
    throw new Refusal(
      'conflict',
      'Este contrato tiene una pausa programada: anúlala o espera a que termine para cederlo',
    )
}

/** Throws Refusal for a planned move of the service that another holder would get and be charged for. `moves_on`: null without one. */
export function assertMovesBefore(moves_on: Day | null, effectiveOn: Day): void {
  if (moves_on === null || moves_on < effectiveOn) return
  throw new Refusal(
    'conflict',
    `Este contrato tiene un traslado para el ${dayLabel(moves_on)}, y el nuevo titular pagaría desde el ${dayLabel(effectiveOn)}: anúlalo o espera a que se haga para cederlo`,
  )
}

/** A change of plan that was asked for and is not in force yet. */
const LaterTerms = z.object({ from_on: DayText, plan_name: z.string(), price: Pesos })
type LaterTerms = z.output<typeof LaterTerms>

type Terms = { plan_name: string; price: Money; later: LaterTerms | null }
type PlannedTerms = Omit<Terms, 'later'> & {
  next_from_on: Day | null
  next_plan_name: string | null
  next_price: Money | null
}

/** The plan and the price of a month that are in force on a day, such as the first one of a new holder, and the change that comes after it. */
export function termsOn(contract: PlannedTerms, effectiveOn: Day): Terms {
  const { plan_name, price, next_from_on, next_plan_name, next_price } = contract
  if (next_from_on === null || next_plan_name === null || next_price === null) return { plan_name, price, later: null }
  const next = { plan_name: next_plan_name, price: next_price }
  if (next_from_on <= effectiveOn) return { ...next, later: null }
  return { plan_name, price, later: { ...next, from_on: next_from_on } }
}

/** A price of a month with its VAT; `month` null while the VAT is unknown. */
const MonthlyPrice = z.object({ price: Pesos, month: z.nullable(MonthAtAddress) })
type MonthlyPrice = z.output<typeof MonthlyPrice>

/** What a new holder pays per month from its first day on, and what a change of plan makes of it later. */
export const CededPrice = z.extend(MonthlyPrice, {
  later: z.nullable(z.extend(LaterTerms, { month: z.nullable(MonthAtAddress) })),
})
export type CededPrice = z.output<typeof CededPrice>

/** '$ 31.000,00 al mes, y $ 50.000,00 al mes desde el 1 de febrero de 2027': with their VAT. */
export function cededPriceLabel({ later, ...first }: CededPrice, includesVat: boolean): string {
  const words = ({ price, month }: MonthlyPrice): string =>
    `${paidLabel(price, { price_includes_vat: includesVat, vat: month })} al mes`
  return later === null ? words(first) : `${words(first)}, y ${words(later)} desde el ${dayLabel(later.from_on)}`
}

/**
 * Throws Refusal for a change of an accepted cession's contract that lasts until the days of the new holder, who did not ask for it.
 * `last`: the last day of the change, or the first one of a change without an end.
 */
export function assertBeforeCession(
  cession: { to_name: string; effective_on: Day | null } | undefined,
  last: Day,
): void {
  const effectiveOn = cession?.effective_on ?? null
  if (cession === undefined || effectiveOn === null || last < effectiveOn) return
  throw new Refusal(
    'conflict',
    `Este contrato pasa a ${cession.to_name} el ${dayLabel(effectiveOn)}: lo que cambie lo pide desde ese día el nuevo titular`,
  )
}

/**
 * The first day that the new holder pays: the first of a period that is not billed to the old one. `billedUntil`: the last billed day,
 * null when none is from today on.
 */
export const cessionEffectiveOn = (today: Day, billedUntil: Day | null, cutDay: number): Day =>
  firstUnbilledPeriod(today, billedUntil, cutDay)
