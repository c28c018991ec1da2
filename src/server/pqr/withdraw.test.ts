import { afterAll, expect, test } from 'vitest'
import { notificationApi } from '#domain/notifications/api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { claimedInvoice } from '#test/cases/claimed.ts'
import { after, filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'
import { runClock } from './clock.ts'
import { writeMail } from './mail.ts'

const t = testApp()
afterAll(() => t.setNow(null))

const ANSWER = { text: 'Revisamos la red y el equipo quedó cambiado.', decision: 'contra' }
const APPEAL = { kind: 'reposicion_subsidio_apelacion', text: 'No es cierto' }
const BILLING = { typology: 'facturacion' }

/** A case that was filed on 20 November 2026. */
async function opened(fields: object = {}) {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const made = await filedCase(t, company, { ...fields })
  const params = { id: made.filed.id }
  const read = async () => (await made.by.call(pqrApi.get, { params })).data
  const answer = (decision = 'contra') => made.by.call(pqrApi.answer, { params, body: { ...ANSWER, decision } })
  const appeal = () => made.client.call(pqrApi.appeal, { params, body: APPEAL })
  const tryIt = async () => {
    const { status, json } = await made.client.ask(pqrApi.withdraw, { params, body: {} })
    return [status, json.message]
  }
  return { ...made, company, params, read, answer, appeal, tryIt }
}

test('PQR-10 R3.6 quien desiste termina su caso: nada vence, no opera el silencio y recibe constancia, correo y aviso', async () => {
  const { company, by, client, params, read, filed } = await opened()
  t.setNow(morningOf('2026-11-23'))
  const { data, message } = await client.call(pqrApi.withdraw, { params, body: { reason: 'Ya me lo arreglaron' } })
  expect(message).toBe(`La PQR ${filed.reference} terminó por desistimiento`)
  expect([data.status, data.due, data.withdrawal, data.actions]).toEqual([
    'desistida',
    null,
    { on: '2026-11-23', channel: 'portal' },
    [],
  ])
  t.setNow(after(filed.answer_by))
  await runClock(t.world)
  expect((await read()).status).toBe('desistida')
  const late = await by.ask(pqrApi.answer, { params, body: { text: 'Revisamos su caso', decision: 'contra' } })
  expect([late.status, late.json.message]).toEqual([409, 'Esta PQR terminó por desistimiento'])
  const pdf = await client.ask(pqrApi.constancia, { params, query: { of: 'withdrawal' } })
  const text = readPdf(pdf.bytes).text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('Constancia de desistimiento')
  expect(text).toContain('Ya me lo arreglaron')
  expect(text).toContain('no opera el silencio administrativo positivo')
  const entry_id = data.entries.at(-1)?.id
  const queued = await t.owner.query<{ payload: { document: string; entry_id: string } }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'pqr.mail' and payload ->> 'case_id' = $1 and payload ->> 'document' = 'withdrawn'`,
    [filed.id],
  )
  expect(queued.rows.map(({ payload }) => payload.entry_id)).toEqual([entry_id])
  await writeMail(t.world, { company_id: company.id, case_id: filed.id, document: 'withdrawn', entry_id })
  const { rows } = await t.owner.query<{ subject: string; name: string }>(
    `select m.subject, f.name from messages m join message_files f on f.message_id = m.id
     where m.company_id = $1 and m.dedupe like 'pqr:withdrawn:%'`,
    [company.id],
  )
  expect(rows).toEqual([
    {
      subject: `Recibimos tu desistimiento: radicado interno ${filed.reference}`,
      name: `constancia-desistimiento-${filed.reference}.pdf`,
    },
  ])
  const noticesOf = async (who: typeof by) => (await who.call(notificationApi.list)).data.map((one) => one.text)
  expect(await noticesOf(client)).toContain(`Tu PQR ${filed.reference} terminó porque desististe de ella`)
  expect(await noticesOf(by)).toContain(`Quien radicó la PQR ${filed.reference} desistió: ya no se responde`)
  const open = await by.call(pqrApi.list, { query: { state: 'open' } })
  expect(open.data).toEqual([])
})

test('PQR-10 de un caso desistido no se escribe, no se responde y no se califica, y la misma PQR se radica otra vez', async () => {
  const { by, client, params } = await opened()
  await client.call(pqrApi.withdraw, { params, body: {} })
  const refused = [
    await client.ask(pqrApi.message, { params, body: { text: 'Hola' } }),
    await by.ask(pqrApi.answer, { params, body: ANSWER }),
    await by.ask(pqrApi.requestInfo, { params, body: { text: '¿A qué hora?' } }),
    await client.ask(pqrApi.rate, { params, body: { satisfaction: 5 } }),
    await client.ask(pqrApi.withdraw, { params, body: {} }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409])
  expect(refused[4]?.json.message).toBe('Ya se desistió de esta PQR')
  t.setNow(morningOf('2026-11-25'))
  expect((await client.ask(pqrApi.create, { body: { pqr: newCase() } })).status).toBe(201)
})

test('PQR-10 R3.1 quien desiste y radica lo mismo enseguida tiene un caso nuevo, y su segundo toque es ese', async () => {
  const { client, params, filed, read } = await opened()
  await client.call(pqrApi.withdraw, { params, body: {} })
  const again = await client.call(pqrApi.create, { body: { pqr: newCase() } })
  expect(again.message).toMatch(/^Radicamos tu PQR con/)
  expect([again.data.id === filed.id, again.data.status]).toEqual([false, 'radicada'])
  const tapped = await client.call(pqrApi.create, { body: { pqr: newCase() } })
  expect([tapped.data.id === again.data.id, tapped.message]).toEqual([true, expect.stringMatching(/^Ya habíamos/)])
  expect((await read()).status).toBe('desistida')
})

test('PQR-10 no se desiste de una PQR respondida, en silencio positivo o que está en la SIC, y el motivo se dice', async () => {
  const answered = await opened()
  await answered.answer()
  expect(await answered.tryIt()).toEqual([409, 'Esta PQR ya fue respondida: no se puede desistir de ella'])
  const late = await opened()
  t.setNow(after(late.filed.answer_by))
  expect(await late.tryIt()).toEqual([409, expect.stringContaining('por silencio positivo')])
  const sent = await opened(BILLING)
  await sent.answer()
  await sent.appeal()
  await sent.answer()
  expect(await sent.tryIt()).toEqual([409, expect.stringContaining('se le presenta a la SIC')])
  await sent.by.call(pqrApi.escalate, { params: sent.params, body: {} })
  expect(await sent.tryIt()).toEqual([409, expect.stringContaining('se le presenta a la SIC')])
})

test('PQR-10 R2.15 lo reclamado se vuelve a cobrar desde el desistimiento, con el mismo plazo que una decisión en contra', async () => {
  const days = async (invoiceId: string) => {
    const { rows } = await t.owner.query<{ last: string; extended: string | null; disputed: string }>(
      'select last_payable_on::text as last, extended_to_on::text as extended, disputed_amount::text as disputed from invoices where id = $1',
      [invoiceId],
    )
    return rows[0]
  }
  const withdrawn = await claimedInvoice(t, { amount: 10_000 })
  const denied = await claimedInvoice(t, { amount: 10_000 })
  t.setNow(morningOf('2026-12-03'))
  const { data } = await withdrawn.client.call(pqrApi.withdraw, { params: withdrawn.params, body: {} })
  await denied.answer('contra')
  expect(await days(withdrawn.invoiceId)).toEqual(await days(denied.invoiceId))
  expect([await withdrawn.disputed(), await withdrawn.notes(), data.claim?.is_open]).toEqual([[], [], false])
  expect(data.entries.at(-1)?.text).toMatch(/^Desistimiento de la PQR\. Reclamo cerrado: .* se pueden pagar hasta el /)
  expect((await withdrawn.claimAgain({ subject: 'Otra vez' })).status).toBe(201)
})

test('PQR-10 la mesa registra un desistimiento en papel con su día y su canal, y las tareas del caso se terminan', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const by = await company.person('financial')
  const petitioner = { name: 'Luz Ortiz', type_identification: 'CC', identification: '52123457', phone: '3104445566' }
  const pqr = { ...newCase(), response_channel: 'telefono', petitioner, channel: 'oficina' }
  const { data: filed } = await by.call(pqrApi.create, { body: { pqr } })
  const params = { id: filed.id }
  await by.call(pqrApi.requestInfo, { params, body: { text: '¿A qué hora pasa?' } })
  t.setNow(morningOf('2026-11-24'))
  const record = (body: object) => by.ask(pqrApi.withdraw, { params, body })
  const fieldOf = async (body: object) => {
    const { status, json } = await record(body)
    return [status, json.errors?.[0]?.field]
  }
  expect(await fieldOf({})).toEqual([400, 'channel'])
  expect(await fieldOf({ channel: 'oficina' })).toEqual([400, 'reason'])
  const reason = 'Dejó una carta'
  expect(await fieldOf({ channel: 'oficina', received_on: '2026-11-19', reason })).toEqual([422, 'received_on'])
  expect(await fieldOf({ channel: 'oficina', received_on: '2026-11-25', reason })).toEqual([422, 'received_on'])
  const { data, message } = await by.call(pqrApi.withdraw, {
    params,
    body: { channel: 'oficina', received_on: '2026-11-23', reason },
  })
  expect(message).toContain('No tiene correo: entrégale la constancia')
  expect(data.withdrawal).toEqual({ on: '2026-11-23', channel: 'oficina' })
  expect(data.entries.at(-1)?.text).toContain('Llegó el 23 de noviembre de 2026 (oficina)')
  expect(data.tasks.map(({ is_stopped, done_at }) => [is_stopped, done_at === null])).toEqual([[true, false]])
  const client = await filedCase(t, company)
  const own = { params: { id: client.filed.id }, body: { channel: 'oficina' } }
  expect((await client.client.ask(pqrApi.withdraw, own)).status).toBe(403)
})

test('PQR-10 un reclamo de factura lo desiste el personal financiero, porque se vuelve a cobrar', async () => {
  const it = await claimedInvoice(t, { amount: 10_000 })
  const body = { channel: 'telefono', reason: 'Llamó: ya no la necesita' }
  expect((await it.technical.ask(pqrApi.withdraw, { params: it.params, body })).status).toBe(403)
  expect((await it.by.ask(pqrApi.withdraw, { params: it.params, body })).status).toBe(200)
})

test('PQR-10 R3.8 quien desiste del recurso se queda con la respuesta, y lo que ella dio queda devuelto', async () => {
  const it = await claimedInvoice(t, { amount: 10_000 })
  const { total } = await it.invoice()
  await it.pay(total / 100 - 3_000)
  await it.answer('parcial', 5_000)
  expect([await it.notes(), await it.openTasks()]).toEqual([[300_000, 200_000], []])
  await it.appeal()
  const { data } = await it.client.call(pqrApi.withdraw, { params: it.params, body: {} })
  expect([data.status, data.decision, await it.disputed()]).toEqual(['desistida', 'parcial', []])
  expect(await it.notes()).toEqual([300_000, 200_000])
  const listed = async () => (await it.by.call(pqrApi.list, { query: { state: 'open' } })).data.map(({ id }) => id)
  expect(await listed()).toEqual([])
})
