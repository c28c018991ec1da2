import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { money, pesosLabel } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { newKey } from '#test/cases/billed.ts'
import { claimedInvoice } from '#test/cases/claimed.ts'
import { after, newCase } from '#test/cases/filed.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'
import { runClock } from './clock.ts'

const t = testApp()

/** A claim of 10,000 on an invoice that was paid. */
async function paidClaim(response_channel = 'portal') {
  const { total } = await (await claimedInvoice(t, { amount: 1 })).invoice()
  return claimedInvoice(t, { amount: 10_000, paid: total / 100, response_channel })
}
const textsOf = (tasks: readonly { text: string }[]) => tasks.map(({ text }) => text).toSorted()
/** A task to give money back, as answers of earlier versions left one. */
const orderRefund = (it: Awaited<ReturnType<typeof claimedInvoice>>) =>
  t.owner.query(
    `insert into pqr_tasks (company_id, case_id, text, due_at)
     values ($1, $2, 'Devuelve $ 2.000,00 de lo reclamado, que ya se había pagado', '2026-11-23T14:00:00Z')`,
    [it.company.id, it.params.id],
  )
const BY_SIC =
  'Devuelve lo que ordena la decisión de la SIC: devolución de dinero con su nota crédito, porque el usuario no debe nada. No queda como saldo a favor'
const BY_SIC_OWED = 'Devuelve lo que ordena la decisión de la SIC: nota crédito o devolución de dinero'

test('R8.5 R3.9 PQR-05 PQR-07 cada decisión sobre una factura pagada hace su nota crédito, que queda como saldo a favor', async () => {
  const it = await paidClaim()
  const { data, message } = await it.answer('parcial', 4_000)
  expect(message).toContain(
    'Nota crédito NC-1 por $ 4.000,00; de eso, $ 4.000,00 ya se habían pagado y quedan como saldo a favor',
  )
  expect([await it.notes(), data.tasks, data.claim?.left]).toEqual([[400_000], [], 600_000])
  await it.appeal()
  const appealed = await it.answer('favor')
  expect([await it.notes(), appealed.data.tasks, appealed.data.claim?.left]).toEqual([[400_000, 600_000], [], 0])
  const { data: client } = await it.by.call(clientApi.get, { params: { id: it.clientId } })
  expect(client.balance).toBe(-1_000_000)
})

test('PQR-05 el valor se escribe con la decisión de una parte, y solo con ella', async () => {
  const it = await paidClaim()
  const refused = async (decision: string, amount?: number) => {
    const body = { text: 'Revisamos su cuenta', decision, ...(amount === undefined ? {} : { amount }) }
    const { status, json } = await it.by.ask(pqrApi.answer, { params: it.params, body })
    return [status, json.errors?.[0]]
  }
  const only = { field: 'amount', message: 'El valor se escribe solo con la decisión «A favor en una parte»' }
  expect(await refused('favor', 4_000)).toEqual([422, only])
  expect(await refused('contra', 4_000)).toEqual([422, only])
  expect(await refused('parcial')).toEqual([
    422,
    { field: 'amount', message: 'Escribe cuánto se le devuelve al usuario' },
  ])
  expect([(await it.read()).status, await it.notes()]).toEqual(['radicada', []])
})

test('PQR-05 una parte mayor que lo reclamado, o igual, se rechaza en su campo con su razón y no responde', async () => {
  const it = await claimedInvoice(t, { amount: 10_000 })
  const answer = (amount: number) =>
    it.by.ask(pqrApi.answer, { params: it.params, body: { text: 'Revisamos su cuenta', decision: 'parcial', amount } })
  const more = await answer(12_000)
  expect([more.status, more.json.errors]).toEqual([
    422,
    [
      {
        field: 'amount',
        message: 'Es más de lo que falta por devolver de lo reclamado, $ 10.000,00: escribe una parte',
      },
    ],
  ])
  expect((await answer(10_000)).json.errors?.[0]?.message).toBe(
    'Es todo lo que falta por devolver de lo reclamado: elige la decisión «A favor»',
  )
  expect([(await it.read()).status, await it.notes()]).toEqual(['radicada', []])
})

test('R3.9 PQR-07 la orden de la SIC deja su tarea después de una respuesta que dio una parte', async () => {
  const it = await paidClaim()
  await it.answer('parcial', 4_000)
  await it.appeal('reposicion_subsidio_apelacion')
  await it.answer('contra')
  await it.by.call(pqrApi.escalate, { params: it.params, body: {} })
  const body = { outcome: 'revoca', text: 'Resolución 1234 de 2027: devolver lo cobrado' }
  const { data } = await it.by.call(pqrApi.sicDecision, { params: it.params, body })
  expect([textsOf(await it.openTasks()), data.due?.kind]).toEqual([[BY_SIC], 'task'])
})

test('R3.9 PQR-07 lo que la SIC ordena a quien debe es una nota crédito, y sin factura reclamada no es devolver', async () => {
  const decide = async (
    it: Pick<Awaited<ReturnType<typeof claimedInvoice>>, 'by' | 'client'>,
    params: { id: string },
  ) => {
    const answer = () =>
      it.by.call(pqrApi.answer, { params, body: { text: 'Revisamos su cuenta', decision: 'contra' } })
    await answer()
    const body = { kind: 'reposicion_subsidio_apelacion', text: 'No es cierto' }
    await it.client.call(pqrApi.appeal, { params, body })
    await answer()
    await it.by.call(pqrApi.escalate, { params, body: {} })
    const order = { outcome: 'modifica', text: 'Resolución 1234 de 2027' }
    const { data } = await it.by.call(pqrApi.sicDecision, { params, body: order })
    return textsOf(data.tasks)
  }
  const owes = await claimedInvoice(t, { amount: 10_000 })
  expect(await decide(owes, owes.params)).toEqual([BY_SIC_OWED])
  const pqr = { ...newCase('Me suspendieron sin deber'), response_channel: 'portal', typology: 'suspension' }
  const { data: filed } = await owes.client.call(pqrApi.create, { body: { pqr } })
  const tasks = await decide(owes, { id: filed.id })
  expect(tasks).toEqual(['Cumple lo que ordena la decisión de la SIC'])
})

test('R3.6 PQR-06 la respuesta a un silencio sobre una factura pagada la devuelve: su tarea no se marca sin ella', async () => {
  const it = await paidClaim('correo')
  t.setNow(after(it.filed.answer_by))
  await runClock(t.world)
  const refund = (await it.openTasks()).find(({ text }) => text.startsWith('Devuelve'))
  const early = await it.by.ask(pqrApi.task, {
    params: { ...it.params, task_id: refund?.id ?? '' },
    body: { note: 'Transferencia al cliente' },
  })
  expect([early.status, early.json.message]).toEqual([
    409,
    'Responde la PQR: la respuesta devuelve lo reclamado, y faltan $ 10.000,00',
  ])
  await it.answer('favor')
  expect(await it.notes()).toEqual([1_000_000])
  // Its answer goes by hand: the client has no e-mail.
  expect(textsOf(await it.openTasks())).toEqual(['Comunícale al usuario que su solicitud queda a favor'])
})

test('PQR-06 el plazo del recurso que vence con tareas por hacer no cierra el caso: se cierra después de la última', async () => {
  const it = await paidClaim('correo')
  await orderRefund(it)
  const { data } = await it.answer('favor')
  expect(data.due?.kind).toBe('task')
  const last = data.appeal_until ?? it.filed.answer_by
  await it.by.call(pqrApi.deliver, { params: it.params, body: { delivered_on: '2026-11-20' } })
  t.setNow(after(last))
  expect([await runClock(t.world), await runClock(t.world)]).toEqual([1, 0])
  const waiting = await it.read()
  expect([waiting.status, waiting.due?.kind]).toEqual(['respondida', 'task'])
  expect(waiting.entries.at(-1)?.text).toContain('El caso se cierra cuando esté hecho')
  await it.finish()
  await runClock(t.world)
  const closed = await it.read()
  expect([closed.status, closed.due]).toEqual(['cerrada', null])
})

test('PQR-02 R3.8 la cola muestra el deber que vence primero: la tarea de 72 horas antes del envío a la SIC, y después el envío', async () => {
  const it = await claimedInvoice(t, { amount: 10_000 })
  await it.answer('contra')
  await it.appeal('reposicion_subsidio_apelacion')
  const { total } = await it.invoice()
  await it.pay(total / 100 - 3_000)
  await orderRefund(it)
  const { data } = await it.answer('parcial', 5_000)
  expect(textsOf(await it.openTasks())).toEqual(['Devuelve $ 2.000,00 de lo reclamado, que ya se había pagado'])
  expect([data.due?.kind, data.due?.on, data.sic?.transfer_by]).toEqual(['task', '2026-11-23', '2026-11-27'])
  await it.finish()
  const later = (await it.read()).due
  expect([later?.kind, later?.on]).toEqual(['transfer', '2026-11-27'])
  // A reposición that does not go to the SIC owes only its task.
  const other = await claimedInvoice(t, { amount: 10_000 })
  await other.answer('contra')
  await other.appeal()
  await other.pay((await other.invoice()).total / 100 - 3_000)
  await orderRefund(other)
  expect((await other.answer('parcial', 5_000)).data.due?.kind).toBe('task')
})

test('PQR-06 un silencio con sus tareas hechas todavía debe la respuesta al usuario, y sigue en la cola con su plazo', async () => {
  const it = await paidClaim()
  t.setNow(after(it.filed.answer_by))
  await runClock(t.world)
  const before = (await it.read()).due
  const note = { concept: 'Silencio', lines: [{ position: 1, amount: (await it.invoice()).total / 100 }] }
  await it.by.call(invoiceApi.creditNote, { params: { id: it.invoiceId }, body: note, headers: newKey() })
  await it.finish()
  expect((await it.read()).due).toEqual(before)
  expect(before?.kind).toBe('silence')
})

test('PQR-05 R3.6 el reclamo de una PQR abierta se decide en el caso: la mesa de facturas lee cuál es, y no lo cierra en contra', async () => {
  const it = await claimedInvoice(t, { amount: 10_000 })
  const resolve = () =>
    it.by.ask(invoiceApi.resolveDispute, {
      params: { id: it.invoiceId },
      body: { outcome: 'en_contra', resolution: 'Se revisó' },
    })
  const refused = await resolve()
  expect([refused.status, refused.json.message, await it.disputed()]).toEqual([
    409,
    `Este reclamo se decide en la PQR ${it.filed.reference}: ábrela y respóndela, o registra allí lo que decidió la SIC`,
    [1_000_000],
  ])
  t.setNow(after(it.filed.answer_by))
  await runClock(t.world)
  expect((await resolve()).status).toBe(409)
  await it.answer('favor')
  expect(await it.notes()).toEqual([1_000_000])
})

test('R3.9 lo que la SIC cambió lo corrige la mesa de facturas: ese reclamo ya no se decide en el caso', async () => {
  const it = await claimedInvoice(t, { amount: 10_000 })
  await it.answer('contra')
  await it.appeal('reposicion_subsidio_apelacion')
  await it.answer('contra')
  const resolve = (body: object) => it.by.ask(invoiceApi.resolveDispute, { params: { id: it.invoiceId }, body })
  expect((await resolve({ resolution: 'Se revisó' })).status).toBe(409)
  await it.by.call(pqrApi.escalate, { params: it.params, body: {} })
  expect((await resolve({ resolution: 'Se revisó' })).status).toBe(409)
  const body = { outcome: 'revoca', text: 'Resolución 1234 de 2027: devolver lo cobrado' }
  await it.by.call(pqrApi.sicDecision, { params: it.params, body })
  // The order is not done, nor the case closed, while the sum is in dispute.
  const [task] = await it.openTasks()
  const finish = (note?: string) =>
    it.by.ask(pqrApi.task, {
      params: { ...it.params, task_id: task?.id ?? '' },
      body: note === undefined ? {} : { note },
    })
  const early = await finish('Se hizo')
  expect([early.status, early.json.message]).toEqual([
    409,
    'Primero decide el reclamo en la factura: su valor sigue en reclamo',
  ])
  expect((await it.openTasks()).length).toBe(1)
  const closing = () => it.by.ask(pqrApi.close, { params: it.params, body: {} })
  expect([(await closing()).json.message, (await it.read()).actions.includes('close')]).toEqual([
    'Antes de cerrar, decide el reclamo en la factura: su valor sigue en reclamo',
    false,
  ])
  expect((await resolve({ outcome: 'a_favor', resolution: 'Resolución 1234' })).status).toBe(200)
  const unsaid = await finish()
  expect([unsaid.status, unsaid.json.errors?.[0]?.field]).toEqual([400, 'note'])
  expect((await finish('Nota crédito por todo lo reclamado')).status).toBe(200)
  expect((await closing()).status).toBe(200)
  expect(await it.notes()).toEqual([1_000_000])
})

test('R8.5 R7.12 PQR-05 la respuesta dice lo que se pagó con la nota crédito: otra factura abierta, y lo que queda a favor', async () => {
  const it = await paidClaim()
  const { no_contract } = await it.invoice()
  const lines = [{ kind: 'technical_visit', description: 'Visita técnica', quantity: 1, price: 5_000 }]
  const { data: other } = await it.by.call(invoiceApi.create, {
    body: { invoice: { no_contract: no_contract ?? '', lines } },
    headers: newKey(),
  })
  const { message } = await it.answer('favor')
  const left = 1_000_000 - other.total
  const used = `$ 10.000,00 ya se habían pagado: ${pesosLabel(other.total)} pagaron la factura ${other.number} y ${pesosLabel(money(left))} quedan como saldo a`
  expect(spaced(message)).toContain(spaced(`Nota crédito NC-1 por $ 10.000,00; de eso, ${used} favor`))
  const { bytes } = await it.by.ask(pqrApi.answerPdf, { params: it.params })
  expect(spaced(readPdf(bytes).text.replaceAll(/\s+/g, ' '))).toContain(spaced(`De ese valor, ${used} su favor.`))
  expect((await it.by.call(invoiceApi.get, { params: { id: other.id } })).data.status).toBe('pagado')
  const { data: list } = await it.client.call(notificationApi.list)
  expect(list.map(({ text }) => spaced(text)).join(' ')).toContain(
    spaced(`Emitimos la nota crédito NC-1 a tu favor por $ 10.000,00: `),
  )
  expect(list.map(({ text }) => spaced(text)).join(' ')).toContain(spaced(`${used} favor`))
})

const spaced = (text: string | undefined) => (text ?? '').replaceAll('\u00a0', ' ')
