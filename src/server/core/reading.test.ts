import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { auditApi } from '#domain/audit/api.ts'
import { clientApi } from '#domain/clients/api.ts'
import { companyApi } from '#domain/companies/api.ts'
import { integrationApi } from '#domain/integrations/api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { companyUserApi } from '#domain/users/api.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { CLIENT_ROWS_PER_HOUR } from './reading.ts'

const t = testApp()
const PAGE = 100

/** The events of one name in a company: what they say after the change. */
async function eventsOf(companyId: string, name: string) {
  const { rows } = await t.owner.query<{ after: Record<string, unknown>; actor_role: string }>(
    'select after, actor_role from events where company_id = $1 and name = $2 order by at, id',
    [companyId, name],
  )
  return rows
}

/** Clients without a user, in one statement. */
const addClients = (companyId: string, count: number) =>
  t.owner.query(
    `with made as (
       insert into users (company_id, role, username, first_name, last_name)
       select $1::uuid, 'client', 'lector.' || left($1::text, 8) || '.' || n, 'Ana', 'Ruiz' from generate_series(1, $2::int) n returning id, username)
     insert into clients (company_id, user_id, type_identification, identification, first_name, last_name, stratum, address, department, city, municipality_code)
     select $1::uuid, id, 'CC', (1000000000 + row_number() over ())::text, 'Ana', 'Ruiz', 2, 'Calle 1', 'Antioquia', 'Medellín', '05001' from made`,
    [companyId, count],
  )

test('BIN-01 quien lee los datos de quinientos clientes en una hora queda en la bitácora, y de nuevo con el doble', async () => {
  const company = await t.company()
  await addClients(company.id, CLIENT_ROWS_PER_HOUR * 2)
  const [reader, other] = [await company.person('financial'), await company.person('financial')]
  const readPage = (page: number) => reader.call(clientApi.list, { query: { page, page_size: PAGE } })
  const pages = CLIENT_ROWS_PER_HOUR / PAGE
  for (let page = 1; page < pages; page += 1) await readPage(page)
  // The same page again, and another person: neither is more clients of this one.
  for (let again = 0; again < 5; again += 1) await readPage(1)
  await other.call(clientApi.list, { query: { page: 1, page_size: PAGE } })
  expect(await eventsOf(company.id, 'clients.read')).toEqual([])
  await readPage(pages)
  expect(await eventsOf(company.id, 'clients.read')).toEqual([{ after: { count: 500 }, actor_role: 'financial' }])
  for (let page = pages + 1; page <= pages * 2; page += 1) await readPage(page)
  expect((await eventsOf(company.id, 'clients.read')).map(({ after }) => after['count'])).toEqual([500, 1_000])
  const { data } = await (await company.person('admin')).call(auditApi.list)
  expect(data[0]?.sentence).toMatch(/consultó 1000 registros con datos de clientes en una hora$/)
})

test('BIN-01 la lista entera de una vez queda en la bitácora, y a la hora se cuenta desde cero', async () => {
  const company = await t.company()
  await addClients(company.id, CLIENT_ROWS_PER_HOUR)
  const reader = await company.person('financial')
  await reader.call(clientApi.list)
  await reader.call(clientApi.list)
  expect(await eventsOf(company.id, 'clients.read')).toHaveLength(1)
  t.setNow(new Date(Date.now() + 61 * 60_000))
  await reader.call(clientApi.list)
  t.setNow(null)
  expect(await eventsOf(company.id, 'clients.read')).toHaveLength(2)
})

test('BIN-01 lo que un cliente lee de sí mismo no se cuenta', async () => {
  const company = await t.company()
  const made = await makeClient(t.owner, company.id)
  const user = { id: made.userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  for (let times = 0; times < CLIENT_ROWS_PER_HOUR + 10; times += 1) await client.call(invoiceApi.list)
  expect(await t.events(company.id)).toEqual([])
})

test('BIN-01 cada consulta de la plataforma sobre una empresa queda en la bitácora de esa empresa', async () => {
  const [company, other] = [await t.company(), await t.company()]
  const superadmin = await company.person('superadmin')
  const query = { company_id: company.id }
  const params = { id: company.id }
  await superadmin.call(auditApi.list, { query })
  await superadmin.call(integrationApi.get, { query })
  await superadmin.call(companyApi.files, { params })
  await superadmin.call(companyUserApi.list, { params })
  await superadmin.call(companyUserApi.list, { params })
  expect(await eventsOf(company.id, 'company.read')).toHaveLength(5)
  expect(await eventsOf(other.id, 'company.read')).toEqual([])
  const { data } = await (await company.person('admin')).call(auditApi.list)
  expect(data[0]).toMatchObject({ name: 'company.read', actor: { id: superadmin.id } })
  expect(data[0]?.sentence).toMatch(/^\S+ \S+ consultó desde la plataforma: \S/)
  const before = await t.events(company.id)
  await (await company.person('admin')).call(companyApi.files, { params })
  expect(await t.events(company.id)).toEqual(before)
})

test('BIN-01 el archivo de la bitácora y el de la vista previa quedan en la bitácora y comparten el tope por hora', async () => {
  const company = await t.company()
  const client = await makeClient(t.owner, company.id)
  await makeContract(t.owner, company.id, client.id)
  const [admin, financial] = [await company.person('admin'), await company.person('financial')]
  await admin.ask(auditApi.file)
  expect((await admin.ask(auditApi.file)).status).toBe(200)
  expect((await financial.ask(runApi.download, { query: { period: '2026-01' } })).status).toBe(200)
  expect((await eventsOf(company.id, 'list.exported')).map(({ after }) => after)).toEqual([
    { list: 'Hechos de la bitácora', format: 'csv', rows: 0 },
    { list: 'Hechos de la bitácora', format: 'csv', rows: 1 },
    { list: 'Vista previa de la facturación', format: 'csv', rows: 1 },
  ])
  const { data } = await admin.call(auditApi.list)
  expect(z.parse(z.array(z.looseObject({ sentence: z.string() })), data)[0]?.sentence).toMatch(
    /descargó la lista de Vista previa de la facturación \(1 filas\)$/,
  )
  await t.owner.query("update attempts set failures = 1000 where subject like 'export:%'")
  for (const answer of [
    await admin.ask(auditApi.file),
    await financial.ask(runApi.download, { query: { period: '2026-01' } }),
  ])
    expect([answer.status, answer.json.code]).toEqual([429, 'TOO_MANY'])
})

test('BIN-01 un archivo que no se puede anotar en la bitácora no se entrega', async () => {
  const admin = await (await t.company()).person('admin')
  await t.owner.query(
    `create function poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$`,
  )
  await t.owner.query('create trigger poison before insert on events for each row execute function poison()')
  const answer = await admin.ask(auditApi.file)
  await t.owner.query('drop function poison() cascade')
  expect([answer.status, answer.json.code]).toEqual([500, 'UNEXPECTED'])
})
