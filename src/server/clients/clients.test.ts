import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { tasks } from '#server/app.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
let documents = 10_000_000
const aClient = (changes: object = {}) => {
  documents += 1
  return {
    type_identification: 'CC',
    identification: String(documents),
    first_name: 'Natalia',
    last_name: 'Hernández',
    address: 'Calle 10 # 20-30',
    department: 'Antioquia',
    city: 'Medellin',
    phone: '3106740263',
    stratum: 2,
    ...changes,
  }
}

test('CLI-02 un cliente se crea con su municipio del DANE, su uso y un usuario que es su cédula', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const body = aClient({ identification: '1.020.345.678', email: 'Ana@Correo.TEST ' })
  const { data } = await financial.call(clientApi.create, { body: { client: body } })
  expect(data).toMatchObject({
    identification: '1020345678',
    name: 'Natalia Hernández',
    email: 'ana@correo.test',
    city: 'Medellín',
    municipality_code: '05001',
    segment: 'residential',
    balance: 0,
    contracts: [],
    user: { username: '1020345678', is_active: true, role: 'client', is_first_login: true },
  })
  const business = aClient({ type_identification: 'NIT', identification: '900123456-8', business_name: 'Tienda La 10' })
  const { data: shop } = await financial.call(clientApi.create, { body: { client: business } })
  expect(shop).toMatchObject({ segment: 'business', name: 'Tienda La 10', identification: '900123456-8' })
  expect(await t.events(company.id)).toEqual(['client.created', 'client.created'])
})

test('CLI-02 una cédula que ya está se rechaza en su campo, también entre dos a la vez', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const body = { client: aClient() }
  const answers = await Promise.all([1, 2, 3].map(() => financial.ask(clientApi.create, { body })))
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(2)
  expect(answers.find((answer) => answer.status === 409)?.json).toMatchObject({
    message: 'Ya existe un cliente con esta cédula',
    errors: [{ field: 'client.identification' }],
  })
  const { rows } = await t.owner.query(
    `select count(*)::int as people from users where company_id = $1 and role = 'client'`,
    [company.id],
  )
  expect(rows[0]?.people).toBe(1)
})

test('CLI-02 el usuario de un cliente no muestra si otra empresa tiene su documento', async () => {
  const [one, other] = [await t.company(), await t.company()]
  const body = { client: aClient() }
  await (await one.person('financial')).call(clientApi.create, { body })
  const { data } = await (await other.person('financial')).call(clientApi.create, { body })
  expect(data.user.username).toBe(body.client.identification)
})

test.each([
  [{ identification: '10A' }, 'client.identification'],
  [{ type_identification: 'NIT', identification: '900123456-7' }, 'client.identification'],
  [{ department: 'Antioquía del Sur' }, 'client.department'],
  [{ city: 'Cali' }, 'client.city'],
  [{ phone: '6013443460' }, 'client.phone'],
  [{ telephone: '6033443460' }, 'client.telephone'],
  [{ stratum: 7 }, 'client.stratum'],
  [{ email: 'ana@' }, 'client.email'],
  [{ payment_date: 32 }, 'client.payment_date'],
  [{ first_name: undefined, last_name: undefined }, 'client.first_name'],
  [{ role: 'admin' }, 'client.role'],
])('CLI-02 %o se rechaza en su campo, con qué hacer', async (changes, field) => {
  const financial = await (await t.company()).person('financial')
  const answer = await financial.ask(clientApi.create, { body: { client: aClient(changes) } })
  expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([400, field])
  expect(answer.json.message?.length).toBeGreaterThan(10)
})

test('CLI-01 la lista busca sin acentos por nombre, documento, celular y contrato, y pagina', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  for (const first_name of ['José', 'Íngrid', 'María']) {
    await financial.call(clientApi.create, { body: { client: aClient({ first_name, last_name: 'Núñez Peña' }) } })
  }
  const [sample] = (await financial.call(clientApi.list, {})).data
  const { no_contract } = await makeContract(t.owner, company.id, sample?.id ?? '')
  const search = async (q: string) =>
    (await financial.call(clientApi.list, { query: { q } })).data.map((client) => client.first_name)
  expect(await search('nunez')).toHaveLength(3)
  expect(await search('JOSE pena')).toEqual(['José'])
  expect(await search(sample?.identification ?? '')).toEqual(['María'])
  expect(await search(no_contract.toLowerCase())).toEqual(['María'])
  expect(await search('%')).toEqual([])
  const page = await financial.call(clientApi.list, { query: { page: 2, page_size: 2, sort: 'name' } })
  expect(page).toMatchObject({ meta: { total: 3, page: 2, page_size: 2 }, data: [{ first_name: 'María' }] })
  expect((await financial.call(clientApi.list, { query: { is_active: false } })).data).toEqual([])
  expect((await financial.ask(clientApi.list, { query: { sort: 'password' } })).status).toBe(400)
  expect((await financial.ask(clientApi.list, { query: { q: '\u0000' } })).status).toBe(400)
})

test('CLI-03 un cliente se ve a sí mismo; el de otra empresa y el que no existe se responden igual', async () => {
  const company = await t.company()
  const mine = await makeClient(t.owner, company.id)
  const other = await makeClient(t.owner, company.id)
  const foreign = await makeClient(t.owner, (await t.company()).id)
  const token = await t.session({ id: mine.userId, companyId: company.id, username: '', email: '', role: 'client' })
  const person = t.as(token, { id: mine.userId, companyId: company.id, username: '', email: '', role: 'client' })
  expect((await person.call(clientApi.get, { params: { id: mine.id } })).data.id).toBe(mine.id)
  const ids = [other.id, foreign.id, '01890000-0000-7000-8000-000000000000']
  for (const endpoint of [clientApi.get, clientApi.statement]) {
    const answers = await Promise.all(ids.map((id) => person.ask(endpoint, { params: { id } })))
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404])
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
  }
  const technical = await company.person('technical')
  const params = { cedula: mine.identification }
  expect((await technical.call(clientApi.findByCedula, { params })).data.id).toBe(mine.id)
  const outsider = await (await t.company()).person('technical')
  expect((await outsider.ask(clientApi.findByCedula, { params })).status).toBe(404)
})

test('CLI-02 los cambios guardan solo lo que cambia, y una cédula ajena se rechaza', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const { data: one } = await financial.call(clientApi.create, {
    body: { client: aClient({ email: 'a@correo.test' }) },
  })
  const { data: other } = await financial.call(clientApi.create, { body: { client: aClient() } })
  const params = { id: one.id }
  const { data } = await financial.call(clientApi.update, {
    params,
    body: { client: { city: 'Envigado', email: null, first_name: 'Nata' } },
  })
  expect(data).toMatchObject({
    city: 'Envigado',
    municipality_code: '05266',
    email: null,
    name: 'Nata Hernández',
    phone: '3106740263',
  })
  const clash = { type_identification: 'CC', identification: other.identification }
  const refused = await financial.ask(clientApi.update, { params, body: { client: clash } })
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([409, 'client.identification'])
})

test('CLI-01 apagar el acceso de un cliente cierra sus sesiones', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const made = await makeClient(t.owner, company.id)
  const user = { id: made.userId, companyId: company.id, username: '', email: '', role: 'client' } as const
  const person = t.as(await t.session(user), user)
  const params = { id: made.id }
  expect((await financial.call(clientApi.switchStatus, { params, body: {} })).data.user.is_active).toBe(false)
  expect((await person.ask(clientApi.get, { params })).status).toBe(401)
  expect(
    (await financial.call(clientApi.switchStatus, { params, body: { is_active: true } })).data.user.is_active,
  ).toBe(true)
})

test('CLI-03 el acceso se envía al correo del cliente, o se entrega el enlace si no tiene', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const mailed = await makeClient(t.owner, company.id, { email: 'yenny@correo.test' })
  await t.owner.query('update users set email = $2 where id = $1', [mailed.userId, 'yenny@correo.test'])
  expect((await financial.call(clientApi.access, { params: { id: mailed.id } })).data).toEqual({
    sent_to: 'yenny@correo.test',
    link: null,
  })
  await tasks['auth.invite']?.(t.world, { company_id: company.id, user_id: mailed.userId })
  expect(t.mails.at(-1)).toMatchObject({
    to: 'yenny@correo.test',
    text: expect.stringContaining('/reset-password/new-password/'),
  })
  const withoutEmail = await makeClient(t.owner, company.id)
  const { data } = await financial.call(clientApi.access, { params: { id: withoutEmail.id } })
  expect(data.link).toMatch(/\/reset-password\/new-password\/[\w-]+\?invited=client$/)
  await t.owner.query(`update sessions set fresh_until = now() - interval '1 hour' where user_id = $1`, [financial.id])
  const stale = await financial.ask(clientApi.access, { params: { id: withoutEmail.id } })
  expect([stale.json.code, stale.json.data]).toEqual(['STEP_UP_REQUIRED', undefined])
  expect((await financial.ask(clientApi.access, { params: { id: mailed.id } })).status).toBe(200)
})

test('CLI-03 el estado de cuenta cuadra: lo que había, cada movimiento y lo que queda', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const post = (debit: string, credit: string, amount: number, day: string) =>
    t.owner.query(
      `insert into journal (company_id, client_id, debit_account, credit_account, amount, posted_on) values ($1, $2, $3, $4, $5, $6)`,
      [company.id, client.id, debit, credit, amount, day],
    )
  await post('opening', 'credit', 5_000, '2026-01-10')
  await post('opening', 'credit', 2_000, '2026-11-05')
  const { data } = await financial.call(clientApi.statement, {
    params: { id: client.id },
    query: { from: '2026-11-01', to: '2026-11-30' },
  })
  expect(data).toMatchObject({ opening_balance: -5_000, closing_balance: -7_000 })
  expect(data.movements).toMatchObject([{ kind: 'saldo_inicial', payment: 2_000, charge: 0, balance: -7_000 }])
  const inverted = await financial.ask(clientApi.statement, {
    params: { id: client.id },
    query: { from: '2026-12-01', to: '2026-11-30' },
  })
  expect(inverted.status).toBe(400)
})
