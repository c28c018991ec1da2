import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { money } from '#domain/core/money.ts'
import { billingFile } from './billing-file.ts'

const header = {
  nit: '900123456-8',
  bank_code: '007',
  gln: '7709998000018',
  description: 'Internet dic26',
  day: day('2026-12-01'),
  time: '0800',
}
const debts = [
  {
    reference: '1024',
    document: 'CC79123456',
    name: 'Acuña Rojas Felipe',
    amount: money(7_140_000),
    due_on: day('2026-12-15'),
    periods: 1,
  },
  {
    reference: '1025',
    document: 'CC52987654',
    name: 'Hernández Natalia',
    amount: money(6_000_000),
    due_on: day('2026-12-15'),
    periods: 2,
  },
]

test('TRX-03 el archivo de facturación Asobancaria es byte por byte el del ejemplo publicado', () => {
  const text = billingFile(header, debts)
  expect(text.split('\r\n').map((line) => line.length)).toEqual([220, 220, 220, 220, 220, 220, 0])
  expect(createHash('sha256').update(text).digest('hex')).toBe(
    '55604bc0058638b40a734045bd6952860bf801b7472959eb869516426be53e3b',
  )
})

test('TRX-03 un nombre largo se corta y el total suma todas las deudas', () => {
  const long = {
    reference: '7',
    document: 'NIT900123456-8',
    name: 'Compañía Ñandú & Hijos de la Sabana S.A.S.',
    periods: 120,
  }
  const [, , detail = '', , last = ''] = billingFile(header, [
    { ...long, amount: money(1), due_on: day('2026-12-15') },
  ]).split('\r\n')
  expect(detail.slice(171, 193)).toBe('COMPANIA NANDU  HIJOS ')
  expect([detail.slice(80, 82), last.slice(11, 29)]).toEqual(['99', '000000000000000001'])
})
