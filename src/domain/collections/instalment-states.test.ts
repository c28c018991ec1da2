import { expect, test } from 'vitest'
import { type Day, DayText } from '#domain/core/days.ts'
import { money } from '#domain/core/money.ts'
import { instalmentsOn } from './instalment-states.ts'
import type { AgreedDebt } from './instalments.ts'

const day = (text: string): Day => DayText.parse(text)

/** 100 of two invoices in three instalments: of 40 on a Thursday, 40 on a Saturday, and 20. */
const agreement = (
  paid: readonly number[] = [],
  changes: Partial<AgreedDebt['invoices'][number]> = {},
): AgreedDebt => ({
  amount: money(100),
  instalments: [
    { due_on: day('2026-12-17'), amount: money(40) },
    { due_on: day('2026-12-19'), amount: money(40) },
    { due_on: day('2027-01-20'), amount: money(20) },
  ],
  invoices: [
    { id: 'a', amount: money(30), disputed: money(0), extended: money(0), extended_to_on: null },
    { id: 'b', amount: money(70), disputed: money(0), extended: money(0), extended_to_on: null, ...changes },
  ],
  reductions: paid.map((amount, index) => ({
    invoice_id: index === 0 ? 'a' : 'b',
    on: day('2026-12-15'),
    amount: money(amount),
    is_money: true,
  })),
})

const open = (today: string) => ({ today: day(today), isOpen: true, paidUntil: undefined })
const statesOf = (one: AgreedDebt, today: string) => instalmentsOn(one, open(today)).map(({ state }) => state)

test('SUS-04 lo pagado cubre primero la primera cuota, y la que sigue dice cuánto le falta', () => {
  expect(instalmentsOn(agreement([30, 25]), open('2026-12-16'))).toMatchObject([
    { paid: 40, left: 0, state: 'paid' },
    { paid: 15, left: 25, state: 'next', payable_until: '2026-12-21' },
    { paid: 0, left: 20, state: 'later' },
  ])
})

test('SUS-04 R2.25 una cuota está atrasada desde el día después de su último día para pagar, no antes', () => {
  expect(statesOf(agreement(), '2026-12-17')).toEqual(['next', 'later', 'later'])
  expect(statesOf(agreement(), '2026-12-18')).toEqual(['late', 'next', 'later'])
  expect(statesOf(agreement([30, 10]), '2026-12-21')).toEqual(['paid', 'next', 'later'])
  expect(statesOf(agreement([30, 10]), '2026-12-22')).toEqual(['paid', 'late', 'next'])
})

test('SUS-04 R2.15 lo que está en reclamo, o tiene un plazo nuevo, no se pide ni está atrasado', () => {
  const claimed = agreement([30], { disputed: money(70) })
  expect(statesOf(claimed, '2026-12-18')).toEqual(['claimed', 'claimed', 'claimed'])
  expect(instalmentsOn(claimed, open('2026-12-18')).map(({ left }) => left)).toEqual([0, 0, 0])
  const extended = agreement([30], { extended: money(70), extended_to_on: day('2026-12-29') })
  expect(instalmentsOn(extended, open('2026-12-29')).map(({ left }) => left)).toEqual([10, 40, 20])
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
