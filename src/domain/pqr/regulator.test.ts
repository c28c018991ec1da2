import { expect, test } from 'vitest'
import { codeKey, type FactCount, infoRows, quarterDays, regulatorSheets } from './regulator.ts'

const PERIOD = { year: 2026, quarter: 4 }
const base = {
  month: 1,
  service: 'internet',
  is_packaged: false,
  typology: 'facturacion',
  channel: 'portal',
  score: null,
} as const
const counts: FactCount[] = [
  { ...base, fact: 'queja', count: 3 },
  { ...base, fact: 'queja', channel: 'telefono', count: 2 },
  { ...base, fact: 'peticion', count: 4 },
  { ...base, fact: 'queja_favor', count: 2 },
  { ...base, fact: 'queja_contra', month: 2, count: 1 },
  { ...base, fact: 'reposicion', month: 2, count: 1 },
  { ...base, fact: 'apelacion', month: 2, count: 1 },
  { ...base, fact: 'satisfaccion', score: 5, count: 2 },
]
const codes = new Map([
  [codeKey('service', 'internet'), '3'],
  [codeKey('typology', 'facturacion'), '11'],
  [codeKey('channel', 'portal'), '4'],
])

test('RPT-03 el trimestre va del primer día al último', () => {
  expect(quarterDays(2026, 4)).toEqual({ from: '2026-10-01', to: '2026-12-31' })
  expect(quarterDays(2028, 1)).toEqual({ from: '2028-01-01', to: '2028-03-31' })
})

test('RPT-03 T.4.2 cuenta las quejas por mes, servicio, tipología y medio, y dice qué código falta', () => {
  const { sheets, missing } = regulatorSheets('T.4.2', counts, codes, PERIOD)
  expect(sheets[0]?.columns).toEqual([
    'ANNO',
    'TRIMESTRE',
    'MES_DEL_TRIMESTRE',
    'ID_SERVICIO',
    'EMPAQUETADO',
    'ID_TIPOLOGIA',
    'ID_MEDIO_ATENCION',
    'NUMERO_QUEJAS',
  ])
  expect(sheets[0]?.rows).toEqual([
    [2026, 4, 1, '3', 'NO', '11', '4', 3],
    [2026, 4, 1, '3', 'NO', '11', 'Teléfono', 2],
  ])
  expect(missing).toEqual(['Teléfono'])
})

test('RPT-03 EMPAQUETADO separa en filas lo que se vende solo y en paquete', () => {
  const packaged = [...counts, { ...base, fact: 'queja', is_packaged: true, count: 7 } as const]
  expect(regulatorSheets('T.4.2', packaged, codes, PERIOD).sheets[0]?.rows.map((row) => [row[4], row[7]])).toEqual([
    ['NO', 3],
    ['NO', 2],
    ['SI', 7],
  ])
  expect(
    regulatorSheets('T.4.3', packaged, codes, PERIOD).sheets[0]?.rows.map((row) => [row[2], row[4], row[7]]),
  ).toEqual([
    [1, 'NO', 5],
    [1, 'SI', 7],
    [2, 'NO', 0],
  ])
})

test('RPT-03 T.4.3 tiene quejas y peticiones, segunda instancia y satisfacción', () => {
  const { sheets } = regulatorSheets('T.4.3', counts, codes, PERIOD)
  expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
    [
      'QUEJAS_Y_PETICIONES',
      [
        [2026, 4, 1, '3', 'NO', 2, 0, 5, 4],
        [2026, 4, 2, '3', 'NO', 0, 1, 0, 0],
      ],
    ],
    ['QUEJAS_SEGUNDA_INSTANCIA', [[2026, 4, 2, '3', 'NO', 0, 0, 1, 1]]],
    ['SATISFACCION_USUARIOS', [[2026, 4, 1, '4', 0, 0, 0, 0, 2]]],
  ])
  expect(infoRows('T.4.3')[2]).toEqual(['CODIGO', '375'])
})
