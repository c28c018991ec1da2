import { afterAll, expect, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { integrationApi } from '#domain/integrations/api.ts'
import { webhookApi } from '#domain/payments/webhook-api.ts'
import { eventOf } from '#simulators/wompi/events.ts'
import { startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { makeCompany, makeSession, makeUser } from '#test/factory.ts'
import { wompiKeys } from '#test/wompi-keys.ts'
import { testApp } from '#test/world.ts'

const { event_key: events_secret, environment: _test, ...merchant } = wompiKeys('andina')
const simulator = await startWompiSimulator({
  merchants: [{ name: 'Andina', events_url: null, ...merchant, events_secret }],
})
const t = testApp({ WOMPI_TEST_URL: simulator.url })
afterAll(() => simulator.close())

async function companyWithAdmin() {
  const company = await t.company({ integrations: false })
  return { company, admin: await company.person('admin') }
}

const flagOf = async (companyId: string) =>
  (await t.owner.query('select is_wompi_integration from companies where id = $1', [companyId])).rows[0]
    .is_wompi_integration

test('INT-01 INT-03 las llaves se guardan, se prueban con una llamada real y entonces se encienden los pagos', async () => {
  const { company, admin } = await companyWithAdmin()
  const saved = await admin.call(integrationApi.saveWompi, { body: { credentials: wompiKeys('andina') } })
  expect(saved.data).toMatchObject({ provider: 'wompi', environment: 'test', last_four: { public_key: 'dina' } })
  expect(await flagOf(company.id)).toBe(false)
  const tested = await admin.call(integrationApi.testWompi, { body: { environment: 'test' } })
  expect(tested.data).toMatchObject({ is_on: true, problem: null })
  expect(await flagOf(company.id)).toBe(true)
  const { data } = await admin.call(integrationApi.stopWompi)
  expect(data.wompi).toMatchObject([{ is_on: false }])
  expect(await flagOf(company.id)).toBe(false)
  expect(await t.events(company.id)).toEqual(['credentials.saved', 'integration.tested', 'integration.stopped'])
})

test('INT-01 llaves que Wompi no acepta se dicen, y no encienden nada; si no responde, nada cambia', async () => {
  const { company, admin } = await companyWithAdmin()
  const problemWith = async (keys: object) => {
    await admin.call(integrationApi.saveWompi, { body: { credentials: { ...wompiKeys('andina'), ...keys } } })
    return (await admin.call(integrationApi.testWompi, { body: { environment: 'test' } })).data.problem
  }
  expect(await problemWith({ public_key: 'pub_test_nadie' })).toMatch(/no conoce la llave pública/)
  expect(await problemWith({ private_key: 'prv_test_nadie' })).toMatch(/no acepta la llave privada/)
  expect(await problemWith({})).toBe(null)
  simulator.fail('read', 'error_500')
  const { data } = await admin.call(integrationApi.testWompi, { body: { environment: 'test' } })
  expect(data).toMatchObject({ is_on: true, problem: expect.stringMatching(/no respondió/) })
  expect(await flagOf(company.id)).toBe(true)
})

test('INT-01 una llave en el campo equivocado o de otro ambiente se dice en su campo', async () => {
  const { admin } = await companyWithAdmin()
  const swapped = { ...wompiKeys('andina'), integrity_secret: 'test_events_andina' }
  const answer = await admin.ask(integrationApi.saveWompi, { body: { credentials: swapped } })
  expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([400, 'credentials.integrity_secret'])
  const production = { ...wompiKeys('andina'), environment: 'production' }
  expect((await admin.ask(integrationApi.saveWompi, { body: { credentials: production } })).status).toBe(400)
})

test('INT-04 ninguna llave sale del servidor ni queda legible en la base, y movida a otra empresa no se abre', async () => {
  const [mine, other] = [await companyWithAdmin(), await companyWithAdmin()]
  for (const { admin } of [mine, other])
    await admin.call(integrationApi.saveWompi, { body: { credentials: wompiKeys('andina') } })
  const replyText = JSON.stringify(await mine.admin.call(integrationApi.get))
  const { rows } = await t.owner.query(
    `select encode(sealed, 'escape') as sealed, last_four from credentials union all select after::text, null from events`,
  )
  for (const text of [replyText, JSON.stringify(rows)]) {
    for (const key of ['prv_test_andina', 'pub_test_andina', 'test_integrity_andina', 'test_events_andina'])
      expect(text).not.toContain(key)
  }
  await t.owner.query(
    'update credentials set sealed = (select sealed from credentials where company_id = $1) where company_id = $2',
    [mine.company.id, other.company.id],
  )
  const { data } = await other.admin.call(integrationApi.testWompi, { body: { environment: 'test' } })
  expect(data.problem).toMatch(/no se pueden abrir/)
})

test('INT-01 sin haber confirmado la contraseña hace poco no se tocan las llaves', async () => {
  const { company } = await companyWithAdmin()
  const user = await makeUser(t.owner, company.id, 'admin')
  const token = await makeSession(t.owner, user)
  await t.owner.query(`update sessions set fresh_until = now() - interval '1 minute' where user_id = $1`, [user.id])
  const stale = t.as(token, user)
  const answer = await stale.ask(integrationApi.saveWompi, { body: { credentials: wompiKeys('andina') } })
  expect([answer.status, answer.json.code]).toEqual([422, 'STEP_UP_REQUIRED'])
  expect((await stale.ask(authApi.me)).status).toBe(200)
})

test('INT-02 un administrador solo ve lo suyo; la plataforma dice de qué empresa, y queda su huella', async () => {
  const { company, admin } = await companyWithAdmin()
  const foreign = await makeCompany(t.owner)
  const [other, absent] = await Promise.all([
    admin.ask(integrationApi.get, { query: { company_id: foreign } }),
    admin.ask(integrationApi.get, { query: { company_id: '01890000-0000-7000-8000-000000000000' } }),
  ])
  expect([other.status, other.text]).toEqual([404, absent.text])
  const { rows } = await t.owner.query(`select id from companies where kind = 'platform'`)
  const superuser = await makeUser(t.owner, rows[0].id, 'superadmin')
  const superadmin = t.as(await makeSession(t.owner, superuser), superuser)
  expect((await superadmin.ask(integrationApi.get)).json.errors?.[0]?.field).toBe('company_id')
  await superadmin.call(integrationApi.saveWompi, {
    query: { company_id: company.id },
    body: { credentials: wompiKeys('andina') },
  })
  const { data } = await admin.call(integrationApi.get)
  expect(data.wompi).toMatchObject([
    { environment: 'test', events_url: expect.stringMatching(/\/api\/webhook\/wompi\/.{40,}/) },
  ])
  expect(await t.events(company.id)).toEqual(['credentials.saved'])
})

/** A company with saved keys, and the endpoint key of its events. */
async function connected() {
  const { company, admin } = await companyWithAdmin()
  await admin.call(integrationApi.saveWompi, { body: { credentials: wompiKeys('andina') } })
  const { data } = await admin.call(integrationApi.get)
  return { company, admin, endpoint_key: data.wompi[0]?.events_url.split('/').at(-1) ?? '' }
}

const account = { name: 'Andina', events_url: null, ...merchant, events_secret }
const event = (status: string, reference = 'AF-1-a') =>
  eventOf(account, { id: '11004-1-12345', status, amount_in_cents: 7_990_000, reference })

test('INT-02 TRX-05 API-03 un evento auténtico queda guardado antes del 200; repetido es el mismo, contado', async () => {
  const { company, admin, endpoint_key } = await connected()
  const { body, headers } = event('APPROVED')
  for (let time = 0; time < 3; time += 1) {
    const answer = await t.ask(webhookApi.receive, { params: { endpoint_key }, body, headers })
    expect([answer.status, answer.json.data]).toEqual([200, { copies: time + 1 }])
  }
  const { data } = await admin.call(integrationApi.events)
  expect(data).toMatchObject([
    { verdict: 'authentic', problem: null, status: 'APPROVED', reference: 'AF-1-a', copies: 3, environment: 'test' },
  ])
  expect(await t.events(company.id)).toEqual(['credentials.saved', 'provider_event.received'])
})

test('INT-02 TRX-05 lo que no se puede creer también queda, con su porqué, y a nadie más le llega', async () => {
  const { admin, endpoint_key } = await connected()
  const otherCompany = await connected()
  const { body, headers } = event('DECLINED')
  const forged = { ...body, data: { transaction: { ...body.data.transaction, status: 'APPROVED' } } }
  const expected: [object | string, string][] = [
    [forged, 'checksum'],
    [{ ...body, environment: 'prod' }, 'environment'],
    [{ hola: 'mundo' }, 'shape'],
    [{ ...forged, data: { transaction: { id: 'a\u0000b', status: '\ud800', amount_in_cents: 1 } } }, 'checksum'],
  ]
  for (const [sent] of expected) {
    const answer = await t.ask(webhookApi.receive, { params: { endpoint_key }, body: sent, headers })
    expect(answer.status).toBe(200)
  }
  const { data } = await admin.call(integrationApi.events)
  expect(data.toReversed().map(({ verdict, problem }) => [verdict, problem])).toEqual(
    expected.map(([, problem]) => ['unverified', problem]),
  )
  expect((await otherCompany.admin.call(integrationApi.events)).data).toEqual([])
  const unknown = await t.ask(webhookApi.receive, { params: { endpoint_key: 'x'.repeat(43) }, body, headers })
  const malformed = await t.ask(webhookApi.receive, { params: { endpoint_key: '1' }, body, headers })
  expect([unknown.status, malformed.status]).toEqual([404, 404])
})

test('INT-02 TRX-05 veinte copias a la vez son un solo evento', async () => {
  const { admin, endpoint_key } = await connected()
  const { body, headers } = event('APPROVED', 'AF-2-b')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => t.ask(webhookApi.receive, { params: { endpoint_key }, body, headers })),
  )
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  expect((await admin.call(integrationApi.events)).data).toMatchObject([{ copies: 20 }])
})

test('INT-02 TRX-05 los eventos que llegan juntos comparten una transacción y un trabajo, y cada uno dice su solicitud', async () => {
  const { company, admin, endpoint_key } = await connected()
  const sent = Array.from({ length: 12 }, (_, index) => event('APPROVED', `AF-${index}-junto`))
  const { body, headers } = event('APPROVED', 'AF-0-falso')
  const forged = { body: { ...body, data: { transaction: { ...body.data.transaction, status: 'DECLINED' } } }, headers }
  const answers = await Promise.all(
    [...sent, forged].map((one) => t.ask(webhookApi.receive, { params: { endpoint_key }, ...one })),
  )
  for (const { status, json } of answers) expect([status, json.data]).toEqual([200, { copies: 1 }])
  const { data } = await admin.call(integrationApi.events)
  expect(data.filter(({ verdict }) => verdict === 'authentic')).toHaveLength(12)
  expect(data.filter(({ problem }) => problem === 'checksum')).toHaveLength(1)
  const { rows } = await t.owner.query(
    `select (select count(distinct xmin::text)::int from provider_events where company_id = $1) as transactions,
       (select array_agg(json_array_length(payload -> 'event_ids'))::int[] from graphile_worker._private_jobs
        where payload ->> 'company_id' = $1::text) as jobs,
       (select count(distinct request_id)::int from events where company_id = $1 and name = 'provider_event.received') as requests`,
    [company.id],
  )
  const [{ transactions, jobs, requests }] = rows
  expect(requests).toBe(13)
  expect(jobs.reduce((sum: number, events: number) => sum + events, 0)).toBe(12)
  // Those of a busy machine may arrive in several groups.
  expect([transactions, jobs.length].filter((groups) => groups > 6)).toEqual([])
})
