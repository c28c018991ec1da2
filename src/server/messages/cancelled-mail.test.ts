import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { contractRefundApi } from '#domain/contracts/refund-api.ts'
import { retractionApi } from '#domain/contracts/retraction-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { on } from '#test/billing-desk.ts'
import { contractBody } from '#test/cases/contracts.ts'
import { sendContractMails } from '#test/contract-mails.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { makePlan } from '#test/factory.ts'
import { makeSigned } from '#test/retracting.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const headers = () => ({ 'idempotency-key': randomUUID() })

/** A contract signed at the desk on 6 November 2026, with its connection of 80,000 pesos invoiced and 50,000 of it paid. */
async function makePaid() {
  const desk = await makeSigned(t, 'desk')
  const { financial, params, clientId } = desk
  const lines = [{ kind: 'additional_cable', description: 'Cable', quantity: 1, price: 80_000 }]
  await financial.call(invoiceApi.create, { body: { invoice: { no_contract: params.no, lines } }, headers: headers() })
  const payment = { client_id: clientId, amount: 50_000, method: 'efectivo', paid_on: '2026-11-06' }
  await financial.call(manualPaymentApi.create, { body: { payment }, headers: headers() })
  return desk
}

/** The emails about the contract among those of a company. */
const mailsOf = async (companyId: string) =>
  (await sendContractMails(t, companyId)).filter(({ subject }) => subject.includes('contrato'))

test('CON-08 R2.9 quien desiste antes de la instalación, a tiempo, recibe de vuelta lo que pagó y un correo que lo dice', async () => {
  const { company, financial, person, params, clientId } = await makePaid()
  const { message } = await financial.call(contractApi.cancel, { params, body: { reason: 'El cliente desiste' } })
  expect(message).toBe(
    'Contrato anulado exitosamente. Anulamos $ 80.000,00 con notas crédito. Hay que devolverle al cliente $ 50.000,00 a más tardar el 21 de noviembre de 2026: ese saldo a favor no paga otras facturas.',
  )
  const list = async () =>
    (await financial.call(contractRefundApi.list, {})).data.map((one) => [
      one.no_contract,
      one.reason,
      one.amount,
      one.due_on,
      one.closed_on,
    ])
  expect(await list()).toEqual([[params.no, 'before_installation', 5_000_000, '2026-11-21', null]])
  const [mail, ...others] = await mailsOf(company.id)
  expect([mail?.subject, others]).toEqual([`Tu contrato ${params.no} terminó sin instalarse`, []])
  expect(mail?.text).toContain('antes de instalar el servicio. El contrato terminó y no pagas nada por él.')
  expect(mail?.text).toContain('Motivo: El cliente desiste')
  expect(mail?.text).toContain('Anulamos lo que te habíamos facturado, $ 80.000,00, con notas crédito.')
  expect(mail?.text).toContain('te devolvemos $ 50.000,00 a más tardar el 21 de noviembre de 2026, sin descuentos')
  const shownTo = async (who: Person) => (await who.call(contractApi.get, { params })).data.cancelled
  const due = { refund_by: '2026-11-21', refund: { amount: 5_000_000, returned: 0, closed_on: null } }
  expect([await shownTo(financial), await shownTo(person)]).toEqual([due, due])
  const refund = { amount: 50_000, method: 'efectivo', paid_on: '2026-11-06', reason: 'Desistió' }
  await financial.call(creditApi.refund, { params: { client_id: clientId }, body: { refund }, headers: headers() })
  expect(await shownTo(person)).toMatchObject({ refund: { returned: 5_000_000, closed_on: '2026-11-06' } })
  expect(await list()).toEqual([[params.no, 'before_installation', 5_000_000, '2026-11-21', '2026-11-06']])
  expect(await breachesOf(t)).toEqual([])
})

test('CON-08 R2.14 un contrato que no se instaló en el plazo y se anula se devuelve hasta un día, y el correo lo dice', async () => {
  const { company, financial, params } = await makePaid()
  on(t, '2026-12-15')
  await financial.call(contractApi.cancel, { params, body: { reason: 'No fueron a instalar' } })
  const { data } = await financial.call(contractRefundApi.list, {})
  expect(data).toMatchObject([{ reason: 'late_installation', amount: 5_000_000, due_on: '2026-12-30' }])
  const [mail] = await mailsOf(company.id)
  expect(mail?.text).toContain(', que no se instaló en el plazo. El contrato terminó y no pagas nada por él.')
  expect(mail?.text).toContain('te devolvemos $ 50.000,00 a más tardar el 30 de diciembre de 2026')
})

test('CON-08 R2.9 la página de un contrato que no se pagó dice que no hay nada por devolver, y la de un borrador o un retracto, nada', async () => {
  const { company, financial, params, clientId } = await makeSigned(t, 'desk')
  const shown = async (no: string) => (await financial.call(contractApi.get, { params: { no } })).data.cancelled
  expect(await shown(params.no)).toBe(null)
  const plan_id = await makePlan(t.owner, company.id)
  const { data: draft } = await financial.call(contractApi.create, { body: contractBody(clientId, plan_id) })
  await financial.call(contractApi.cancel, { params: { no: draft.no_contract }, body: { reason: 'No firmó' } })
  expect(await shown(draft.no_contract)).toBe(null)
  await financial.call(contractApi.cancel, { params, body: { reason: 'El cliente desiste' } })
  expect(await shown(params.no)).toEqual({ refund_by: '2026-11-21', refund: null })
  const other = await makeSigned(t, 'desk')
  await other.financial.call(retractionApi.retract, other.asked('2026-11-06'))
  expect((await other.financial.call(contractApi.get, { params: other.params })).data.cancelled).toBe(null)
})

test('CON-08 un borrador que se anula no le escribe a nadie', async () => {
  const { company, financial, clientId } = await makeSigned(t, 'desk')
  const body = contractBody(clientId, await makePlan(t.owner, company.id))
  const { data: draft } = await financial.call(contractApi.create, { body })
  const { message } = await financial.call(contractApi.cancel, {
    params: { no: draft.no_contract },
    body: { reason: 'Repetido' },
  })
  expect([message, await mailsOf(company.id)]).toEqual(['Contrato anulado exitosamente', []])
})
