import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { businessDaysLeft } from '#domain/pqr/deadlines.ts'
import { PQR_STATUSES } from '#domain/pqr/lifecycle.ts'
import { fillTemplate } from '#domain/pqr/template.ts'
import { CLIENT_STATUS_LABELS, dateLabel, dueLabel } from './words.ts'

test('PQR-02 los días hábiles que quedan se leen con número y palabra', () => {
  const label = (on: string, today: string) =>
    dueLabel({ on: day(on), days_left: businessDaysLeft(day(today), day(on)) }, day(today))
  // 2026-11-27 is a Friday: a task of 72 hours may be due on its Saturday.
  expect(
    ['2026-11-25', '2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'].map((today) => label('2026-11-28', today)),
  ).toEqual([
    'Quedan 2 días hábiles',
    'Vence el 28/11/2026',
    'Vence hoy',
    'Vencida hace 1 día hábil',
    'Vencida hace 1 día hábil',
  ])
  expect(['2026-11-27', '2026-11-30', '2026-12-04'].map((today) => label('2026-11-30', today))).toEqual([
    'Queda 1 día hábil',
    'Vence hoy',
    'Vencida hace 4 días hábiles',
  ])
})

test('PQR-01 la respuesta máxima dice el año solo cuando es otro', () => {
  expect(dateLabel(day('2026-03-26'), day('2026-03-05'))).toBe('26 de marzo')
  expect(dateLabel(day('2027-01-08'), day('2026-12-14'))).toBe('8 de enero de 2027')
})

test('PQR-05 cada estado tiene sus propias palabras para el cliente', () => {
  expect(new Set(PQR_STATUSES.map((status) => CLIENT_STATUS_LABELS[status])).size).toBe(PQR_STATUSES.length)
})

test('PQR-03 una plantilla se llena con los datos del caso, y lo que no tiene dato queda a la vista', () => {
  const values = { nombre: 'Ana Rojas', factura: '' }
  expect(fillTemplate('Señora {{nombre}}: la factura {{ factura }} y {{otra}}.', values)).toBe(
    'Señora Ana Rojas: la factura {{ factura }} y {{otra}}.',
  )
})
