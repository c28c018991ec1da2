import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { visitApi } from '#domain/visits/api.ts'
import { contractBody, signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makePlan } from '#test/factory.ts'
import { writeVisitMail } from '#test/visit-mail.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()

/** A contract signed on 20 November 2026, which is due on 14 December (R2.14). */
async function signedContract() {
  t.setNow(new Date('2026-11-20T13:00:00Z'))
  const company = await t.company()
  const [financial, technical] = [await company.person('financial'), await company.person('technical')]
  const client = await makeClient(t.owner, company.id, { email: 'yenny@correo.test' })
  const body = contractBody(client.id, await makePlan(t.owner, company.id))
  const params = { no: (await financial.call(contractApi.create, { body })).data.no_contract }
  await financial.call(contractApi.sign, { params, body: signatureBody(client.identification) })
  return { company, financial, technical, params }
}

const visitsOf = async (by: Person, no_contract: string) =>
  (await by.call(visitApi.list, { query: { no_contract } })).data

test('CON-08 R2.14 una instalación después del plazo legal se programa solo con su motivo, que queda en su historia y lee el cliente', async () => {
  const { company, financial, technical, params } = await signedContract()
  const technician_id = technical.id
  const scheduled_on = '2026-12-15'
  const late =
    'El plazo para instalar vence el 14 de diciembre de 2026. Después de ese día el cliente puede terminar el'
  const message = `${late} contrato y se le devuelve lo que haya pagado: elige un día dentro del plazo o escribe por qué va ese día`
  const refused = await financial.ask(visitApi.schedule, { params, body: { scheduled_on, technician_id } })
  expect([refused.status, refused.json.errors]).toEqual([422, [{ field: 'reason', message }]])
  const last = { scheduled_on: '2026-12-14', technician_id }
  await financial.call(visitApi.schedule, { params, body: last })
  const [visit] = await visitsOf(financial, params.no)
  const move = { params: { id: visit?.id ?? '' }, body: { day: scheduled_on } }
  expect((await technical.ask(visitApi.move, move)).json.errors).toEqual([{ field: 'reason', message }])
  const reason = 'Pediste que fuéramos el 15'
  await technical.call(visitApi.move, { ...move, body: { day: scheduled_on, reason } })
  // Its day stays: only what to bring changes.
  await technical.call(visitApi.move, { ...move, body: { day: scheduled_on, bring: 'Una ONU' } })
  const { data } = await financial.call(visitApi.get, { params: move.params })
  expect(data.changes.map((change) => [change.day, change.reason])).toEqual([
    [scheduled_on, null],
    [scheduled_on, reason],
    ['2026-12-14', null],
    [null, null],
  ])
  await writeVisitMail(t, company.id)
  expect(t.mails.filter(({ text }) => text.includes(`Motivo: ${reason}`))).toHaveLength(1)
  expect((await financial.call(contractApi.get, { params })).data).toMatchObject({ scheduled_on })
})

test('CON-08 R2.14 también la primera visita de una instalación, y la de un plazo que ya venció, piden su motivo', async () => {
  const { financial, technical, params } = await signedContract()
  const [waiting] = await visitsOf(financial, params.no)
  await financial.call(visitApi.cancel, { params: { id: waiting?.id ?? '' }, body: { reason: 'Otra cuadrilla' } })
  t.setNow(new Date('2026-12-15T13:00:00Z'))
  const visit = { no_contract: params.no, kind: 'instalacion', day: '2026-12-16' }
  const refused = await financial.ask(visitApi.create, { body: { visit } })
  expect(refused.json.errors).toEqual([
    {
      field: 'visit.reason',
      message:
        'El plazo para instalar venció el 14 de diciembre de 2026. Después de ese día el cliente puede terminar el contrato y se le devuelve lo que haya pagado: escribe por qué va ese día',
    },
  ])
  const body = { scheduled_on: visit.day, technician_id: technical.id }
  const scheduled = await financial.ask(visitApi.schedule, { params, body })
  expect(scheduled.json.errors).toMatchObject([{ field: 'reason' }])
  const made = await financial.call(visitApi.create, { body: { visit: { ...visit, reason: 'Llovió' } } })
  expect(made.data).toMatchObject({ state: 'planned', reason: 'Llovió' })
})
