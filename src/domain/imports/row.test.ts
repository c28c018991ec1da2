import { expect, test } from 'vitest'
import { findMunicipality } from '#domain/places/place.ts'
import { parseImportRow } from '#test/import-row.ts'
import { type Cells, namesOf } from './names.ts'
import { planFinder } from './plan-names.ts'

const CONTEXT = {
  planOf: planFinder(
    ['HOGAR50', 'PLAN10240K'].map((code) => ({ code, name: code })),
    new Map(),
  ),
  seen: { documents: new Map<string, string>(), codes: new Set<string>() },
  placeOf: findMunicipality,
  profile: null,
  defaults: {},
}
const VALID: Cells = {
  identification: '1.020.345.678',
  full_name: 'Ana Ruiz',
  stratum: 'Estrato 2',
  department: 'Antioquia',
  city: 'Medellín',
  address: 'Calle 1',
}
const parse = (cells: Cells) => parseImportRow({ ...VALID, ...cells }, CONTEXT)

test.each<[Cells, object]>([
  [{ any_phone: '(604) 444 55 66' }, { client: { telephone: '6044445566', identification: '1020345678', stratum: 2 } }],
  [{ any_phone: '+57 310 674 0263' }, { client: { phone: '3106740263' } }],
  [
    { identification: '9001234568', type_identification: '31', full_name: 'Tienda La 10' },
    { client: { identification: '900123456-8', business_name: 'Tienda La 10' } },
  ],
  [
    { date_contract: '01.02.2024 00:00:00', opening_balance: '$ 59.900 COP' },
    { date_contract: '2024-02-01', opening_balance: 5_990_000 },
  ],
  [{ opening_balance: "$ 1'059.900,50" }, { opening_balance: 105_990_050 }],
  [{ opening_balance: '-20000.50' }, { opening_balance: -2_000_050 }],
  [{ opening_balance: '(20.000)' }, { opening_balance: -2_000_000 }],
  [
    { plan_code: 'hogar-50', payment_date: '5.0' },
    { plan_code: 'HOGAR50', client: { payment_date: 5 } },
  ],
  [{ plan_code: 'Plan 10240k' }, { plan_code: 'PLAN10240K', list_price: null }],
  [
    { plan_code: 'Plan 10240k', plan_price: '45.000' },
    { plan_code: 'PLAN10240K', list_price: 4_500_000 },
  ],
  [{ address: "'=1+1" }, { client: { address: "'=1+1" } }],
])('CLI-05 lee %o como la gente lo escribe', (cells, row) => {
  expect(parse(cells)).toMatchObject({ row })
})

test.each<[Cells, string, RegExp]>([
  [{ identification: '1,02E+09' }, 'identification', /formato de texto/],
  [{ type_identification: 'carnet' }, 'type_identification', /no se conoce/],
  [{ identification: 'ABC12' }, 'identification', /solo lleva dígitos/],
  [{ identification: '123' }, 'identification', /entre 4 y 15 dígitos/],
  [{ date_contract: '1900-01-01' }, 'date_contract', /no existe/],
  [{ date_contract: '45323' }, 'date_contract', /no existe/],
  [{ opening_balance: '12.3456' }, 'opening_balance', /no es un número/],
  [{ opening_balance: '59900.000' }, 'opening_balance', /^¿\$ 59\.900,00 o \$ 59\.900\.000,00\?/],
  [{ opening_balance: '59900.125' }, 'opening_balance', /no es un número/],
  [{ plan_code: 'NADA' }, 'plan_code', /No existe el plan/],
  [{ any_phone: 'no tiene' }, 'phone', /celular/i],
  [{ full_name: 'Cher' }, 'last_name', /Falta el apellido/],
  [{ full_name: '=cmd() x' }, 'first_name', /fórmula/],
])('CLI-05 de %o dice qué corregir en su campo, una sola vez', (cells, field, message) => {
  expect(parse(cells)).toEqual({ errors: [{ field, message: expect.stringMatching(message) }] })
})

test.each([
  ['Ana Ruiz', ['Ana', undefined, 'Ruiz', undefined]],
  ['Ana María Ruiz Díaz', ['Ana', 'María', 'Ruiz', 'Díaz']],
  ['Ruiz Díaz, Ana María', ['Ana', 'María', 'Ruiz', 'Díaz']],
  ['María de los Ángeles Ruiz Díaz', ['María', 'de los Ángeles', 'Ruiz', 'Díaz']],
])('CLI-05 parte «%s» en nombres y apellidos', (full_name, [first_name, second_name, last_name, second_lastname]) => {
  expect(namesOf({ full_name }, false)).toEqual(
    Object.fromEntries(
      Object.entries({ first_name, second_name, last_name, second_lastname }).filter(([, text]) => text !== undefined),
    ),
  )
})
