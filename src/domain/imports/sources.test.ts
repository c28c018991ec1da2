import { expect, test } from 'vitest'
import { findMunicipality } from '#domain/places/place.ts'
import { parseImportRow } from '#test/import-row.ts'
import { DEFAULTS, PLANS, type Row, readRow, readRows } from '#test/source-rows.ts'
import { cellsOf } from './cells.ts'
import { headingIndex, matchColumns, profileOf } from './headings.ts'
import { planFinder } from './plan-names.ts'

const MIKROWISP: Row = {
  Id: '000017',
  Nombre: 'FELIPE ACUÑA ROJAS  SUSPENDIDO',
  Ip: '10.0.0.1',
  'Ultimo pago': '01/02/2026',
  'Tipo estrato': '3',
  'Dirección Principal': 'Calle 1 # 2-3',
  'Dirección Servicio': '',
  'Fecha suspendido': '05/03/2026',
  'Dia pago': '10',
  'Deuda actual': '1 S/. 60.00',
  Correo: 'ONU VSOL 200 megas',
  Telefono: '',
  Plan: 'Plan 50 megas',
  Movil: '31585326483106740263',
  Saldo: 'S/. 0.00',
  Instalado: '20/01/2024',
  Cedula: '78665843',
  'User PPP/Hotspot': 'felipe',
  'Total cobrar': 'S/. 60000.00',
  Status: 'ONLINE',
}

test('CLI-05 MikroWisp: nombre con su estado al final, deuda con meses, nota en el correo y dos celulares pegados', () => {
  const { profile, missing, rows } = readRows([MIKROWISP])
  expect([profile, missing]).toEqual(['mikrowisp', null])
  expect(rows).toEqual([
    {
      row: expect.objectContaining({
        client: expect.objectContaining({
          identification: '78665843',
          first_name: 'Felipe',
          last_name: 'Acuña',
          second_lastname: 'Rojas',
          phone: '3158532648',
          address: 'Calle 1 # 2-3',
          stratum: 3,
          payment_date: 10,
        }),
        external_id: '000017',
        status: 'suspended',
        suspended_on: '2026-03-05',
        plan_code: 'PLAN50',
        date_contract: '2024-01-20',
        opening_balance: 6_000,
        warnings: [
          'También trae el 3106740263: queda en los datos de origen',
          '«ONU VSOL 200 megas» no es un correo: queda en los datos de origen',
          expect.stringMatching(/^El saldo de \$.60,00 es muy bajo frente al plan de \$.60\.000/),
        ],
      }),
    },
  ])
  const [result] = rows
  expect(result && 'row' in result && result.row.client.email).toBe(undefined)
})

test('CLI-05 MikroWisp: dos filas con una cédula son un cliente con dos servicios; con otro nombre o sin código se rechazan', () => {
  const second = { ...MIKROWISP, Id: '000018' }
  const seen = { documents: new Map([['78665843', 'felipe acuna rojas']]), codes: new Set(['000017']) }
  const headers = Object.keys(MIKROWISP)
  const profile = profileOf(headers)
  const columns = matchColumns(headers, {}, profile)
  const read = (row: Row) =>
    parseImportRow(
      cellsOf(
        headers.map((header) => row[header] ?? ''),
        columns,
      ),
      {
        planOf: PLANS,
        seen,
        placeOf: findMunicipality,
        profile,
        defaults: DEFAULTS,
      },
    )
  expect(read(second)).toHaveProperty('row')
  expect(read({ ...second, Nombre: 'OTRA PERSONA  ACTIVO' })).toMatchObject({
    errors: [{ field: 'identification', message: expect.stringMatching(/con otro nombre/) }],
  })
  expect(read(MIKROWISP)).toMatchObject({ errors: [{ field: 'external_id' }] })
})

test.each<[Row, string, RegExp]>([
  [{ Cedula: '12' }, 'identification', /entre 4 y 15 dígitos/],
  [{ Cedula: '123' }, 'identification', /entre 4 y 15 dígitos/],
  [{ Cedula: '9.47753741902369E+26' }, 'identification', /Excel cambió el número/],
  [{ Movil: '9.47753741902369E+26' }, 'phone', /le quitó dígitos/],
  [{ Instalado: '31/02/2024' }, 'date_contract', /no existe/],
  [{ Plan: 'Plan del otro mundo' }, 'plan_code', /No existe el plan/],
  [{ 'Deuda actual': 'no sé' }, 'opening_balance', /no es un número/],
])('CLI-05 MikroWisp: %o se rechaza con su propia razón', (cells, field, message) => {
  expect(readRow({ ...MIKROWISP, ...cells })).toEqual({
    errors: [{ field, message: expect.stringMatching(message) }],
  })
})

test('CLI-05 «CORTE POR DEUDA» es un estado y no un plan: entra suspendido, sin contrato y con su aviso', () => {
  expect(readRow({ ...MIKROWISP, Nombre: 'ANA RUIZ  ACTIVO', Plan: 'CORTE POR DEUDA' })).toMatchObject({
    row: {
      plan_code: null,
      status: 'suspended',
      warnings: expect.arrayContaining([expect.stringMatching(/es un estado/)]),
    },
  })
})

test('CLI-05 un retirado entra solo si debe o si se pide; uno gratis entra sin contrato', () => {
  const retired = { ...MIKROWISP, Nombre: 'ANA RUIZ  RETIRADO', 'Deuda actual': 'S/. 0.00' }
  expect(readRow(retired)).toMatchObject({
    errors: [{ field: 'status', message: expect.stringMatching(/no debe nada/) }],
  })
  expect(readRow(retired, { ...DEFAULTS, retired: 'all' })).toMatchObject({ row: { plan_code: null } })
  expect(readRow({ ...retired, 'Deuda actual': '2 S/. 80.00' })).toMatchObject({
    row: { plan_code: null, opening_balance: 8_000 },
  })
  // Its debt comes later and its credit now: it owes something.
  const even = { ...retired, 'Deuda actual': 'S/. 80.00', Saldo: '80.00' }
  expect(readRow(even)).toMatchObject({ errors: [{ field: 'status' }] })
  expect(readRow(even, { ...DEFAULTS, balances: 'invoices' })).toMatchObject({ row: { opening_balance: -8_000 } })
  expect(readRow({ ...MIKROWISP, Nombre: 'ANA RUIZ  GRATIS' })).toMatchObject({ row: { plan_code: null } })
})

const WISPHUB: Row = {
  Usuario: 't1@miempresa',
  Nombre: 'Ana López',
  Servicio: 't1',
  Ip: '192.168.60.100',
  Estado: 'Activo',
  'Plan Internet': '50.0 Mbps 69900.00',
  Router: 'RB Centro',
  Zona: 'Zona 1',
  'DNI/C.I./C.C./IFE': '1023570856',
  Dirección: 'Cra 5 # 4-10',
  'Barrio/Localidad': 'Centro',
  Telefono: '3106740263,6017654321',
  Saldo: '200,00',
  'Fecha Instalación': '20/01/2024 12:55',
  Coordenadas: '',
  'Ciudad/Municipio': 'Tunja',
  Acción: '',
}

test('CLI-05 WispHub: celular y fijo separados, saldo con su aviso, fecha con hora y departamento preguntado', () => {
  const { department: _asked, ...without } = DEFAULTS
  expect(readRows([WISPHUB], without).missing).toMatch(/Departamento/)
  const planOf = planFinder([{ code: 'NUEVO', name: 'x' }], new Map([['50 0 mbps 69900 00', 'NUEVO']]))
  const headers = Object.keys(WISPHUB)
  const profile = profileOf(headers)
  expect(profile?.id).toBe('wisphub')
  const seen = { documents: new Map<string, string>(), codes: new Set<string>() }
  const cells = cellsOf(Object.values(WISPHUB), matchColumns(headers, {}, profile))
  expect(parseImportRow(cells, { planOf, seen, placeOf: findMunicipality, profile, defaults: DEFAULTS })).toEqual({
    row: expect.objectContaining({
      client: expect.objectContaining({
        first_name: 'Ana',
        last_name: 'López',
        phone: '3106740263',
        telephone: '6017654321',
        address: 'Cra 5 # 4-10, Centro',
        city: 'Tunja',
        department: 'Boyacá',
      }),
      place: expect.objectContaining({ code: '15001' }),
      external_id: 't1@miempresa',
      plan_code: 'NUEVO',
      date_contract: '2024-01-20',
      opening_balance: 20_000,
      warnings: [expect.stringMatching(/^El saldo de \$.200,00 es muy bajo frente al plan de \$.69\.900/)],
    }),
  })
})

test('CLI-05 WispHub: los pagos pendientes van antes que el saldo, y el día de corte es el de su fecha', () => {
  const row = {
    ...WISPHUB,
    'Plan Internet': 'Plan 50 megas',
    'Pagos Pendientes': '1, $25000.00',
    'Día de Corte': '15/02/2026',
  }
  expect(readRow(row)).toMatchObject({ row: { opening_balance: 2_500_000, client: { payment_date: 15 } } })
})

test('CLI-05 la lista se reconoce con todos sus títulos, con o sin tildes, en las primeras 10 filas; con uno menos, no', () => {
  const headers = Object.keys(WISPHUB)
  const title = [['Lista de Clientes'], [''], headers.map((header) => header.toUpperCase())]
  expect(headingIndex(title)).toBe(2)
  expect(profileOf(title[2] ?? [])?.id).toBe('wisphub')
  expect(profileOf(headers.filter((header) => header !== 'Plan Internet'))).toBe(null)
})
