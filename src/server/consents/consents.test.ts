import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { clientApi } from '#domain/clients/api.ts'
import { consentApi } from '#domain/consents/api.ts'
import { PURPOSES } from '#domain/consents/consent.ts'
import { makeClient, makeSession } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

async function makeDesk() {
  const company = await t.company()
  const financial = await company.person('financial', { first_name: 'Marta' })
  const client = await makeClient(t.owner, company.id)
  const user = { id: client.userId, companyId: company.id, username: 'x', email: 'x', role: 'client' } as const
  return { company, financial, client, holder: t.as(await makeSession(t.owner, user), user) }
}

const sayBody = (client_id: string | undefined, is_granted: boolean, purpose = 'contact_email') => ({
  body: { consent: { ...(client_id === undefined ? {} : { client_id }), purpose, is_granted } },
})

test('CLI-02 cada autorización queda con su texto, su canal y quién la registró; retirarla no borra la anterior', async () => {
  const { company, financial, client, holder } = await makeDesk()
  const before = await financial.call(consentApi.list, { query: { client_id: client.id } })
  expect(before.data).toEqual(PURPOSES.map((purpose) => ({ purpose, is_granted: false, said: null })))
  await financial.call(consentApi.say, sayBody(client.id, true))
  const { data } = await holder.call(consentApi.say, sayBody(undefined, false))
  expect(data.find(({ purpose }) => purpose === 'contact_email')).toMatchObject({
    is_granted: false,
    said: { by: 'Laura Pinzón', channel: 'portal', text_version: '2026-11' },
  })
  const { rows } = await t.owner.query(
    'select is_granted, channel, text_version, actor_name from consents where client_id = $1 order by id',
    [client.id],
  )
  expect(rows).toEqual([
    { is_granted: true, channel: 'desk', text_version: '2026-11', actor_name: 'Marta Pinzón' },
    { is_granted: false, channel: 'portal', text_version: '2026-11', actor_name: 'Laura Pinzón' },
  ])
  expect(await t.events(company.id)).toEqual(['consent.given', 'consent.withdrawn'])
  await expect(t.owner.query('update consents set is_granted = true')).rejects.toThrow('append-only')
})

test('CLI-02 lo que autoriza al crearse queda con el cliente; lo que no se marcó, no', async () => {
  const { financial } = await makeDesk()
  const client = {
    type_identification: 'CC',
    identification: '20304050',
    first_name: 'Ana',
    last_name: 'Ruiz',
    address: 'Calle 1',
    department: 'Antioquia',
    city: 'Medellín',
    consents: ['data', 'contact_email', 'data'],
  }
  const { data } = await financial.call(clientApi.create, {
    body: { client },
  })
  const { data: consents } = await financial.call(consentApi.list, { query: { client_id: data.id } })
  expect(consents.filter((one) => one.is_granted).map(({ purpose }) => purpose)).toEqual(['data', 'contact_email'])
})

test('PRF-03 SHL-12 aceptar la política en el primer ingreso queda entre las autorizaciones del cliente', async () => {
  const { company, client } = await makeDesk()
  await t.owner.query('update users set is_first_login = true where id = $1', [client.userId])
  const user = { id: client.userId, companyId: company.id, username: 'x', email: 'x', role: 'client' } as const
  const newcomer = t.as(await makeSession(t.owner, user), user)
  const { data } = await newcomer.call(authApi.firstLogin, {
    body: { new_password: 'Un secreto largo 42', accept_data_policy: true },
  })
  const consents = (await t.as(data.token, user).call(consentApi.list)).data
  expect(consents.filter((one) => one.is_granted)).toMatchObject([
    { purpose: 'data', said: { by: 'Laura Pinzón', channel: 'portal', text_version: '2026-11' } },
  ])
  expect(await t.events(company.id)).toEqual(['user.first_login_finished'])
})

test('PRF-03 quien aceptó la política antes de este libro también la tiene entre sus autorizaciones, una sola vez', async () => {
  const { client, holder } = await makeDesk()
  await t.owner.query("update users set data_policy_accepted_at = '2026-03-04T15:00:00Z' where id = $1", [
    client.userId,
  ])
  const backfill = await readFile(path.resolve(import.meta.dirname, '../../../db/migrations/0030_policy_consents.sql'))
  for (let time = 0; time < 2; time += 1) await t.owner.query(backfill.toString())
  const { data } = await holder.call(consentApi.list)
  expect(data.filter((one) => one.is_granted)).toMatchObject([
    { purpose: 'data', said: { at: '2026-03-04T15:00:00.000Z', channel: 'portal' } },
  ])
  const { rows } = await t.owner.query('select from consents where client_id = $1', [client.id])
  expect(rows).toHaveLength(1)
})

test('PRF-03 en el primer ingreso de quien trabaja en la empresa no hay autorización que registrar', async () => {
  const company = await t.company()
  const technical = await company.person('technical', { is_first_login: true })
  await technical.call(authApi.firstLogin, { body: { new_password: 'Un secreto largo 42' } })
  const { rows } = await t.owner.query('select from consents where company_id = $1', [company.id])
  expect(rows).toEqual([])
})

test('CLI-02 el cliente solo habla por sí mismo, y la oficina solo de los suyos', async () => {
  const { financial, client, holder } = await makeDesk()
  const otherDesk = await makeDesk()
  const [other, foreign, absent] = [
    await holder.ask(consentApi.say, sayBody(otherDesk.client.id, true)),
    await financial.ask(consentApi.say, sayBody(otherDesk.client.id, true)),
    await financial.ask(consentApi.say, sayBody('01890000-0000-7000-8000-000000000000', true)),
  ]
  expect([other.status, foreign.status, foreign.text]).toEqual([404, 404, absent.text])
  const withoutClient = await financial.ask(consentApi.say, sayBody(undefined, true))
  expect([withoutClient.status, withoutClient.json.errors?.[0]?.field]).toEqual([400, 'consent.client_id'])
  expect((await financial.ask(consentApi.say, sayBody(client.id, true, 'todo'))).status).toBe(400)
})
