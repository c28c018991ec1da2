import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day, day } from '#domain/core/days.ts'
import { money, pesos, toPesos, ZERO } from '#domain/core/money.ts'
import { type BureauFacts, type BureauRules, bureauState, smallDebtOf } from './bureau.ts'

const RULES: BureauRules = {
  noticeDays: 20,
  updateMonths: 1,
  smallDebt: smallDebtOf(pesos(908_526), 1500),
  smallNotices: 2,
}
const DEBTOR: BureauFacts = {
  outcome: null,
  reported_on: null,
  reported: null,
  unpaid: pesos(300_000),
  debt: pesos(300_000),
  hold: null,
  isAuthorised: true,
  sent: [],
  paid_on: null,
  disputed_on: null,
}
const noticedOn = (...days: string[]) => days.map((on) => ({ on: day(on), debt: pesos(300_000) }))
const next = (changes: Partial<BureauFacts>, today = '2026-12-01', rules = RULES) => {
  const { state, on } = bureauState({ ...DEBTOR, ...changes }, rules, day(today))
  return on === null ? state : `${state} ${on}`
}

test('SUS-09 R2.16 el 15 % de $ 908.526 es $ 136.278,90, y una deuda de exactamente eso es pequeña', () => {
  expect(RULES.smallDebt === null ? null : toPesos(RULES.smallDebt)).toBe(136_278.9)
  const small = { debt: pesos(136_278.9), sent: noticedOn('2026-11-20') }
  expect(next(small)).toBe('second_notice')
  expect(next({ ...small, debt: pesos(136_278.91) })).toBe('waiting 2026-12-10')
  expect(next({ ...DEBTOR, sent: small.sent }, '2026-12-01', { ...RULES, smallDebt: null })).toBe('second_notice')
})

test('SUS-09 R2.16 con el aviso del 20 de noviembre de 2026 se puede reportar desde el 10 de diciembre', () => {
  const sent = noticedOn('2026-11-20')
  expect(next({ sent }, '2026-12-09')).toBe('waiting 2026-12-10')
  expect(next({ sent }, '2026-12-10')).toBe('reportable 2026-12-10')
})

test('SUS-09 R2.16 un aviso que nombró menos de lo que se debe ahora no cuenta: el reporte espera otro', () => {
  const sent = [{ on: day('2026-11-01'), debt: pesos(250_000) }]
  expect(next({ sent })).toBe('notice')
  expect(next({ sent: [...sent, ...noticedOn('2026-11-20')] })).toBe('waiting 2026-12-10')
  expect(next({ sent, debt: pesos(250_000) })).toBe('reportable 2026-11-21')
})

test('SUS-09 R2.16 dos avisos del mismo día son uno, y los veinte días cuentan desde el último', () => {
  const debt = pesos(100_000)
  expect(next({ debt, sent: noticedOn('2026-11-20', '2026-11-20') })).toBe('second_notice')
  expect(next({ debt, sent: noticedOn('2026-11-24', '2026-11-20') })).toBe('waiting 2026-12-14')
})

test('SUS-09 R2.16 sin autorización, con la deuda en reclamo, en acuerdo o en promesa nadie se reporta', () => {
  const sent = noticedOn('2026-11-01')
  expect(next({ sent, isAuthorised: false })).toBe('no_consent')
  expect(next({ sent, hold: 'promise' })).toBe('held')
  expect(next({ sent, debt: ZERO })).toBe('held')
  expect(next({ sent, debt: ZERO, unpaid: ZERO })).toBe('settled')
})

test.each([
  ['2026-12-10', '2027-01-09'],
  ['2027-02-10', '2027-03-10'],
  ['2027-01-31', '2027-02-28'],
])('SUS-09 R2.16 lo que se pagó el %s se actualiza hasta el %s', (paid, until) => {
  const has = (left: number) => ({ debt: pesos(300_000), left: pesos(left) })
  const reported = { reported_on: day('2026-12-10'), reported: has(0), unpaid: ZERO, debt: ZERO }
  expect(next({ ...reported, paid_on: day(paid) })).toBe(`update_due ${until}`)
  expect(next({ ...reported, reported: has(299_999), paid_on: day(paid) })).toBe(`update_due ${until}`)
  expect(next({ ...reported, reported: has(300_000) })).toBe('reported')
  expect(next({ ...reported, outcome: 'updated' })).toBe('updated')
})

const START = day('2026-11-01')
const days = fc.integer({ min: 0, max: 60 }).map((count): Day => addDays(START, count))

test('SUS-09 R2.16 nada se puede reportar antes de veinte días del último aviso, ni con menos avisos de los que pide la ley', () => {
  const facts = fc.record({
    debt: fc.integer({ min: 1, max: 30_000_000 }).map(money),
    sent: fc.array(fc.record({ on: days, debt: fc.integer({ min: 1, max: 30_000_000 }).map(money) }), { maxLength: 4 }),
    isAuthorised: fc.boolean(),
    hold: fc.constantFrom(null, 'promise' as const, 'disputed' as const),
    today: days,
  })
  fc.assert(
    fc.property(facts, ({ today, ...found }) => {
      const { state, on } = bureauState({ ...DEBTOR, ...found, unpaid: found.debt }, RULES, today)
      if (state !== 'reportable') return
      const sent = [...new Set(found.sent.flatMap((one) => (one.debt >= found.debt ? [one.on] : [])))].toSorted()
      expect(found.isAuthorised && found.hold === null).toBe(true)
      expect(sent.length).toBeGreaterThanOrEqual(found.debt <= pesos(136_278.9) ? 2 : 1)
      expect(on).toBe(addDays(sent.at(-1) ?? START, 20))
      expect(today >= (on ?? '')).toBe(true)
    }),
  )
})
