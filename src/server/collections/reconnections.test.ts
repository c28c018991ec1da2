import { afterEach, expect, test } from 'vitest'
import { collectionApi } from '#domain/collections/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { pesos } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { bill, type Debtor, makeDebtor, nine, pay, putPolicy, runAt, statusOf } from '#test/arrears.ts'
import { newKey } from '#test/cases/billed.ts'
import { testApp } from '#test/world.ts'
import { runCollections } from './run.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A debtor whose service was cut on Wednesday, December 16, for an invoice that could be paid until December 10. */
async function cutDebtor(
  policy: Parameters<typeof putPolicy>[2] = {},
  price = 60_000,
): Promise<Debtor & { invoiceId: string }> {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, policy)
  const one = await makeDebtor(t, company, await company.person('financial'))
  const invoiceId = await bill(one, price)
  await runAt(t, nine('2026-12-11'))
  await runAt(t, nine('2026-12-16'))
  expect(await statusOf(one)).toBe('suspended')
  return { ...one, invoiceId }
}

/** The same debtor, whose message about the cut has not left yet. */
async function untoldDebtor(policy: Parameters<typeof putPolicy>[2] = {}, isPaused = false): Promise<Debtor> {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, policy)
  const one = await makeDebtor(t, company, await company.person('financial'))
  await bill(one)
  const pause = { params: { no: one.no_contract }, body: { from: '2026-12-31', months: 1 } }
  if (isPaused) await one.financial.call(contractApi.pause, pause)
  await runAt(t, nine('2026-12-11'))
  t.setNow(new Date(nine('2026-12-16')))
  await runCollections(t.world)
  expect(await statusOf(one)).toBe('suspended')
  return one
}

const cutMessage = async ({ financial }: Debtor) =>
  (await financial.call(messageApi.list)).data.find(({ subject }) => subject.startsWith('Suspendimos tu servicio'))

const terms = async ({ financial }: Debtor, query: { open?: 'true' } = {}) =>
  (await financial.call(collectionApi.reconnections, { query })).data

test('SUS-03 el plazo de reconexión termina cuando se reversa el pago que lo inició, y el pago siguiente inicia otro', async () => {
  const one = await cutDebtor({ reconnects: false })
  t.setNow(new Date(nine('2026-12-17')))
  const { data } = await pay(one, 60_000, '2026-12-17')
  expect(await terms(one, { open: 'true' })).toMatchObject([{ due_on: '2026-12-22' }])
  await one.financial.call(manualPaymentApi.reverse, {
    params: { id: data.id },
    body: { reason: 'Cheque devuelto' },
    headers: newKey(),
  })
  await runAt(t, nine('2026-12-22'))
  expect(await terms(one, { open: 'true' })).toEqual([])
  expect(await terms(one)).toMatchObject([{ state: 'owed_again', reconnected_at: null }])
  expect(await t.events(one.company.id)).not.toContain('reconnection.near')
  t.setNow(new Date(nine('2026-12-23')))
  await pay(one, 60_000, '2026-12-23')
  expect(await terms(one)).toMatchObject([{ due_on: '2026-12-29', state: 'on_time' }, { state: 'owed_again' }])
})

test('SUS-03 R2.4 el corte pagado que termina con el contrato no queda como reconectado, y el que se venció sigue vencido', async () => {
  const [late, early] = [await cutDebtor({ reconnects: false }), await cutDebtor({ reconnects: false })]
  for (const [one, paidOn] of [
    [late, '2026-12-17'],
    [early, '2026-12-28'],
  ] as const) {
    t.setNow(new Date(nine(paidOn)))
    await pay(one, 60_000, paidOn)
    const body = { requested_on: '2026-12-14' as never, reason: 'Se va del país' }
    await one.financial.call(contractApi.terminate, { params: { no: one.no_contract }, body })
  }
  t.setNow(new Date('2026-12-31T16:00:00Z'))
  await applyDueChanges(t.world)
  await runAt(t, '2026-12-31T16:01:00Z')
  expect([await statusOf(late), await statusOf(early)]).toEqual(['terminated', 'terminated'])
  const ended = { ended_on: '2026-12-30', reconnected_at: null }
  expect(await terms(late)).toMatchObject([{ due_on: '2026-12-22', state: 'late', ...ended }])
  expect(await terms(early)).toMatchObject([{ due_on: '2026-12-31', state: 'ended', ...ended }])
  expect([await terms(late, { open: 'true' }), await terms(early, { open: 'true' })]).toEqual([[], []])
  expect(t.mails.filter(({ subject }) => subject === 'Tu servicio está activo otra vez')).toEqual([])
})

test('SUS-03 quien paga lo que causó el corte vuelve a tener servicio aunque deba menos del mínimo', async () => {
  const one = await cutDebtor()
  t.setNow(new Date(nine('2026-12-17')))
  await pay(one, 50_000, '2026-12-17')
  expect(await statusOf(one)).toBe('suspended')
  await pay(one, 1_000, '2026-12-17')
  expect(await statusOf(one)).toBe('active')
  await runAt(t, nine('2026-12-18'))
  expect(await statusOf(one)).toBe('active')
})

test('SUS-03 una deuda que se venció durante el corte no retiene el servicio: se avisa aparte', async () => {
  const one = await cutDebtor()
  t.setNow(new Date(nine('2026-12-17')))
  await bill(one, 30_000)
  await runAt(t, nine('2027-01-15'))
  expect(await statusOf(one)).toBe('suspended')
  await one.financial.call(manualPaymentApi.create, {
    body: {
      payment: {
        client_id: one.clientId,
        amount: 60_000,
        method: 'efectivo',
        paid_on: '2027-01-15',
        invoice_ids: [one.invoiceId],
      },
    },
    headers: newKey(),
  })
  expect(await statusOf(one)).toBe('active')
})

test('SUS-03 quien paga lo que no reclama vuelve a tener servicio', async () => {
  const one = await cutDebtor()
  t.setNow(new Date(nine('2026-12-17')))
  const dispute = { params: { id: one.invoiceId }, body: { amount: 20_000, reason: 'No vinieron' } }
  await one.financial.call(invoiceApi.dispute, dispute)
  await pay(one, 40_000, '2026-12-17')
  expect(await statusOf(one)).toBe('active')
})

test('SUS-03 lo que suspendió una persona vuelve cuando nada de lo que estaba vencido se debe', async () => {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id)
  const one = await makeDebtor(t, company, await company.person('financial'))
  await bill(one)
  t.setNow(new Date(nine('2026-12-15')))
  const params = { no: one.no_contract }
  await one.financial.call(contractApi.suspend, { params, body: { reason: 'No pagó' } })
  await pay(one, 55_000, '2026-12-15')
  expect(await statusOf(one)).toBe('suspended')
  await pay(one, 5_000, '2026-12-15')
  expect(await statusOf(one)).toBe('active')
})

test('SUS-03 al reconectar, el cliente recibe una vez el mensaje de la empresa', async () => {
  const one = await cutDebtor()
  const template = { subject: 'Ya tienes internet', text: 'Contrato {contrato} de {empresa}.' }
  await one.financial.call(collectionApi.saveTemplate, { body: { kind: 'reconnected', template } })
  t.setNow(new Date(nine('2026-12-17')))
  await pay(one, 60_000, '2026-12-17')
  const before = t.mails.length
  // At night and on a holiday too: it is no message about a debt.
  await runAt(t, '2026-12-18T03:00:00Z')
  await runAt(t, '2026-12-18T03:01:00Z')
  expect(t.mails.slice(before)).toEqual([
    expect.objectContaining({
      to: 'yenny@correo.test',
      subject: 'Ya tienes internet',
      text: expect.stringContaining(one.no_contract),
    }),
  ])
  const refused = await one.financial.ask(collectionApi.saveTemplate, {
    body: { kind: 'reconnected', template: { ...template, text: 'Debes {valor}' } },
  })
  expect(refused.json.errors).toEqual([
    { field: 'template.text', message: 'El mensaje de la reconexión no tiene {valor}' },
  ])
})

test('SUS-03 R5.3 el aviso del corte que se atrasó no le llega a quien ya pagó y espera su reconexión; sí a quien debe', async () => {
  const [owes, pays] = [await untoldDebtor({ reconnects: false }), await untoldDebtor({ reconnects: false })]
  t.setNow(new Date(nine('2026-12-17')))
  await pay(pays, 60_000, '2026-12-17')
  expect(await statusOf(pays)).toBe('suspended')
  await sendDue(t.world)
  expect(await cutMessage(pays)).toMatchObject({ status: 'dropped', problem: 'Ya pagó: falta reconectarlo' })
  expect(await cutMessage(owes)).toMatchObject({ status: 'sent' })
})

test('SUS-03 R5.3 el aviso del corte que se atrasó no le llega a quien ya pagó y está en pausa', async () => {
  const one = await untoldDebtor({}, true)
  t.setNow(new Date('2026-12-31T05:30:00Z'))
  await applyDueChanges(t.world)
  t.setNow(new Date(nine('2027-01-12')))
  await pay(one, 60_000, '2027-01-12')
  expect(await statusOf(one)).toBe('suspended')
  await sendDue(t.world)
  expect(await cutMessage(one)).toMatchObject({
    status: 'dropped',
    problem: 'El servicio ya no está suspendido por mora',
  })
})

test('SUS-03 una deuda mínima más alta no reconecta lo que se cortó con la de antes, y el pago sí', async () => {
  const one = await cutDebtor()
  await putPolicy(t, one.company.id, { minimum_debt: pesos(100_000) })
  await runAt(t, nine('2026-12-18'))
  expect(await statusOf(one)).toBe('suspended')
  expect(await terms(one)).toEqual([])
  // What is left after a part is below the minimum with which it was cut.
  await pay(one, 55_000, '2026-12-18')
  expect(await statusOf(one)).toBe('active')
})
