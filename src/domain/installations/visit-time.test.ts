import { expect, test } from 'vitest'
import { assertTimes, isClockOff, visitDay } from './visit-time.ts'

const RECEIVED = new Date('2026-03-10T20:00:00Z')
const dayWith = (end_time: string, sent_at: string | null = null) => visitDay({ end_time, sent_at }, RECEIVED)

test('ACT-02 el día de la visita es el de su final en Bogotá, también cuando el acta llega días después', () => {
  expect(dayWith('2026-03-10T19:00:00Z')).toEqual({ visit_on: '2026-03-10', is_clock_off: false })
  expect(dayWith('2026-03-07T03:00:00Z')).toEqual({ visit_on: '2026-03-06', is_clock_off: false })
  expect(dayWith('2026-03-07T03:00:00Z', '2026-03-10T19:58:00Z')).toEqual({
    visit_on: '2026-03-06',
    is_clock_off: false,
  })
})

test('ACT-11 un reloj un día adelantado o atrasado se acepta con una marca, y el día lo da el servidor', () => {
  // One day ahead, sent at once and sent a day later.
  expect(dayWith('2026-03-11T19:00:00Z', '2026-03-11T20:00:00Z')).toEqual({
    visit_on: '2026-03-10',
    is_clock_off: true,
  })
  expect(dayWith('2026-03-10T19:00:00Z', '2026-03-11T20:00:00Z')).toEqual({
    visit_on: '2026-03-09',
    is_clock_off: true,
  })
  // One day behind.
  expect(dayWith('2026-03-09T19:00:00Z', '2026-03-09T20:00:00Z')).toEqual({
    visit_on: '2026-03-10',
    is_clock_off: true,
  })
  // A device that does not send its clock: an end in the future shows it.
  expect(dayWith('2026-03-12T19:00:00Z')).toEqual({ visit_on: '2026-03-10', is_clock_off: true })
})

test('ACT-02 el final antes del inicio se rechaza en su campo', () => {
  const start_time = '2026-03-10T19:00:00Z'
  expect(() => assertTimes({ start_time, end_time: '2026-03-10T18:59:59Z' })).toThrow(/anterior a la de inicio/)
  expect(() => assertTimes({ start_time, end_time: start_time })).not.toThrow()
  // The same instant in two zones.
  expect(() => assertTimes({ start_time, end_time: '2026-03-10T19:00:00.000Z' })).not.toThrow()
})

test('ACT-11 el reloj del teléfono está mal cuando difiere del servidor en más de 10 minutos, adelantado o atrasado', () => {
  const server = Date.parse('2026-03-10T20:00:00Z')
  expect([-10, -10.1, 0, 10, 10.1].map((minutes) => isClockOff(server + minutes * 60_000, server))).toEqual([
    false,
    true,
    false,
    false,
    true,
  ])
})

test('ACT-02 un teléfono en otro siglo se rechaza en la hora de envío, y no deja un día que no existe', () => {
  expect(() => dayWith('2026-03-10T19:00:00Z', '2199-12-31T20:00:00Z')).toThrow(/hora del teléfono/)
  expect(dayWith('2199-12-31T19:00:00Z', '2199-12-31T20:00:00Z')).toEqual({
    visit_on: '2026-03-10',
    is_clock_off: true,
  })
})
