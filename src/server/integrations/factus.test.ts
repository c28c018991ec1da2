import { afterAll, expect, test } from 'vitest'
import { auditApi } from '#domain/audit/api.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { factusApi, integrationApi } from '#domain/integrations/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { startFactusSimulator } from '#simulators/factus/simulator.ts'
import type { SimulatedAccount } from '#simulators/factus/state.ts'
import { factusKeys } from '#test/factus-keys.ts'
import { testApp } from '#test/world.ts'
import { readAllRanges } from './jobs.ts'

const accountOf = (name: string, ranges?: SimulatedAccount['ranges']): SimulatedAccount => {
  const { environment: _test, ...keys } = factusKeys(name)
  return { name, nit: '900825759-7', ...keys, ranges }
}
const simulator = await startFactusSimulator({
  accounts: [accountOf('andina'), accountOf('otra'), accountOf('gastada'), accountOf('cambia'), accountOf('lista')],
  perMinute: null,
})
const production = await startFactusSimulator({ accounts: [accountOf('real')], perMinute: null })
const t = testApp({ FACTUS_TEST_URL: simulator.url, FACTUS_PRODUCTION_URL: production.url })
afterAll(() => Promise.all([simulator.close(), production.close()]))

async function companyWithAdmin() {
  const company = await t.company({ integrations: false })
  return { company, admin: await company.person('admin') }
}
type Admin = Awaited<ReturnType<typeof companyWithAdmin>>['admin']

const flagOf = async (companyId: string) =>
  (await t.owner.query('select is_factus_integration from companies where id = $1', [companyId])).rows[0]
    .is_factus_integration

const save = (admin: Admin, name: string, changes: object = {}) =>
  admin.call(factusApi.saveFactus, { body: { credentials: { ...factusKeys(name), ...changes } } })
const probe = (admin: Admin, environment = 'test') => admin.call(factusApi.testFactus, { body: { environment } })

test('INT-01 INT-03 las credenciales de Factus se guardan, se prueban con una llamada real y entonces se enciende', async () => {
  const { company, admin } = await companyWithAdmin()
  const saved = await save(admin, 'andina')
  expect(saved.data).toMatchObject({
    provider: 'factus',
    environment: 'test',
    last_four: { user: 'test', client_id: 'dina', client_secret: 'dina' },
  })
  expect(Object.keys(saved.data.last_four)).not.toContain('password')
  expect(await flagOf(company.id)).toBe(false)
  expect((await probe(admin)).data).toMatchObject({ is_on: true, problem: null })
  expect(await flagOf(company.id)).toBe(true)
  const { data } = await admin.call(factusApi.stopFactus)
  expect([data.factus[0]?.is_on, data.is_factus_integration]).toEqual([false, false])
  expect(await t.events(company.id)).toEqual(['credentials.saved', 'integration.tested', 'integration.stopped'])
})

test('INT-01 lo que Factus no acepta se dice por su parte, y no enciende nada; si no responde, nada cambia', async () => {
  const { company, admin } = await companyWithAdmin()
  const problemWith = async (keys: object) => {
    await save(admin, 'andina', keys)
    return (await probe(admin)).data.problem
  }
  expect(await problemWith({ password: 'otra clave' })).toMatch(/el usuario o la contraseña/)
  expect(await problemWith({ client_secret: 'otro-secreto-de-prueba' })).toMatch(/el client_id o el client_secret/)
  expect(await flagOf(company.id)).toBe(false)
  expect(await problemWith({})).toBe(null)
  simulator.fail('read', 'error_500')
  expect((await probe(admin)).data).toMatchObject({ is_on: true, problem: expect.stringMatching(/no respondió/) })
  simulator.fail('read', 'limited')
  expect((await probe(admin)).data).toMatchObject({ is_on: true, problem: expect.stringMatching(/en 7 segundos/) })
  expect(await flagOf(company.id)).toBe(true)
})

test('INT-01 credenciales del otro ambiente se reconocen y se dice dónde van', async () => {
  const { company, admin } = await companyWithAdmin()
  await save(admin, 'real')
  expect((await probe(admin)).data.problem).toBe(
    'Estas credenciales son del ambiente de producción: guárdalas en Producción',
  )
  await save(admin, 'andina', { environment: 'production' })
  expect((await probe(admin, 'production')).data.problem).toBe(
    'Estas credenciales son del ambiente de pruebas: guárdalas en Pruebas',
  )
  expect(await flagOf(company.id)).toBe(false)
})

test('INT-01 cada credencial con otra forma se dice en su campo', async () => {
  const { admin } = await companyWithAdmin()
  const cases: [object, string, RegExp][] = [
    [{ user: 'andina' }, 'user', /correo/],
    [{ password: '' }, 'password', /requerida/],
    [{ client_id: 'con espacio' }, 'client_id', /letras, números y guiones/],
    [{ client_secret: 'corto' }, 'client_secret', /más largo/],
    [{ client_secret: 'cliente-igual-al-id', client_id: 'cliente-igual-al-id' }, 'client_secret', /mismo client_id/],
    [{ password: 'secreto-de-prueba-andina' }, 'password', /Es el client_secret/],
    [{ environment: 'sandbox' }, 'environment', /pruebas o producción/],
  ]
  for (const [changes, field, message] of cases) {
    const body = { credentials: { ...factusKeys('andina'), ...changes } }
    const { status, json } = await admin.ask(factusApi.saveFactus, { body })
    expect([status, json.errors?.[0]]).toEqual([
      400,
      { field: `credentials.${field}`, message: expect.stringMatching(message) },
    ])
  }
  const absent = await admin.ask(factusApi.testFactus, { body: { environment: 'production' } })
  expect([absent.status, absent.json.errors?.[0]?.field]).toEqual([404, 'environment'])
})

test('INT-04 ninguna credencial sale del servidor ni queda legible en la base, y movida a otra empresa no se abre', async () => {
  const [mine, other] = [await companyWithAdmin(), await companyWithAdmin()]
  for (const { admin } of [mine, other]) await save(admin, 'otra')
  await probe(mine.admin)
  const { rows } = await t.owner.query(
    `select encode(sealed, 'escape') as text from credentials union all select after::text from events
     union all select encode(sealed_key, 'escape') from numbering_ranges`,
  )
  const replies = [await mine.admin.call(integrationApi.get), await mine.admin.call(factusApi.ranges)]
  const { password, client_id, client_secret, user } = factusKeys('otra')
  for (const text of [JSON.stringify(replies), JSON.stringify(rows)])
    for (const secret of [password, client_id, client_secret, user, 'fc8eac422eba16e22ffd8c6f94b3f40a6e38162c'])
      expect(text).not.toContain(secret)
  await t.owner.query(
    `update credentials set sealed = (select sealed from credentials where company_id = $1 and provider = 'factus')
     where company_id = $2 and provider = 'factus'`,
    [mine.company.id, other.company.id],
  )
  expect((await probe(other.admin)).data.problem).toMatch(/guárdalas de nuevo/)
  expect(await flagOf(other.company.id)).toBe(false)
})

test('INT-02 los últimos documentos son los que tiene Factus; apagado no hay ninguno, y sin respuesta se dice', async () => {
  const { admin } = await companyWithAdmin()
  const documents = async () => (await admin.call(factusApi.factusEvents)).data
  expect(await documents()).toEqual({ documents: [], problem: null })
  await save(admin, 'lista')
  await probe(admin)
  expect(await documents()).toEqual({ documents: [], problem: null })
  simulator.fail('read', 'html', 2)
  expect(await documents()).toEqual({ documents: [], problem: expect.stringMatching(/no respondió/) })
})

test('EIN-05 los rangos se leen de Factus, uno solo de cada clase queda elegido, y otro se puede elegir si numera', async () => {
  const { company, admin } = await companyWithAdmin()
  await save(admin, 'cambia')
  await probe(admin)
  const { data } = await admin.call(factusApi.ranges)
  expect(data).toMatchObject([
    {
      environment: 'test',
      document: 'invoice',
      prefix: 'SETP',
      from_number: 990_000_000,
      to_number: 995_000_000,
      next_number: 990_000_000,
      left: 5_000_001,
      resolution: '18760000001',
      starts_on: '2019-01-19',
      ends_on: '2030-01-19',
      is_chosen: true,
      state: 'ok',
    },
    { document: 'credit_note', prefix: 'NC', resolution: null, ends_on: null, is_chosen: true, state: 'ok' },
  ])
  simulator.changeRange('cambia@factus.test', 'invoice', { current: 990_000_040, end_date: '2020-01-01' })
  await probe(admin)
  const [after] = (await admin.call(factusApi.ranges)).data
  expect(after).toMatchObject({ next_number: 990_000_040, is_chosen: true, state: 'blocked' })
  const blocked = await admin.ask(factusApi.chooseRange, { params: { id: after?.id ?? '' } })
  expect([blocked.status, blocked.json.message]).toEqual([422, after?.problem])
  const note = data[1]
  const chosen = await admin.call(factusApi.chooseRange, { params: { id: note?.id ?? '' } })
  expect(chosen.message).toBe('Los documentos se numeran ahora con NC')
  expect((await t.events(company.id)).at(-1)).toBe('numbering_range.chosen')
})

test('EIN-05 DSH-03 un rango que se acaba avisa una vez a administrador y financiero, y el tablero lo muestra', async () => {
  const { company, admin } = await companyWithAdmin()
  const financial = await company.person('financial')
  await save(admin, 'gastada')
  await probe(admin)
  simulator.changeRange('gastada@factus.test', 'invoice', { current: 994_999_990 })
  await readAllRanges(t.world)
  await readAllRanges(t.world)
  const { data } = await admin.call(dashboardApi.get)
  expect(data.health?.factus).toMatchObject({
    is_on: true,
    range: { prefix: 'SETP', left: 11, problem: expect.stringMatching(/quedan 11 números/) },
  })
  for (const person of [admin, financial]) {
    const { data: notifications } = await person.call(notificationApi.list, { query: {} })
    expect(notifications.filter(({ text }) => /quedan 11 números/.test(text))).toHaveLength(1)
  }
  expect((await t.events(company.id)).filter((name) => name === 'numbering_range.warned')).toHaveLength(1)
  simulator.fail('read', 'reset', 1)
  await readAllRanges(t.world)
  expect((await admin.call(factusApi.ranges)).data).toHaveLength(2)
})

test('INT-01 sin haber confirmado la contraseña hace poco no se tocan las credenciales, y la bitácora dice quién las guardó', async () => {
  const { company, admin } = await companyWithAdmin()
  await t.owner.query(`update sessions set fresh_until = now() - interval '1 minute' where user_id = $1`, [admin.id])
  const answer = await admin.ask(factusApi.saveFactus, { body: { credentials: factusKeys('andina') } })
  expect([answer.status, answer.json.code]).toEqual([422, 'STEP_UP_REQUIRED'])
  const other = await company.person('admin')
  await save(other, 'andina')
  const { data } = await other.call(auditApi.list, { query: { page: '1', page_size: '5' } })
  expect(JSON.stringify(data)).toContain('guardó las llaves de Factus')
})
