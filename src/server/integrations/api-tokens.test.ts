import { afterEach, expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { addDays, dayOf } from '#domain/core/days.ts'
import { SCOPES, type Scope } from '#domain/core/scope.ts'
import { apiTokenApi } from '#domain/integrations/api-token-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { profileApi } from '#domain/profile/api.ts'
import { userApi } from '#domain/users/api.ts'
import { makeClient } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const today = () => dayOf(new Date())

/** A key of a company, as another program that calls with it. */
async function program(scopes: readonly Scope[] = ['clients:read']) {
  const company = await t.company()
  const admin = await company.person('admin')
  const { id: clientId } = await makeClient(t.owner, company.id)
  const body = { token: { name: 'CRM', role: 'financial', scopes, expires_on: addDays(today(), 30) } }
  const { data, token } = await admin.call(apiTokenApi.create, { body })
  const caller = t.as(token, { id: admin.id, companyId: company.id, username: '', email: '', role: 'financial' })
  return { company, admin, caller, token, id: data.id, clientId }
}

test('una clave lee lo que su permiso dice, de su empresa y de ninguna otra', async () => {
  const { caller, clientId } = await program()
  const other = await program()
  const { data } = await caller.call(clientApi.list, {})
  expect(data.map(({ id }) => id)).toEqual([clientId])
  expect((await caller.ask(clientApi.get, { params: { id: other.clientId } })).status).toBe(404)
})

test('sin el permiso de una llamada la clave recibe 403: ni escribir, ni otra área, ni la sesión, ni las claves', async () => {
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

test('una clave anulada en la mitad de un recorrido recibe 401 en la página siguiente', async () => {
  const { admin, caller, id } = await program()
  expect((await caller.ask(clientApi.list, { query: { page: 1, page_size: 1 } })).status).toBe(200)
  await admin.call(apiTokenApi.revoke, { params: { id } })
  expect((await caller.ask(clientApi.list, { query: { page: 2, page_size: 1 } })).status).toBe(401)
  expect((await admin.call(apiTokenApi.list)).data).toEqual([])
})

test('una clave vence, y no sirve cuando quien la creó ya no entra o la empresa está suspendida', async () => {
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

test('la clave se guarda sin su texto, muestra su último uso y queda en la bitácora', async () => {
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

test('una llamada delicada pide la contraseña, que una clave no tiene, y nadie crea claves sin confirmarla', async () => {
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
