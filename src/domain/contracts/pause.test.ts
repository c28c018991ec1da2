import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { assertPause, nextPauseOn, pauseEndsOn } from './pause.ts'

const rules = { max: 2, window: 12 }
const range = (from: string, to: string) => ({ from_on: day(from), to_on: day(to) })
const contract = (...pauses: ReturnType<typeof range>[]) => ({ billing_cut_day: 31, pauses })

const problem = (of: ReturnType<typeof contract>, today: string): string | null => {
  try {
    assertPause(of, day(today), rules)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}

test('R2.11 una pausa empieza con el período; dentro de él, la frase dice cuándo puede empezar', () => {
  expect(problem(contract(), '2029-05-01')).toBe(null)
  expect(problem(contract(), '2029-05-02')).toBe(
    'La pausa se pide antes de que empiece el período: puede empezar el 1 de junio de 2029',
  )
  expect(nextPauseOn({ billing_cut_day: 30, pauses: [] }, day('2026-11-20'), rules)).toBe('2026-12-01')
})

test('R2.11 el tercer mes de pausa en un año se rechaza, y la frase dice desde cuándo hay otra', () => {
  const used = contract(range('2029-01-01', '2029-02-28'))
  expect(problem(used, '2029-05-01')).toBe(
    'Ya usó los 2 meses de pausa de los últimos 12: la próxima puede empezar el 1 de febrero de 2030',
  )
  expect(problem(used, '2030-02-01')).toBe(null)
  const one = contract(range('2029-01-01', '2029-01-10'))
  expect(problem(one, '2029-05-01')).toBe(null)
  expect(
    problem(contract(range('2029-01-01', '2029-01-31'), range('2029-03-01', '2029-03-31')), '2029-05-01'),
  ).not.toBe(null)
})

test('R2.11 una pausa abierta termina en el corte del último mes que le queda', () => {
  expect(pauseEndsOn(contract(), day('2029-05-01'), rules)).toBe('2029-06-30')
  expect(pauseEndsOn(contract(range('2029-01-01', '2029-01-31')), day('2029-05-01'), rules)).toBe('2029-05-31')
})
