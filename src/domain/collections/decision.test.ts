import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { pesos, ZERO } from '#domain/core/money.ts'
import { type ArrearsCase, decide, type OverdueInvoice, SPARED_LABELS, SPARED_REASONS } from './decision.ts'
import { assertPolicy, dayOffOf, FIRST_POLICY, isCutHour, nextCutDay, type PolicyRules } from './policy.ts'

const policy: PolicyRules = { ...FIRST_POLICY, mode: 'on', version: 1, trial_from: day('2026-11-01'), overdue_days: 5 }
const rules = { policy, deliveryDays: 5, emergencies: [] }
const invoice: OverdueInvoice = {
  overdue: pesos(60_000),
  disputed: ZERO,
  since: day('2026-11-10'),
  due_on: day('2026-11-10'),
  must_be_sent: false,
  sent_on: null,
  is_agreed: false,
}
/** Notified on Thursday 12; 13 and 17 are the business days of the notice (the 16th is a holiday): it may be cut from the 18th on. */
const notified: ArrearsCase = {
  isCompanyActive: true,
  invoices: [invoice],
  hasPendingPayment: false,
  credit: ZERO,
  promise_until: null,
  notice: { given_on: day('2026-11-12'), delivered_on: day('2026-11-12') },
  canBeNotified: true,
}
const on = (text: string, changed: Partial<ArrearsCase> = {}) => decide({ ...notified, ...changed }, rules, day(text))
const withInvoice = (changed: Partial<OverdueInvoice>) => ({ invoices: [{ ...invoice, ...changed }] })

test('SUS-02 sin aviso no hay corte: primero se avisa y corren completos los días hábiles del aviso', () => {
  expect(on('2026-11-11', { notice: null })).toMatchObject({ action: 'notify', cut_from: '2026-11-17' })
  expect(on('2026-11-17')).toMatchObject({ action: 'none', reason: 'notice_running', cut_from: '2026-11-18' })
  expect(on('2026-11-18')).toEqual({
    action: 'cut',
    reason: null,
    debt: pesos(60_000),
    overdue_days: 8,
    cut_from: '2026-11-18',
  })
  const waiting = { given_on: day('2026-11-12'), delivered_on: null }
  expect(on('2026-11-18', { notice: waiting })).toMatchObject({ reason: 'notice_waiting' })
  expect(on('2026-11-18', { notice: null, canBeNotified: false })).toMatchObject({ reason: 'no_channel' })
})

test('SUS-02 un aviso viejo o de una deuda anterior no sirve: se avisa otra vez', () => {
  expect(on('2026-12-18')).toMatchObject({ action: 'notify' })
  expect(on('2026-11-27', withInvoice({ since: day('2026-11-20') }))).toMatchObject({ action: 'notify' })
})

test('SUS-02 no se corta con pago en proceso, reclamo, saldo a favor, promesa, acuerdo, deuda menor que el mínimo ni empresa inactiva', () => {
  const reasons = [
    [{ hasPendingPayment: true }, 'pending_payment'],
    [withInvoice({ overdue: ZERO, disputed: pesos(60_000) }), 'disputed'],
    [{ credit: pesos(60_000) }, 'credit'],
    [{ promise_until: day('2026-11-18') }, 'promise'],
    [withInvoice({ is_agreed: true }), 'agreement'],
    [withInvoice({ overdue: pesos(9_999) }), 'minimum'],
    [withInvoice({ must_be_sent: true }), 'not_sent'],
    [{ isCompanyActive: false }, 'company'],
  ] as const
  for (const [changed, reason] of reasons)
    expect(on('2026-11-18', changed), reason).toMatchObject({ action: 'none', reason })
  expect(on('2026-11-19', { promise_until: day('2026-11-18') })).toMatchObject({ action: 'cut' })
  expect(on('2026-11-18', withInvoice({ disputed: pesos(5_000) }))).toMatchObject({ action: 'cut' })
})

test('SUS-02 una factura entregada tarde da su plazo completo antes de contar la mora', () => {
  const late = withInvoice({ must_be_sent: true, sent_on: day('2026-11-09') })
  // Five business days after November 9 is November 17 (the 16th is a holiday).
  expect(on('2026-11-17', late)).toMatchObject({ action: 'none', reason: 'too_early', debt: pesos(60_000) })
  expect(on('2026-11-18', late)).toMatchObject({ overdue_days: 1 })
  expect(on('2026-11-18', withInvoice({ must_be_sent: true, sent_on: day('2026-11-03') }))).toMatchObject({
    action: 'cut',
  })
})

test('SUS-02 no hay cortes en festivo, víspera, fin de semana, día de la empresa ni de noche', () => {
  // December 8, 2026 is a Tuesday and a holiday.
  expect([dayOffOf(policy, day('2026-12-08')), dayOffOf(policy, day('2026-12-07'))]).toEqual(['holiday', 'eve'])
  expect([dayOffOf(policy, day('2026-11-21')), dayOffOf(policy, day('2026-11-22'))]).toEqual(['weekend', 'weekend'])
  expect(dayOffOf({ ...policy, avoids_weekends: false, avoids_eves: false }, day('2026-12-07'))).toBeNull()
  const own = { ...policy, days_off: [day('2026-11-19')] }
  expect([dayOffOf(own, day('2026-11-19')), dayOffOf(own, day('2026-11-18'))]).toEqual(['day_off', 'eve'])
  expect(nextCutDay(policy, day('2026-12-05'))).toBe('2026-12-09')
  const hours = ['T12:59:00Z', 'T13:00:00Z', 'T20:59:00Z', 'T21:00:00Z'].map((time) =>
    isCutHour(policy, new Date(`2026-11-18${time}`)),
  )
  expect(hours).toEqual([false, true, true, false])
})

test('R2.22 el primer día del corte no cae en una emergencia registrada, y sin un fin conocido no se avisa', () => {
  const from = (first: string, last: string | null, found: ArrearsCase, at: string) =>
    decide(
      found,
      { ...rules, emergencies: [{ valid_from: day(first), valid_to: last === null ? null : day(last) }] },
      day(at),
    )
  const unnoticed = { ...notified, notice: null }
  // Without an emergency it could be cut from November 17 on; the 27th is a Friday.
  expect(from('2026-11-15', '2026-11-26', unnoticed, '2026-11-11')).toMatchObject({
    action: 'notify',
    cut_from: '2026-11-27',
  })
  expect(from('2026-11-15', '2026-11-27', unnoticed, '2026-11-11')).toMatchObject({
    action: 'notify',
    cut_from: '2026-11-30',
  })
  expect(from('2026-11-18', '2026-11-26', notified, '2026-11-17')).toMatchObject({
    reason: 'notice_running',
    cut_from: '2026-11-27',
  })
  // A notice of that day would not serve any more on the first day of the cut, or that day is not known.
  expect(from('2026-11-15', '2026-12-31', unnoticed, '2026-11-11')).toMatchObject({
    reason: 'emergency',
    cut_from: '2027-01-04',
  })
  expect(from('2026-11-15', null, unnoticed, '2026-11-11')).toMatchObject({ reason: 'emergency', cut_from: null })
  expect(from('2026-11-15', null, notified, '2026-11-13')).toMatchObject({ reason: 'notice_running', cut_from: null })
})

test('SUS-01 la política se enciende solo después de una semana en prueba, con el aviso que pide la ley', () => {
  const off = { ...policy, mode: 'off', trial_from: null } as const
  const today = day('2026-11-20')
  const save = (mode: PolicyRules['mode'], before: Parameters<typeof assertPolicy>[1], at = today) =>
    assertPolicy({ ...policy, mode }, before, { today: at, noticeMin: 2 })
  expect(() => save('on', off)).toThrow(/Primero pruébala 7 días/)
  expect(save('trial', off)).toBe(today)
  const trial = { ...policy, mode: 'trial', trial_from: today } as const
  expect(() => save('on', trial, day('2026-11-26'))).toThrow(/27 de noviembre/)
  expect(save('on', trial, day('2026-11-27'))).toBe(today)
  expect(() => assertPolicy({ ...policy, notice_days: 1 }, trial, { today, noticeMin: 2 })).toThrow(/2 días hábiles/)
  expect(() => assertPolicy({ ...policy, to_hour: 8 }, trial, { today, noticeMin: 2 })).toThrow(/después/)
})

test.each([
  ['menos días de mora', { overdue_days: 4 }],
  ['una deuda mínima menor', { minimum_debt: pesos(9_999) }],
  ['un aviso más corto', { notice_days: 2 }],
])('SUS-01 la semana en prueba empieza otra vez con %s', (_change, change) => {
  const tried = { ...policy, mode: 'trial', notice_days: 3, trial_from: day('2026-11-20') } as const
  const now = { today: day('2026-11-27'), noticeMin: 2 }
  expect(() => assertPolicy({ ...tried, ...change, mode: 'on' }, tried, now)).toThrow(/Cambiaste a quién se suspende/)
  expect(assertPolicy({ ...tried, ...change }, tried, now)).toBe('2026-11-27')
  // The other way no client is cut that was not in the trial.
  const [before, next] = [{ ...tried, ...change }, { ...tried, mode: 'on' } as const]
  expect(assertPolicy(next, before, now)).toBe('2026-11-20')
})

test('SUS-01 cada razón para no cortar tiene sus palabras', () => {
  expect(Object.keys(SPARED_LABELS)).toEqual([...SPARED_REASONS])
})
