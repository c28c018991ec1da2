import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { CONTRACT_STATUSES } from '#domain/contracts/lifecycle.ts'
import { contractBody } from '#test/cases/contracts.ts'
import { makeClient, makeContract, makePlan, makeSession } from '#test/factory.ts'
import { type Company, testApp } from '#test/world.ts'

const t = testApp()
const MISSING_ID = '01890000-0000-7000-8000-000000000000'

async function desk() {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  return { company, financial, client, planId: await makePlan(t.owner, company.id) }
}

/** A client of the company, signed in. */
async function clientOf(company: Company) {
  const client = await makeClient(t.owner, company.id)
  const user = { id: client.userId, companyId: company.id, username: 'x', email: 'x', role: 'client' } as const
  return { ...client, person: t.as(await makeSession(t.owner, user), user) }
}

test('CON-01 la base de datos guarda los mismos estados que la vida del contrato', async () => {
  const { rows } = await t.owner.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'contracts_status_check'`,
  )
  const stored = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'/g)].map((match) => match[1])
  expect(stored).toEqual([...CONTRACT_STATUSES])
})

test('CON-02 un contrato nuevo es un borrador con los datos por defecto, el estrato del cliente y el código del municipio', async () => {
  const { company, financial, client, planId } = await desk()
  const bare = await financial.ask(contractApi.create, {
    body: contractBody(client.id, planId, { department: 'antioquia', city: 'MEDELLIN' }),
  })
  expect(bare.status).toBe(201)
  expect(bare.json).toMatchObject({
    message: 'Contrato creado exitosamente',
    data: {
      status: 'draft',
      no_contract: expect.stringMatching(/^[A-Z]{1,4}-000001$/),
      billing_cut_day: 30,
      connection_cost: 0,
      segment: 'residential',
      stratum: 2,
      department: 'Antioquia',
      city: 'Medellín',
      municipality_code: '05001',
      price: 60_000,
      price_includes_vat: true,
      vat: { treatment: 'exento', rate_bps: 0 },
      permanence: null,
      signed_at: null,
      active_from: null,
      upcoming_terms: null,
      client: { id: client.id, name: 'Yenny Bohórquez', identification: client.identification },
      plan: { id: planId, name: 'Hogar 100' },
    },
  })
  const billing_config = {
    connection_cost: 120_000,
    discounted_value: 60_000,
    billing_cut_day: 15,
    reconnection_cost: 0,
    transfer_cost: 0,
    technical_visit_cost: 0,
    additional_cable_cost: 0,
  }
  await financial.call(contractDefaultsApi.save, { body: { billing_config } })
  const own = { segment: 'business', stratum: null, latitude: 6.25, longitude: -75.5 }
  const { data } = await financial.call(contractApi.create, { body: contractBody(client.id, planId, own) })
  expect(data).toMatchObject({
    billing_cut_day: 15,
    connection_cost: 12_000_000,
    discounted_value: 6_000_000,
    accepts_permanence: true,
    ...own,
    vat: { treatment: 'gravado', rate_bps: 1900 },
  })
  expect(await t.events(company.id)).toEqual(['contract.created', 'contract_defaults.saved', 'contract.created'])
})

test('CON-02 veinte contratos a la vez llevan veinte números seguidos, y uno rechazado no deja hueco', async () => {
  const { company, financial, client, planId } = await desk()
  const create = (changes: object = {}) =>
    financial.ask(contractApi.create, { body: contractBody(client.id, planId, changes) })
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, index) => create(index % 5 === 4 ? { city: 'Atlantis' } : {})),
  )
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(20)
  const { rows } = await t.owner.query<{ no_contract: string }>(
    'select no_contract from contracts where company_id = $1 order by 1',
    [company.id],
  )
  expect(rows.map((row) => Number(row.no_contract.slice(-6)))).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
})

test('CON-02 un plan inactivo, ajeno o que no existe, un cliente ajeno y un municipio inventado se rechazan en su campo', async () => {
  const { company, financial, client, planId } = await desk()
  const other = await desk()
  const inactive = await makePlan(t.owner, company.id)
  await t.owner.query('update plans set is_active = false where id = $1', [inactive])
  const replyTo = async (clientId: string, plan: string, changes: object = {}) => {
    const answer = await financial.ask(contractApi.create, { body: contractBody(clientId, plan, changes) })
    return [answer.status, answer.json.errors?.[0]?.field]
  }
  expect(await replyTo(client.id, inactive)).toEqual([422, 'contract.plan_id'])
  expect(await replyTo(client.id, other.planId)).toEqual([404, 'contract.plan_id'])
  expect(await replyTo(client.id, MISSING_ID)).toEqual([404, 'contract.plan_id'])
  expect(await replyTo(other.client.id, planId)).toEqual([404, 'contract.client_id'])
  expect(await replyTo(client.id, planId, { city: 'Atlantis' })).toEqual([422, 'contract.city'])
  expect(await replyTo(client.id, planId, { discounted_value: 1 })).toEqual([400, 'contract.discounted_value'])
  expect(await replyTo(client.id, planId, { connection_cost: 1.005 })).toEqual([400, 'contract.connection_cost'])
  expect(await replyTo(client.id, planId, { billing_cut_day: 32 })).toEqual([400, 'contract.billing_cut_day'])
  expect(await replyTo(client.id, planId, { latitude: 91 })).toEqual([400, 'contract.latitude'])
  expect(await replyTo(client.id, planId, { status: 'active' })).toEqual([400, 'contract.status'])
  expect(await t.events(company.id)).toEqual([])
})

test('CON-02 un borrador cambia entero; se dice qué había antes y qué hay después', async () => {
  const { company, financial, client, planId } = await desk()
  const { data: made } = await financial.call(contractApi.create, { body: contractBody(client.id, planId) })
  const params = { no: made.no_contract }
  const plan = await makePlan(t.owner, company.id, 9_000_000)
  const contract = { plan_id: plan, address: 'Calle 9', billing_cut_day: 5, latitude: 6.1, longitude: null }
  const { data } = await financial.call(contractApi.update, { params, body: { contract } })
  expect(data).toMatchObject({ address: 'Calle 9', billing_cut_day: 5, latitude: 6.1, price: 9_000_000 })
  const { rows } = await t.owner.query<{ before: { address: string }; after: { address: string } }>(
    `select before, after from events where company_id = $1 and name = 'contract.updated'`,
    [company.id],
  )
  expect([rows[0]?.before.address, rows[0]?.after.address]).toEqual(['Carrera 45 # 12-30', 'Calle 9'])
  const refused = await financial.ask(contractApi.update, { params, body: { contract: { client_id: client.id } } })
  expect(refused.status).toBe(400)
})

test('CON-02 un contrato en servicio solo completa coordenadas y el estrato que faltaba', async () => {
  const { company, financial, client } = await desk()
  const made = await makeContract(t.owner, company.id, client.id, { stratum: null })
  const ask = (contract: object) =>
    financial.ask(contractApi.update, { params: { no: made.no_contract }, body: { contract } })
  expect((await ask({ address: 'Otra' })).status).toBe(409)
  expect((await ask({ stratum: 3 })).json.data).toMatchObject({ stratum: 3, vat: { treatment: 'excluido' } })
  expect((await ask({ stratum: 4 })).json).toMatchObject({
    code: 'CONFLICT',
    message: 'El estrato quedó fijo con la firma del contrato',
  })
})

test('AUT-07 un contrato ajeno, uno que no existe y el de otro cliente se responden igual', async () => {
  const { company } = await desk()
  const [mine, another] = [await clientOf(company), await clientOf(company)]
  const own = await makeContract(t.owner, company.id, mine.id)
  const other = await makeContract(t.owner, company.id, another.id)
  const elsewhere = await desk()
  const foreign = await makeContract(t.owner, elsewhere.company.id, elsewhere.client.id)
  expect((await mine.person.call(contractApi.get, { params: { no: own.no_contract } })).data.id).toBe(own.id)
  for (const endpoint of [contractApi.get, contractApi.signing]) {
    const requests = [other.no_contract, foreign.no_contract, 'ZZZZ-999999'].map((no) =>
      mine.person.ask(endpoint, { params: { no } }),
    )
    const answers = await Promise.all(requests)
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
  }
  expect((await mine.person.ask(contractApi.get, { params: { no: "x' or 1=1" } })).status).toBe(404)
  const { data } = await mine.person.call(contractApi.list)
  expect(data.map((contract) => contract.id)).toEqual([own.id])
  expect((await mine.person.call(contractApi.list, { query: { client_id: another.id } })).data).toEqual([])
})

test('CON-01 la lista filtra por número, estado, cliente, día y texto, y se pagina en orden', async () => {
  const { company, financial, client } = await desk()
  const second = await makeClient(t.owner, company.id)
  await t.owner.query(`update clients set first_name = 'Óscar', last_name = 'Ñañez' where id = $1`, [second.id])
  const made = [
    await makeContract(t.owner, company.id, client.id, { activeFrom: '2026-01-01' }),
    await makeContract(t.owner, company.id, client.id, { activeFrom: '2026-02-01', status: 'suspended' }),
    await makeContract(t.owner, company.id, second.id, { activeFrom: '2026-03-01' }),
  ]
  await t.owner.query(`update contracts set active_to = '2026-03-31' where id = $1`, [made[2]?.id])
  const ids = async (query: object) =>
    (await financial.call(contractApi.list, { query: { sort: 'no_contract', ...query } })).data.map(({ id }) => id)
  const [a, b, c] = made.map(({ id }) => id)
  expect(await ids({})).toEqual([a, b, c])
  expect(await ids({ sort: '-date_contract' })).toEqual([c, b, a])
  expect(await ids({ status: 'suspended' })).toEqual([b])
  expect(await ids({ status: 'terminated' })).toEqual([c])
  expect(await ids({ status: 'active' })).toEqual([a])
  expect(await ids({ client_id: second.id })).toEqual([c])
  expect(await ids({ q: 'oscar nanez' })).toEqual([c])
  expect(await ids({ q: second.identification })).toEqual([c])
  expect(await ids({ q: made[1]?.no_contract.toLowerCase() })).toEqual([b])
  expect(await ids({ no_contract: made[0]?.no_contract.slice(-6) })).toEqual([a])
  expect(await ids({ date_contract: '2026-02-01' })).toEqual([b])
  expect(await ids({ createdAt: '2020-01-01' })).toEqual([])
  const page = await financial.call(contractApi.list, { query: { page: 2, page_size: 2, sort: 'no_contract' } })
  expect([page.data.map(({ id }) => id), page.meta]).toEqual([[c], { total: 3, page: 2, page_size: 2 }])
  expect((await financial.ask(contractApi.list, { query: { sort: 'id; drop' } })).status).toBe(400)
  expect((await financial.ask(contractApi.list, { query: { status: 'roto' } })).status).toBe(400)
  expect((await financial.ask(contractApi.list, { query: { q: 'a\u0000b' } })).status).toBe(400)
})
