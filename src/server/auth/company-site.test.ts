import { expect, test } from 'vitest'
import { companySiteApi } from '#domain/auth/site-api.ts'
import { companyApi } from '#domain/companies/api.ts'
import { newCompany } from '#test/cases/companies.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

const open = (prefix: string) => t.ask(companySiteApi.get, { params: { prefix } })

test('COM-04 la dirección de una empresa da su nombre, su color y cómo llamarla, también en minúsculas, y nada más', async () => {
  const superadmin = await (await t.company()).person('superadmin')
  const body = { admin: newCompany({ name: 'Llano Fibra S.A.S.', color_code: '#FFD500' }) }
  const { data } = await superadmin.call(companyApi.create, { body })
  const { status, json } = await open(data.initial_letter.toLowerCase())
  expect(status).toBe(200)
  expect(json.data).toEqual({
    name: 'Llano Fibra S.A.S.',
    city: 'Medellín',
    phone: '6043443460',
    whatsapp_url: null,
    logo_url: null,
    initial_letter: data.initial_letter,
    brand: expect.objectContaining({ solid: '#FFD500', ink: '#111827' }),
  })
})

test('COM-04 una empresa suspendida conserva su dirección; una cerrada, la plataforma y unas letras de nadie no tienen', async () => {
  const superadmin = await (await t.company()).person('superadmin')
  const { data } = await superadmin.call(companyApi.create, { body: { admin: newCompany() } })
  const change = (status: 'suspended' | 'closed') =>
    superadmin.call(companyApi.changeStatus, { params: { status, id: data.id }, body: { reason: 'No ha pagado' } })
  await change('suspended')
  expect((await open(data.initial_letter)).status).toBe(200)
  await change('closed')
  expect((await open(data.initial_letter)).status).toBe(404)
  const { rows } = await t.owner.query<{ prefix: string }>(
    `select initial_letter as prefix from companies where kind = 'platform'`,
  )
  expect(rows).toHaveLength(1)
  for (const prefix of [rows[0]?.prefix ?? '', 'ZZQJ', 'A1', 'AFAFA', '%25'])
    expect([prefix, (await open(prefix)).status]).toEqual([prefix, 404])
})
