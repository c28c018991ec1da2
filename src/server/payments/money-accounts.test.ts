import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { dayOf } from '#domain/core/days.ts'
import { exportApi } from '#domain/exports/api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { APPROVES, type Payer, testPaying } from '#test/paying.ts'
import { readPdf } from '#test/read-pdf.ts'

const paying = await testPaying()

const cashBox = { name: 'Caja centro', kind: 'cash', bank: null, last_digits: null, default_for: ['efectivo'] }
const bank = { name: 'Ahorros', kind: 'bank', bank: 'Bancolombia', last_digits: '1234', default_for: [] }

const add = async ({ financial }: Payer, account: object) =>
  (await financial.call(moneyAccountApi.create, { body: { account } })).data
const pay = ({ financial, clientId }: Payer, payment: object = {}) =>
  financial.ask(manualPaymentApi.create, {
    body: {
      payment: { client_id: clientId, amount: 10_000, method: 'efectivo', paid_on: dayOf(new Date()), ...payment },
    },
    headers: { 'idempotency-key': randomUUID() },
  })

test('TRX-02 el recibo guarda quién registró el pago y a qué cuenta entró, en la lista, el archivo y el PDF', async () => {
  const payer = await paying.payer()
  const { rows } = await paying.t.owner.query<{ name: string }>(
    `update users set first_name = 'Rosa', last_name = 'Caja' where id = $1 returning first_name || ' ' || last_name as name`,
    [payer.financial.id],
  )
  expect((await pay(payer)).json.data).toMatchObject({ account: null, registered_by: rows[0]?.name })
  const [box, savings] = [await add(payer, cashBox), await add(payer, bank)]
  const byDefault = await pay(payer)
  expect(byDefault.json.data).toMatchObject({ account: { id: box.id, name: 'Caja centro' } })
  const chosen = await pay(payer, { method: 'transferencia', account_id: savings.id })
  expect(chosen.json.data).toMatchObject({ account: { name: 'Ahorros' } })
  expect((await pay(payer, { method: 'consignacion' })).json.data).toMatchObject({ account: null })
  const numbersOf = async (account_id: string) =>
    (await payer.financial.call(manualPaymentApi.list, { query: { account_id } })).data.map(({ number }) => number)
  expect([await numbersOf(box.id), await numbersOf(savings.id), await numbersOf('none')]).toEqual([[2], [3], [4, 1]])
  const file = await payer.financial.ask(exportApi.create, {
    body: { list: 'payments', format: 'csv', query: `account_id=${savings.id}` },
  })
  expect(file.text).toContain('Cuenta')
  expect(file.text).toMatch(/Ahorros/)
  const [receipt] = (await payer.financial.call(manualPaymentApi.list, { query: { account_id: savings.id } })).data
  const pdf = await payer.financial.ask(paymentApi.voucher, { params: { id: receipt?.id ?? '' } })
  expect(readPdf(pdf.bytes).text).toContain('Entró a')
  expect(readPdf(pdf.bytes).text).toContain('Ahorros')
  expect(receipt?.registered_by).toBe('Rosa Caja')
  expect(readPdf(pdf.bytes).text).toContain('Rosa Caja')
})

test('ACC-06 una cuenta inactiva o de otra empresa no recibe pagos, y la que recibe un medio no se desactiva', async () => {
  const [payer, other] = [await paying.payer(), await paying.payer()]
  const [box, foreign] = [await add(payer, cashBox), await add(other, cashBox)]
  const fieldOf = async (payment: object) => (await pay(payer, payment)).json.errors?.[0]?.field
  expect(await fieldOf({ account_id: foreign.id })).toBe('payment.account_id')
  const change = (account: object) =>
    payer.financial.ask(moneyAccountApi.update, { params: { id: box.id }, body: { account } })
  expect((await change({ is_active: false })).json.errors?.[0]?.field).toBe('account.is_active')
  expect((await change({ is_active: false, default_for: [] })).status).toBe(200)
  expect(await fieldOf({ account_id: box.id })).toBe('payment.account_id')
  expect((await pay(payer)).json.data).toMatchObject({ account: null })
})

test('ACC-06 un medio tiene una sola cuenta por defecto, y dos cuentas no se llaman igual', async () => {
  const payer = await paying.payer()
  const first = await add(payer, cashBox)
  const second = await add(payer, { ...bank, default_for: ['efectivo', 'transferencia'] })
  const { data } = await payer.financial.call(moneyAccountApi.list)
  expect(data.map(({ id, default_for }) => [id, default_for])).toEqual([
    [second.id, ['efectivo', 'transferencia']],
    [first.id, []],
  ])
  const create = (account: object) => payer.admin.ask(moneyAccountApi.create, { body: { account } })
  expect((await create({ ...cashBox, name: 'CAJA céntro' })).json.errors?.[0]?.field).toBe('account.name')
  expect((await create({ ...cashBox, name: 'wompi' })).json.errors?.[0]?.field).toBe('account.name')
  const renamed = await payer.admin.ask(moneyAccountApi.update, {
    params: { id: second.id },
    body: { account: { name: 'Caja Centro' } },
  })
  expect([renamed.status, renamed.json.errors?.[0]?.field]).toEqual([409, 'account.name'])
})

test('TRX-05 los pagos en línea entran a la cuenta Wompi, que nadie cambia', async () => {
  const payer = await paying.payer()
  const nequi = { payment_method: { type: 'NEQUI', phone_number: APPROVES } }
  const attempts = [
    await payer.paid([await payer.owe(50_000)], nequi),
    await payer.paid([await payer.owe(20_000)], nequi),
  ]
  await vi.waitFor(
    async () => {
      await paying.applyEvents()
      for (const { id } of attempts) expect((await payer.attempt(id)).status).toBe('approved')
    },
    { interval: 50, timeout: 10_000 },
  )
  const { data } = await payer.financial.call(manualPaymentApi.list)
  expect(data.map(({ account, registered_by }) => [account?.name, registered_by])).toEqual([
    ['Wompi', 'Wompi'],
    ['Wompi', 'Wompi'],
  ])
  const [wompi] = (await payer.financial.call(moneyAccountApi.list)).data
  expect(wompi).toMatchObject({ kind: 'gateway', name: 'Wompi' })
  const changed = await payer.admin.ask(moneyAccountApi.update, {
    params: { id: wompi?.id ?? '' },
    body: { account: { name: 'Otra' } },
  })
  expect(changed.status).toBe(422)
})

test('ACC-06 una devolución dice de qué cuenta salió, y se suma con los filtros de los pagos', async () => {
  const payer = await paying.payer()
  const box = await add(payer, cashBox)
  await pay(payer)
  const today = dayOf(new Date())
  const { data } = await payer.financial.call(creditApi.refund, {
    params: { client_id: payer.clientId },
    body: { refund: { amount: 4_000, method: 'efectivo', paid_on: today, reason: 'Se retiró' } },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(data).toMatchObject({ account: { id: box.id, name: 'Caja centro' }, registered_by: expect.any(String) })
  const refunds = async (query: object) =>
    (await payer.financial.call(manualPaymentApi.list, { query: { ...query } })).refunds
  expect(await refunds({ account_id: box.id })).toEqual({ count: 1, amount: 400_000 })
  expect(await refunds({ account_id: 'none' })).toEqual({ count: 0, amount: 0 })
  expect(await refunds({ certificate: 'missing' })).toEqual({ count: 0, amount: 0 })
})
