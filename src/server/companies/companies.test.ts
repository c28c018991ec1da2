import { beforeEach, expect, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { companyApi } from '#domain/companies/api.ts'
import { companyUserApi, userApi } from '#domain/users/api.ts'
import { sendInvitation } from '#server/auth/invitation.ts'
import { newCompany } from '#test/cases/companies.ts'
import { newStaff } from '#test/cases/users.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
const NOWHERE = '01890000-0000-7000-8000-000000000000'
let superadmin: Person

beforeEach(async () => {
  superadmin = await (await t.company()).person('superadmin')
})

/** Runs the invitation job of a user. Returns the token of its link. */
async function invitation(companyId: string, userId: string): Promise<string> {
  await sendInvitation(t.world, { company_id: companyId, user_id: userId })
  return /new-password\/([^\s?]+)/.exec(t.mails.at(-1)?.text ?? '')?.[1] ?? ''
}

test('COM-01 la plataforma crea una empresa y su administrador entra con el enlace que le llega', async () => {
  const input = newCompany({ city: 'medellin', color_code: '#ffd500' })
  const { data } = await superadmin.call(companyApi.create, { body: { admin: input } })
  expect(data).toMatchObject({
    name: input.name,
    city: 'Medellín',
    color_code: '#FFD500',
    status: 'active',
    user: { username: input.user.email, is_first_login: true },
  })
  const token = await invitation(data.id, data.user?.id ?? '')
  expect(t.mails.at(-1)?.text).toContain(`Te invitaron a trabajar en ${input.name}`)
  const reset = await t.ask(authApi.resetPassword, { body: { token, password: 'Un secreto largo 42' } })
  expect(reset.status).toBe(200)
  const login = await t.ask(authApi.login, { body: { username: input.user.email, password: 'Un secreto largo 42' } })
  expect(login.status).toBe(200)
  const listed = await superadmin.call(companyApi.listFiles, { query: { q: input.name } })
  expect(listed.data).toMatchObject([{ id: data.id, clients: 0, invoices_this_month: 0 }])
})

test('COM-01 un NIT o unas letras que ya existen se dicen en su campo, y el correo de otra empresa sirve', async () => {
  const input = newCompany()
  await superadmin.call(companyApi.create, { body: { admin: input } })
  const fieldOf = async (changes: object) => {
    const answer = await superadmin.ask(companyApi.create, { body: { admin: newCompany(changes) } })
    return [answer.status, answer.json.errors?.[0]?.field]
  }
  expect(await fieldOf({ nit: input.nit })).toEqual([409, 'admin.nit'])
  expect(await fieldOf({ initial_letter: input.initial_letter })).toEqual([409, 'admin.initial_letter'])
  expect(await fieldOf({ user: input.user })).toEqual([201, undefined])
  expect(await fieldOf({ city: 'Nada' })).toEqual([422, 'admin.city'])
  const { rows } = await t.owner.query('select count(*)::int from companies where nit = $1', [input.nit])
  expect(rows).toEqual([{ count: 1 }])
})

test('COM-02 un administrador cambia lo suyo, no ve los documentos y lo ajeno no existe', async () => {
  const [mine, other] = [await t.company(), await t.company()]
  const admin = await mine.person('admin')
  const changed = await admin.call(companyApi.update, {
    params: { id: mine.id },
    body: { admin: { phone: '3001234567', whatsapp_url: 'https://wa.me/573001234567' } },
  })
  expect(changed.data.phone).toBe('3001234567')
  expect(JSON.stringify(await admin.call(companyApi.list))).not.toContain('pdf_url')
  expect((await admin.call(companyApi.list)).data.map(({ id }) => id)).toEqual([mine.id])
  const absent = await admin.ask(companyApi.update, {
    params: { id: NOWHERE },
    body: { admin: { phone: '3001234567' } },
  })
  const foreign = await admin.ask(companyApi.update, {
    params: { id: other.id },
    body: { admin: { phone: '3001234567' } },
  })
  expect([foreign.status, foreign.text]).toEqual([404, absent.text])
  expect((await admin.ask(companyApi.listFiles)).status).toBe(403)
})

test('COM-03 suspender pide un motivo, saca a todos al momento, y activar los deja entrar', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const params = { status: 'suspended', id: company.id }
  expect((await superadmin.ask(companyApi.changeStatus, { params, body: {} })).json.errors?.[0]?.field).toBe('reason')
  await superadmin.call(companyApi.changeStatus, { params, body: { reason: 'No ha pagado' } })
  expect((await financial.ask(authApi.me)).status).toBe(401)
  await superadmin.call(companyApi.changeStatus, { params: { ...params, status: 'active' }, body: {} })
  expect((await t.as(await t.session(financial), financial).ask(authApi.me)).status).toBe(200)
  expect(await t.events(company.id)).toEqual(['company.status_changed', 'company.status_changed'])
})

test('USR-01 USR-03 con las dos integraciones el administrador invita; sin ellas la plataforma lo hace por él', async () => {
  const unconnected = await t.company()
  const admin = await unconnected.person('admin')
  const refused = await admin.ask(userApi.create, { body: { user: newStaff() } })
  expect([refused.status, refused.json.message]).toEqual([422, expect.stringMatching(/conecta primero Wompi y Factus/)])
  const user = newStaff({ role: 'technical' })
  const { data } = await superadmin.call(companyUserApi.create, { params: { id: unconnected.id }, body: { user } })
  expect(data).toMatchObject({ username: user.email, role: 'technical', is_first_login: true, is_active: true })
  expect((await superadmin.call(companyUserApi.list, { params: { id: unconnected.id } })).data).toHaveLength(2)
  expect(
    (await superadmin.ask(companyUserApi.create, { params: { id: NOWHERE }, body: { user: newStaff() } })).status,
  ).toBe(404)
  const connected = await t.company({ integrations: true })
  const connectedAdmin = await connected.person('admin')
  await connectedAdmin.call(userApi.create, { body: { user: newStaff() } })
  await connectedAdmin.call(userApi.create, { body: { user } })
  const twice = await connectedAdmin.ask(userApi.create, { body: { user } })
  expect([twice.status, twice.json.errors?.[0]?.field]).toEqual([409, 'user.email'])
  for (const role of ['admin', 'superadmin', 'client'])
    expect((await connectedAdmin.ask(userApi.create, { body: { user: newStaff({ role }) } })).status).toBe(400)
})

test('USR-02 quien se desactiva o cambia de rol sale al momento; a uno mismo y a lo ajeno no se les toca', async () => {
  const [mine, other] = [await t.company({ integrations: true }), await t.company({ integrations: true })]
  const admin = await mine.person('admin')
  const [one, two] = [await mine.person('financial'), await mine.person('technical')]
  await admin.call(userApi.update, { params: { id: one.id }, body: { user: { is_active: false } } })
  await admin.call(userApi.update, { params: { id: two.id }, body: { user: { role: 'network' } } })
  for (const person of [one, two]) expect((await person.ask(authApi.me)).status).toBe(401)
  expect((await admin.ask(userApi.reset, { params: { id: one.id } })).status).toBe(409)
  await admin.call(userApi.reset, { params: { id: two.id } })
  const self = await admin.ask(userApi.update, { params: { id: admin.id }, body: { user: { is_active: false } } })
  expect([self.status, self.json.message]).toEqual([409, expect.stringMatching(/tu propio usuario/)])
  const ofOtherCompany = await other.person('financial')
  const client = await mine.person('client')
  const absent = await admin.ask(userApi.update, { params: { id: NOWHERE }, body: { user: { is_active: false } } })
  for (const { id } of [ofOtherCompany, client]) {
    const answer = await admin.ask(userApi.update, { params: { id }, body: { user: { is_active: false } } })
    expect([answer.status, answer.text]).toEqual([404, absent.text])
  }
  const { data } = await admin.call(userApi.list, { query: { is_active: 'false' } })
  expect(data.map(({ id }) => id)).toEqual([one.id])
})
