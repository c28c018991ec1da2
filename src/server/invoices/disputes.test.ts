import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { pesos, sum } from '#domain/core/money.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { disputeApi, invoiceApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { type Payer, testPaying } from '#test/paying.ts'
import { readPdf } from '#test/read-pdf.ts'

const paying = await testPaying()
const { t } = paying
const NOW = new Date('2026-11-20T15:00:00Z')
let keys = 0
const once = () => {
  keys += 1
  return { 'idempotency-key': `dispute-${keys}` }
}

async function makePayer(): Promise<Payer> {
  t.setNow(NOW)
  return paying.payer()
}

const read = async ({ financial }: Payer, id: string) => (await financial.call(invoiceApi.get, { params: { id } })).data
const dispute = ({ financial }: Payer, id: string, amount: number, changes: object = {}) =>
  financial.call(invoiceApi.dispute, { params: { id }, body: { amount, reason: 'No lo pidió', ...changes } })
const decide = ({ financial }: Payer, id: string, body: object) =>
  financial.ask(invoiceApi.resolveDispute, { params: { id }, body: { resolution: 'Se revisó', ...body } })
const pay = async ({ financial, clientId }: Payer, amount: number) =>
  (
    await financial.call(manualPaymentApi.create, {
      body: { payment: { client_id: clientId, amount, method: 'efectivo', paid_on: '2026-11-20' } },
      headers: once(),
    })
  ).data
const listed = async ({ financial }: Payer, status?: string) =>
  (await financial.call(disputeApi.list, { query: status === undefined ? {} : { status } })).data

test('INV-11 lo que está en reclamo no está en el total de ningún papel y va en su propio renglón', async () => {
  const payer = await makePayer()
  const [first, second] = [await payer.owe(100_000), await payer.owe(30_000)]
  await dispute(payer, first, 100_000)
  await dispute(payer, second, 10_000)
  const third = await payer.owe(20_000)
  expect(await read(payer, third)).toMatchObject({ previous_balance: 2_000_000, previous_disputed: 11_000_000 })
  const pdf = await payer.financial.ask(invoiceApi.pdf, { params: { id: third } })
  const { text } = readPdf(pdf.bytes)
  for (const expected of ['$ 40.000,00', 'Saldo anterior:', 'En reclamo, no se cobra:', '$ 110.000,00'])
    expect(text).toContain(expected)
  expect(text).not.toContain('$ 150.000,00')
  const debts = (await payer.client.call(paymentApi.debts)).data
  expect(debts).toMatchObject({ total: 4_000_000, disputed: 11_000_000 })
  const statement = { params: { id: payer.clientId } }
  const account = (await payer.financial.call(clientApi.statement, statement)).data
  expect(account).toMatchObject({ closing_balance: 15_000_000, disputed: 11_000_000 })
  const file = await payer.financial.ask(clientApi.statementFile, { ...statement, query: { format: 'csv' } })
  expect(file.text).toContain('"En reclamo, no se cobra";;;;110000')
  expect(file.text).toContain('Saldo sin lo que está en reclamo;;;;40000')
  const link = (await payer.client.call(invoiceApi.get, { params: { id: second } })).data.public_url.split('/').at(-1)
  const { json } = await t.ask(publicInvoiceApi.get, { params: { token: link ?? '' } })
  expect(json.data).toMatchObject({ payable: 20_000, disputed_amount: 10_000 })
})

test('INV-11 un correo pide lo que no está en reclamo, y no recuerda una factura reclamada entera', async () => {
  const payer = await makePayer()
  await t.owner.query(`update clients set email = 'ana@correo.test' where id = $1`, [payer.clientId])
  const [whole, part] = [await payer.owe(100_000), await payer.owe(30_000)]
  await dispute(payer, whole, 100_000)
  await dispute(payer, part, 10_000)
  const remind = (id: string) => payer.financial.ask(messageApi.remind, { params: { id } })
  expect((await remind(whole)).status).toBe(409)
  expect((await remind(part)).status).toBe(200)
  const { rows } = await t.owner.query(
    `select text_body from messages where company_id = $1 and kind = 'reminder' and invoice_id = $2`,
    [payer.company.id, part],
  )
  expect(rows[0].text_body).toContain('$ 20.000,00')
  expect(rows[0].text_body).toContain('No incluye $ 10.000,00 en reclamo')
})

test('INV-11 un pago cubre primero lo que no está en reclamo', async () => {
  const payer = await makePayer()
  const [first, second] = [await payer.owe(100_000), await payer.owe(50_000)]
  await dispute(payer, first, 100_000)
  expect((await pay(payer, 50_000)).applied).toMatchObject([{ invoice_id: second, amount: 5_000_000 }])
  expect(await read(payer, first)).toMatchObject({ balance: 10_000_000, payable: 0, status: 'pendiente' })
})

test('INV-11 DSH-02 cada cifra vencida o por vencer es la suma de lo que se puede cobrar en su lista', async () => {
  const payer = await makePayer()
  const [part, whole] = [await payer.owe(20_703.9), await payer.owe(40_000)]
  await payer.owe(7_000)
  await dispute(payer, part, 12_410.59)
  await dispute(payer, whole, 40_000)
  const check = async (key: string, expected: number) => {
    const { figures, charts, next } = (await payer.financial.call(dashboardApi.get)).data
    const figure = figures.find((one) => one.key === key)
    const query = Object.fromEntries(new URLSearchParams(figure?.href?.split('?')[1]))
    const rows = (await payer.financial.call(invoiceApi.list, { query })).data
    expect(figure?.value).toBe(pesos(expected))
    expect(sum(rows.map((row) => row.payable))).toBe(figure?.value)
    expect(rows).toHaveLength(Number(figure?.parts['invoices']))
    expect(next.find((todo) => todo.key === 'disputes')).toMatchObject({
      count: 2,
      href: '/invoices/disputes?status=open',
    })
    return charts.find((chart) => chart.key === 'ageing')?.bars.at(0)
  }
  t.setNow(new Date('2026-12-10T15:00:00Z'))
  await check('due_soon', 15_293.31)
  t.setNow(new Date('2026-12-12T15:00:00Z'))
  expect(await check('overdue', 15_293.31)).toMatchObject({ amount: pesos(15_293.31), invoices: 2 })
  const byBalance = async (balance: string) =>
    (await payer.financial.call(invoiceApi.list, { query: { balance } })).data.map(({ id }) => id).toSorted()
  expect(await byBalance('en_reclamo')).toEqual([part, whole].toSorted())
  expect(await byBalance('por_cobrar')).not.toContain(whole)
  t.setNow(NOW)
})

test('INV-11 a favor del cliente hace la nota crédito, y en contra vuelve a deberse desde el día que se dice', async () => {
  const payer = await makePayer()
  const [won, lost, shared] = [await payer.owe(100_000), await payer.owe(80_000), await payer.owe(60_000)]
  for (const id of [won, lost, shared]) await dispute(payer, id, 50_000, { reference: `PQR-${id.slice(0, 4)}` })
  const answers = [
    await decide(payer, won, { outcome: 'a_favor' }),
    await decide(payer, lost, { outcome: 'en_contra', due_on: '2026-12-20' }),
    // The concept of its note is cut in the middle of the last character.
    await decide(payer, shared, { outcome: 'parcial', amount: 20_000, resolution: `${'a'.repeat(190)}🌊` }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await read(payer, won)).toMatchObject({
    balance: 5_000_000,
    disputed_amount: 0,
    dispute: null,
    credit_notes: [{ total: 5_000_000 }],
    disputes: [{ outcome: 'a_favor', credit_note: 'NC-1', resolution: 'Se revisó', due_on: null }],
  })
  // 20 December 2026 is a Sunday: it can be paid until Monday. Only the disputed part has that day.
  expect(await read(payer, lost)).toMatchObject({
    balance: 8_000_000,
    payable: 8_000_000,
    due_on: '2026-12-10',
    last_payable_on: '2026-12-10',
    extended_amount: 5_000_000,
    extended_to_on: '2026-12-21',
    disputes: [{ outcome: 'en_contra', due_on: '2026-12-20', payable_until: '2026-12-21', credit_note: null }],
  })
  expect(await read(payer, shared)).toMatchObject({ balance: 4_000_000, disputes: [{ outcome: 'parcial' }] })
  expect((await read(payer, shared)).status).toBe('pendiente')
  t.setNow(NOW)
})

test('INV-11 R2.15 en contra del cliente solo lo reclamado tiene un día nuevo: lo demás sigue vencido en cada cifra', async () => {
  const payer = await makePayer()
  const [part, whole] = [await payer.owe(80_000), await payer.owe(30_000)]
  await dispute(payer, part, 50_000)
  await dispute(payer, whole, 30_000)
  const overdue = async () => {
    const { figures, charts } = (await payer.financial.call(dashboardApi.get)).data
    const figure = figures.find(({ key }) => key === 'overdue')
    const ages = charts.find((chart) => chart.key === 'ageing')?.bars.map(({ amount }) => amount)
    const late = (await payer.financial.call(invoiceApi.list, { query: { status: 'vencido' } })).data
    const owed = late.map((row) => (row.id === part && row.payable > 5_000_000 ? row.payable - 5_000_000 : row.payable))
    return { amount: figure?.value, clients: figure?.parts['late_clients'], ages, rows: late.length, owed }
  }
  t.setNow(new Date('2026-12-11T15:00:00Z'))
  const before = await overdue()
  expect(before).toMatchObject({ amount: pesos(30_000), rows: 1 })
  for (const id of [part, whole]) await decide(payer, id, { outcome: 'en_contra', due_on: '2026-12-21' })
  // The decision takes nothing off what was overdue, and nothing of the dispute is overdue yet.
  expect(await overdue()).toEqual({ ...before, owed: [pesos(30_000)] })
  expect(await read(payer, whole)).toMatchObject({ last_payable_on: '2026-12-21', extended_to_on: null })
  // A payment covers first what is overdue. Then the day to pay is that of the decision, in the message too.
  const { id: paid } = await pay(payer, 30_000)
  expect(await overdue()).toMatchObject({ amount: 0, rows: 0 })
  expect(await read(payer, part)).toMatchObject({ status: 'pendiente', last_payable_on: '2026-12-21' })
  await t.owner.query(`update clients set email = 'ana@correo.test' where id = $1`, [payer.clientId])
  await payer.financial.call(messageApi.remind, { params: { id: part } })
  const { rows } = await t.owner.query(`select text_body from messages where kind = 'reminder' and invoice_id = $1`, [
    part,
  ])
  expect(rows[0].text_body).toContain('vence el 21 de diciembre de 2026')
  t.setNow(new Date('2026-12-22T15:00:00Z'))
  expect(await overdue()).toMatchObject({ amount: pesos(80_000), rows: 2, ages: [pesos(80_000), 0, 0, 0] })
  // Its age is that of the oldest part that is owed.
  await payer.financial.call(manualPaymentApi.reverse, {
    params: { id: paid },
    body: { reason: 'Era de otro cliente' },
    headers: once(),
  })
  t.setNow(new Date('2027-01-11T15:00:00Z'))
  expect((await overdue()).ages).toEqual([pesos(30_000), pesos(80_000), 0, 0])
  t.setNow(NOW)
})

test('INV-11 una decisión que no cuadra se rechaza en su campo', async () => {
  const payer = await makePayer()
  const id = await payer.owe(100_000)
  expect((await decide(payer, id, {})).status).toBe(409)
  await dispute(payer, id, 40_000)
  const cases: [object, number, string][] = [
    [{ outcome: 'parcial' }, 400, 'amount'],
    [{ outcome: 'parcial', amount: 40_000 }, 422, 'amount'],
    [{ outcome: 'en_contra', due_on: '2026-11-19' }, 422, 'due_on'],
    [{ outcome: 'otra' }, 400, 'outcome'],
  ]
  for (const [body, status, field] of cases) {
    const answer = await decide(payer, id, body)
    expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([status, field])
  }
  expect((await read(payer, id)).disputed_amount).toBe(4_000_000)
})

test('INV-11 pagar lo reclamado cierra el reclamo, y reversar ese pago lo abre de nuevo', async () => {
  const payer = await makePayer()
  const id = await payer.owe(100_000)
  await dispute(payer, id, 70_000)
  await pay(payer, 60_000)
  expect(await read(payer, id)).toMatchObject({ balance: 4_000_000, disputed_amount: 4_000_000, payable: 0 })
  const last = await pay(payer, 40_000)
  expect(await read(payer, id)).toMatchObject({
    status: 'pagado',
    disputed_amount: 0,
    badges: [],
    dispute: null,
    disputes: [{ outcome: 'pago', resolved_by: null }],
  })
  await payer.financial.call(manualPaymentApi.reverse, {
    params: { id: last.id },
    body: { reason: 'Era de otro cliente' },
    headers: once(),
  })
  expect(await read(payer, id)).toMatchObject({ balance: 4_000_000, disputed_amount: 4_000_000, payable: 0 })
  expect((await read(payer, id)).dispute).toMatchObject({ amount: 7_000_000, outcome: null })
})

test('INV-11 lo que se devolvió con una nota después de pagado no vuelve a estar en reclamo al reversar el pago', async () => {
  const payer = await makePayer()
  const [whole, some] = [await payer.owe(100_000), await payer.owe(100_000)]
  for (const id of [whole, some]) await dispute(payer, id, 60_000)
  const { id } = await pay(payer, 200_000)
  const note = (invoice: string, amount: number) =>
    payer.financial.call(invoiceApi.creditNote, {
      params: { id: invoice },
      body: { concept: 'No se prestó', lines: [{ position: 1, amount }] },
      headers: once(),
    })
  await note(whole, 60_000)
  await note(some, 10_000)
  const body = { reason: 'Era de otro cliente' }
  await payer.financial.call(manualPaymentApi.reverse, { params: { id }, body, headers: once() })
  expect(await read(payer, whole)).toMatchObject({
    balance: 4_000_000,
    disputed_amount: 0,
    payable: 4_000_000,
    dispute: null,
    disputes: [{ outcome: 'nota_credito' }],
  })
  expect(await read(payer, some)).toMatchObject({ balance: 9_000_000, disputed_amount: 6_000_000 })
})

test('INV-11 una nota crédito que cubre lo reclamado cierra el reclamo, y una menor no', async () => {
  const payer = await makePayer()
  const [some, all] = [await payer.owe(100_000), await payer.owe(50_000)]
  const note = async (id: string, body: object) =>
    (
      await payer.financial.call(invoiceApi.creditNote, {
        params: { id },
        body: { concept: 'No se prestó', ...body },
        headers: once(),
      })
    ).message
  await dispute(payer, some, 40_000)
  await dispute(payer, all, 50_000)
  expect(await note(some, { lines: [{ position: 1, amount: 10_000 }] })).not.toContain('reclamo')
  expect(await read(payer, some)).toMatchObject({ balance: 9_000_000, disputed_amount: 4_000_000 })
  expect(await note(some, { lines: [{ position: 1, amount: 40_000 }] })).toContain('el reclamo queda cerrado')
  expect(await read(payer, some)).toMatchObject({ balance: 5_000_000, payable: 5_000_000, disputed_amount: 0 })
  await note(all, {})
  expect(await read(payer, all)).toMatchObject({
    status: 'anulado',
    badges: [],
    disputes: [{ outcome: 'nota_credito', credit_note: 'NC-3' }],
  })
})

test('INV-11 los reclamos se listan: los abiertos primero el más antiguo, y cómo terminó cada uno', async () => {
  const payer = await makePayer()
  const ids = [await payer.owe(10_000), await payer.owe(20_000), await payer.owe(30_000)] as const
  for (const id of ids) await dispute(payer, id, 10_000, { reference: 'PQR-7' })
  await decide(payer, ids[0], { outcome: 'en_contra' })
  expect((await listed(payer, 'open')).map(({ invoice_id }) => invoice_id)).toEqual([ids[1], ids[2]])
  expect(await listed(payer, 'ended')).toMatchObject([
    { invoice_id: ids[0], outcome: 'en_contra', resolution: 'Se revisó', disputed_amount: 0, reference: 'PQR-7' },
  ])
  const all = await listed(payer)
  expect(all.map(({ invoice_id }) => invoice_id)).toEqual([ids[1], ids[2], ids[0]])
  const { opened_by, client } = all[0] ?? {}
  expect(opened_by).not.toBe('')
  expect(client?.name).toContain('Yenny')
  const page = await payer.financial.call(disputeApi.list, { query: { page: 2, page_size: 2 } })
  expect(page.data.map(({ invoice_id }) => invoice_id)).toEqual([ids[0]])
  expect(page.meta.total).toBe(3)
})

test('R2.25 lo que vence un domingo antes de un festivo se paga hasta el martes', async () => {
  const payer = await makePayer()
  t.setNow(new Date('2026-12-20T15:00:00Z'))
  const id = await payer.owe(50_000)
  expect(await read(payer, id)).toMatchObject({ due_on: '2027-01-10', last_payable_on: '2027-01-12' })
  const overdue = async () => {
    const { data } = await payer.financial.call(invoiceApi.list, { query: { status: 'vencido' } })
    const { figures } = (await payer.financial.call(dashboardApi.get)).data
    const value = (key: string) => figures.find((figure) => figure.key === key)?.value
    return [data.length, value('overdue'), value('due_soon')]
  }
  for (const instant of ['2027-01-11T05:00:30Z', '2027-01-12T05:00:30Z', '2027-01-13T04:59:30Z']) {
    t.setNow(new Date(instant))
    expect((await read(payer, id)).status).toBe('pendiente')
    expect(await overdue()).toEqual([0, 0, 5_000_000])
  }
  t.setNow(new Date('2027-01-13T05:00:30Z'))
  expect((await read(payer, id)).status).toBe('vencido')
  expect(await overdue()).toEqual([1, 5_000_000, 0])
  t.setNow(NOW)
})
