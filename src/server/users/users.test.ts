import { expect, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { exportApi } from '#domain/exports/api.ts'
import { companyUserApi, userApi } from '#domain/users/api.ts'
import { sendInvitation } from '#server/auth/invitation.ts'
import { newStaff } from '#test/cases/users.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

const FLAGS = [
  ['Wompi y Factus', false, false],
  ['Factus', true, false],
  ['Wompi', false, true],
] as const

for (const [missing, wompi, factus] of FLAGS) {
  test(`USR-03 sin ${missing} ninguna llamada de usuarios del administrador pasa, y la frase dice qué hacer`, async () => {
    const company = await t.company()
    await t.owner.query('update companies set is_wompi_integration = $2, is_factus_integration = $3 where id = $1', [
      company.id,
      wompi,
      factus,
    ])
    const [admin, technical] = [await company.person('admin'), await company.person('technical')]
    const params = { id: technical.id }
    const answers = [
      await admin.ask(userApi.list),
      await admin.ask(userApi.create, { body: { user: newStaff() } }),
      await admin.ask(userApi.update, { params, body: { user: { is_active: false } } }),
      await admin.ask(userApi.reset, { params }),
      await admin.ask(exportApi.create, { body: { list: 'users', format: 'csv', query: '' } }),
    ]
    for (const { status, json } of answers) {
      expect([status, json.message]).toEqual([422, expect.stringContaining(`conecta primero ${missing} en Integra`)])
      expect(json.message).toContain('el equipo de Enlace')
    }
    expect((await technical.ask(authApi.me)).status).toBe(200)
  })
}

test('USR-02 USR-03 la plataforma edita, desactiva, activa y envía otro enlace en una empresa sin integraciones', async () => {
  const company = await t.company()
  const superadmin = await company.person('superadmin')
  const technical = await company.person('technical')
  const params = { id: company.id, user_id: technical.id }
  const change = (user: object) => superadmin.call(companyUserApi.update, { params, body: { user } })
  expect((await change({ first_name: 'Julia' })).data).toMatchObject({ first_name: 'Julia', is_active: true })
  expect((await technical.ask(authApi.me)).status).toBe(200)
  expect((await change({ is_active: false })).data.is_active).toBe(false)
  expect((await technical.ask(authApi.me)).status).toBe(401)
  expect((await superadmin.ask(companyUserApi.reset, { params })).status).toBe(409)
  await change({ is_active: true })
  const { data } = await superadmin.call(companyUserApi.reset, { params })
  expect(data).toMatchObject({ id: technical.id, username: technical.username })
  await sendInvitation(t.world, { company_id: company.id, user_id: technical.id })
  // The page of the password shows the length for who works in the company.
  expect(t.mails.at(-1)).toMatchObject({ to: technical.email, text: expect.stringContaining('?invited=staff') })
  expect(await t.events(company.id)).toEqual(['user.updated', 'user.updated', 'user.updated', 'user.reset'])
})

test('USR-02 quien administra la empresa se puede desactivar desde la plataforma, pero no cambia de rol', async () => {
  const company = await t.company()
  const superadmin = await company.person('superadmin')
  const admin = await company.person('admin')
  const params = { id: company.id, user_id: admin.id }
  const demoted = await superadmin.ask(companyUserApi.update, { params, body: { user: { role: 'financial' } } })
  expect([demoted.status, demoted.json.errors?.[0]?.field]).toEqual([422, 'user.role'])
  await superadmin.call(companyUserApi.update, { params, body: { user: { is_active: false } } })
  expect((await admin.ask(authApi.me)).status).toBe(401)
})

test('USR-02 la plataforma no toca desde una empresa a quien es de otra, ni a un cliente', async () => {
  const [mine, other] = [await t.company(), await t.company()]
  const superadmin = await mine.person('superadmin')
  const [client, foreign] = [await mine.person('client'), await other.person('technical')]
  for (const user_id of [client.id, foreign.id]) {
    const params = { id: mine.id, user_id }
    const body = { user: { is_active: false } }
    expect((await superadmin.ask(companyUserApi.update, { params, body })).status).toBe(404)
    expect((await superadmin.ask(companyUserApi.reset, { params })).status).toBe(404)
  }
})

test('USR-01 sin integraciones el administrador invita al primer financiero, y a ninguno más', async () => {
  const company = await t.company()
  const admin = await company.person('admin')
  const invite = (email: string) =>
    admin.ask(userApi.inviteFirst, { body: { user: { first_name: 'Diana', last_name: 'Zapata', email } } })
  const [one, two] = await Promise.all([invite('caja@nueva.test'), invite('otra@nueva.test')])
  expect([one?.status, two?.status].toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([201, 409])
  const made = [one, two].find((answer) => answer?.status === 201)
  expect(made?.json.data).toMatchObject({ role: 'financial', is_first_login: true })
  const other = await admin.ask(userApi.inviteFirst, {
    body: { user: { first_name: 'Luis', last_name: 'Mora', email: 'x@nueva.test', role: 'admin' } },
  })
  expect(other.status).toBe(400)
})
