import { afterEach, expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()
let keys = 0
const idempotencyHeader = () => {
  keys += 1
  return { 'idempotency-key': `k${keys}` }
}

/** After each test: every balance equals the sum of its journal entries, and no client has negative credit in favour. */
afterEach(async () => {
  const { rows } = await t.owner.query(`
    select i.id from invoices i left join lateral (
      select sum(case when j.debit_account = 'receivable' then j.amount else -j.amount end) as owed from journal j
      where j.company_id = i.company_id and j.invoice_id = i.id and 'receivable' in (j.debit_account, j.credit_account)
    ) j on true where i.balance <> coalesce(j.owed, 0)
    union all
    select client_id from journal group by client_id
    having sum(case when credit_account = 'credit' then amount when debit_account = 'credit' then -amount else 0 end) < 0`)
  expect(rows).toEqual([])
})

type Desk = { company: Company; financial: Person; clientId: string; userId: string; no_contract: string }

async function makeDesk(fields: { segment?: string; stratum?: number; includesVat?: boolean } = {}): Promise<Desk> {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const company = await t.company()
  const client = await makeClient(t.owner, company.id, fields)
  const { no_contract } = await makeContract(t.owner, company.id, client.id, { stratum: 1, ...fields })
  return {
    company,
    financial: await company.person('financial'),
    clientId: client.id,
    userId: client.userId,
    no_contract,
  }
}

const line = (price: number, changes: object = {}) => ({
  kind: 'technical_visit',
  description: 'Visita técnica',
  quantity: 1,
  price,
  ...changes,
})

async function charge({ financial, no_contract }: Desk, ...prices: number[]) {
  const body = { invoice: { no_contract, lines: prices.map((price) => line(price)) } }
  return (await financial.call(invoiceApi.create, { body, headers: idempotencyHeader() })).data
}

const pay = ({ financial, clientId }: Desk, payment: object) =>
  financial.ask(manualPaymentApi.create, {
    body: { payment: { client_id: clientId, method: 'efectivo', paid_on: '2026-11-20', ...payment } },
    headers: idempotencyHeader(),
  })

const readInvoice = async ({ financial }: Desk, id: string) =>
  (await financial.call(invoiceApi.get, { params: { id } })).data

test('INV-01 un cobro suelto lleva el IVA de su clase, vence con cinco días hábiles y queda en el estado de cuenta', async () => {
  const desk = await makeDesk()
  const invoice = await charge(desk, 35_700)
  expect(invoice).toMatchObject({
    kind: 'one_off',
    total: 3_570_000,
    vat: 570_000,
    subtotal: 3_000_000,
    status: 'pendiente',
    due_on: '2026-12-10',
  })
  expect(invoice.lines).toMatchObject([{ vat_treatment: 'gravado', vat_rate: 0.19, base: 3_000_000 }])
  const { data } = await desk.financial.call(clientApi.statement, { params: { id: desk.clientId } })
  expect(data).toMatchObject({ closing_balance: 3_570_000, movements: [{ kind: 'factura', document: invoice.number }] })
  expect(await t.events(desk.company.id)).toEqual(['invoice.created'])
})

test('INV-01 lo que no se puede cobrar se rechaza en su campo', async () => {
  const desk = await makeDesk()
  const ask = (invoice: object) =>
    desk.financial.ask(invoiceApi.create, { body: { invoice }, headers: idempotencyHeader() })
  const cases: [object, number, string][] = [
    [{ no_contract: 'ZZ-999999', lines: [line(1000)] }, 404, 'invoice.no_contract'],
    [{ no_contract: desk.no_contract, lines: [] }, 400, 'invoice.lines'],
    [{ no_contract: desk.no_contract, lines: [line(1000.123)] }, 400, 'invoice.lines.0.price'],
    [{ no_contract: desk.no_contract, lines: [line(-1)] }, 400, 'invoice.lines.0.price'],
    [{ no_contract: desk.no_contract, lines: [line(1000, { kind: 'plan' })] }, 400, 'invoice.lines.0.kind'],
    [{ no_contract: desk.no_contract, lines: [line(1000, { quantity: 1.5 })] }, 400, 'invoice.lines.0.quantity'],
  ]
  for (const [invoice, status, field] of cases) {
    const answer = await ask(invoice)
    expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([status, field])
  }
  const bare = await desk.financial.ask(invoiceApi.create, {
    body: { invoice: { no_contract: desk.no_contract, lines: [line(1)] } },
  })
  expect([bare.status, bare.json.code]).toEqual([400, 'IDEMPOTENCY_KEY_REQUIRED'])
})

test('INV-09 TRX-03 un pago cubre primero la más vieja, deja saldo a favor y la próxima factura lo toma', async () => {
  const desk = await makeDesk()
  const [first, second] = [await charge(desk, 10_000), await charge(desk, 20_000)]
  const partial = await pay(desk, { amount: 15_000, reference: 'ABC' })
  expect(partial.json).toMatchObject({
    data: {
      number: 1,
      applied: [
        { number: first.number, amount: 10_000 },
        { number: second.number, amount: 5_000 },
      ],
      credit: 0,
    },
  })
  expect(await readInvoice(desk, second.id)).toMatchObject({
    balance: 1_500_000,
    badges: ['parcial'],
    status: 'pendiente',
  })
  const over = await pay(desk, { amount: 20_000, method: 'transferencia' })
  expect(over.json).toMatchObject({ data: { number: 2, credit: 5_000 } })
  const third = await charge(desk, 12_000)
  expect(third).toMatchObject({ balance: 700_000, credit_taken: 500_000 })
  expect(third.movements.map(({ kind }) => kind)).toEqual(['factura', 'saldo_a_favor'])
})

test('TRX-03 lo retenido cierra la factura con lo recibido, y no puede pasar de lo que se debe', async () => {
  const desk = await makeDesk({ segment: 'business', stratum: 2, includesVat: false })
  const invoice = await charge(desk, 500_000)
  expect(invoice.total).toBe(59_500_000)
  const retentions = { retefuente: 20_000, reteiva: 14_250, reteica: 4_830 }
  const paid = await pay(desk, { amount: 555_920, method: 'transferencia', retentions })
  expect(paid.status).toBe(201)
  expect(await readInvoice(desk, invoice.id)).toMatchObject({ status: 'pagado', balance: 0 })
  const excess = await pay(desk, { amount: 0, retentions: { retefuente: 1 } })
  expect([excess.status, excess.json.errors?.[0]?.field]).toEqual([422, 'payment.retentions'])
})

test('TRX-03 un pago que no cuadra se rechaza en su campo y no deja nada', async () => {
  const desk = await makeDesk()
  const invoice = await charge(desk, 10_000)
  const otherDesk = await makeDesk()
  const foreign = await charge(otherDesk, 10_000)
  const cases: [object, number, string][] = [
    [{ amount: 0 }, 400, 'payment.amount'],
    [{ amount: 1000.005 }, 400, 'payment.amount'],
    [{ amount: 1000, paid_on: '2026-11-21' }, 400, 'payment.paid_on'],
    [{ amount: 1000, method: 'cripto' }, 400, 'payment.method'],
    [{ amount: 1000, invoice_ids: [foreign.id] }, 404, 'payment.invoice_ids'],
    [{ amount: 1000, invoice_ids: [invoice.id, invoice.id] }, 400, 'payment.invoice_ids'],
    [{ amount: 1000, client_id: otherDesk.clientId }, 404, 'payment.client_id'],
  ]
  for (const [payment, status, field] of cases) {
    const answer = await pay(desk, payment)
    expect([payment, answer.status, answer.json.errors?.[0]?.field]).toEqual([payment, status, field])
  }
  expect((await desk.financial.call(manualPaymentApi.list, {})).data).toEqual([])
})

test('TRX-03 dos pagos a la vez de la misma factura: uno la cierra y el otro queda a favor', async () => {
  const desk = await makeDesk()
  const invoice = await charge(desk, 10_000)
  const answers = await Promise.all([1, 2, 3].map(() => pay(desk, { amount: 10_000 })))
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201])
  expect(await readInvoice(desk, invoice.id)).toMatchObject({ balance: 0, status: 'pagado' })
  const { data } = await desk.financial.call(clientApi.get, { params: { id: desk.clientId } })
  expect(data.balance).toBe(-2_000_000)
})

test('TRX-03 un resto de menos de un peso en efectivo se cierra como ajuste', async () => {
  const desk = await makeDesk()
  const invoice = await charge(desk, 10_000.5)
  await pay(desk, { amount: 10_000 })
  expect(await readInvoice(desk, invoice.id)).toMatchObject({
    balance: 0,
    movements: [{ kind: 'factura' }, { kind: 'pago' }, { kind: 'ajuste', amount: -50 }],
  })
})

test('TRX-04 un pago se reversa una vez, con motivo, y la factura vuelve a deber', async () => {
  const desk = await makeDesk()
  const invoice = await charge(desk, 10_000)
  const { data } = (await pay(desk, { amount: 10_000 })).json as { data: { id: string } }
  const reverse = () =>
    desk.financial.ask(manualPaymentApi.reverse, {
      params: { id: data.id },
      body: { reason: 'Cheque devuelto' },
      headers: idempotencyHeader(),
    })
  const answers = await Promise.all([reverse(), reverse()])
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(1)
  expect(await readInvoice(desk, invoice.id)).toMatchObject({ balance: 1_000_000, status: 'pendiente' })
  expect((await readInvoice(desk, invoice.id)).movements.map(({ kind }) => kind)).toEqual([
    'factura',
    'pago',
    'reverso',
  ])
})

test('TRX-04 INV-10 al reversar el pago de una factura con nota crédito, lo que la nota dejó a favor vuelve a la factura', async () => {
  const desk = await makeDesk()
  const invoice = await charge(desk, 11_900)
  const { data } = (await pay(desk, { amount: 11_900 })).json as { data: { id: string } }
  const params = { id: invoice.id }
  const note = { concept: 'Error', lines: [{ position: 1, amount: 5_950 }] }
  await desk.financial.call(invoiceApi.creditNote, { params, body: note, headers: idempotencyHeader() })
  const body = { reason: 'Cheque devuelto' }
  await desk.financial.call(manualPaymentApi.reverse, { params: { id: data.id }, body, headers: idempotencyHeader() })
  const after = await readInvoice(desk, invoice.id)
  expect(after).toMatchObject({ status: 'pendiente', balance: 595_000, payable: 595_000 })
  expect(after.movements.map(({ kind }) => kind)).toEqual(['factura', 'pago', 'reverso', 'saldo_a_favor'])
  // No credit in favour remains: the whole next charge is owed.
  expect(await charge(desk, 10_000)).toMatchObject({ balance: 1_000_000, previous_balance: 595_000 })
})

test('INV-10 una nota crédito total anula lo que se debía; dos a la vez no devuelven más que la factura', async () => {
  const desk = await makeDesk()
  const invoice = await charge(desk, 10_000, 20_000)
  const note = (body: object) =>
    desk.financial.ask(invoiceApi.creditNote, {
      params: { id: invoice.id },
      body: { concept: 'No se hizo la visita', ...body },
      headers: idempotencyHeader(),
    })
  const half = { lines: [{ position: 2, amount: 15_000 }] }
  const answers = await Promise.all([note(half), note(half), note({})])
  expect(answers.filter((answer) => answer.status === 201).length).toBeGreaterThan(0)
  const after = await readInvoice(desk, invoice.id)
  expect(after.credit_notes.reduce((total, creditNote) => total + creditNote.total, 0)).toBeLessThanOrEqual(after.total)
  const rest = await note({})
  expect([201, 409]).toContain(rest.status)
  expect(await readInvoice(desk, invoice.id)).toMatchObject({ status: 'anulado', balance: 0 })
  expect((await note({})).status).toBe(409)
})

test('INV-10 lo que ya se pagó de una factura acreditada queda a favor del cliente', async () => {
  const desk = await makeDesk()
  const invoice = await charge(desk, 11_900)
  await pay(desk, { amount: 11_900 })
  const body = { concept: 'Descuento', lines: [{ position: 1, amount: 5_950 }] }
  const { data } = await desk.financial.call(invoiceApi.creditNote, {
    params: { id: invoice.id },
    body,
    headers: idempotencyHeader(),
  })
  expect(data).toMatchObject({ number: 'NC-1', subtotal: 500_000, vat: 95_000, total: 595_000 })
  expect((await desk.financial.call(clientApi.get, { params: { id: desk.clientId } })).data.balance).toBe(-595_000)
  const over = { concept: 'x', lines: [{ position: 1, amount: 5_950.01 }] }
  const refused = await desk.financial.ask(invoiceApi.creditNote, {
    params: { id: invoice.id },
    body: over,
    headers: idempotencyHeader(),
  })
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([422, 'lines'])
})

test('INV-11 un reclamo detiene su parte hasta que se decide', async () => {
  const desk = await makeDesk()
  const invoice = await charge(desk, 10_000)
  const params = { id: invoice.id }
  const open = (amount: number) =>
    desk.financial.ask(invoiceApi.dispute, { params, body: { amount, reason: 'Cobro que no pidió' } })
  expect((await open(10_001)).status).toBe(422)
  expect((await open(10_000)).status).toBe(200)
  expect((await open(1)).status).toBe(409)
  t.setNow(new Date('2027-03-01T15:00:00Z'))
  expect(await readInvoice(desk, invoice.id)).toMatchObject({ status: 'pendiente', payable: 0, badges: ['en_reclamo'] })
  const { data } = await desk.financial.call(invoiceApi.resolveDispute, {
    params,
    body: { resolution: 'Se confirma el cobro' },
  })
  // Owed again, with the notice of a new invoice: five business days.
  expect(data).toMatchObject({ status: 'pendiente', payable: 1_000_000, dispute: null, last_payable_on: '2027-03-08' })
  t.setNow(new Date('2027-03-09T15:00:00Z'))
  expect(await readInvoice(desk, invoice.id)).toMatchObject({ status: 'vencido', payable: 1_000_000 })
})

test('INV-01 la lista filtra por estado, período, cliente y búsqueda, y la última página sale del otro extremo', async () => {
  const desk = await makeDesk()
  const numbers: string[] = []
  for (let index = 0; index < 5; index += 1) numbers.push((await charge(desk, 1_000 + index)).number)
  await pay(desk, { amount: 1_000 })
  const list = async (query: object) =>
    (await desk.financial.call(invoiceApi.list, { query: { ...query } })).data.map(({ number }) => number)
  const newest = numbers.toReversed()
  expect(await list({})).toEqual(newest)
  expect(await list({ page: 1, page_size: 2 })).toEqual(newest.slice(0, 2))
  expect(await list({ page: 3, page_size: 2 })).toEqual(newest.slice(4))
  expect(await list({ page: 9, page_size: 2 })).toEqual([])
  expect(await list({ status: 'pagado' })).toEqual([numbers[0]])
  expect(await list({ status: 'pendiente', sort: 'number', page: 1, page_size: 1 })).toEqual([numbers[1]])
  expect(await list({ status: 'vencido' })).toEqual([])
  expect(await list({ q: numbers[3] })).toEqual([numbers[3]])
  expect(await list({ q: 'bohorquez' })).toHaveLength(5)
  expect(await list({ q: desk.no_contract })).toHaveLength(5)
  expect(await list({ q: 'nadie' })).toEqual([])
  expect(await list({ period: '2026-10' })).toEqual([])
  expect((await desk.financial.ask(invoiceApi.list, { query: { sort: 'id;drop' } })).status).toBe(400)
})

test('AUT-07 el cliente ve lo suyo; lo ajeno y lo que no existe se responden igual', async () => {
  const [desk, other] = [await makeDesk(), await makeDesk()]
  const [mine, theirs] = [await charge(desk, 1_000), await charge(other, 1_000)]
  const user = { id: desk.userId, companyId: desk.company.id, username: '', email: '', role: 'client' } as const
  const person = t.as(await t.session(user), user)
  expect((await person.call(invoiceApi.list, {})).data.map(({ id }) => id)).toEqual([mine.id])
  const absent = '01890000-0000-7000-8000-000000000000'
  for (const reader of [person, desk.financial]) {
    const answers = await Promise.all([theirs.id, absent].map((id) => reader.ask(invoiceApi.get, { params: { id } })))
    expect(answers.map((answer) => answer.status)).toEqual([404, 404])
    expect(answers[0]?.text).toBe(answers[1]?.text)
  }
})
