import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { closingApi } from '#domain/accounting/api.ts'
import { addDays, dayLabel, dayOf } from '#domain/core/days.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { APPROVES, type Payer, testPaying } from '#test/paying.ts'
import type { Person } from '#test/world.ts'
import { checkAttempt } from './check-attempt.ts'

const paying = await testPaying()
const { t } = paying
const today = dayOf(new Date())
const yesterday = addDays(today, -1)

const close = (person: Person, closing: object) => person.ask(closingApi.close, { body: { closing } })
const pay = ({ financial, clientId }: Payer, paid_on: string) =>
  financial.ask(manualPaymentApi.create, {
    body: { payment: { client_id: clientId, amount: 10_000, method: 'efectivo', paid_on } },
    headers: { 'idempotency-key': randomUUID() },
  })

test('TRX-03 un pago con fecha de un día cerrado se rechaza en su fecha, y desde el día siguiente se registra', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  expect((await pay(payer, yesterday)).status).toBe(201)
  const closed = await close(payer.financial, { closed_through: yesterday })
  expect([closed.status, closed.json.message]).toEqual([
    201,
    `La contabilidad queda cerrada hasta el ${dayLabel(yesterday)}`,
  ])
  const refused = await pay(payer, yesterday)
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([409, 'payment.paid_on'])
  expect(refused.json.message).toContain(`usa una fecha desde el ${dayLabel(today)}`)
  expect((await pay(payer, today)).status).toBe(201)
  // What is posted today still works: a credit note of an invoice.
  const note = await payer.financial.ask(invoiceApi.creditNote, {
    params: { id },
    body: { concept: 'Cobro repetido' },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(note.status).toBe(201)
  const { data } = await payer.admin.call(closingApi.get)
  expect(data).toMatchObject({
    closed_through: yesterday,
    first_open: today,
    history: [{ closed_through: yesterday, reason: null }],
  })
})

test('ACC-03 el libro mismo rechaza un asiento de un día cerrado, y otra empresa no se entera', async () => {
  const [payer, other] = [await paying.payer(), await paying.payer()]
  await close(payer.financial, { closed_through: yesterday })
  const write = (of: Payer, posted_on: string) =>
    t.owner.query(
      `insert into journal (company_id, client_id, debit_account, credit_account, amount, posted_on)
       values ($1, $2, 'opening', 'credit', 100, $3)`,
      [of.company.id, of.clientId, posted_on],
    )
  await expect(write(payer, yesterday)).rejects.toThrow(/closed through/)
  await write(payer, today)
  await write(other, yesterday)
})

test('ACC-03 abrir días cerrados pide el motivo y la contraseña confirmada, y queda en la historia y en la bitácora', async () => {
  const { admin, financial, company } = await paying.payer()
  await close(financial, { closed_through: yesterday })
  const back = addDays(today, -40)
  const without = await close(admin, { closed_through: back })
  expect([without.status, without.json.errors?.[0]?.field]).toEqual([400, 'closing.reason'])
  await t.owner.query(`update sessions set fresh_until = now() - interval '1 minute' where user_id = $1`, [admin.id])
  const stale = await close(admin, { closed_through: back, reason: 'Faltó un extracto' })
  expect([stale.status, stale.json.code]).toEqual([422, 'STEP_UP_REQUIRED'])
  await t.owner.query(`update sessions set fresh_until = now() + interval '1 minute' where user_id = $1`, [admin.id])
  expect((await close(admin, { closed_through: back, reason: 'Faltó un extracto' })).status).toBe(201)
  expect((await close(admin, { closed_through: null, reason: 'Se rehace el año' })).status).toBe(201)
  const { data } = await financial.call(closingApi.get)
  expect(data.history.map(({ closed_through, reason }) => [closed_through, reason])).toEqual([
    [null, 'Se rehace el año'],
    [back, 'Faltó un extracto'],
    [yesterday, null],
  ])
  expect([data.closed_through, data.first_open]).toEqual([null, null])
  expect((await t.events(company.id)).filter((name) => name === 'books.closed')).toHaveLength(3)
  for (const closed_through of [today, addDays(today, 1), null])
    expect((await close(financial, { closed_through })).json.errors?.[0]?.field).toBe('closing.closed_through')
})

test('TRX-05 un pago en línea de un día ya cerrado conserva su fecha y entra en la contabilidad de hoy', async () => {
  const payer = await paying.payer()
  const merchant = paying.simulator().merchants.find(({ name }) => name === payer.company.id)
  if (merchant) merchant.events_url = null
  const nequi = { payment_method: { type: 'NEQUI', phone_number: APPROVES } }
  const attempt = await payer.paid([await payer.owe(50_000)], nequi)
  const ended = () =>
    paying
      .simulator()
      .transactions()
      .find((stored) => stored.reference === attempt.reference)?.status
  await vi.waitFor(() => expect(ended()).toBe('APPROVED'), { interval: 10 })
  t.setNow(new Date(Date.now() + 2 * 86_400_000))
  await t.owner.query(
    `insert into book_closings (company_id, position, closed_through, actor_name) values ($1, 1, $2, 'Contadora')`,
    [payer.company.id, today],
  )
  await checkAttempt(t.world, payer.company.id, attempt.id)
  t.setNow(null)
  const { data } = await payer.financial.call(manualPaymentApi.list)
  expect(data).toMatchObject([{ amount: 50_000_00, paid_on: today, posted_on: addDays(today, 2) }])
  const { rows } = await t.owner.query(`select distinct posted_on::text from journal where payment_id = $1`, [
    data[0]?.id,
  ])
  expect(rows).toEqual([{ posted_on: addDays(today, 2) }])
})

test('INV-03 una corrida de un día que se cerró antes de que terminara factura con la fecha de hoy', async () => {
  const payer = await paying.payer()
  const { data: run } = await payer.financial.call(runApi.start, { body: { period: today.slice(0, 7) } })
  t.setNow(new Date(Date.now() + 86_400_000))
  await t.owner.query(
    `insert into book_closings (company_id, position, closed_through, actor_name) values ($1, 1, $2, 'Contadora')`,
    [payer.company.id, today],
  )
  await runMassive(t.world, { company_id: payer.company.id, run_id: run.id })
  t.setNow(null)
  const { data } = await payer.financial.call(invoiceApi.list)
  expect(data.map(({ issued_on }) => issued_on)).toEqual([addDays(today, 1)])
})

test('ACC-03 una devolución de saldo a favor con fecha de un día cerrado se rechaza en su fecha', async () => {
  const payer = await paying.payer()
  expect((await pay(payer, today)).status).toBe(201)
  await close(payer.financial, { closed_through: yesterday })
  const refund = (paid_on: string) =>
    payer.financial.ask(creditApi.refund, {
      params: { client_id: payer.clientId },
      body: { refund: { amount: 5_000, method: 'efectivo', paid_on, reason: 'Se retiró' } },
      headers: { 'idempotency-key': randomUUID() },
    })
  const refused = await refund(yesterday)
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([409, 'refund.paid_on'])
  expect((await refund(today)).status).toBe(201)
})
