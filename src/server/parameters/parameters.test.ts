import { expect, test } from 'vitest'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { day, dayOf } from '#domain/core/days.ts'
import { pesos } from '#domain/core/money.ts'
import { parameterApi } from '#domain/parameters/api.ts'
import { PARAMETER_KEYS } from '#domain/parameters/keys.ts'
import { PARAMETER_GROUPS } from '#domain/parameters/parameter.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

test('the table has exactly the keys that the rules use, each in a group with a name', async () => {
  const admin = await (await t.company()).person('admin')
  const { data } = await admin.call(parameterApi.list)
  expect(data.map((history) => history.key).toSorted()).toEqual([...PARAMETER_KEYS].toSorted())
  expect(
    data.map((history) => history.key.split('.')[0] ?? '').filter((group) => !(group in PARAMETER_GROUPS)),
  ).toEqual([])
})

test('admin, financial and superadmin read the values in force today, and those of another day', async () => {
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

test('every value has its legal basis and a label that is not in capitals', async () => {
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

test('two values of one key cannot share a day, and no role of the server changes the table', async () => {
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
     where table_name = 'regulated_parameters' and grantee like 'enlace\\_%' and grantee <> 'enlace_owner' order by 1`,
  )
  expect(rows).toEqual([
    { grantee: 'enlace_app', privilege_type: 'SELECT' },
    { grantee: 'enlace_platform', privilege_type: 'SELECT' },
  ])
})
