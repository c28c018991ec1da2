import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { creditNoteApi } from '#domain/invoices/credit-note-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { newKey } from '#test/cases/billed.ts'
import { issued, sendAllDue, testIssuers } from '#test/issuing.ts'
import { readPdf } from '#test/read-pdf.ts'
import { runQueue, sendDue } from './worker.ts'

const { simulator, t, emitting, documentsOf, only, sentOf } = await testIssuers()

test('EIN-01 EIN-04 la factura emitida se envía sola y queda validada con número, CUFE, QR, XML y PDF', async () => {
  const { company, admin, user } = await emitting()
  const { by, invoice } = await issued(t, company)
  expect(invoice.electronic).toMatchObject({ status: 'queued', number: null, cufe: null })
  await sendAllDue(t)
  const document = await only(admin)
  expect(document).toMatchObject({ status: 'validated', tries: 1, document: invoice.number })
  expect(document.number).toMatch(/^SETP99\d+$/)
  expect(document.cufe).toMatch(/^[0-9a-f]{96}$/)
  const params = { id: document.id }
  const { data } = await admin.call(einvoiceApi.get, { params })
  expect(data.qr_url).toContain(document.cufe ?? 'x')
  expect(data.steps.map(({ to_status }) => to_status)).toEqual(['validated'])
  const xml = await admin.ask(einvoiceApi.xml, { params })
  expect([xml.status, xml.text.includes('<')]).toEqual([200, true])
  const pdf = readPdf((await admin.ask(einvoiceApi.pdf, { params })).bytes)
  expect(pdf.text).toContain('Factura electrónica de venta')
  expect(pdf.text.replaceAll(/\s/g, '')).toContain(document.cufe)
  const own = await by.call(invoiceApi.get, { params: { id: invoice.id } })
  expect(own.data.electronic).toMatchObject({ status: 'validated', number: document.number, cufe: document.cufe })
  expect(sentOf(user)).toHaveLength(1)
})

test('INV-12 sin validar, el PDF es una cuenta de cobro sin CUFE', async () => {
  const { company } = await emitting()
  const { by, invoice } = await issued(t, company)
  const { text } = readPdf((await by.ask(invoiceApi.pdf, { params: { id: invoice.id } })).bytes)
  expect(text).toContain('Cuenta de cobro')
  expect(text).not.toContain('Factura electrónica')
  expect(text).not.toContain('CUFE')
})

test('EIN-01 los documentos salen de a uno y en el orden en que se emitieron, y otra empresa no espera', async () => {
  const { company, admin, user } = await emitting()
  const numbers: string[] = []
  for (let count = 0; count < 5; count += 1) numbers.push((await issued(t, company)).invoice.number)
  await Promise.all([sendDue(t.world), sendDue(t.world), runQueue(t.world, company.id)])
  await sendAllDue(t)
  expect(sentOf(user).map(({ reference }) => reference.replace(/-[^-]+$/, ''))).toEqual(numbers)
  expect((await documentsOf(admin)).map(({ status }) => status)).toEqual(numbers.map(() => 'validated'))
})

test('EIN-02 un rechazo dice en palabras qué corregir; corregido el cliente se envía solo con los datos nuevos', async () => {
  const { company, admin, user } = await emitting()
  const at = await issued(t, company)
  await t.owner.query(`update clients set type_identification = 'NIT', identification = '900825759-1' where id = $1`, [
    at.clientId,
  ])
  await sendAllDue(t)
  const rejected = await only(admin)
  expect(rejected).toMatchObject({ status: 'rejected', reason: 'check_digit', number: null, cufe: null })
  const { data } = await admin.call(einvoiceApi.get, { params: { id: rejected.id } })
  expect(data.provider_reasons.map(({ rule }) => rule)).toContain('FAK24')
  expect(sentOf(user)).toEqual([])
  // The invoice can be paid while its document is rejected (EIN-03).
  await at.by.call(manualPaymentApi.create, {
    body: { payment: { client_id: at.clientId, amount: 35_700, method: 'efectivo', paid_on: '2026-01-15' } },
    headers: newKey(),
  })
  const paid = await at.by.call(invoiceApi.get, { params: { id: at.invoice.id } })
  expect(paid.data).toMatchObject({
    status: 'pagado',
    electronic: { status: 'rejected' },
    // The desk, which corrects the client, reads why.
    electronic_problem: expect.stringMatching(/^El dígito de verificación del NIT .* Corrige el NIT del cliente/),
  })
  const client = await at.by.call(clientApi.get, { params: { id: at.clientId } })
  const { email: _email, ...rest } = { email: null, phone: client.data.phone, address: 'Carrera 7 # 12-20' }
  await at.by.call(clientApi.update, {
    params: { id: at.clientId },
    body: { client: { ...rest, type_identification: 'NIT', identification: '900825759-7', business_name: 'Halltec' } },
  })
  expect((await only(admin)).status).toBe('queued')
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'validated', tries: 2 })
  expect(sentOf(user).map(({ payload }) => payload.customer.identification)).toEqual(['900825759'])
})

test('EIN-03 la DIAN lenta se reintenta sola, con la misma referencia y esperas crecientes, y las demás esperan su turno', async () => {
  const { company, admin, user } = await emitting()
  await issued(t, company)
  const second = await issued(t, company)
  simulator.dian('slow')
  const start = new Date()
  t.setNow(start)
  await sendAllDue(t)
  const [, first] = await documentsOf(admin)
  expect(first).toMatchObject({ status: 'pending_dian', tries: 1, cufe: null })
  expect((await documentsOf(admin))[0]).toMatchObject({ document: second.invoice.number, status: 'queued' })
  t.setNow(new Date(start.getTime() + 50_000))
  await sendAllDue(t)
  expect((await documentsOf(admin))[1]?.tries).toBe(1)
  t.setNow(new Date(start.getTime() + 61_000))
  await sendAllDue(t)
  expect((await documentsOf(admin)).map(({ status }) => status)).toEqual(['validated', 'validated'])
  expect(sentOf(user)).toHaveLength(2)
  t.setNow(null)
})

test('EIN-01 EIN-03 una respuesta perdida se pregunta por su referencia y nunca se envía dos veces', async () => {
  const { company, admin, user } = await emitting()
  await issued(t, company)
  const start = new Date()
  t.setNow(start)
  simulator.fail('create', 'lost')
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'pending_dian' })
  const creates = [...simulator.calls()].filter(([path]) => path.includes('bills/validate')).map(([, count]) => count)
  t.setNow(new Date(start.getTime() + 61_000))
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'validated' })
  expect([...simulator.calls()].filter(([path]) => path.includes('bills/validate')).map(([, count]) => count)).toEqual(
    creates,
  )
  expect(sentOf(user)).toHaveLength(1)
  t.setNow(null)
})

test('EIN-03 un proveedor que responde HTML o errores no pierde el documento', async () => {
  for (const failure of ['html', 'error_500'] as const) {
    const { company, admin, user } = await emitting()
    await issued(t, company)
    const start = new Date()
    t.setNow(start)
    simulator.fail('create', failure)
    await sendAllDue(t)
    expect(await only(admin)).toMatchObject({ status: 'pending_dian' })
    t.setNow(new Date(start.getTime() + 61_000))
    await sendAllDue(t)
    expect(await only(admin)).toMatchObject({ status: 'validated' })
    expect(sentOf(user)).toHaveLength(1)
    t.setNow(null)
  }
})

test('EIN-03 la regla 90 se recupera, o queda por revisar sin reenviarse', async () => {
  const { company, admin } = await emitting()
  await issued(t, company)
  simulator.dian('duplicate')
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'manual', reason: 'processed' })
  await sendAllDue(t)
  expect((await only(admin)).tries).toBe(1)
})

test('EIN-03 después de las horas de la contingencia queda por revisar, y si la DIAN lo validó después se recupera', async () => {
  const { company, admin } = await emitting()
  await issued(t, company)
  const start = new Date()
  t.setNow(start)
  simulator.dian('slow', 'slow')
  await sendAllDue(t)
  t.setNow(new Date(start.getTime() + 49 * 3_600_000))
  await sendAllDue(t)
  const given = await only(admin)
  expect(given).toMatchObject({ status: 'manual', reason: 'not_answered' })
  await admin.call(einvoiceApi.retry, { params: { id: given.id }, body: {} })
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'validated' })
  t.setNow(null)
})

test('EIN-04 la nota crédito sale después de su factura, con CUDE y el número de ella', async () => {
  const { company, admin, user } = await emitting()
  const at = await issued(t, company)
  const note = await at.by.call(invoiceApi.creditNote, {
    params: { id: at.invoice.id },
    body: { concept: 'Una parte no se hizo', lines: [{ position: 1, amount: 10_000 }] },
    headers: newKey(),
  })
  await sendAllDue(t)
  const [last, first] = await documentsOf(admin)
  expect([first?.kind, first?.status, last?.kind, last?.status]).toEqual([
    'invoice',
    'validated',
    'credit_note',
    'validated',
  ])
  expect(last?.cufe).toMatch(/^[0-9a-f]{96}$/)
  expect(sentOf(user)[1]?.payload).toMatchObject({ bill_number: first?.number, correction_concept_code: '1' })
  const pdf = readPdf((await at.by.ask(creditNoteApi.pdf, { params: { id: note.data.id } })).bytes)
  expect(pdf.text).toContain('Nota crédito electrónica')
  expect(pdf.text).toContain('CUDE')
})

test('EIN-04 una nota crédito por más de lo que queda se rechaza y no llega a la DIAN', async () => {
  const { company, user } = await emitting()
  const at = await issued(t, company)
  const body = { concept: 'Descuento', lines: [{ position: 1, amount: 99_000 }] }
  const answer = await at.by.ask(invoiceApi.creditNote, { params: { id: at.invoice.id }, body, headers: newKey() })
  expect(answer.status).toBe(422)
  await sendAllDue(t)
  expect(sentOf(user).filter(({ kind }) => kind === 'credit_note')).toEqual([])
})
