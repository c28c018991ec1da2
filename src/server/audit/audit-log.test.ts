import { expect, test } from 'vitest'
import { auditApi } from '#domain/audit/api.ts'
import { planApi } from '#domain/plans/api.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const plan = {
  name: 'Hogar 100',
  reference_code: 'HOG100',
  price: 79_900,
  download_speed: '100 Mbps',
  upload_speed: '50 Mbps',
}

test('BIN-01 cada hecho se lee en una frase, con quién, cuándo, antes y después, y se filtra', async () => {
  const company = await t.company()
  const [admin, financial] = [await company.person('admin'), await company.person('financial', { first_name: 'Nubia' })]
  const { data: made } = await financial.call(planApi.create, { body: { plan } })
  const { reference_code: _code, ...changes } = { ...plan, price: 89_900, is_active: true }
  await financial.call(planApi.update, { params: { id: made.id }, body: { plan: changes } })
  const { data, meta } = await admin.call(auditApi.list, { query: { about: 'plan' } })
  expect(meta.total).toBe(2)
  expect(data[0]).toMatchObject({
    sentence: 'Nubia Pinzón cambió el plan Hogar 100',
    actor: { name: 'Nubia Pinzón', role: 'Financiero' },
    ip: '127.0.0.1',
    entity_id: made.id,
  })
  expect(data[0]?.changes).toContainEqual({ field: 'Precio', before: '79.900', after: '89.900' })
  const byPerson = await admin.call(auditApi.list, { query: { actor_id: financial.id, q: 'hogar' } })
  expect(byPerson.meta.total).toBe(2)
  expect((await admin.call(auditApi.list, { query: { to: '2020-01-01' } })).data).toEqual([])
  const file = await admin.ask(auditApi.file, { query: { about: 'plan' } })
  expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(file.text).toContain('Nubia Pinzón cambió el plan Hogar 100')
  expect(file.text).toContain('Precio: 79.900 → 89.900')
})

test('BIN-01 cada administrador lee lo suyo; la plataforma dice de qué empresa', async () => {
  const [mine, other] = [await t.company(), await t.company()]
  const financial = await other.person('financial')
  await financial.call(planApi.create, { body: { plan } })
  const admin = await mine.person('admin')
  expect((await admin.ask(auditApi.list, { query: { company_id: other.id } })).status).toBe(404)
  const own = await admin.call(auditApi.list, { query: { company_id: mine.id } })
  expect(own.data.filter((event) => event.name.startsWith('plan'))).toEqual([])
  const superadmin = await mine.person('superadmin')
  expect((await superadmin.ask(auditApi.list)).json.errors?.[0]?.field).toBe('company_id')
  const seen = await superadmin.call(auditApi.list, { query: { company_id: other.id, about: 'plan' } })
  expect(seen.meta.total).toBe(1)
})
