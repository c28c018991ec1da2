import { afterEach, expect, test } from 'vitest'
import { bulkApi } from '#domain/bulk/api.ts'
import { collectionApi } from '#domain/collections/api.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { consentApi } from '#domain/consents/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { runJob } from '#server/bulk/worker.ts'
import { BULK_WORK } from '#server/bulk-work.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { bill, makeDebtor, nine, putPolicy } from '#test/arrears.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A company with four debtors whose invoices of 20 November were payable until 30 November. */
async function desk() {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  const financial = await company.person('financial')
  await putPolicy(t, company.id)
  const debtors = []
  for (const name of ['ana', 'beto', 'caro', 'dario']) {
    const one = await makeDebtor(t, company, financial, { email: `${name}@correo.test` })
    debtors.push({ ...one, invoice: await bill(one) })
  }
  const [ana, beto, caro, dario] = debtors
  if (!ana || !beto || !caro || !dario) throw new Error('four debtors')
  return { company, financial, ana, beto, caro, dario }
}

test('SUS-01 SUS-05 recordar desde Cartera y cortes escribe a quien debe y lo autoriza, no a quien prometió ni a quien reclama, y se deshace', async () => {
  const { company, financial, ana, beto, caro, dario } = await desk()
  t.setNow(new Date(nine('2026-12-14')))
  await financial.call(promiseApi.promise, {
    body: { promise: { no_contract: beto.no_contract, until_on: '2026-12-16' } },
  })
  await financial.call(invoiceApi.dispute, {
    params: { id: caro.invoice },
    body: { amount: 60_000, reason: 'No la reconoce' },
  })
  const consent = { client_id: dario.clientId, purpose: 'contact_email', is_granted: false }
  await financial.call(consentApi.say, { body: { consent } })

  const chosen = await financial.call(collectionApi.preview, {
    query: { ids: `${ana.contractId},${beto.contractId}`, page: 1, page_size: 20 },
  })
  expect(chosen.data.map(({ id }) => id).toSorted()).toEqual([ana.contractId, beto.contractId].toSorted())

  const { data: job } = await financial.call(bulkApi.start, { body: { action: 'remind_debtors', query: '' } })
  expect(job.total).toBe(4)
  await runJob(t.world, BULK_WORK, { company_id: company.id, job_id: job.id })
  const { data: items } = await financial.call(bulkApi.items, { params: { id: job.id } })
  expect(Object.fromEntries(items.map(({ id, outcome, reason }) => [id, reason ?? outcome]))).toEqual({
    [ana.contractId]: 'done',
    [beto.contractId]: 'Prometió pagar y no se ha vencido la fecha',
    [caro.contractId]: 'Lo vencido está en reclamo',
    [dario.contractId]: expect.stringMatching(/no autoriza mensajes de cobro por correo$/),
  })
  const { data, message } = await financial.call(bulkApi.undo, { params: { id: job.id } })
  expect([data.undone, message]).toEqual([1, '1 correo no sale'])
  t.mails.length = 0
  await sendDue(t.world)
  expect(t.mails).toEqual([])
})

test('SUS-05 R5.2 lo que se recuerda a muchos de noche espera el horario de la ley, y hasta entonces se deshace', async () => {
  const { company, financial, ana } = await desk()
  // Nine in the evening in Bogotá.
  t.setNow(new Date('2026-12-15T02:00:00Z'))
  const { data: job } = await financial.call(bulkApi.start, {
    body: { action: 'remind_debtors', query: `ids=${ana.contractId}` },
  })
  await runJob(t.world, BULK_WORK, { company_id: company.id, job_id: job.id })
  t.mails.length = 0
  await sendDue(t.world)
  expect(t.mails).toEqual([])
  const held = await financial.call(bulkApi.undo, { params: { id: job.id } })
  expect(held.data.undone).toBe(1)
  t.setNow(new Date(nine('2026-12-15')))
  await sendDue(t.world)
  expect(t.mails).toEqual([])
  // Undone, it may be written again, and leaves in the morning.
  const { data: again } = await financial.call(bulkApi.start, {
    body: { action: 'remind_debtors', query: `ids=${ana.contractId}` },
  })
  await runJob(t.world, BULK_WORK, { company_id: company.id, job_id: again.id })
  await sendDue(t.world)
  expect(t.mails.map(({ to }) => to)).toEqual(['ana@correo.test'])
})

test('SUS-04 SUS-05 un recordatorio que espera el horario de la ley no sale si entretanto el cliente promete pagar, y el de quien no promete sí', async () => {
  const { company, financial, ana, beto } = await desk()
  t.setNow(new Date('2026-12-15T02:00:00Z'))
  const { data: job } = await financial.call(bulkApi.start, {
    body: { action: 'remind_debtors', query: `ids=${ana.contractId},${beto.contractId}` },
  })
  await runJob(t.world, BULK_WORK, { company_id: company.id, job_id: job.id })
  t.mails.length = 0
  await sendDue(t.world)
  expect(t.mails).toEqual([])
  // At half past five in the morning, before the hours of the law.
  t.setNow(new Date('2026-12-15T10:30:00Z'))
  await financial.call(promiseApi.promise, {
    body: { promise: { no_contract: ana.no_contract, until_on: '2026-12-17' } },
  })
  t.setNow(new Date(nine('2026-12-15')))
  await sendDue(t.world)
  expect(t.mails.map(({ to }) => to)).toEqual(['beto@correo.test'])
  const { data } = await financial.call(messageApi.list, { query: { q: 'ana@correo.test' } })
  expect(data).toMatchObject([{ status: 'dropped', problem: 'Prometió pagar y no se ha vencido la fecha' }])
})
