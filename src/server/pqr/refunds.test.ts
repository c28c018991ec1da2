import { expect, test } from 'vitest'
import { invoiceApi } from '#domain/invoices/api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { claimedInvoice } from '#test/cases/claimed.ts'
import { after, newCase } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'
import { runClock } from './clock.ts'

const t = testApp()

/** A claim of 10,000 on an invoice that was paid. */
async function paidClaim(response_channel = 'portal') {
  const { total } = await (await claimedInvoice(t, { amount: 1 })).invoice()
  return claimedInvoice(t, { amount: 10_000, paid: total / 100, response_channel })
}
const textsOf = (tasks: readonly { text: string }[]) => tasks.map(({ text }) => text).toSorted()
const BY_ANSWER = 'Devuelve lo que ordena la respuesta: nota crédito o devolución de dinero'
const BY_APPEAL =
  'Devuelve lo que falte de $ 10.000,00, que ordena la decisión del recurso: nota crédito o devolución de dinero'
const BY_SIC =
  'Devuelve lo que ordena la decisión de la SIC: devolución de dinero con su nota crédito, porque el usuario no debe nada. No queda como saldo a favor'
const BY_SIC_OWED = 'Devuelve lo que ordena la decisión de la SIC: nota crédito o devolución de dinero'

test('R3.9 PQR-07 cada decisión que ordena devolver una factura pagada deja su tarea, aunque la anterior ya esté hecha', async () => {
  const it = await paidClaim()
  await it.answer('parcial')
  expect(textsOf(await it.openTasks())).toEqual([BY_ANSWER])
  await it.finish()
  await it.appeal()
  const { data } = await it.answer('favor')
  expect(textsOf(await it.openTasks())).toEqual([BY_APPEAL])
  expect(data.due?.kind).toBe('task')
  expect((await it.by.ask(pqrApi.close, { params: it.params, body: {} })).status).toBe(409)
})

test('PQR-05 la tarea de un reclamo de una factura pagada dice cuánto se devuelve, también el de una parte', async () => {
  const whole = await paidClaim()
  await whole.answer('favor')
  expect(textsOf(await whole.openTasks())).toEqual([
    'Devuelve $ 10.000,00, que ordena la respuesta: nota crédito o devolución de dinero',
  ])
  const part = await paidClaim()
  await part.answer('parcial', 4_000)
  expect(textsOf(await part.openTasks())).toEqual([
    'Devuelve $ 4.000,00, que ordena la respuesta: nota crédito o devolución de dinero',
  ])
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

test('R3.9 PQR-07 la orden de la SIC deja su tarea después de la de una respuesta que ya se cumplió', async () => {
  const it = await paidClaim()
  await it.answer('parcial')
  await it.finish()
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

test('R3.6 PQR-06 el silencio sobre una factura pagada deja una sola tarea para devolverla', async () => {
  const it = await paidClaim('correo')
  t.setNow(after(it.filed.answer_by))
  await runClock(t.world)
  await it.answer('favor')
  // Its answer goes by hand: the client has no e-mail.
  expect(textsOf(await it.openTasks())).toEqual([
    'Comunícale al usuario que su solicitud queda a favor',
    'Devuelve lo reclamado de la factura con una nota crédito',
  ])
})

test('PQR-06 el plazo del recurso que vence con tareas por hacer no cierra el caso: se cierra después de la última', async () => {
  const it = await paidClaim('correo')
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
  // Three thousand are in dispute: two of the five thousand were paid.
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
  expect((await other.answer('parcial', 5_000)).data.due?.kind).toBe('task')
})

test('PQR-06 un silencio con sus tareas hechas todavía debe la respuesta al usuario, y sigue en la cola con su plazo', async () => {
  const it = await paidClaim()
  t.setNow(after(it.filed.answer_by))
  await runClock(t.world)
  const before = (await it.read()).due
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
