import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { day, dayOf } from '#domain/core/days.ts'
import { pesos } from '#domain/core/money.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { parameterApi } from '#domain/parameters/api.ts'
import { PARAMETER_KEYS } from '#domain/parameters/keys.ts'
import { PARAMETER_GROUPS } from '#domain/parameters/parameter.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()

test('NUM-01 the table has exactly the keys that the rules use, each in a group with a name', async () => {
  const admin = await (await t.company()).person('admin')
  const { data } = await admin.call(parameterApi.list)
  expect(data.map((history) => history.key).toSorted()).toEqual([...PARAMETER_KEYS].toSorted())
  expect(
    data.map((history) => history.key.split('.')[0] ?? '').filter((group) => !(group in PARAMETER_GROUPS)),
  ).toEqual([])
})

test('NUM-01 admin, financial and superadmin read the values in force today, and those of another day', async () => {
  const company = await t.company()
  for (const role of ['admin', 'financial', 'superadmin'] as const) {
    const person = await company.person(role)
    const on = async (when: string, key: string) => {
      const { data } = await person.call(parameterApi.list, { query: { on: when } })
      return data.find((history) => history.key === key)?.current?.value ?? null
    }
    expect(await on('2025-05-31', 'tax.withholding_services_base')).toBe(4)
    // INV-09: 150.000 had no withholding on 2026-05-20 (4 UVT) and 6.000 on 2026-07-02 (2 UVT).
    for (const [when, base] of [
      ['2026-05-07', 2],
      ['2026-05-20', 4],
      ['2026-06-30', 4],
      ['2026-07-02', 2],
    ] as const)
      expect(await on(when, 'tax.withholding_services_base')).toBe(base)
    expect(await on('2026-07-15', 'service.reconnection_cap')).toBe(null)
    expect(await on('2026-07-16', 'service.reconnection_cap')).toBe(pesos(1981))
    const today = await person.call(parameterApi.list)
    expect(today).toEqual(await person.call(parameterApi.list, { query: { on: dayOf(new Date()) } }))
  }
  const answer = await (await company.person('admin')).ask(parameterApi.list, { query: { on: '2026-02-30' } })
  expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([400, 'on'])
})

test('NUM-01 every value has its legal basis and a label that is not in capitals', async () => {
  const { rows } = await t.owner.query<{ key: string }>(
    `select key from regulated_parameters where length(legal_basis) < 8 or label = upper(label)`,
  )
  expect(rows).toEqual([])
})

test('PLN-07 los datos por defecto dicen el tope de reconexión que rige ese día', async () => {
  const person = await (await t.company()).person('financial')
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  expect((await person.call(contractDefaultsApi.get)).meta.reconnection_cap).toMatchObject({ value: pesos(1981) })
  t.setNow(new Date('2026-07-15T15:00:00Z'))
  expect((await person.call(contractDefaultsApi.get)).meta.reconnection_cap).toBe(null)
  t.setNow(null)
})

test('NUM-02 two values of one key cannot share a day, and no role of the server changes a number, its first day or its basis', async () => {
  const insert = (from: string, to: string | null) =>
    t.owner.query(
      `insert into regulated_parameters (key, valid_from, valid_to, value, unit, label, legal_basis, certainty)
       values ('tax.uvt', $1, $2, 1, 'pesos', 'UVT', 'Prueba de rangos', 'general')`,
      [from, to],
    )
  await expect(insert('2026-12-31', null)).rejects.toThrow(/regulated_parameters_periods_do_not_overlap/)
  await expect(insert('2024-06-01', '2025-01-01')).rejects.toThrow(/regulated_parameters_periods_do_not_overlap/)
  await expect(insert('2027-06-01', '2027-01-01')).rejects.toThrow(/check/)
  await insert(day('2027-01-01'), '2027-12-31')
  const { rows } = await t.owner.query(
    `select grantee, privilege_type from information_schema.role_table_grants
     where table_name = 'regulated_parameters' and grantee like 'enlace\\_%' and grantee <> 'enlace_owner' order by 1, 2`,
  )
  expect(rows).toEqual([
    { grantee: 'enlace_app', privilege_type: 'SELECT' },
    { grantee: 'enlace_platform', privilege_type: 'DELETE' },
    { grantee: 'enlace_platform', privilege_type: 'INSERT' },
    { grantee: 'enlace_platform', privilege_type: 'SELECT' },
  ])
  const { rows: columns } = await t.owner.query(
    `select grantee, column_name from information_schema.column_privileges
     where table_name = 'regulated_parameters' and privilege_type = 'UPDATE' and grantee like 'enlace\\_%' and grantee <> 'enlace_owner'`,
  )
  expect(columns).toEqual([{ grantee: 'enlace_platform', column_name: 'valid_to' }])
})

const minimumWage = (changes: object = {}) => ({
  parameter: {
    key: 'credit.minimum_wage',
    value: 1_750_905,
    valid_from: '2027-01-01',
    valid_to: '2027-12-31',
    legal_basis: 'Decreto 1469 de 2026',
    certainty: 'verified',
    ...changes,
  },
})
const add = (person: Person, changes: object = {}) => person.ask(parameterApi.add, { body: minimumWage(changes) })

test('NUM-02 the superadmin adds a value with its legal basis and its days, and it is in force from its first day', async () => {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const company = await t.company()
  const superadmin = await company.person('superadmin')
  const { status, json } = await add(superadmin)
  expect([status, json.message]).toEqual([
    201,
    'Registramos Salario mínimo mensual: $ 1.750.905,00 desde el 1 de enero de 2027',
  ])
  // Not in force yet: the correction of a typing error replaces it.
  expect((await add(superadmin, { value: 1_750_906 })).status).toBe(201)
  const admin = await company.person('admin')
  const valueOn = async (on: string) =>
    (await admin.call(parameterApi.list, { query: { on } })).data.find(({ key }) => key === 'credit.minimum_wage')
      ?.current?.value ?? null
  expect([await valueOn('2026-12-31'), await valueOn('2027-01-01'), await valueOn('2028-01-01')]).toEqual([
    null,
    pesos(1_750_906),
    null,
  ])
  expect((await admin.ask(parameterApi.add, { body: minimumWage() })).status).toBe(403)
  const { rows } = await t.owner.query(
    `select actor_name, before ->> 'value' as before, after ->> 'value' as after, after ->> 'legal_basis' as basis
     from events where name = 'parameter.added' and after ->> 'key' = 'credit.minimum_wage' order by id`,
  )
  expect(rows).toMatchObject([
    { before: null, after: '$ 1.750.905,00', basis: 'Decreto 1469 de 2026' },
    { before: '$ 1.750.905,00', after: '$ 1.750.906,00' },
  ])
  t.setNow(new Date('2027-01-02T15:00:00Z'))
  const used = await add(superadmin, { value: 1 })
  expect([used.status, used.json.errors?.[0]?.field]).toEqual([409, 'parameter.valid_from'])
  t.setNow(null)
})

test('NUM-01 a value that is in force ends the day before the next one, and what it was used for keeps it', async () => {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const superadmin = await (await t.company()).person('superadmin')
  const vat = { key: 'tax.vat_general', value: 2_000, legal_basis: 'Ley de prueba 1 de 2026', valid_to: null }
  const early = await add(superadmin, { ...vat, valid_from: '2026-11-20' })
  expect([early.status, early.json.errors?.[0]?.field]).toEqual([409, 'parameter.valid_from'])
  const { status, json } = await add(superadmin, { ...vat, valid_from: '2029-01-01' })
  expect([status, json.data]).toMatchObject([
    201,
    { current: { value: 1_900, valid_to: '2028-12-31' }, others: [{ value: 2_000, valid_from: '2029-01-01' }] },
  ])
  t.setNow(null)
})

test('NUM-02 a value without its basis, its days or its unit is refused on its field', async () => {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const superadmin = await (await t.company()).person('superadmin')
  for (const [changes, field] of [
    [{ legal_basis: 'Ley' }, 'parameter.legal_basis'],
    [{ valid_from: '' }, 'parameter.valid_from'],
    [{ valid_to: null }, 'parameter.valid_to'],
    [{ valid_to: '2026-12-31' }, 'parameter.valid_to'],
    [{ value: 1.005 }, 'parameter.value'],
    [{ key: 'tax.uvts' }, 'parameter.key'],
    [{ key: 'pqr.answer_days', value: 2.5, valid_to: null }, 'parameter.value'],
  ] as const) {
    const { status, json } = await add(superadmin, changes)
    expect([status, json.errors?.[0]?.field]).toEqual([400, field])
  }
  t.setNow(null)
})

test('NUM-03 the dashboard of the superadmin counts the numbers that need a value, three months before', async () => {
  const superadmin = await (await t.company()).person('superadmin')
  const next = async (now: string) => {
    t.setNow(new Date(now))
    return (await superadmin.call(dashboardApi.get)).data.next
  }
  // The cap of reconnection, which is set for each year.
  const later = (await next('2026-12-01T15:00:00Z'))[0]?.count ?? 0
  const before = (await next('2026-09-01T15:00:00Z'))[0]?.count ?? 0
  expect(later).toBeGreaterThan(before)
  expect(await next('2026-12-01T15:00:00Z')).toMatchObject([{ key: 'parameters', href: '/integration' }])
  t.setNow(null)
})

test('NUM-03 a rule whose number is missing is refused with a sentence, and nothing is written', async () => {
  await t.owner.query(`update regulated_parameters set valid_to = '2030-12-31' where key = 'billing.delivery_notice'`)
  t.setNow(new Date('2031-02-03T15:00:00Z'))
  const company = await t.company()
  const client = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client.id)
  const financial = await company.person('financial')
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 20_000 }]
  const { status, json } = await financial.ask(invoiceApi.create, {
    body: { invoice: { no_contract, lines } },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect([status, json.message]).toEqual([
    422,
    'Falta el valor de «Entrega de la factura antes del vencimiento» para el 3 de febrero de 2031. El superadministrador de Enlace lo registra en Valores regulados.',
  ])
  expect((await financial.call(invoiceApi.list)).data).toEqual([])
  t.setNow(null)
})
