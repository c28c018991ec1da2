import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { type BillingDesk, bill, on } from '#test/billing-desk.ts'
import { contractMailJobs, makeMailed, sendContractMails } from '#test/contract-mails.ts'
import { makeClient, makePlan } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { writeContractMessage } from './contract-message.ts'
import { sendDue } from './outbox.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const mailsOf = ({ company }: BillingDesk) => sendContractMails(t, company.id)

const changePlan = async ({ financial, params }: BillingDesk, plan_id: string) =>
  await financial.call(contractApi.changePlan, { params, body: { plan_id } })
const reason = { reason: 'Lo pidió por teléfono' }

const END = { requested_on: '2029-06-05', reason: 'Se muda' }
test('R2.10 el mismo cambio de plan, pedido otra vez después de un retiro que se anuló, se avisa de nuevo', async () => {
  const desk = await makeMailed(t)
  const { financial, params } = desk
  const plan = await makePlan(t.owner, desk.company.id, 8_000_000)
  await changePlan(desk, plan)
  await mailsOf(desk)
  await financial.call(contractApi.terminate, { params, body: END })
  await mailsOf(desk)
  await financial.call(contractApi.withdrawTermination, { params, body: reason })
  await mailsOf(desk)
  await changePlan(desk, plan)
  const m = await mailsOf(desk)
  expect(m).toHaveLength(1)
})
test('R2.12 R2.13 a quien recibe el contrato se le dice la dirección y el precio del traslado que se hace antes', async () => {
  const desk = await makeMailed(t)
  const { financial, params, company } = desk
  const next = await makeClient(t.owner, company.id, { email: 'ciro@correo.test' })
  await financial.call(transferApi.transfer, {
    params,
    body: { address: 'Carrera 43A # 5-15', department: 'Antioquia', city: 'Envigado', stratum: 2, on: '2029-06-15' },
  })
  await mailsOf(desk)
  await financial.call(cessionApi.cession, { params, body: { client_id: next.id } })
  await financial.call(cessionApi.acceptCession, { params, body: { acceptance: 'Carta' } })
  const m = await mailsOf(desk)
  expect(m.find((x) => x.to === 'ciro@correo.test')?.text).toContain('Envigado')
})
test('R2.10 R2.13 el precio de un plan nuevo es el de la dirección que el contrato tendrá ese día', async () => {
  const desk = await makeMailed(t)
  const { financial, params, company } = desk
  await financial.call(transferApi.transfer, {
    params,
    body: { address: 'Carrera 43A # 5-15', department: 'Antioquia', city: 'Envigado', stratum: 2, on: '2029-06-15' },
  })
  await mailsOf(desk)
  await changePlan(desk, await makePlan(t.owner, company.id, 8_000_000))
  const m = await mailsOf(desk)
  expect(m[0]?.text).toContain('80.000,00 al mes, sin IVA')
})
test('R2.13 el contrato que termina no avisa después que su traslado se anuló y el servicio sigue', async () => {
  const desk = await makeMailed(t)
  const { financial, params } = desk
  await financial.call(transferApi.transfer, {
    params,
    body: { address: 'Carrera 43A # 5-15', department: 'Antioquia', city: 'Envigado', stratum: 2, on: '2029-07-15' },
  })
  await mailsOf(desk)
  await financial.call(contractApi.terminate, { params, body: END })
  await mailsOf(desk)
  on(t, '2029-07-03')
  await applyDueChanges(t.world)
  const m = await mailsOf(desk)
  expect(JSON.stringify(m)).not.toContain('El servicio sigue en')
})
test('R2.12 el contrato que termina no avisa después que su cesión no se aceptó y sigue a tu nombre', async () => {
  const desk = await makeMailed(t)
  const { financial, params, company } = desk
  const next = await makeClient(t.owner, company.id, { email: 'ciro@correo.test' })
  await financial.call(cessionApi.cession, { params, body: { client_id: next.id } })
  await mailsOf(desk)
  await financial.call(contractApi.terminate, { params, body: END })
  await mailsOf(desk)
  on(t, '2029-07-03')
  await applyDueChanges(t.world)
  const m = await mailsOf(desk)
  expect(JSON.stringify(m)).not.toContain('sigue a tu nombre')
})
test('R2.11 una pausa no dice el mismo precio cuando al volver rige otro plan', async () => {
  const desk = await makeMailed(t)
  const { financial, params, company } = desk
  await changePlan(desk, await makePlan(t.owner, company.id, 8_000_000))
  await mailsOf(desk)
  await financial.call(contractApi.pause, { params, body: { from: '2029-07-01', months: 1 } })
  const m = await mailsOf(desk)
  expect(m[0]?.text).not.toContain('al mismo precio')
})
test('R2.10 R2.11 un cambio de plan, y su anulación, no dicen que se paga un mes en pausa: dicen desde qué día se paga', async () => {
  const desk = await makeMailed(t)
  const { financial, params, company } = desk
  await financial.call(contractApi.pause, { params, body: { from: '2029-07-01', months: 2 } })
  await changePlan(desk, await makePlan(t.owner, company.id, 8_000_000))
  const mails = await mailsOf(desk)
  const changed = mails.find(({ subject }) => subject.startsWith('Cambio de plan'))?.text
  const paused =
    'La pausa va hasta el 31 de agosto de 2029, y sus días no se cobran. Desde el 1 de septiembre de 2029 pagas:'
  expect(changed).toContain(`Desde el 1 de julio de 2029 tienes Hogar 100. ${paused}`)
  expect(changed).toContain('$ 95.200,00 al mes, IVA incluido')
  await financial.call(contractApi.cancelPlanChange, { params, body: reason })
  const [kept] = await mailsOf(desk)
  expect(kept?.text).toContain(`sigue con Hogar 100. ${paused}`)
  expect(kept?.text).toContain('$ 36.890,00 al mes, IVA incluido')
})
test('R2.10 R2.11 un cambio de plan dice también la pausa que empieza después de él', async () => {
  const desk = await makeMailed(t)
  const { financial, params, company } = desk
  await financial.call(contractApi.pause, { params, body: { from: '2029-08-01', months: 1 } })
  await mailsOf(desk)
  await changePlan(desk, await makePlan(t.owner, company.id, 8_000_000))
  const [mail] = await mailsOf(desk)
  expect(mail?.text).toContain('Desde el 1 de julio de 2029 tienes Hogar 100 y pagas:')
  expect(mail?.text).toContain(
    'Del 1 de agosto de 2029 al 31 de agosto de 2029 el servicio está en pausa: esos días no se cobran.',
  )
})
test('R2.11 una pausa después de la cláusula no dice que la alarga', async () => {
  const desk = await makeMailed(t)
  const { financial, params } = desk
  await t.owner.query(
    `update contracts set connection_cost = 12000000, discounted_value = 12000000, permanence_months = 12, permanence_from = '2028-05-20' where id = $1`,
    [desk.id],
  )
  await financial.call(contractApi.pause, { params, body: { from: '2029-07-01', months: 2 } })
  const m = await mailsOf(desk)
  expect(m[0]?.text).not.toContain('alarga')
})
test('R2.10 en cualquier orden de los trabajos, el último correo dice lo que el cliente tiene', async () => {
  const desk = await makeMailed(t)
  const { financial, params } = desk
  await financial.call(contractApi.terminate, { params, body: END })
  await mailsOf(desk)
  await financial.call(contractApi.withdrawTermination, { params, body: reason })
  await financial.call(contractApi.terminate, { params, body: END })
  const jobs = await contractMailJobs(t, desk.company.id)
  for (const j of jobs.toReversed()) await writeContractMessage(t.world, j)
  t.mails.length = 0
  await sendDue(t.world)
  const m = t.mails.map(({ subject, text }) => ({ subject, text }))
  expect(m.at(-1)?.subject).toContain('Retiro')
})
test('R2.10 un cambio de plan no se pidió antes de que existiera el contrato', async () => {
  const desk = await makeMailed(t)
  const { financial, params, company } = desk
  const plan_id = await makePlan(t.owner, company.id, 8_000_000)
  const r = await financial.ask(contractApi.changePlan, {
    params,
    body: { plan_id, asked_by: 'X', asked_on: '2019-01-01', asked_channel: 'oficina' },
  })
  expect(r.status).not.toBe(200)
})
test('R2.12 con la cesión aceptada no se traslada el servicio de quien lo recibe', async () => {
  const desk = await makeMailed(t)
  const { financial, params, company } = desk
  const next = await makeClient(t.owner, company.id, { email: 'ciro@correo.test' })
  await financial.call(cessionApi.cession, { params, body: { client_id: next.id } })
  await financial.call(cessionApi.acceptCession, { params, body: { acceptance: 'Carta' } })
  await mailsOf(desk)
  const r = await financial.ask(transferApi.transfer, {
    params,
    body: { address: 'Carrera 43A # 5-15', department: 'Antioquia', city: 'Envigado', stratum: 2, on: '2029-06-28' },
  })
  expect(r.status).toBe(409)
})
test('R2.12 con la cesión aceptada no se cambia el plan de quien recibe el contrato', async () => {
  const desk = await makeMailed(t)
  const { financial, params, company } = desk
  const next = await makeClient(t.owner, company.id, { email: 'ciro@correo.test' })
  on(t, '2029-06-24')
  await bill(t, desk, '2029-05', '2029-06', '2029-07')
  await financial.call(cessionApi.cession, { params, body: { client_id: next.id } })
  await financial.call(cessionApi.acceptCession, { params, body: { acceptance: 'Carta' } })
  await mailsOf(desk)
  const plan_id = await makePlan(t.owner, company.id, 8_000_000)
  const r = await financial.ask(contractApi.changePlan, { params, body: { plan_id } })
  expect(r.status).toBe(409)
})
