import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { clientApi } from '#domain/clients/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { addDays, dayOf } from '#domain/core/days.ts'
import { SCOPES, type Scope } from '#domain/core/scope.ts'
import { apiTokenApi } from '#domain/integrations/api-token-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { profileApi } from '#domain/profile/api.ts'
import { userApi } from '#domain/users/api.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { emptyMailbox, member, OTHER_PASSWORD, PASSWORD, recoveryCode, runJobs, signIn } from '#test/sign-in.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const today = () => dayOf(new Date())

/** A key of a company, as another program that calls with it. */
async function program(scopes: readonly Scope[] = ['clients:read'], fields: Parameters<typeof t.company>[0] = {}) {
  const company = await t.company(fields)
  const admin = await company.person('admin')
  const { id: clientId } = await makeClient(t.owner, company.id)
  const body = { token: { name: 'CRM', role: 'financial', scopes, expires_on: addDays(today(), 30) } }
  const { data, token } = await admin.call(apiTokenApi.create, { body })
  const caller = t.as(token, { id: admin.id, companyId: company.id, username: '', email: '', role: 'financial' })
  return { company, admin, caller, token, id: data.id, clientId }
}

test('OPS-05 una clave lee lo que su permiso dice, de su empresa y de ninguna otra', async () => {
  const { caller, clientId } = await program()
  const other = await program()
  const { data } = await caller.call(clientApi.list, {})
  expect(data.map(({ id }) => id)).toEqual([clientId])
  expect((await caller.ask(clientApi.get, { params: { id: other.clientId } })).status).toBe(404)
})

test('OPS-05 sin el permiso de una llamada la clave recibe 403: ni escribir, ni otra área, ni la sesión, ni las claves', async () => {
  const { caller, clientId } = await program()
  const refused = await Promise.all([
    caller.ask(invoiceApi.list, {}),
    caller.ask(clientApi.switchStatus, { params: { id: clientId }, body: {} }),
    caller.ask(profileApi.get, {}),
    caller.ask(userApi.list, {}),
    caller.ask(apiTokenApi.list, {}),
  ])
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
})

test('OPS-05 una clave anulada en la mitad de un recorrido recibe 401 en la página siguiente', async () => {
  const { admin, caller, id } = await program()
  expect((await caller.ask(clientApi.list, { query: { page: 1, page_size: 1 } })).status).toBe(200)
  await admin.call(apiTokenApi.revoke, { params: { id } })
  expect((await caller.ask(clientApi.list, { query: { page: 2, page_size: 1 } })).status).toBe(401)
  expect((await admin.call(apiTokenApi.list)).data).toEqual([])
})

test('OPS-05 una clave vence, y no sirve cuando quien la creó ya no entra o la empresa está suspendida', async () => {
  const states = [
    'update api_tokens set expires_at = now()',
    "update users set is_active = false where role = 'admin'",
    "update companies set status = 'suspended', status_reason = 'x' where kind = 'provider'",
  ]
  for (const change of states) {
    const { caller, company } = await program()
    expect((await caller.ask(clientApi.list, {})).status).toBe(200)
    const where = change.includes('where') ? 'and' : 'where'
    await t.owner.query(`${change} ${where} ${change.includes('companies') ? 'id' : 'company_id'} = $1`, [company.id])
    expect([change, (await caller.ask(clientApi.list, {})).status]).toEqual([change, 401])
  }
})

test('OPS-05 la clave se guarda sin su texto, muestra su último uso y queda en la bitácora', async () => {
  const { admin, caller, company, token } = await program()
  expect((await admin.call(apiTokenApi.list)).data[0]?.last_used_at).toBeNull()
  await caller.call(clientApi.list, {})
  const { data } = await admin.call(apiTokenApi.list)
  expect(data[0]?.last_used_at).not.toBeNull()
  expect(token.endsWith(data[0]?.ending ?? '?')).toBe(true)
  const { rows } = await t.owner.query<{ row: string }>(
    'select row_to_json(t)::text as row from api_tokens t where company_id = $1',
    [company.id],
  )
  expect(rows[0]?.row.includes(token)).toBe(false)
  expect(await t.events(company.id)).toContain('api_token.created')
})

test('OPS-05 una llamada delicada pide la contraseña, que una clave no tiene, y nadie crea claves sin confirmarla', async () => {
  const { caller, admin } = await program([...SCOPES])
  const answer = await caller.ask(invoiceApi.creditNote, {
    params: { id: '0197a000-0000-7000-8000-000000000001' },
    body: { concept: 'Error' },
    headers: { 'idempotency-key': 'una' },
  })
  expect([answer.status, answer.json.code]).toEqual([422, 'STEP_UP_REQUIRED'])
  const far = { token: { name: 'CRM', role: 'financial', scopes: ['pqr:read'], expires_on: addDays(today(), 400) } }
  expect((await admin.ask(apiTokenApi.create, { body: far })).json.errors?.[0]?.field).toBe('token.expires_on')
})

test('OPS-05 una clave no firma contratos, no acepta cesiones y no recibe efectivo, con todos los permisos; una transferencia sí', async () => {
  const { caller, company, clientId } = await program([...SCOPES])
  const { no_contract } = await makeContract(t.owner, company.id, clientId)
  const params = { no: no_contract }
  const signed = await caller.ask(contractApi.sign, { params, body: { identification: '1' } })
  const ceded = await caller.ask(cessionApi.acceptCession, { params, body: { acceptance: 'Correo del 3' } })
  for (const answer of [signed, ceded]) {
    expect([answer.status, answer.json.message]).toEqual([403, expect.stringMatching(/una persona con su usuario/)])
  }
  const pay = (method: string) =>
    caller.ask(manualPaymentApi.create, {
      body: { payment: { client_id: clientId, amount: 10_000, method, paid_on: today() } },
      headers: { 'idempotency-key': randomUUID() },
    })
  const cash = await pay('efectivo')
  expect([cash.status, cash.json.errors?.[0]?.field]).toEqual([422, 'payment.method'])
  expect((await pay('transferencia')).status).toBe(201)
})

test('AUT-04 al recuperar la contraseña dejan de servir las claves que se crearon con ese usuario, y se dice; las de otra persona siguen', async () => {
  const { company, admin, caller } = await program()
  const other = await company.person('admin')
  const { token } = await other.call(apiTokenApi.create, {
    body: { token: { name: 'Otra', role: 'financial', scopes: ['clients:read'], expires_on: addDays(today(), 30) } },
  })
  const kept = t.as(token, { ...other, role: 'financial' })
  const otp = await recoveryCode(t, admin)
  const link = await t.ask(authApi.validateOtp, { body: { email: admin.email, otp } })
  await emptyMailbox(t)
  const reset = await t.ask(authApi.resetPassword, {
    body: { token: String(Object(link.json.data).token), password: OTHER_PASSWORD },
  })
  expect([reset.status, reset.json.message]).toEqual([200, expect.stringMatching(/Anulamos la clave de la API/)])
  expect((await caller.ask(clientApi.list, {})).status).toBe(401)
  expect((await kept.ask(clientApi.list, {})).status).toBe(200)
  await runJobs(t)
  expect(t.mails.find(({ to }) => to === admin.email)?.text).toContain('Anulamos la clave de la API')
  const { rows } = await t.owner.query(
    `select before ->> 'name' as name, actor_id from events where company_id = $1 and name = 'api_token.revoked'`,
    [company.id],
  )
  expect(rows).toEqual([{ name: 'CRM', actor_id: admin.id }])
})

test('USR-01 al cambiar la contraseña en el perfil las claves propias siguen, y la respuesta y el correo dicen que hay', async () => {
  const company = await t.company()
  const admin = await member(t, company.id, 'admin')
  const own = t.as(await signIn(t, admin), admin)
  const { token } = await own.call(apiTokenApi.create, {
    body: { token: { name: 'CRM', role: 'financial', scopes: ['clients:read'], expires_on: addDays(today(), 30) } },
  })
  const caller = t.as(token, { ...admin, role: 'financial' })
  await emptyMailbox(t)
  const body = { current_password: PASSWORD, new_password: OTHER_PASSWORD }
  const { message } = await own.call(authApi.changePassword, { body })
  expect(message).toContain(
    'La clave de la API que creaste sigue sirviendo: si no la reconoces, anúlala en Integraciones.',
  )
  expect((await caller.ask(clientApi.list, {})).status).toBe(200)
  await runJobs(t)
  expect(t.mails.find(({ to }) => to === admin.email)?.text).toContain('La clave de la API que creaste sigue sirviendo')
})

test('USR-02 al restablecer a una persona también dejan de servir las claves que creó', async () => {
  const { company, admin, caller } = await program(['clients:read'], { integrations: true })
  const other = await company.person('admin')
  const { message } = await other.call(userApi.reset, { params: { id: admin.id } })
  expect(message).toMatch(/Anulamos la clave de la API/)
  expect((await caller.ask(clientApi.list, {})).status).toBe(401)
})
