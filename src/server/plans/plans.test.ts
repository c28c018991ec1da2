import { expect, test } from 'vitest'
import { planApi } from '#domain/plans/api.ts'
import { PLANS_MAX } from '#domain/plans/plan.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
let codes = 0
const aPlan = (changes: object = {}) => {
  codes += 1
  return {
    name: 'Hogar 100',
    reference_code: `HOG${codes}`,
    price: 79_900,
    download_speed: '100 Mbps',
    upload_speed: '50 Mbps',
    is_active: true,
    ...changes,
  }
}

test('PLN-04 un plan nuevo queda activo, con su precio en pesos, y deja un hecho', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const answer = await financial.ask(planApi.create, { body: { plan: aPlan({ reference_code: 'hog-x 1' }) } })
  expect(answer.status).toBe(201)
  expect(answer.json).toMatchObject({
    message: 'Plan creado exitosamente',
    data: { reference_code: 'HOGX1', price: 79_900, is_active: true },
  })
  expect(await t.events(company.id)).toEqual(['plan.created'])
})

test('PLN-04 un plan se vende para un uso o para cualquiera, y un uso que no existe se rechaza en su campo', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const { data: any } = await financial.call(planApi.create, { body: { plan: aPlan() } })
  const { data: one } = await financial.call(planApi.create, { body: { plan: aPlan({ segment: 'business' }) } })
  expect([any.segment, one.segment]).toEqual([null, 'business'])
  const change = async (segment: object) => {
    const { reference_code: _code, ...plan } = aPlan(segment)
    return (await financial.call(planApi.update, { params: { id: one.id }, body: { plan } })).data.segment
  }
  expect([await change({}), await change({ segment: null })]).toEqual(['business', null])
  const refused = await financial.ask(planApi.create, { body: { plan: aPlan({ segment: 'casa' }) } })
  expect([refused.status, refused.json.errors]).toEqual([
    400,
    [{ field: 'plan.segment', message: 'Elige para qué uso es' }],
  ])
})

test('PLN-04 PLN-05 un plan se vende solo o en paquete: al crearlo, al cambiarlo, en su archivo y en la bitácora', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const { data: alone } = await financial.call(planApi.create, { body: { plan: aPlan() } })
  const { data: packaged } = await financial.call(planApi.create, { body: { plan: aPlan({ is_packaged: true }) } })
  expect([alone.is_packaged, packaged.is_packaged]).toEqual([false, true])
  const change = async (fields: object) => {
    const { reference_code: _code, ...plan } = aPlan(fields)
    return (await financial.call(planApi.update, { params: { id: packaged.id }, body: { plan } })).data.is_packaged
  }
  expect([await change({}), await change({ is_packaged: false })]).toEqual([true, false])
  const refused = await financial.ask(planApi.create, { body: { plan: aPlan({ is_packaged: 'sí' }) } })
  expect([refused.status, refused.json.errors]).toEqual([
    400,
    [{ field: 'plan.is_packaged', message: 'Di si se vende en paquete' }],
  ])
  const { rows } = await t.owner.query<{ after: object }>(
    `select after from events where company_id = $1 and name = 'plan.updated' order by id desc limit 1`,
    [company.id],
  )
  expect(rows[0]?.after).toMatchObject({ is_packaged: false })
})

test('PLN-01 el servidor rechaza el plan 13, también si dos personas lo crean a la vez', async () => {
  const company = await t.company()
  const [one, other] = [await company.person('financial'), await company.person('financial')]
  const requests = Array.from({ length: PLANS_MAX + 8 }, (_, index) =>
    (index % 2 === 0 ? one : other).ask(planApi.create, { body: { plan: aPlan() } }),
  )
  const answers = await Promise.all(requests)
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(PLANS_MAX)
  const refused = answers.filter((answer) => answer.status !== 201)
  expect(new Set(refused.map((answer) => `${answer.status} ${answer.json.code} ${answer.json.message}`))).toEqual(
    new Set(['409 LIMIT_REACHED Límite alcanzado']),
  )
  const { data } = await (await company.person('financial')).call(planApi.list)
  expect(data).toHaveLength(PLANS_MAX)
})

test('PLN-03 dos planes de una empresa no comparten código; los de otra empresa sí pueden', async () => {
  const [one, other] = [await t.company(), await t.company()]
  const [mine, theirs] = [await one.person('financial'), await other.person('financial')]
  const plan = aPlan()
  await mine.call(planApi.create, { body: { plan } })
  const repeated = await mine.ask(planApi.create, { body: { plan } })
  expect(repeated.status).toBe(409)
  expect(repeated.json.errors).toEqual([{ field: 'plan.reference_code', message: 'Ya existe un plan con este código' }])
  expect((await theirs.ask(planApi.create, { body: { plan } })).status).toBe(201)
})

test('PLN-05 editar cambia todo menos el código', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const { data: plan } = await financial.call(planApi.create, { body: { plan: aPlan() } })
  const params = { id: plan.id }
  const changes = {
    name: 'Hogar 200',
    price: 99_900,
    download_speed: '200 Mbps',
    upload_speed: '100 Mbps',
    is_active: false,
  }
  const edited = await financial.ask(planApi.update, {
    params,
    body: { plan: { ...changes, reference_code: plan.reference_code } },
  })
  expect(edited.json).toMatchObject({
    message: 'Plan actualizado exitosamente',
    data: { ...changes, reference_code: plan.reference_code },
  })
  const renamed = await financial.ask(planApi.update, {
    params,
    body: { plan: { ...changes, reference_code: 'OTRO9' } },
  })
  expect(renamed.status).toBe(422)
  expect(renamed.json.message).toBe('El código de referencia no se puede editar')
  expect(await t.events(company.id)).toEqual(['plan.created', 'plan.updated'])
})

test('PLN-03 eliminar es para siempre, y un plan en uso no se elimina', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const { data: free } = await financial.call(planApi.create, { body: { plan: aPlan() } })
  const { data: used } = await financial.call(planApi.create, { body: { plan: aPlan() } })
  const client = await makeClient(t.owner, company.id)
  await makeContract(t.owner, company.id, client.id, { planId: used.id, status: 'terminated' })
  expect((await financial.ask(planApi.remove, { params: { id: free.id } })).json.message).toBe(
    'Plan eliminado exitosamente',
  )
  expect((await financial.ask(planApi.remove, { params: { id: free.id } })).status).toBe(404)
  const refused = await financial.ask(planApi.remove, { params: { id: used.id } })
  expect(refused.status).toBe(409)
  expect(refused.json).toMatchObject({ code: 'IN_USE', message: expect.stringContaining('1 contrato lo usa') })
  expect(await t.events(company.id)).toEqual(['plan.created', 'plan.created', 'plan.deleted'])
})

test('AUT-07 un plan ajeno y uno que no existe se responden igual', async () => {
  const [one, other] = [await t.company(), await t.company()]
  const [mine, theirs] = [await one.person('financial'), await other.person('financial')]
  const { data: foreign } = await theirs.call(planApi.create, { body: { plan: aPlan() } })
  const ids = [foreign.id, '01890000-0000-7000-8000-000000000000', 'no-es-un-id', '%7B%7D', "1' or '1'='1"]
  const { reference_code: _code, ...changes } = aPlan()
  for (const endpoint of [planApi.update, planApi.remove]) {
    const body = endpoint === planApi.update ? { plan: changes } : undefined
    const answers = await Promise.all(ids.map((id) => mine.ask(endpoint, { params: { id }, body })))
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404])
    expect(answers[0]?.text).toBe(answers[1]?.text)
  }
  expect((await theirs.call(planApi.list)).data).toHaveLength(1)
})

test('API-03 un campo desconocido y un tipo equivocado se dicen en español y en su campo; un cuerpo roto se rechaza', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const ask = async (body: unknown) => (await financial.ask(planApi.create, { body })).json
  expect(await ask({ plan: aPlan({ company_id: company.id }) })).toEqual({
    message: 'El campo company_id no se reconoce',
    code: 'INVALID',
    errors: [{ field: 'plan.company_id', message: 'El campo company_id no se reconoce' }],
  })
  expect((await ask({ plan: aPlan({ price: '79900' }) })).errors).toEqual([
    { field: 'plan.price', message: 'El precio debe ser un número positivo' },
  ])
  expect((await ask({ plan: aPlan({ name: ['a'] }) })).errors).toEqual([
    { field: 'plan.name', message: 'El nombre es requerido' },
  ])
  expect((await ask({ plan: aPlan({ is_active: false }) })).errors).toEqual([
    { field: 'plan.is_active', message: 'Un plan nuevo siempre se crea activo' },
  ])
  expect((await ask({})).errors?.[0]?.field).toBe('plan')
  const broken = await t.app.inject({
    method: 'POST',
    url: '/api/admin/plans',
    headers: { authorization: `Bearer ${financial.token}`, 'content-type': 'application/json' },
    payload: '{"plan":',
  })
  expect([broken.statusCode, broken.json().code]).toEqual([400, 'INVALID'])
  expect(await t.events(company.id)).toEqual([])
})

test('API-03 la misma Idempotency-Key responde lo mismo y crea una sola vez; con otros datos se rechaza', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const body = { plan: aPlan() }
  const headers = { 'idempotency-key': 'crear-1' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => financial.ask(planApi.create, { body, headers })))
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
  expect((await financial.call(planApi.list)).data).toHaveLength(1)
  const other = await financial.ask(planApi.create, { body: { plan: aPlan() }, headers })
  expect([other.status, other.json.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  expect(await t.events(company.id)).toEqual(['plan.created'])
})

test('AUT-07 quien no debe crear planes recibe 403, sin las palabras que cierran la sesión', async () => {
  const company = await t.company()
  for (const role of ['admin', 'technical', 'network', 'client', 'superadmin'] as const) {
    const person = await company.person(role)
    const answer = await person.ask(planApi.create, { body: { plan: aPlan() } })
    expect([role, answer.status]).toEqual([role, 403])
    expect(answer.text).not.toMatch(/No autorizado|Unauthorized|Token inválido|Tu sesión ha expirado/)
  }
})
