import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, day } from '#domain/core/days.ts'
import { billingPeriodOf, nextPeriod, type PeriodBounds, periodBounds } from '#domain/core/period.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { currentOrNextPause, firstChargedDay, nextPauseOn, pauseEndsOn, plannedPause } from './pause.ts'

const rules = { max: 2, window: 12 }
const range = (from: string, to: string) => ({ from_on: day(from), to_on: day(to) })
const contract = (...pauses: ReturnType<typeof range>[]) => ({ billing_cut_day: 31, pauses })

test('R2.11 los días de una pausa no se cobran: el primero que se cobra es el que sigue a ella, y a la que empieza después', () => {
  const pauses = [range('2026-07-01', '2026-07-31'), range('2026-08-01', '2026-08-31')]
  const first = (from: string) => firstChargedDay(pauses, day(from))
  expect([first('2026-06-30'), first('2026-07-01'), first('2026-08-31'), first('2026-09-01')]).toEqual([
    '2026-06-30',
    '2026-09-01',
    '2026-09-01',
    '2026-09-01',
  ])
  expect(firstChargedDay([{ from_on: day('2026-07-01'), to_on: null }], day('2026-07-02'))).toBe(null)
})

const problem = (of: ReturnType<typeof contract>, from: string, months = 1, today = from): string | null => {
  try {
    plannedPause(of, { from: day(from), months }, day(today), rules)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}

test('CON-07 R2.11 con un máximo de cero meses ninguna pausa se pide, y una frase lo dice', () => {
  const none = { max: 0, window: 12 }
  for (const ask of [
    () => nextPauseOn(contract(), day('2029-05-01'), none),
    () => plannedPause(contract(), { from: day('2029-05-01'), months: 1 }, day('2029-04-10'), none),
  ])
    expect(ask).toThrow('Hoy no hay meses de pausa')
})

test('CON-07 R2.11 una pausa toma períodos completos: del primer día de uno al corte del último', () => {
  const plan = (from: string, months: number) =>
    plannedPause(contract(), { from: day(from), months }, day('2029-04-10'), rules)
  expect(plan('2029-05-01', 1)).toEqual({ from_on: '2029-05-01', to_on: '2029-05-31' })
  expect(plan('2029-05-01', 2)).toEqual({ from_on: '2029-05-01', to_on: '2029-06-30' })
  expect(
    plannedPause({ billing_cut_day: 25, pauses: [] }, { from: day('2026-12-26'), months: 2 }, day('2026-11-20'), rules),
  ).toEqual({ from_on: '2026-12-26', to_on: '2027-02-25' })
})

test('CON-07 R2.11 una pausa empieza con el período; dentro de él, la frase dice cuándo puede empezar', () => {
  expect(problem(contract(), '2029-05-01')).toBe(null)
  expect(problem(contract(), '2029-05-02')).toBe(
    'La pausa se pide antes de que empiece el período: puede empezar el 1 de junio de 2029',
  )
  expect(problem(contract(), '2029-05-01', 1, '2029-05-02')).toBe(
    'La pausa se pide antes de que empiece el período: puede empezar el 1 de junio de 2029',
  )
  expect(problem(contract(), '2031-05-01', 1, '2029-05-02')).toBe('Una pausa se pide para los próximos 12 meses')
  expect(nextPauseOn({ billing_cut_day: 30, pauses: [] }, day('2026-11-20'), rules)).toBe('2026-12-01')
})

test('CON-07 R2.11 el tercer mes de pausa en un año se rechaza, y la frase dice desde cuándo hay otra', () => {
  const used = contract(range('2029-01-01', '2029-02-28'))
  expect(problem(used, '2029-05-01')).toBe(
    'Ya usó los 2 meses de pausa de los últimos 12: la próxima puede empezar el 1 de febrero de 2030',
  )
  expect(problem(used, '2030-02-01')).toBe(null)
  const one = contract(range('2029-01-01', '2029-01-10'))
  expect(problem(one, '2029-05-01')).toBe(null)
  expect(problem(one, '2029-05-01', 2)).toBe('Le queda 1 mes de pausa de los 2 que hay en 12 meses')
  expect(problem(contract(), '2029-05-01', 3)).toBe('Le quedan 2 meses de pausa de los 2 que hay en 12 meses')
  expect(
    problem(contract(range('2029-01-01', '2029-01-31'), range('2029-03-01', '2029-03-31')), '2029-05-01'),
  ).not.toBe(null)
})

test('CON-07 R2.11 una pausa sin fin termina en el corte del último mes que le queda', () => {
  expect(pauseEndsOn(contract(), day('2029-05-01'), rules)).toBe('2029-06-30')
  expect(pauseEndsOn(contract(range('2029-01-01', '2029-01-31')), day('2029-05-01'), rules)).toBe('2029-05-31')
})

test('CON-07 R2.11 la pausa vigente o por venir es la que no ha terminado', () => {
  const pauses = [range('2029-01-01', '2029-01-31'), range('2029-05-01', '2029-05-31')]
  expect(currentOrNextPause(pauses, day('2029-05-31'))).toEqual(pauses[1])
  expect(currentOrNextPause(pauses, day('2029-02-01'))).toEqual(pauses[1])
  expect(currentOrNextPause(pauses, day('2029-06-01'))).toBe(null)
})

test('CON-07 R2.11 ninguna combinación de pausas pasa de dos períodos en doce meses seguidos', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 3 })), { maxLength: 8 }),
      fc.integer({ min: 1, max: 31 }),
      (wishes, cutDay) => {
        const pauses: PeriodBounds[] = []
        let today = day('2026-01-10')
        for (const [ahead, months] of wishes) {
          let period = billingPeriodOf(today, cutDay)
          for (let n = 0; n < ahead % 12; n += 1) period = nextPeriod(period)
          const from = periodBounds(period, cutDay).from_on
          try {
            const made = plannedPause({ billing_cut_day: cutDay, pauses }, { from, months }, today, rules)
            pauses.push(made)
            today = made.to_on
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
          }
        }
        for (const { from_on } of pauses) {
          const window = pauses.filter((other) => other.from_on >= from_on && other.from_on < addMonths(from_on, 12))
          const periods = window.flatMap(({ from_on: from, to_on }) => {
            const last = billingPeriodOf(to_on, cutDay)
            return last === billingPeriodOf(from, cutDay) ? [last] : [billingPeriodOf(from, cutDay), last]
          })
          expect(new Set(periods).size).toBeLessThanOrEqual(2)
        }
      },
    ),
  )
})
