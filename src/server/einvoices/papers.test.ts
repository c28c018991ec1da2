import { expect, test } from 'vitest'
import { addDays, dayOf } from '#domain/core/days.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { creditNoteApi } from '#domain/invoices/credit-note-api.ts'
import { newKey, served } from '#test/cases/billed.ts'
import { issued, sendAllDue, testIssuers } from '#test/issuing.ts'
import { readPdf } from '#test/read-pdf.ts'

const { simulator, t, emitting, only } = await testIssuers()

/** A validated invoice, and its PDF without blanks. */
async function validated() {
  const { company, admin, user } = await emitting()
  const at = await issued(t, company)
  await sendAllDue(t)
  const document = await only(admin)
  const paper = async () =>
    readPdf((await at.by.ask(invoiceApi.pdf, { params: { id: at.invoice.id } })).bytes).text.replaceAll(/\s/g, '')
  const change = (identification: string) =>
    t.owner.query(`update clients set identification = $2, first_name = 'Otra' where id = $1`, [
      at.clientId,
      identification,
    ])
  return { ...at, company, admin, user, document, paper, change }
}

test('EIN-04 la factura validada nombra siempre a quien se envió, aunque el cliente cambie, y su nota también', async () => {
  const it = await validated()
  const before = await it.paper()
  // The day and the time of its XML, and of its validation (Resolución DIAN 000165, the graphic representation).
  expect(before).toMatch(/Generadoel\d+de\w+de\d{4},\d+:\d\d[ap]\.m\.ValidadoporlaDIANel/)
  await it.change('99887766')
  expect(await it.paper()).toBe(before)
  const note = await it.by.call(invoiceApi.creditNote, {
    params: { id: it.invoice.id },
    body: { concept: 'Servicio no prestado' },
    headers: newKey(),
  })
  await sendAllDue(t)
  const [invoice, credited] = simulator.documents(it.user)
  expect(credited?.payload.customer).toEqual(invoice?.payload.customer)
  const { text } = readPdf((await it.by.ask(creditNoteApi.pdf, { params: { id: note.data.id } })).bytes)
  const paper = text.replaceAll(/\s/g, '')
  // The note names the electronic invoice and its CUFE, and has no form of payment.
  for (const expected of [`facturaelectrónica${it.document.number}`, `CUFEdelafactura:${it.document.cufe}`])
    expect(paper).toContain(expected)
  expect([paper.includes('Otra'), paper.includes('Formadepago')]).toEqual([false, false])
})

test('EIN-04 INV-12 la factura validada y su nota tienen la razón social y el NIT con que se enviaron, aunque la empresa cambie', async () => {
  const it = await validated()
  const before = await it.paper()
  const { data } = await it.by.call(invoiceApi.creditNote, {
    params: { id: it.invoice.id },
    body: { concept: 'Error', lines: [{ position: 1, amount: 2_000 }] },
    headers: newKey(),
  })
  await sendAllDue(t)
  await t.owner.query(`update companies set name = 'Otra Razón S.A.S.' where id = $1`, [it.company.id])
  const note = readPdf((await it.by.ask(creditNoteApi.pdf, { params: { id: data.id } })).bytes).text
  const after = await it.paper()
  expect([before, after, note].map((text) => text.includes('OtraRazón') || text.includes('Otra Razón'))).toEqual([
    false,
    false,
    false,
  ])
  // What has no document yet is of the company of today.
  const other = await issued(t, it.company)
  const account = readPdf((await other.by.ask(invoiceApi.pdf, { params: { id: other.invoice.id } })).bytes).text
  expect(account.replaceAll(/\s/g, '')).toContain('OtraRazón')
})

test('INV-11 INV-12 el PDF de una factura dice lo que se reclama y lo que se devolvió, y su total es lo que queda por pagar', async () => {
  const { company } = await emitting()
  const { by, invoice } = await issued(t, company)
  const params = { id: invoice.id }
  const [dispute, credit] = [2_000, 3_000]
  const lines = [{ position: 1, amount: credit }]
  await by.call(invoiceApi.creditNote, { params, body: { concept: 'Error', lines }, headers: newKey() })
  // A note takes first what is in dispute, so the dispute comes after it.
  await by.call(invoiceApi.dispute, { params, body: { amount: dispute, reason: 'No se hizo' } })
  const { text } = readPdf((await by.ask(invoiceApi.pdf, { params })).bytes)
  const left = (invoice.total / 100 - dispute - credit).toLocaleString('es-CO')
  for (const expected of ['NotacréditoNC-', 'Enreclamo,nosecobra:', `Quedaporpagardeestafactura:$${left},00`])
    expect(text.replaceAll(/\s/g, '')).toContain(expected)
})

test('EIN-04 INV-12 la factura validada tiene en el papel las cantidades y los conceptos del XML', async () => {
  const { company, user } = await emitting()
  const at = await served(t, company)
  const line = { kind: 'technical_visit', description: 'Visita de revisión', quantity: 3, price: 10_001 }
  const { data } = await at.by.call(invoiceApi.create, {
    body: { invoice: { no_contract: at.no_contract, lines: [line] } },
    headers: newKey(),
  })
  const paper = async () =>
    readPdf((await at.by.ask(invoiceApi.pdf, { params: { id: data.id } })).bytes).text.replaceAll(/\s+/g, ' ')
  expect(await paper()).not.toContain('3 × Visita de revisión')
  await sendAllDue(t)
  // The base does not divide by three: the XML has one unit, and so has the paper of what it is the printed form.
  expect(simulator.documents(user)[0]?.payload.items).toMatchObject([
    { name: '3 × Visita de revisión', quantity: '1.00' },
  ])
  expect(await paper()).toContain('3 × Visita de revisión')
})

test('EIN-04 la factura validada dice si la empresa responde por IVA, se retiene renta o es del régimen simple, como el día en que se emitió', async () => {
  const { company } = await emitting()
  const setRegime = (from_on: string, is_vat_responsible: boolean, is_self_withholder: boolean, is_simple: boolean) =>
    t.owner.query('insert into company_tax_regimes values ($1, $2, $3, $4, $5, $6)', [
      company.id,
      from_on,
      is_vat_responsible,
      is_self_withholder,
      is_simple,
      'Sara Admin',
    ])
  await setRegime('2020-01-01', false, true, true)
  const at = await issued(t, company)
  await sendAllDue(t)
  const paper = async () =>
    readPdf((await at.by.ask(invoiceApi.pdf, { params: { id: at.invoice.id } })).bytes).text.replaceAll(/\s/g, '')
  const stated = 'EmpresanoresponsabledeIVA,autorretenedoraderenta,delrégimensimpledetributación.'
  expect(await paper()).toContain(stated)
  await setRegime(addDays(dayOf(new Date()), 1), true, false, false)
  expect(await paper()).toContain(stated)
  expect(await validated().then((it) => it.paper())).toContain('EmpresaresponsabledeIVA.')
})
