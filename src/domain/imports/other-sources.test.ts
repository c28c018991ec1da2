import { expect, test } from 'vitest'
import { DEFAULTS, readRow, readRows } from '#test/source-rows.ts'
import { offeredPlan, planOfText, priceOfCell } from './plan-names.ts'
import { readSourceAmount } from './source-cells.ts'

test('CLI-05 Splynx: el depósito negativo es deuda, «blocked» es suspendido y una fecha en ceros no es fecha', () => {
  const row = {
    id: '42',
    login: 'ana',
    status: 'blocked',
    partner_id: '1',
    name: 'Ana Ruiz',
    email: 'ana@correo.test',
    phone: '3106740263',
    category: 'person',
    street_1: 'Calle 1',
    city: 'Tunja',
    date_add: '0000-00-00',
    billing_type: 'recurring',
    passport: '1023570856',
    deposit: '-59900.50',
    tariff: 'Plan 50 megas',
  }
  expect(readRows([row]).profile).toBe('splynx')
  expect(readRow(row)).toMatchObject({
    row: {
      external_id: '42',
      status: 'suspended',
      opening_balance: 5_990_050,
      date_contract: null,
      client: { type_identification: 'CC', identification: '1023570856' },
    },
  })
  expect(readRow({ ...row, deposit: '2000' })).toMatchObject({ row: { opening_balance: -200_000 } })
  const later = { ...DEFAULTS, balances: 'invoices' } as const
  expect(readRow(row, later)).toMatchObject({ row: { opening_balance: 0 } })
  expect(readRow({ ...row, deposit: '2000' }, later)).toMatchObject({ row: { opening_balance: -200_000 } })
})

test('CLI-05 si lo que deben viene factura por factura, el saldo a favor entra completo, sin restarle la deuda de la lista', () => {
  const row = {
    id: '7',
    userIdent: '1023570856',
    clientType: '1',
    firstName: 'Ana',
    lastName: 'Ruiz',
    companyName: '',
    companyTaxId: '',
    street1: 'Calle 8',
    city: 'Tunja',
    accountOutstanding: '50000.00',
    accountCredit: '20000',
    isArchived: '',
    servicePlanName: '',
  }
  const openingOf = (cells: object, balances: 'list' | 'invoices') => {
    const read = readRow({ ...row, ...cells }, { ...DEFAULTS, balances })
    return 'row' in read ? read.row.opening_balance : read.errors
  }
  expect([openingOf({}, 'list'), openingOf({}, 'invoices')]).toEqual([3_000_000, -2_000_000])
  expect(openingOf({ accountOutstanding: '0', accountCredit: '0' }, 'invoices')).toBe(0)
  expect(openingOf({ accountOutstanding: '-1000' }, 'invoices')).toBe(-2_100_000)
})

test('CLI-05 UISP: la empresa con su NIT, lo que debe menos su saldo a favor, y su plan', () => {
  const row = {
    id: '7',
    userIdent: '',
    clientType: '2',
    firstName: '',
    lastName: '',
    companyName: 'Tienda La 10 S.A.S.',
    companyTaxId: '900123456-8',
    street1: 'Calle 8',
    street2: 'Local 2',
    city: 'Tunja',
    accountOutstanding: '80000.00',
    accountCredit: '5000',
    servicePlanName: 'Plan 50 megas',
    activeFrom: '2024-01-20T00:00:00-0500',
    invoicingPeriodStartDay: '5',
  }
  expect(readRows([row]).profile).toBe('uisp')
  expect(readRow(row)).toMatchObject({
    row: {
      external_id: '7',
      opening_balance: 7_500_000,
      date_contract: '2024-01-20',
      client: {
        type_identification: 'NIT',
        identification: '900123456-8',
        business_name: 'Tienda La 10 S.A.S.',
        address: 'Calle 8, Local 2',
        payment_date: 5,
      },
    },
  })
})

test('CLI-05 Odoo, Alegra y Siigo: el documento con su tipo, el teléfono y el saldo', () => {
  const odoo = {
    id: '1',
    name: 'Tienda La 10 S.A.S.',
    vat: '9001234568',
    l10n_latam_identification_type_id: 'NIT',
    phone: '6017654321',
    mobile: '3106740263',
    street: 'Calle 8',
    city: 'Tunja',
    state_id: 'Boyacá',
    amount_residual: '59900.00',
  }
  expect(readRows([odoo]).profile).toBe('odoo')
  expect(readRow(odoo, { stratum: '2' })).toMatchObject({
    row: {
      opening_balance: 5_990_000,
      client: { identification: '900123456-8', phone: '3106740263', telephone: '6017654321' },
    },
  })
  const alegra = {
    id: '2',
    name: 'Ana Ruiz',
    identification: '1023570856',
    email: 'ana@correo.test',
    phonePrimary: '3106740263',
    address: 'Calle 1',
    city: 'Tunja',
    balance: '$ 59.900',
  }
  expect(readRows([alegra]).profile).toBe('alegra')
  expect(readRow(alegra)).toMatchObject({ row: { opening_balance: 5_990_000, client: { phone: '3106740263' } } })
  const siigo = {
    id: '3',
    id_type: '31',
    identification: '900123456',
    check_digit: '8',
    name: 'Tienda La 10',
    address: 'Calle 8',
    phones: '6017654321',
    contacts: 'sin correo',
  }
  expect(readRows([siigo]).profile).toBe('siigo')
  expect(readRow(siigo)).toMatchObject({
    row: { client: { identification: '900123456-8', business_name: 'Tienda La 10', telephone: '6017654321' } },
  })
})

test('CLI-05 SAE Plus: «POR CORTAR» sigue activo y «CORTADO» está suspendido', () => {
  const row = {
    'ID Contrato': 'C-9',
    Documento: '1023570856',
    Cliente: 'ANA RUIZ',
    Correo: 'ana@correo.test',
    Teléfono: '3106740263',
    'Fecha Contrato': '20/01/2024',
    Estatus: 'POR CORTAR',
    Saldo: '59.900',
    Suscripción: 'Hogar',
    'Detalle Suscripcion': 'Plan 50 megas',
    'Grupo Afinidad': '',
    Dirección: 'Calle 1',
  }
  expect(readRows([row]).profile).toBe('sae')
  expect(readRow(row)).toMatchObject({ row: { external_id: 'C-9', status: 'active', plan_code: 'PLAN50' } })
  expect(readRow({ ...row, Estatus: 'CORTADO' })).toMatchObject({ row: { status: 'suspended' } })
  expect(readRow({ ...row, Estatus: 'ANULADO', Saldo: '0' })).toMatchObject({ errors: [{ field: 'status' }] })
})

test('CLI-05 el Excel propio con Estado, Servicio y Valor se lee por sinónimos, sin firma; un estado desconocido se rechaza', () => {
  const row = {
    Cliente: 'Ana Ruiz',
    Documento: '1023570856',
    Dirección: 'Calle 1',
    WhatsApp: '3106740263 / 3158532648',
    Estado: 'Cortado',
    Servicio: 'Plan 50 megas',
    Valor: '59.900',
    'Saldo a favor': '2.000',
  }
  const { profile, fields } = readRows([row])
  expect(profile).toBe(null)
  expect(fields).toMatchObject({ Estado: 'status', Servicio: 'plan_code', Valor: 'plan_price', WhatsApp: 'phone' })
  expect(readRow(row)).toMatchObject({
    row: { status: 'suspended', opening_balance: -200_000, external_id: null, client: { phone: '3106740263' } },
  })
  expect(readRow({ ...row, Estado: 'Antioquia' })).toMatchObject({ errors: [{ field: 'status' }] })
})

test.each([
  ['200,00', 20_000],
  ['$25000.00', 2_500_000],
  ['S/. 40.00', 4_000],
  ['1, $25000.00', 2_500_000],
  ['1 S/. 50.00', 5_000],
  ['S/. -0.01', 0],
  ['2 S/. 1,250.00', 125_000],
])('CLI-05 el dinero «%s» de otro sistema son %i centavos', (text, amount) => {
  expect(readSourceAmount(text)).toEqual({ kind: 'amount', amount })
})

test('CLI-05 un plan del archivo se ofrece con su velocidad y el valor que más se repite; sin alguno de los dos, no', () => {
  expect(planOfText('50.0 Mbps 69900.00', undefined)).toEqual({ price: 6_990_000, mbps: 50 })
  expect(planOfText('Hogar 100 megas', '$ 79.900')).toEqual({ price: 7_990_000, mbps: 100 })
  expect([priceOfCell('$ 79.900'), priceOfCell(undefined), priceOfCell('0')]).toEqual([7_990_000, null, null])
  const rows = { text: 'Hogar 100 megas', prices: ['79900', '79900', '60000', undefined] }
  expect(offeredPlan(rows, new Set(['HOGAR100MEGAS']))).toEqual({
    name: 'Hogar 100 megas',
    reference_code: 'HOGAR100MEGAS2',
    price: 7_990_000,
    download_speed: '100 Mbps',
    upload_speed: '100 Mbps',
  })
  expect(offeredPlan({ text: 'Hogar', prices: ['79900'] }, new Set())).toBe(null)
  expect(offeredPlan({ text: 'Hogar 100 megas', prices: [undefined] }, new Set())).toBe(null)
})
