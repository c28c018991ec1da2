import { expect, test } from 'vitest'
import { type Day, DayText } from '#domain/core/days.ts'
import { money } from '#domain/core/money.ts'
import { instalmentsOn } from './instalment-states.ts'
import { type AgreedDebt, agreementRunsUntil, isAgreementOnTime } from './instalments.ts'

const thousand = (pesos: number) => money(Math.round(pesos * 100_000))
const day = (text: string): Day => DayText.parse(text)

/** $ 100.000 of two invoices in three instalments: of 40 on a Thursday, 40 on a Saturday, and 20. */
const agreement = (
  paid: readonly number[] = [],
  changes: Partial<AgreedDebt['invoices'][number]> = {},
): AgreedDebt => ({
  amount: thousand(100),
  instalments: [
    { due_on: day('2026-12-17'), amount: thousand(40) },
    { due_on: day('2026-12-19'), amount: thousand(40) },
    { due_on: day('2027-01-20'), amount: thousand(20) },
  ],
  invoices: [
    { id: 'a', amount: thousand(30), disputed: thousand(0), extended: thousand(0), extended_to_on: null },
    { id: 'b', amount: thousand(70), disputed: thousand(0), extended: thousand(0), extended_to_on: null, ...changes },
  ],
  reductions: paid.map((amount, index) => ({
    invoice_id: index === 0 ? 'a' : 'b',
    on: day('2026-12-15'),
    amount: thousand(amount),
    is_money: true,
  })),
})

const open = (today: string) => ({ today: day(today), isOpen: true, paidUntil: undefined })
const statesOf = (one: AgreedDebt, today: string) => instalmentsOn(one, open(today)).map(({ state }) => state)

test('SUS-04 lo pagado cubre primero la primera cuota, y la que sigue dice cuánto le falta', () => {
  expect(instalmentsOn(agreement([30, 25]), open('2026-12-16'))).toMatchObject([
    { paid: thousand(40), left: thousand(0), state: 'paid' },
    { paid: thousand(15), left: thousand(25), state: 'next', payable_until: '2026-12-21' },
    { paid: thousand(0), left: thousand(20), state: 'later' },
  ])
})

test('SUS-04 R2.25 una cuota está atrasada desde el día después de su último día para pagar, no antes', () => {
  expect(statesOf(agreement(), '2026-12-17')).toEqual(['next', 'later', 'later'])
  expect(statesOf(agreement(), '2026-12-18')).toEqual(['late', 'next', 'later'])
  expect(statesOf(agreement([30, 10]), '2026-12-21')).toEqual(['paid', 'next', 'later'])
  expect(statesOf(agreement([30, 10]), '2026-12-22')).toEqual(['paid', 'late', 'next'])
})

test('SUS-04 R2.15 lo que está en reclamo, o tiene un plazo nuevo, no se pide ni está atrasado', () => {
  const claimed = agreement([30], { disputed: thousand(70) })
  expect(statesOf(claimed, '2026-12-18')).toEqual(['claimed', 'claimed', 'claimed'])
  expect(instalmentsOn(claimed, open('2026-12-18')).map(({ left }) => left)).toEqual([0, 0, 0])
  const extended = agreement([30], { extended: thousand(70), extended_to_on: day('2026-12-29') })
  expect(instalmentsOn(extended, open('2026-12-29')).map(({ left }) => left)).toEqual([10, 40, 20].map(thousand))
  expect(statesOf(extended, '2026-12-29')).toEqual(['claimed', 'claimed', 'claimed'])
  expect(statesOf(extended, '2026-12-30')).toEqual(['late', 'late', 'next'])
})

test('SUS-04 de un acuerdo que terminó cuenta lo pagado hasta su día, y lo demás queda sin pagar', () => {
  const ended = { today: day('2027-02-01'), isOpen: false, paidUntil: day('2026-12-14') }
  expect(instalmentsOn(agreement([30, 70]), ended).map(({ state }) => state)).toEqual(['unpaid', 'unpaid', 'unpaid'])
  expect(instalmentsOn(agreement([30, 70]), { ...ended, paidUntil: undefined }).map(({ state }) => state)).toEqual([
    'paid',
    'paid',
    'paid',
  ])
})

test('SUS-04 menos de un peso de una cuota no la atrasa: la siguiente lo pide, y la última se paga completa', () => {
  const short = agreement([30, 9.9951])
  expect(instalmentsOn(short, open('2026-12-18'))).toMatchObject([
    { left: 490, state: 'late' },
    { state: 'next' },
    { state: 'later' },
  ])
  const enough = agreement([30, 9.99951])
  expect(instalmentsOn(enough, open('2026-12-18'))).toMatchObject([
    { left: 49, state: 'paid' },
    { left: thousand(40), state: 'next' },
    { state: 'later' },
  ])
  expect([isAgreementOnTime(enough, day('2026-12-18')), isAgreementOnTime(short, day('2026-12-18'))]).toEqual([
    true,
    false,
  ])
  expect(agreementRunsUntil(enough)).toBe('2026-12-21')
  const almost = agreement([30, 69.99951])
  expect(statesOf(almost, '2027-01-21')).toEqual(['paid', 'paid', 'late'])
  expect(isAgreementOnTime(almost, day('2027-01-21'))).toBe(false)
})
