import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { equipmentApi } from '#domain/equipment/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { type BillingDesk, bill, makeDesk, on, owed } from '#test/billing-desk.ts'
import { sendContractMails } from '#test/contract-mails.ts'
import { makeReport } from '#test/reporting.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

async function makeMailed() {
  const desk = await makeDesk(t)
  await t.owner.query("update clients set email = 'yenny@correo.test' where id = $1", [desk.clientId])
  return { ...desk, technical: await desk.company.person('technical') }
}
type Field = Awaited<ReturnType<typeof makeMailed>>

const mailsOf = ({ company }: BillingDesk) => sendContractMails(t, company.id)

const remove = ({ technical, params }: Field, visit: string, more: object = {}) =>
  makeReport(t, technical, params.no, {
    start_time: `${visit}T14:00:00Z`,
    end_time: `${visit}T15:00:00Z`,
    type_order_job: 'retiro',
    ...more,
  })
const terminate = ({ financial, params }: BillingDesk) =>
  financial.call(contractApi.terminate, { params, body: { requested_on: '2029-06-05', reason: 'Se muda' } })

async function lend({ financial, params }: BillingDesk, serial: string): Promise<void> {
  const piece = { kind: 'onu', brand: 'Huawei', property: 'comodato', serial }
  const { data } = await financial.call(equipmentApi.create, { body: { equipment: piece } })
  const body = { to: 'at_client', no_contract: params.no }
  await financial.call(equipmentApi.move, { params: { id: data.id }, body })
}

test('R2.6 R2.9 R2.21 ACT-04 el correo de un retiro con acta dice el último día, lo que se devolvió, lo que se debe y lo que falta devolver', async () => {
  const desk = await makeMailed()
  const { params } = desk
  on(t, '2029-06-20')
  await lend(desk, 'HWTC11111111')
  await lend(desk, 'HWTC22222222')
  await bill(t, desk, '2029-05', '2029-06', '2029-07')
  on(t, '2029-07-01')
  await remove(desk, '2029-06-28', { equipment_moves: [{ serial: 'HWTC22222222', action: 'return' }] })
  const [mail, ...others] = await mailsOf(desk)
  // One email: the termination of the same report is in it.
  expect([mail?.subject, others]).toEqual([`Recogimos los equipos del contrato ${params.no}`, []])
  expect(mail?.text).toContain(
    `Recogimos los equipos de tu contrato ${params.no} el 28 de junio de 2029: ese es tu último día de servicio. El contrato termina el 31 de julio de 2029.`,
  )
  expect(mail?.text).toContain('No te cobramos la mensualidad desde el 29 de junio de 2029.')
  expect(mail?.text).toMatch(/Devolvimos \$ 2\.067,00 de junio de 2029 con la nota crédito \S+\./)
  expect(mail?.text).toMatch(/Devolvimos \$ 31\.000,00 de julio de 2029 con la nota crédito \S+\./)
  expect(await owed(t, desk)).toBe(58_933)
  expect(mail?.text).toContain('Hoy debes $ 58.933,00 de las facturas de este contrato.')
  expect(mail?.text).toContain('Falta que devuelvas: ONU Huawei HWTC11111111. Lo que no devuelvas se cobra.')
  expect(mail?.text).not.toContain('La última factura cobra')
  expect(await mailsOf(desk)).toEqual([])
})

test('R2.6 ACT-04 el acta de un retiro que la oficina ya avisó tiene su correo, y el de antes no se repite', async () => {
  const desk = await makeMailed()
  on(t, '2029-06-05')
  await terminate(desk)
  expect((await mailsOf(desk)).map(({ subject }) => subject)).toEqual([`Retiro del contrato ${desk.params.no}`])
  on(t, '2029-06-15')
  await bill(t, desk, '2029-05')
  await remove(desk, '2029-06-15')
  const [mail, ...others] = await mailsOf(desk)
  expect(others).toEqual([])
  expect(mail?.text).toContain('ese es tu último día de servicio. El contrato termina el 30 de junio de 2029.')
  expect(mail?.text).toContain('La última factura cobra el servicio hasta el 15 de junio de 2029.')
  expect(mail?.text).not.toContain('Falta que devuelvas')
})

test('R2.6 ACT-04 un acta que llega cuando el contrato ya terminó dice lo devuelto y lo que se debe', async () => {
  const desk = await makeMailed()
  on(t, '2029-06-05')
  await terminate(desk)
  await mailsOf(desk)
  on(t, '2029-06-20')
  await bill(t, desk, '2029-05', '2029-06')
  on(t, '2029-07-02')
  await applyDueChanges(t.world)
  await remove(desk, '2029-06-27')
  const [mail] = await mailsOf(desk)
  expect(mail?.text).toMatch(/Devolvimos \$ 3\.100,00 de junio de 2029 con la nota crédito \S+\./)
  expect(mail?.text).toContain('Hoy debes $ 57.900,00 de las facturas de este contrato.')
})

test('CON-06 R2.6 anular el retiro escribe al cliente que supo del retiro y no de su acta; registrarlo otra vez dice que los equipos ya se recogieron', async () => {
  const desk = await makeMailed()
  const { financial, params } = desk
  on(t, '2029-06-05')
  await terminate(desk)
  await mailsOf(desk)
  await remove(desk, '2029-06-05')
  await financial.call(contractApi.withdrawTermination, { params, body: { reason: 'Se queda' } })
  expect((await mailsOf(desk)).map(({ subject }) => subject)).toEqual([
    `Tu contrato ${params.no} sigue: anulamos el retiro`,
  ])
  await terminate(desk)
  const [again] = await mailsOf(desk)
  expect(again?.text).toContain('Ya recogimos los equipos: desde el 6 de junio de 2029 no te cobramos la mensualidad.')
})
