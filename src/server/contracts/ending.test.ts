import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { applyDueChanges } from './jobs.ts'

const t = testApp()
const noonOf = (day: string) => new Date(`${day}T17:00:00Z`)

async function desk() {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const contract = async (fields: Parameters<typeof makeContract>[3] = {}) => {
    const made = await makeContract(t.owner, company.id, client.id, { activeFrom: '2026-01-01', ...fields })
    return { ...made, params: { no: made.no_contract } }
  }
  return { company, financial, contract }
}

const termsOf = async (contractId: string) =>
  (
    await t.owner.query('select from_on, plan_id, price from contract_terms where contract_id = $1 order by from_on', [
      contractId,
    ])
  ).rows

test('CON-06 pedido con tres días hábiles termina en ese corte; después, en el siguiente', async () => {
  const { financial, contract } = await desk()
  // Cut day, last day to request, its cut, the day after, and the next cut (R2.9).
  const vectors: [number, string, string, string, string][] = [
    [25, '2026-11-20', '2026-11-25', '2026-11-21', '2026-12-25'],
    [30, '2026-11-25', '2026-11-30', '2026-11-26', '2026-12-30'],
    [10, '2026-12-04', '2026-12-10', '2026-12-05', '2027-01-10'],
    [12, '2027-01-06', '2027-01-12', '2027-01-07', '2027-02-12'],
    [18, '2026-06-12', '2026-06-18', '2026-06-13', '2026-07-18'],
  ]
  for (const [cutDay, inTime, cut, late, next] of vectors) {
    for (const [requestedOn, ends] of [
      [inTime, cut],
      [late, next],
    ] as const) {
      const made = await contract({ cutDay })
      t.setNow(noonOf(requestedOn))
      const body = { requested_on: requestedOn }
      const { data: preview } = await financial.call(contractApi.terminatePreview, { params: made.params, body })
      expect([requestedOn, preview.ends_on, preview.exit_value]).toEqual([requestedOn, ends, 0])
      const ending = { ...body, reason: 'Se muda' }
      const { data } = await financial.call(contractApi.terminate, { params: made.params, body: ending })
      expect([requestedOn, data.active_to, data.status]).toEqual([requestedOn, ends, 'active'])
    }
  }
  t.setNow(null)
})

test('CON-06 la vista previa no escribe nada, y un segundo retiro se rechaza con la fecha del primero', async () => {
  const { company, financial, contract } = await desk()
  const { params } = await contract({ cutDay: 25 })
  t.setNow(noonOf('2026-11-20'))
  await financial.call(contractApi.terminatePreview, { params, body: { requested_on: '2026-11-20' } })
  expect(await t.events(company.id)).toEqual([])
  const body = { requested_on: '2026-11-20', reason: 'Se muda' }
  const answers = await Promise.all([1, 2].map(() => financial.ask(contractApi.terminate, { params, body })))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find((answer) => answer.status === 409)?.json.message).toBe(
    'Este contrato ya tiene retiro: termina el 25 de noviembre de 2026',
  )
  expect(answers.find((answer) => answer.status === 200)?.json.message).toBe(
    'Retiro registrado: el contrato termina el 25 de noviembre de 2026',
  )
  t.setNow(null)
})

test('CON-06 retirarse antes cuesta lo que dice la cláusula el día en que termina, y queda por cobrar una vez', async () => {
  const { financial, contract } = await desk()
  const { id, params } = await contract({ cutDay: 30, activeFrom: '2026-09-10' })
  await t.owner.query(
    `update contracts set connection_cost = 12000000, discounted_value = 12000000, permanence_months = 12,
       permanence_from = '2026-09-10' where id = $1`,
    [id],
  )
  t.setNow(noonOf('2026-11-20'))
  const body = { requested_on: '2026-11-20' }
  const { data: preview } = await financial.call(contractApi.terminatePreview, { params, body })
  expect(preview).toMatchObject({ ends_on: '2026-11-30', last_day_to_ask: '2026-11-25', exit_value: 10_000_000 })
  await financial.call(contractApi.terminate, { params, body: { ...body, reason: 'Se muda' } })
  const { rows } = await t.owner.query(
    'select kind, description, quantity, price from pending_charges where contract_id = $1',
    [id],
  )
  expect(rows).toEqual([
    {
      kind: 'early_exit',
      description: 'Terminación anticipada: saldo de la cláusula de permanencia',
      quantity: 1,
      price: 10_000_000,
    },
  ])
  t.setNow(null)
})

test('CON-06 la solicitud no es futura ni anterior a la activación; una vieja termina en su propio corte', async () => {
  const { company, financial, contract } = await desk()
  const { params } = await contract({ cutDay: 25, activeFrom: '2026-03-01', status: 'suspended' })
  t.setNow(noonOf('2026-11-20'))
  const terminate = (requested_on: string) =>
    financial.ask(contractApi.terminate, { params, body: { requested_on, reason: 'Carta del cliente' } })
  expect((await terminate('2026-11-21')).status).toBe(422)
  expect((await terminate('2026-02-28')).status).toBe(422)
  const late = await terminate('2026-10-05')
  expect(late.json.data).toMatchObject({ status: 'terminated', active_to: '2026-10-25' })
  expect((await t.events(company.id)).toSorted()).toEqual(['contract.ended', 'contract.terminated'])
  t.setNow(null)
})

test('CON-06 al día siguiente de su último día se da por terminado una sola vez, y su suspensión se cierra ese día', async () => {
  const { company, financial, contract } = await desk()
  const { id, params } = await contract({ cutDay: 25 })
  t.setNow(noonOf('2026-11-20'))
  await financial.call(contractApi.suspend, { params, body: { reason: 'Mora' } })
  await financial.call(contractApi.terminate, { params, body: { requested_on: '2026-11-20', reason: 'Se muda' } })
  const status = async () =>
    (await t.owner.query<{ status: string }>('select status from contracts where id = $1', [id])).rows[0]?.status
  t.setNow(noonOf('2026-11-25'))
  await applyDueChanges(t.world)
  expect(await status()).toBe('suspended')
  t.setNow(noonOf('2026-11-26'))
  await Promise.all([applyDueChanges(t.world), applyDueChanges(t.world)])
  expect(await status()).toBe('terminated')
  expect(await t.events(company.id)).toEqual(['contract.suspended', 'contract.terminated', 'contract.ended'])
  const { rows } = await t.owner.query('select from_on, to_on from suspension_intervals where contract_id = $1', [id])
  expect(rows).toEqual([{ from_on: '2026-11-20', to_on: '2026-11-25' }])
  t.setNow(null)
})

test('CON-06 un cambio de plan rige desde el período siguiente, al precio de hoy; otro cambio lo reemplaza', async () => {
  const { company, financial, contract } = await desk()
  const { id, params, planId } = await contract({ cutDay: 25, price: 6_000_000 })
  const [better, best] = [
    await makePlan(t.owner, company.id, 8_000_000),
    await makePlan(t.owner, company.id, 9_000_000),
  ]
  t.setNow(noonOf('2026-11-20'))
  const ask = (plan_id: string) => financial.call(contractApi.changePlan, { params, body: { plan_id } })
  const preview = await financial.call(contractApi.changePlanPreview, { params, body: { plan_id: better } })
  expect(preview.data).toEqual({
    from_on: '2026-11-26',
    last_day_to_ask: '2026-11-20',
    old_price: 6_000_000,
    new_price: 8_000_000,
    new_month: { base: 8_000_000, vat: 0, total: 8_000_000, treatment: 'exento', rate_bps: 0 },
    corrections: [],
  })
  await ask(better)
  t.setNow(noonOf('2026-11-21'))
  const { data } = await ask(best)
  expect(data).toMatchObject({
    price: 6_000_000,
    plan: { id: planId },
    upcoming_terms: { from_on: '2026-12-26', plan: { id: best }, price: 9_000_000 },
  })
  await t.owner.query('update plans set price = 1 where id = $1', [best])
  expect(await termsOf(id)).toEqual([
    { from_on: '2026-01-01', plan_id: planId, price: 6_000_000 },
    { from_on: '2026-12-26', plan_id: best, price: 9_000_000 },
  ])
  t.setNow(noonOf('2026-12-26'))
  await applyDueChanges(t.world)
  expect((await financial.call(contractApi.get, { params })).data).toMatchObject({
    price: 9_000_000,
    plan: { id: best },
    upcoming_terms: null,
  })
  const { rows } = await t.owner.query('select plan_id from contracts where id = $1', [id])
  expect(rows[0]?.plan_id).toBe(best)
  t.setNow(null)
})

test('CON-06 no se cambia al mismo plan, a uno inactivo o ajeno, ni a última hora de un contrato que termina', async () => {
  const { company, financial, contract } = await desk()
  const other = await t.company()
  const { params, planId } = await contract({ cutDay: 25 })
  const [next, inactive] = [await makePlan(t.owner, company.id, 8_000_000), await makePlan(t.owner, company.id)]
  await t.owner.query('update plans set is_active = false where id = $1', [inactive])
  t.setNow(noonOf('2026-11-20'))
  const statusFor = async (plan_id: string) =>
    (await financial.ask(contractApi.changePlan, { params, body: { plan_id } })).status
  expect(await statusFor(planId)).toBe(409)
  expect(await statusFor(inactive)).toBe(422)
  expect(await statusFor(await makePlan(t.owner, other.id))).toBe(404)
  expect(await statusFor(next)).toBe(200)
  const body = { requested_on: '2026-11-20', reason: 'Se muda' }
  const { data } = await financial.call(contractApi.terminate, { params, body })
  expect(data.upcoming_terms).toBe(null)
  expect(await statusFor(next)).toBe(409)
  t.setNow(null)
})

test('CON-06 un retiro se anula antes del último día: el contrato sigue y no se cobra la salida; después ya no', async () => {
  const { company, financial, contract } = await desk()
  const { id, params } = await contract({ cutDay: 30 })
  await t.owner.query(
    "update contracts set connection_cost = 12000000, discounted_value = 12000000, permanence_months = 12, permanence_from = '2026-01-01' where id = $1",
    [id],
  )
  t.setNow(noonOf('2026-11-20'))
  const withdraw = () =>
    financial.ask(contractApi.withdrawTermination, { params, body: { reason: 'Cambió de opinión' } })
  expect((await withdraw()).json.message).toBe('Este contrato no tiene un retiro registrado')
  const request = { params, body: { requested_on: '2026-11-20', reason: 'Se muda' } }
  await financial.call(contractApi.terminate, request)
  const waiting = async () => (await financial.call(contractApi.get, { params })).data.pending_charges
  expect(await waiting()).toMatchObject([{ kind: 'early_exit', quantity: 1 }])
  expect((await withdraw()).json.message).toBe('Retiro anulado: el contrato sigue')
  expect(await waiting()).toEqual([])
  const { data } = await financial.call(contractApi.get, { params })
  expect(data).toMatchObject({ status: 'active', active_to: null, termination_reason: null })
  expect(await t.events(company.id)).toEqual(['contract.terminated', 'contract.termination_withdrawn'])
  await financial.call(contractApi.terminate, request)
  t.setNow(noonOf('2026-12-01'))
  const late = await withdraw()
  expect([late.status, late.json.message]).toEqual([409, 'El contrato ya terminó'])
  t.setNow(null)
})
