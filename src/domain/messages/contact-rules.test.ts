import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHoliday } from '#domain/core/calendar.ts'
import { dayOf, weekdayOf } from '#domain/core/days.ts'
import { CHANNELS, type Contact, mayContact, nextAllowed } from './contact-rules.ts'

/** The rules of Ley 2300 de 2023, as in the table of parameters. */
const RULES = {
  weekday: { from: 420, to: 1140 },
  saturday: { from: 480, to: 900 },
  channelsPerWeek: 1,
  contactsPerDay: 1,
}
const bogota = (text: string): Date => new Date(`${text.replace(' ', 'T')}:00-05:00`)

test.each([
  ['2026-11-20 18:59', '2026-11-20 18:59'],
  ['2026-11-20 19:00', '2026-11-21 08:00'],
  ['2026-11-21 14:59', '2026-11-21 14:59'],
  ['2026-11-21 15:00', '2026-11-23 07:00'],
  ['2026-11-22 10:00', '2026-11-23 07:00'],
  ['2026-11-16 10:00', '2026-11-17 07:00'],
  ['2026-12-24 20:00', '2026-12-26 08:00'],
  ['2026-12-08 10:00', '2026-12-09 07:00'],
  ['2027-03-24 19:05', '2027-03-27 08:00'],
  ['2026-11-20 06:30', '2026-11-20 07:00'],
  ['2026-11-20 07:00', '2026-11-20 07:00'],
  ['2026-11-21 07:30', '2026-11-21 08:00'],
  ['2026-12-31 23:59', '2027-01-02 08:00'],
])('R5.2 una cobranza de %s sale a las %s', (requested, sent) => {
  expect(nextAllowed(RULES, bogota(requested))).toEqual(bogota(sent))
})

const collection = (channel: Contact['channel']) => ({ kind: 'cobranza', channel }) as const

test('R5.3 en la semana un solo canal, y en el día una sola vez', () => {
  const tuesday: Contact[] = [{ at: bogota('2026-11-17 10:00'), channel: 'sms' }]
  expect(mayContact(RULES, collection('email'), tuesday, bogota('2026-11-19 10:00'))).toEqual({
    may: false,
    reason: 'one_channel',
    until: bogota('2026-11-23 07:00'),
  })
  expect(mayContact(RULES, collection('sms'), tuesday, bogota('2026-11-19 10:00'))).toEqual({ may: true })
  expect(mayContact(RULES, collection('sms'), tuesday, bogota('2026-11-17 16:00'))).toEqual({
    may: false,
    reason: 'once_a_day',
    until: bogota('2026-11-18 07:00'),
  })
  // In the next week any channel is allowed again; Sunday is the last day of its week.
  expect(mayContact(RULES, collection('email'), tuesday, bogota('2026-11-23 10:00'))).toEqual({ may: true })
  expect(mayContact(RULES, collection('email'), tuesday, bogota('2026-11-22 10:00'))).toMatchObject({
    reason: 'one_channel',
  })
})

test('R5.6 lo que es del servicio sale a cualquier hora; lo comercial espera como la cobranza', () => {
  const night = bogota('2026-11-22 03:00')
  const past: Contact[] = [{ at: night, channel: 'call' }]
  expect(mayContact(RULES, { kind: 'transaccional', channel: 'email' }, past, night)).toEqual({ may: true })
  expect(mayContact(RULES, { kind: 'comercial', channel: 'email' }, [], night)).toMatchObject({ reason: 'hours' })
})

const instant = fc.date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })

test('R5.2 nunca en domingo, festivo ni fuera de hora, y siempre antes de una semana', () => {
  fc.assert(
    fc.property(instant, (at) => {
      const sent = nextAllowed(RULES, at)
      const minute = (sent.getTime() - Date.parse(`${dayOf(sent)}T00:00:00-05:00`)) / 60_000
      const hours = weekdayOf(dayOf(sent)) === 6 ? RULES.saturday : RULES.weekday
      expect(weekdayOf(dayOf(sent))).not.toBe(0)
      expect(isHoliday(dayOf(sent))).toBe(false)
      expect(minute).toBeGreaterThanOrEqual(hours.from)
      expect(minute).toBeLessThan(hours.to)
      expect(sent.getTime()).toBeGreaterThanOrEqual(at.getTime())
      expect(sent.getTime() - at.getTime()).toBeLessThan(6 * 86_400_000)
      // An allowed instant does not move again.
      expect(nextAllowed(RULES, sent)).toEqual(sent)
    }),
  )
})

test('R5.3 haciendo caso, nadie recibe dos cobranzas en un día ni dos canales en una semana', () => {
  const attempt = fc.record({ at: instant, channel: fc.constantFrom(...CHANNELS) })
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 30 }), (attempts) => {
      const made: Contact[] = []
      for (const { at, channel } of attempts.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
        if (mayContact(RULES, collection(channel), made, at).may) made.push({ at, channel })
      }
      const days = made.map(({ at }) => dayOf(at))
      expect(new Set(days).size).toBe(days.length)
    }),
  )
})
