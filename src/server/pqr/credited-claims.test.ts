import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { bill } from '#test/billing-desk.ts'
import { newKey } from '#test/cases/billed.ts'
import { claimedInvoice } from '#test/cases/claimed.ts'
import { newCase } from '#test/cases/filed.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** June of 60,000 billed ahead with another charge, claimed for 60,000; then the contract ends in May, and its note gives June back. */
async function retired(other: number, { isPaid = false } = {}) {
  t.setNow(new Date('2029-05-22T17:00:00Z'))
  const company = await t.company()
  const financial = await company.person('financial')
  const person = await makeClient(t.owner, company.id)
  const fields = { cutDay: 31, activeFrom: '2029-05-02', price: 6_000_000 }
  const { id: contractId, no_contract } = await makeContract(t.owner, company.id, person.id, fields)
  await bill(t, { company, financial }, '2029-05')
  if (other > 0)
    await t.owner.query(
      `insert into pending_charges (company_id, contract_id, kind, description, price) values ($1, $2, 'other', 'Cable', $3)`,
      [company.id, contractId, other * 100],
    )
  await bill(t, { company, financial }, '2029-06')
  const { rows } = await t.owner.query<{ id: string }>(
    `select id from invoices where contract_id = $1 and period = '2029-06'`,
    [contractId],
  )
  const invoice_id = rows[0]?.id ?? ''
  const user = { id: person.userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  const about = { typology: 'facturacion', response_channel: 'portal' }
  const claim = { ...newCase('No usé junio'), ...about, invoice_id, amount: 60_000 }
  const { data: filed } = await client.call(pqrApi.create, { body: { pqr: claim } })
  const invoice = async () => (await financial.call(invoiceApi.get, { params: { id: invoice_id } })).data
  expect((await invoice()).disputed_amount).toBe(6_000_000)
  if (isPaid) {
    const payment = { client_id: person.id, amount: 160_000, method: 'efectivo' as const, paid_on: '2029-05-22' }
    await financial.call(manualPaymentApi.create, { body: { payment }, headers: newKey() })
    expect((await invoice()).disputes).toMatchObject([{ outcome: 'pago' }])
  }
  const ending = { requested_on: '2029-05-22', reason: 'Se muda' }
  await financial.call(contractApi.terminate, { params: { no: no_contract }, body: ending })
  const answer = (decision: string) =>
    financial.call(pqrApi.answer, { params: { id: filed.id }, body: { text: 'Revisamos su cuenta', decision } })
  return { financial, filed, invoice, answer }
}

test('PQR-05 INV-10 INV-11 la nota de un retiro que cubre lo reclamado cierra el reclamo, y la respuesta a favor no lo devuelve otra vez', async () => {
  const it = await retired(40_000)
  const [note] = (await it.invoice()).credit_notes
  expect(note?.total).toBe(6_000_000)
  expect(await it.invoice()).toMatchObject({
    balance: 4_000_000,
    disputed_amount: 0,
    payable: 4_000_000,
    disputes: [{ outcome: 'nota_credito', credit_note: note?.number }],
  })
  const desk = await it.financial.ask(invoiceApi.resolveDispute, {
    params: { id: (await it.invoice()).id },
    body: { outcome: 'a_favor', resolution: 'Tiene razón' },
  })
  expect(desk.status).toBe(409)
  const { data } = await it.answer('favor')
  expect([data.tasks, data.claim?.left, data.claim?.notes]).toEqual([[], 0, [note?.number]])
  expect((await it.invoice()).credit_notes).toHaveLength(1)
})

test('PQR-05 INV-10 la nota de un retiro que anula la factura reclamada la nombra su reclamo, y la respuesta a favor no ordena devolver nada', async () => {
  const it = await retired(0)
  const { status, credit_notes, disputes } = await it.invoice()
  expect([status, credit_notes.length]).toEqual(['anulado', 1])
  expect(disputes).toMatchObject([{ outcome: 'nota_credito', credit_note: credit_notes[0]?.number }])
  const { data } = await it.answer('favor')
  expect([data.tasks, data.claim?.left]).toEqual([[], 0])
})

test('PQR-05 INV-10 la nota de un retiro devuelve lo reclamado que ya se pagó, y la respuesta a favor no ordena devolverlo otra vez', async () => {
  const it = await retired(40_000, { isPaid: true })
  const { credit_notes, disputes } = await it.invoice()
  expect(disputes).toMatchObject([{ outcome: 'nota_credito', credit_note: credit_notes[0]?.number }])
  const { data } = await it.answer('favor')
  expect([data.tasks, data.claim?.left, data.claim?.notes]).toEqual([[], 0, [credit_notes[0]?.number]])
})

/** A claim of an invoice of 35,700 of which 15,700 are paid, with a note of the desk of 8,000 that is less than what is in dispute. */
async function smallerNote(amount: number) {
  const it = await claimedInvoice(t, { amount })
  const payment = await it.pay(15_700)
  const body = { concept: 'Ajuste', lines: [{ position: 1, amount: 8_000 }] }
  await it.by.call(invoiceApi.creditNote, { params: { id: it.invoiceId }, body, headers: newKey() })
  expect((await it.invoice()).disputed_amount).toBe(1_200_000)
  return { ...it, payment }
}

test('PQR-05 INV-11 lo que una nota menor quitó de lo reclamado está devuelto: la respuesta devuelve solo el resto', async () => {
  const it = await smallerNote(30_000)
  const [noted] = (await it.invoice()).credit_notes
  expect((await it.read()).claim).toMatchObject({ left: 2_200_000, disputed: 1_200_000, notes: [noted?.number] })
  const { data } = await it.answer('favor')
  expect(new Set(await it.notes())).toEqual(new Set([800_000, 1_200_000, 1_000_000]))
  expect([data.tasks, data.claim?.left]).toEqual([[], 0])
})

test('INV-11 TRX-04 lo que una nota menor quitó de lo reclamado no vuelve a estar en reclamo al reversar los pagos', async () => {
  const it = await smallerNote(20_000)
  const last = await it.pay(12_000)
  expect((await it.invoice()).disputes).toMatchObject([{ outcome: 'pago' }])
  await it.reversePayment(it.payment)
  await it.reversePayment(last)
  expect(await it.invoice()).toMatchObject({ balance: 2_770_000, disputed_amount: 1_200_000, payable: 1_570_000 })
})

test('PQR-05 nunca se devuelve más de lo que las notas dejaron de la factura', async () => {
  const it = await claimedInvoice(t, { amount: 30_000, paid: 35_700 })
  const body = { concept: 'Ajuste', lines: [{ position: 1, amount: 15_700 }] }
  await it.by.call(invoiceApi.creditNote, { params: { id: it.invoiceId }, body, headers: newKey() })
  const { data } = await it.answer('favor')
  expect([await it.notes(), data.tasks]).toEqual([[1_570_000, 2_000_000], []])
})

test('PQR-05 la nota de una respuesta a favor de un reclamo pagado queda en el caso, y otra PQR ya no reclama lo devuelto', async () => {
  const it = await claimedInvoice(t, { amount: 20_000 })
  const payment = await it.pay(35_700)
  await it.answer('favor')
  const [note] = (await it.invoice()).credit_notes
  expect((await it.read()).claim).toMatchObject({ left: 0, notes: [note?.number] })
  const again = await it.claimAgain({ subject: 'El mismo cobro', amount: 20_000 })
  expect([again.status, again.json.errors?.[0]?.field]).toEqual([422, 'pqr.amount'])
  await it.reversePayment(payment)
  const { disputed_amount, disputes } = await it.invoice()
  expect([disputed_amount, disputes[0]?.outcome]).toEqual([0, 'a_favor'])
})

test('PQR-05 INV-11 la nota de una PQR no toma del reclamo pagado de otra, que se responde aparte', async () => {
  const it = await claimedInvoice(t, { amount: 10_000, paid: 35_700 })
  const { json } = await it.claimAgain({ subject: 'Otro cobro de más', amount: 8_000 })
  const { id } = json.data as { id: string }
  await it.answer('favor')
  const second = { params: { id }, body: { text: 'Revisamos su cuenta', decision: 'favor' } }
  const { data } = await it.by.call(pqrApi.answer, second)
  expect([await it.notes(), data.tasks]).toEqual([[1_000_000, 800_000], []])
  expect((await it.read()).claim).toMatchObject({ left: 0 })
})
