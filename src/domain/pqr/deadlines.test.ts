import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { businessDaysLeft, colourOf, endOf, isOver, silenceTasksBy, termFrom } from './deadlines.ts'

const term = (from: string, days: number): string => termFrom(day(from), days)

test('PQR-02 la respuesta vence a los 15 días hábiles, sin contar el de la radicación (R3.4)', () => {
  const vectors = {
    '2026-11-20': '2026-12-14',
    '2026-11-21': '2026-12-14',
    '2026-11-22': '2026-12-14',
    '2026-12-04': '2026-12-29',
    '2025-06-13': '2025-07-08',
    '2026-03-27': '2026-04-21',
    '2025-04-10': '2025-05-06',
    '2026-01-09': '2026-02-02',
    '2027-03-19': '2027-04-14',
    '2025-12-05': '2025-12-30',
  }
  for (const [filed, answered] of Object.entries(vectors)) expect([filed, term(filed, 15)]).toEqual([filed, answered])
})

test('PQR-04 con la prórroga son 30 días hábiles desde la radicación, también si cruzan el año (R3.5)', () => {
  expect(term('2026-12-14', 15)).toBe('2027-01-06')
  expect(term('2026-11-20', 30)).toBe('2027-01-06')
})

test('PQR-07 diez días hábiles para el recurso, quince para resolverlo y cinco para el traslado a la SIC (R3.7, R3.8)', () => {
  expect(term('2026-12-14', 10)).toBe('2026-12-29')
  expect(term('2026-12-29', 15)).toBe('2027-01-21')
  expect(term('2027-01-21', 5)).toBe('2027-01-28')
})

test('PQR-06 el silencio opera un segundo después del plazo, y sus tareas tienen 72 horas (R3.6)', () => {
  const last = day('2026-12-14')
  expect(isOver(last, new Date('2026-12-15T04:59:59.999Z'))).toBe(false)
  expect(isOver(last, new Date('2026-12-15T05:00:00Z'))).toBe(true)
  expect(endOf(last).toISOString()).toBe('2026-12-15T04:59:59.000Z')
  expect(silenceTasksBy(last, { silenceHours: 72 }).toISOString()).toBe('2026-12-18T04:59:59.000Z')
})

test('PQR-02 los colores cuentan días hábiles: verde con más de 5, ámbar de 5 a 2, rojo desde 1 (R3.14)', () => {
  const left = (today: string) => businessDaysLeft(day(today), day('2026-12-14'))
  expect(
    ['2026-11-20', '2026-12-04', '2026-12-07', '2026-12-10', '2026-12-11', '2026-12-12', '2026-12-14'].map(left),
  ).toEqual([15, 5, 4, 2, 1, 1, 0])
  expect(left('2026-12-16')).toBe(-2)
  // A Saturday on its Friday, on the day itself, on the Sunday and on the Monday.
  const weekend = ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'].map((today) =>
    businessDaysLeft(day(today), day('2026-11-28')),
  )
  expect(weekend).toEqual([0, 0, -1, -1])
  expect([6, 5, 2, 1, 0, -3].map(colourOf)).toEqual(['green', 'amber', 'amber', 'red', 'red', 'red'])
})
