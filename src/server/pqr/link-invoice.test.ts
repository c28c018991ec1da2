import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { disputeApi, invoiceApi } from '#domain/invoices/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
import { billed, newKey, visitBody } from '#test/cases/billed.ts'
import { after, morningOf, newCase } from '#test/cases/filed.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'
import { writeMail } from './mail.ts'

const t = testApp()
afterAll(() => t.setNow(null))

const FILED_ON = '2026-11-20'
const WHOLE = 3_570_000

/** A client with an unpaid invoice who complained by telephone without it, on 20 November 2026. */
async function called(fields: object = {}) {
  t.setNow(morningOf(FILED_ON))
  const company = await t.company()
  const { by, clientId, userId, no_contract, invoiceId } = await billed(t, company)
  const user = { id: userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  const pqr = { ...newCase('Cobro de más'), response_channel: 'portal', client_id: clientId, channel: 'telefono' }
  const { data: filed } = await by.call(pqrApi.create, { body: { pqr: { ...pqr, ...fields } } })
  const params = { id: filed.id }
  const link = (body: object = {}) => by.ask(pqrApi.linkInvoice, { params, body: { invoice_id: invoiceId, ...body } })
  const refusal = async (body: object = {}) => {
    const { status, json } = await link(body)
    return [status, json.errors?.[0]?.field, json.errors?.[0]?.message ?? json.message]
  }
  const read = async (by_ = by) => (await by_.call(pqrApi.get, { params })).data
  const invoice = async () => (await by.call(invoiceApi.get, { params: { id: invoiceId } })).data
  const disputed = async () =>
    (await by.call(disputeApi.list, { query: { status: 'open' } })).data.map(({ amount, reference }) => [
      amount,
      reference,
    ])
  const answer = (decision: string) =>
    by.call(pqrApi.answer, { params, body: { text: 'Revisamos su cuenta', decision } })
  const payAll = () =>
    by.call(manualPaymentApi.create, {
      body: {
        payment: {
          client_id: clientId,
          amount: WHOLE / 100,
          method: 'efectivo',
          paid_on: FILED_ON,
          invoice_ids: [invoiceId],
        },
      },
      headers: newKey(),
    })
  const pdf = async (query?: Record<string, unknown>) => {
    const file = await by.ask(pqrApi.constancia, { params, ...(query ? { query } : {}) })
    return readPdf(file.bytes).text.replaceAll(/\s+/g, ' ')
  }
  return {
    company,
    by,
    client,
    clientId,
    no_contract,
    invoiceId,
    filed,
    params,
    link,
    refusal,
    read,
    invoice,
    disputed,
    answer,
    payAll,
    pdf,
  }
}

test('PQR-11 R2.15 la factura que se vincula después queda en reclamo desde ese día, y lo que se radicó no cambia', async () => {
  const it = await called()
  expect((await it.read()).actions).toContain('link_invoice')
  t.setNow(morningOf('2026-11-24'))
  const { status, json } = await it.link({ amount: 10_000 })
  expect([status, json.message]).toEqual([200, expect.stringContaining('ya reclama la factura')])
  const { number, disputed_amount } = await it.invoice()
  expect([disputed_amount, await it.disputed()]).toEqual([1_000_000, [[1_000_000, it.filed.reference]]])
  const { claim, entries, actions, typology, filed_typology } = await it.read()
  expect(claim).toMatchObject({
    invoice_id: it.invoiceId,
    number,
    amount: 1_000_000,
    is_open: true,
    disputed: 1_000_000,
    linked_on: '2026-11-24',
  })
  expect(actions).not.toContain('link_invoice')
  expect([typology, filed_typology]).toEqual(['facturacion', 'otra'])
  expect(entries.at(-1)).toMatchObject({ kind: 'linked', side: 'empresa', is_internal: false })
  expect(entries.at(-1)?.text).toContain(
    `Factura ${number}. Valor reclamado: $ 10.000,00. Desde hoy y hasta la respuesta no se cobran ni se vencen $ 10.000,00.`,
  )
  const { rows } = await t.owner.query<{ invoice_id: string | null; filed: string }>(
    'select invoice_id, filed_on::text as filed from pqr_cases where id = $1',
    [it.filed.id],
  )
  expect(rows).toEqual([{ invoice_id: null, filed: FILED_ON }])
  const edit = t.owner.query('update pqr_cases set linked_amount = 1 where id = $1', [it.filed.id])
  await expect(edit).rejects.toThrow('what was filed')
})

test('PQR-11 la constancia de la radicación no nombra la factura, la del vínculo sí, y quien radicó recibe el aviso y el correo', async () => {
  const it = await called()
  t.setNow(morningOf('2026-11-24'))
  expect((await it.by.ask(pqrApi.constancia, { params: it.params, query: { of: 'link' } })).status).toBe(404)
  await it.link({ amount: 10_000 })
  const { number } = await it.invoice()
  expect(await it.pdf()).not.toContain(number)
  const receipt = await it.pdf({ of: 'link' })
  expect(receipt).toContain('Vinculada el 24 de noviembre de 2026')
  expect(receipt).toContain(`Factura ${number}. Valor reclamado: $ 10.000,00.`)
  const notices = (await it.client.call(notificationApi.list)).data.map(({ text }) => text)
  expect(notices).toContain(`Tu PQR ${it.filed.reference} ya reclama la factura ${number}: mira qué cambia`)
  await t.owner.query(`update clients set email = 'yenny@correo.test' where id = $1`, [it.clientId])
  const pqr = { ...newCase('Otro cobro'), client_id: it.clientId, channel: 'telefono' }
  const { data: other } = await it.by.call(pqrApi.create, { body: { pqr } })
  const made = await it.by.call(invoiceApi.create, { body: visitBody(it), headers: newKey() })
  const params = { id: other.id }
  const { data } = await it.by.call(pqrApi.linkInvoice, { params, body: { invoice_id: made.data.id } })
  const queued = await t.owner.query<{ payload: object }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'pqr.mail' and payload ->> 'case_id' = $1 and payload ->> 'document' = 'entry'`,
    [other.id],
  )
  const entry_id = data.entries.find(({ kind }) => kind === 'linked')?.id
  expect(queued.rows.map(({ payload }) => payload)).toEqual([expect.objectContaining({ entry_id })])
  await writeMail(t.world, queued.rows[0]?.payload)
  const { rows } = await t.owner.query<{ subject: string; name: string }>(
    `select m.subject, f.name from messages m join message_files f on f.message_id = m.id
     where m.company_id = $1 and m.dedupe like 'pqr:entry:%'`,
    [it.company.id],
  )
  expect(rows).toEqual([
    {
      subject: `Tu PQR ${other.reference} ya reclama una factura`,
      name: `constancia-factura-${other.reference}.pdf`,
    },
  ])
})

test('PQR-11 PQR-05 la respuesta decide la factura vinculada: a favor hace la nota crédito, en contra la vuelve a cobrar', async () => {
  const it = await called()
  await it.link({ amount: 10_000 })
  await it.answer('favor')
  expect([(await it.invoice()).credit_notes.map(({ total }) => total), await it.disputed()]).toEqual([[1_000_000], []])
  const denied = await called()
  await denied.link()
  expect(await denied.disputed()).toEqual([[WHOLE, denied.filed.reference]])
  await denied.answer('contra')
  expect([(await denied.invoice()).disputed_amount, await denied.disputed()]).toEqual([0, []])
})

test('PQR-11 PQR-05 el reclamo de una factura vinculada se decide en su PQR, y su silencio positivo la devuelve', async () => {
  const it = await called()
  await it.link({ amount: 10_000 })
  const body = { resolution: 'No procede', outcome: 'en_contra' }
  const early = await it.by.ask(invoiceApi.resolveDispute, { params: { id: it.invoiceId }, body })
  expect([early.status, early.json.message]).toEqual([409, expect.stringContaining('Este reclamo se decide en la PQR')])
  t.setNow(after(it.filed.answer_by))
  const { data } = await it.answer('favor')
  expect((await it.invoice()).credit_notes.map(({ total }) => total)).toEqual([1_000_000])
  expect(data.tasks.map(({ text }) => text)).toContain('Devuelve lo reclamado de la factura con una nota crédito')
})

test('PQR-11 una factura en otro reclamo, pagada sin valor, anulada o de otro cliente se rechaza en su campo, con qué hacer', async () => {
  const it = await called()
  const pqr = { ...newCase('Otro cobro'), client_id: it.clientId, channel: 'telefono', invoice_id: it.invoiceId }
  const { data: first } = await it.by.call(pqrApi.create, { body: { pqr } })
  expect(await it.refusal()).toEqual([
    409,
    'invoice_id',
    `Toda esa factura ya está en reclamo en la PQR ${first.reference}: escribe allí lo que falta, o responde esta sin la factura`,
  ])
  const paid = await called()
  await paid.payAll()
  expect(await paid.refusal()).toEqual([
    422,
    'amount',
    expect.stringContaining('Esa factura no tiene saldo por cobrar: escribe'),
  ])
  expect(await paid.refusal({ amount: 90_000 })).toEqual([
    422,
    'amount',
    expect.stringContaining('mayor que la factura'),
  ])
  expect((await paid.link({ amount: 5_000 })).status).toBe(200)
  expect([await paid.disputed(), (await paid.read()).claim?.amount]).toEqual([[], 500_000])
  const annulled = await called()
  const note = { concept: 'No se prestó el servicio' }
  await annulled.by.call(invoiceApi.creditNote, {
    params: { id: annulled.invoiceId },
    body: note,
    headers: newKey(),
  })
  expect(await annulled.refusal()).toEqual([422, 'invoice_id', expect.stringContaining('ya se devolvió completa')])
  const own = await called()
  const other = await billed(t, own.company)
  expect(await own.refusal({ invoice_id: other.invoiceId })).toEqual([404, 'invoice_id', 'Esa factura no existe'])
  const twice = await called()
  await twice.link()
  expect(await twice.refusal()).toEqual([409, undefined, expect.stringContaining('ya reclama una factura')])
})

test('PQR-11 solo se vincula mientras la PQR espera respuesta, y lo hace el personal financiero', async () => {
  const it = await called()
  const technical = await it.company.person('technical')
  const body = { invoice_id: it.invoiceId }
  expect((await technical.ask(pqrApi.linkInvoice, { params: it.params, body })).status).toBe(403)
  expect((await it.read(technical)).actions).not.toContain('link_invoice')
  await it.answer('contra')
  expect(await it.refusal()).toEqual([409, undefined, 'Solo se vincula una factura a una PQR que espera respuesta'])
  const late = await called()
  t.setNow(after(late.filed.answer_by))
  expect((await late.refusal())[0]).toBe(409)
  expect(await late.disputed()).toEqual([])
})

test('PQR-11 PQR-01 a la PQR del formulario público se le vincula la factura de quien tiene ese documento, y no otra', async () => {
  const it = await called()
  const { rows } = await t.owner.query<{ nit: string; type: string; document: string }>(
    `select c.nit, k.type_identification as type, k.identification as document
     from companies c join clients k on k.company_id = c.id where k.id = $1`,
    [it.clientId],
  )
  const [its] = rows
  const file = async (identification: string | undefined) => {
    const petitioner = { name: 'Luz Ortiz', type_identification: its?.type, identification, phone: '3104445566' }
    const pqr = { ...newCase(), response_channel: 'telefono', company: its?.nit, petitioner }
    const { json } = await t.ask(publicPqrApi.submit, { body: { pqr } })
    const { id } = z.parse(z.object({ id: z.string() }), json.data)
    const { status, json: linked } = await it.by.ask(pqrApi.linkInvoice, {
      params: { id },
      body: { invoice_id: it.invoiceId, amount: 10_000 },
    })
    return [status, linked.message]
  }
  expect(await file('52999457')).toEqual([404, 'Esa factura no existe'])
  expect(await file(its?.document)).toEqual([200, expect.stringContaining('Quedó esta tarea: Llama')])
  expect((await it.invoice()).disputed_amount).toBe(1_000_000)
})

test('PQR-11 PQR-09 R3.3 corregir el CUN escrito a mano no separa el reclamo de su PQR: la respuesta lo decide', async () => {
  const setCun = (it: Awaited<ReturnType<typeof called>>, number: string, body: object = {}) =>
    it.by.call(pqrApi.setCun, { params: it.params, body: { cun: `4331-26-${number}`, ...body } })
  for (const [at, decision] of ['contra', 'favor'].entries()) {
    const it = await called()
    await setCun(it, `000047600${at}`)
    await it.link({ amount: 10_000 })
    await setCun(it, `000047601${at}`, { reason: 'El último dígito' })
    expect((await it.read()).claim).toMatchObject({ is_open: true, disputed: 1_000_000 })
    await it.answer(decision)
    const { disputed_amount, credit_notes } = await it.invoice()
    expect([disputed_amount, credit_notes.map(({ total }) => total)]).toEqual([0, at === 0 ? [] : [1_000_000]])
    expect(await it.disputed()).toEqual([])
  }
})

test('PQR-11 PQR-05 el reclamo que una corrección anterior del CUN separó de su PQR vuelve a ella con la migración 0400', async () => {
  const it = await called()
  const setCun = (cun: string, body: object = {}) =>
    it.by.call(pqrApi.setCun, { params: it.params, body: { cun, ...body } })
  await setCun('4331-26-0000476020')
  await it.link({ amount: 10_000 })
  await setCun('4331-26-0000476021', { reason: 'El último dígito' })
  await setCun('4331-26-0000476022', { reason: 'Otra vez' })
  const refer = (reference: string) =>
    t.owner.query('update disputes set reference = $2 where company_id = $1', [it.company.id, reference])
  const isFound = async () => (await it.read()).claim?.is_open
  const migration = path.resolve(import.meta.dirname, '../../../db/migrations/0400_dispute_references.sql')
  for (const [reference, found] of [
    ['4331-26-0000476020', false],
    ['4331-26-0000476021', false],
    ['4331-26-0000476022', true],
  ] as const) {
    await refer(reference)
    expect(await isFound()).toBe(found)
    await t.owner.query(await readFile(migration, 'utf8'))
    expect([await isFound(), await it.disputed()]).toEqual([true, [[1_000_000, it.filed.reference]]])
  }
  // What the desk named with a number of no case stays.
  await refer('Carta 12')
  await t.owner.query(await readFile(migration, 'utf8'))
  expect(await it.disputed()).toEqual([[1_000_000, 'Carta 12']])
})
