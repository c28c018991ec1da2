import * as z from 'zod/mini'
import { addDays, addMonths, type Day, DayText, dayLabel, daysBetween } from '#domain/core/days.ts'
import { type Money, money, PesosSum, pesosField, pesosLabel, sum } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { trimmedText } from '#domain/core/text.ts'
import { INSTALMENT_STATES } from './instalment-states.ts'
import type { PolicyRules } from './policy.ts'

const OUTCOMES = ['kept', 'broken', 'cancelled'] as const
export type PromiseOutcome = (typeof OUTCOMES)[number]
const SIDES = ['cliente', 'empresa'] as const
export const PROMISE_LABELS: Readonly<Record<PromiseOutcome | 'open', string>> = {
  open: 'Vigente',
  kept: 'Cumplida',
  broken: 'Incumplida',
  cancelled: 'Cancelada',
}

/** The months in which the promises of a contract are counted. */
const PROMISE_WINDOW_MONTHS = 6

export const NewPromise = z.strictObject({
  no_contract: trimmedText(40, { required: 'Elige el contrato' }),
  until_on: DayText,
})
export type NewPromise = z.output<typeof NewPromise>

/** A promise to pay the overdue debt of a contract. `outcome`: null while it runs. */
export const PaymentPromise = z.object({
  id: z.uuid(),
  no_contract: z.string(),
  client: z.object({ id: z.uuid(), name: z.string() }),
  amount: PesosSum,
  made_on: DayText,
  until_on: DayText,
  made_by: z.string(),
  side: z.enum(SIDES),
  outcome: z.nullable(z.enum(OUTCOMES)),
  ended_on: z.nullable(DayText),
})
export type PaymentPromise = z.output<typeof PaymentPromise>

/** What a contract may promise today. `problem`: why it may not; `until_on`: the day of the promise that runs. */
export const PromiseOffer = z.object({
  no_contract: z.string(),
  debt: PesosSum,
  is_cut: z.boolean(),
  /** The first day on which the service may be cut; null when none is known. */
  cut_from: z.nullable(DayText),
  until_on: z.nullable(DayText),
  days: z.array(DayText),
  uses_left: z.number(),
  reconnects: z.boolean(),
  problem: z.nullable(z.string()),
})
export type PromiseOffer = z.output<typeof PromiseOffer>

/** A contract as its promises are decided. `uses`: its promises in the months of PROMISE_WINDOW_MONTHS. */
export type PromisingContract = {
  debt: Money
  uses: number
  open_until: Day | null
  has_agreement: boolean
  is_cut: boolean
}

/** Whether a company receives promises to pay. */
export const takesPromises = ({ mode, promise_days }: Pick<PolicyRules, 'mode' | 'promise_days'>): boolean =>
  mode === 'on' && promise_days > 0

/** Why a contract may not promise today; null when it may. */
export function promiseProblem(
  contract: PromisingContract,
  policy: Pick<PolicyRules, 'mode' | 'promise_days' | 'promise_uses'>,
): string | null {
  if (!takesPromises(policy)) return 'Tu empresa no recibe promesas de pago por ahora'
  if (contract.open_until !== null) return `Ya hay una promesa hasta el ${dayLabel(contract.open_until)}`
  if (contract.has_agreement) return 'Este contrato tiene un acuerdo de pago'
  if (contract.debt === 0) return 'No hay deuda vencida por prometer'
  const { promise_uses } = policy
  return contract.uses < promise_uses
    ? null
    : `Ya se usaron las ${promise_uses} promesas de los últimos ${PROMISE_WINDOW_MONTHS} meses`
}

/** The days that may be promised today. */
export const promiseDays = (policy: Pick<PolicyRules, 'promise_days'>, today: Day): Day[] =>
  Array.from({ length: policy.promise_days }, (_, index) => addDays(today, index + 1))

/** Throws a Refusal when a contract may not promise, and on the day when it is not one of the policy. */
export function assertPromise(
  contract: PromisingContract,
  until: Day,
  policy: Pick<PolicyRules, 'mode' | 'promise_days' | 'promise_uses'>,
  today: Day,
): void {
  const problem = promiseProblem(contract, policy)
  if (problem !== null) throw new Refusal('conflict', problem)
  const days = promiseDays(policy, today)
  if (!days.includes(until))
    throw refuseField('refused', 'promise.until_on', `Promete un día hasta el ${dayLabel(days.at(-1) ?? today)}`)
}

/** The first day of the months in which promises are counted. */
export const promisesCountedFrom = (today: Day): Day => addMonths(today, -PROMISE_WINDOW_MONTHS)

const INSTALMENTS_MAX = 12
const AGREEMENT_DAYS_MAX = 366

/** An agreement over all that a contract owes, in instalments. */
export const NewAgreement = z.strictObject({
  no_contract: trimmedText(40, { required: 'Elige el contrato' }),
  instalments: z
    .array(z.strictObject({ due_on: DayText, amount: pesosField() }))
    .check(
      z.minLength(2, { error: 'Un acuerdo tiene al menos dos cuotas' }),
      z.maxLength(INSTALMENTS_MAX, { error: `Un acuerdo tiene como máximo ${INSTALMENTS_MAX} cuotas` }),
    ),
})
export type NewAgreement = z.output<typeof NewAgreement>

export const PaymentAgreement = z.object({
  id: z.uuid(),
  no_contract: z.string(),
  client: z.object({ id: z.uuid(), name: z.string() }),
  amount: PesosSum,
  paid: PesosSum,
  made_on: DayText,
  made_by: z.string(),
  outcome: z.nullable(z.enum(OUTCOMES)),
  ended_on: z.nullable(DayText),
  /** What is in claim of one that runs: it is not payable while it is decided. */
  disputed: PesosSum,
  /** `payable_until`: the day itself, or the next business day (R2.25). `left`: what is missing, without what is in claim. */
  instalments: z.array(
    z.object({
      due_on: DayText,
      payable_until: DayText,
      amount: PesosSum,
      paid: PesosSum,
      left: PesosSum,
      state: z.enum(INSTALMENT_STATES),
    }),
  ),
})
export type PaymentAgreement = z.output<typeof PaymentAgreement>

/** Throws a Refusal unless the instalments are in order, from today on, within a year, and add up to the debt. */
export function assertAgreement({ instalments }: NewAgreement, debt: Money, today: Day): void {
  if (debt === 0) throw new Refusal('conflict', 'Ese contrato no debe nada')
  let before = addDays(today, -1)
  for (const [index, { due_on, amount }] of instalments.entries()) {
    const field = `agreement.instalments.${index}`
    if (amount <= 0) throw refuseField('refused', `${field}.amount`, 'Cada cuota es mayor que cero')
    if (due_on <= before) throw refuseField('refused', `${field}.due_on`, 'Las cuotas van en orden y desde hoy')
    if (daysBetween(today, due_on) > AGREEMENT_DAYS_MAX)
      throw refuseField('refused', `${field}.due_on`, 'La última cuota es dentro de un año como máximo')
    before = due_on
  }
  const total = sum(instalments.map(({ amount }) => amount))
  if (total !== debt)
    throw refuseField(
      'refused',
      'agreement.instalments',
      `Las cuotas suman ${pesosLabel(total)} y el contrato debe ${pesosLabel(debt)}`,
    )
}

/** Equal instalments of a debt in whole pesos; the last one takes the rest. */
export function equalInstalments(debt: Money, count: number): Money[] {
  const each = money(Math.floor(debt / count / 100) * 100)
  return Array.from({ length: count }, (_, index) => (index < count - 1 ? each : money(debt - each * (count - 1))))
}
