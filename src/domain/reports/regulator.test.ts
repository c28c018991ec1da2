import { expect, test } from 'vitest'
import { money } from '#domain/core/money.ts'
import { type BilledPlace, type Lines, T13_COLUMNS, t13Rows } from './regulator.ts'

const PLACE = { municipality_code: '05001', segment: 'residential', stratum: 3 } as const
const line = (plan: string, speed: string, changes: Partial<Lines> = {}): Lines => ({
  ...PLACE,
  plan,
  download_speed: speed,
  upload_speed: '10 Mbps',
  is_packaged: false,
  state: 'ACTIVO',
  count: 1,
  ...changes,
})
const billed = (plan: string): BilledPlace => ({ ...PLACE, plan, fee: money(100), other: money(0) })
const speedsOf = (rows: ReturnType<typeof t13Rows>) =>
  rows.map(({ cells }) => cells[T13_COLUMNS.indexOf('VELOCIDAD_EFECTIVA_DOWNSTREAM')])
const BLOCK = { year: 2029, number: 2 }

test('RPT-03 T.1.3 trae la velocidad del plan de cada línea, también cuando dos planes se llaman igual', () => {
  const lines = [line('Hogar', '100 Mbps'), line('Hogar', '300 Mbps', { stratum: 4 })]
  expect(speedsOf(t13Rows(lines, [], [], BLOCK))).toEqual([100, 300])
})

test('RPT-03 T.1.3 trae la velocidad del plan de lo facturado que ya no tiene líneas, si todos los de su nombre tienen la misma', () => {
  const plan = (name: string, download_speed: string) => ({
    name,
    download_speed,
    upload_speed: '10 Mbps',
    is_packaged: false,
  })
  const plans = [plan('Hogar', '100 Mbps'), plan('Gamer', '300 Mbps'), plan('Gamer', '500 Mbps')]
  expect(speedsOf(t13Rows([], ['Hogar', 'Gamer', 'Otro'].map(billed), plans, BLOCK))).toEqual([100, '', ''])
})

test('RPT-03 T.1.3 dice de lo facturado sin líneas si se vendía en paquete, cuando los planes de su nombre se venden igual', () => {
  const plan = (name: string, is_packaged: boolean) => ({
    name,
    download_speed: '100 Mbps',
    upload_speed: '10 Mbps',
    is_packaged,
  })
  const plans = [plan('Dúo', true), plan('Hogar', false), plan('Gamer', true), plan('Gamer', false)]
  const rows = t13Rows([], ['Dúo', 'Hogar', 'Gamer', 'Otro'].map(billed), plans, BLOCK)
  expect(rows.map(({ cells }) => cells[T13_COLUMNS.indexOf('ID_SERVICIO_PAQUETE')])).toEqual([
    'INTERNET FIJO EN PAQUETE',
    'INTERNET FIJO',
    '',
    '',
  ])
})
