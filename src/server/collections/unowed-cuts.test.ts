import { afterEach, expect, test } from 'vitest'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { type PublicInvoice, publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import {
  bill,
  DEFAULTS_OF_DEBTORS,
  type Debtor,
  makeDebtor,
  nine,
  pay,
  putPolicy,
  runAt,
  statusOf,
} from '#test/arrears.ts'
import { newKey } from '#test/cases/billed.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { testApp } from '#test/world.ts'
import { collectionTasks } from './unowed-cuts.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** Runs the waiting checks of the cuts of a company. Returns how many there were. */
async function checkCuts({ company }: Debtor): Promise<number> {
  const { rows } = await t.owner.query<{ payload: unknown }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'collection.unowed' and j.payload ->> 'company_id' = $1 order by j.id`,
    [company.id],
  )
  for (const { payload } of rows) await collectionTasks['collection.unowed'](t.world, payload)
  return rows.length
}

type Cut = Debtor & { invoiceId: string }

/** A debtor cut on December 16 for an invoice that could be paid until December 10, and reconnected on the 18th by a payment of the 17th. */
async function cutDebtor({ isReconnected = true, others = [] as number[] } = {}): Promise<Cut> {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id)
  const financial = await company.person('financial')
  await financial.call(contractDefaultsApi.save, {
    body: { billing_config: { ...DEFAULTS_OF_DEBTORS, reconnection_cost: 1_500 } },
  })
  const one = await makeDebtor(t, company, financial)
  const invoiceId = await bill(one, 60_000)
  for (const price of others) await bill(one, price)
  await runAt(t, nine('2026-12-11'))
  await runAt(t, nine('2026-12-16'))
  expect(await statusOf(one)).toBe('suspended')
  t.setNow(new Date(nine('2026-12-18')))
  if (isReconnected) {
    await pay(one, 60_000 + others.reduce((all, price) => all + price, 0), '2026-12-18')
    expect(await statusOf(one)).toBe('active')
  }
  return { ...one, invoiceId }
}

/** Bills the month: the invoice of the period of the contract charges the reconnection. */
async function billMonth({ company, financial, no_contract }: Cut, period: string) {
  const { data: run } = await financial.call(runApi.start, { body: { period } })
  await runMassive(t.world, { company_id: company.id, run_id: run.id })
  const { data } = await financial.call(invoiceApi.list, { query: { no_contract, period } })
  const invoices = await Promise.all(
    data.filter(({ kind }) => kind === 'period').map(({ id }) => financial.call(invoiceApi.get, { params: { id } })),
  )
  return invoices.map((invoice) => invoice.data)
}
const reconnectionsOf = (invoices: Awaited<ReturnType<typeof billMonth>>) =>
  invoices.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'reconnection')

const annul = ({ financial, invoiceId }: Cut, changes: object = {}) =>
  financial.call(invoiceApi.creditNote, {
    params: { id: invoiceId },
    body: { concept: 'La visita no se hizo', ...changes },
    headers: newKey(),
  })

const claim = async ({ financial, invoiceId }: Cut, decision: object) => {
  await financial.call(invoiceApi.dispute, {
    params: { id: invoiceId },
    body: { amount: 60_000, reason: 'No vino nadie' },
  })
  await financial.call(invoiceApi.resolveDispute, {
    params: { id: invoiceId },
    body: { resolution: 'Revisamos la visita', ...decision },
  })
}

/** How the debt of the cut turned out not to have been owed, of a service that is still cut. */
const CAUSES: readonly [string, (one: Cut) => Promise<unknown>][] = [
  ['una nota crédito anuló la factura', (one) => annul(one)],
  ['el reclamo se decidió a favor', (one) => claim(one, { outcome: 'a_favor' })],
  ['el pago era de antes del corte', (one) => pay(one, 60_000, '2026-12-15')],
]

test.each(CAUSES)('R2.5 SUS-03 la reconexión de un corte no se cobra cuando %s', async (_, correct) => {
  const one = await cutDebtor({ isReconnected: false })
  await correct(one)
  await checkCuts(one)
  await runAt(t, nine('2026-12-19'))
  expect(await statusOf(one)).toBe('active')
  expect(reconnectionsOf(await billMonth(one, '2026-12'))).toEqual([])
  expect(await breachesOf(t)).toEqual([])
})

/** What is done with the debt after the reconnection, and whether its charge is given back. */
const CORRECTIONS: readonly [string, number[], (one: Cut) => Promise<unknown>, boolean][] = [
  ['una nota crédito anula la factura', [], (one) => annul(one), true],
  [
    'una nota crédito descuenta una parte',
    [],
    (one) => annul(one, { concept_code: '3', lines: [{ position: 1, amount: 55_000 }] }),
    false,
  ],
  [
    'una nota crédito dice que el servicio no se aceptó, por todo el valor',
    [],
    (one) => annul(one, { concept_code: '1' }),
    true,
  ],
  ['se anula una factura y otra también se debía', [30_000], (one) => annul(one), false],
  ['se anula una factura y lo demás era menos del mínimo', [5_000], (one) => annul(one), true],
]

test.each(CORRECTIONS)('R2.5 R8.5 después de reconectar, %s', async (_, others, correct, isGivenBack) => {
  const waiting = await cutDebtor({ others })
  await correct(waiting)
  await checkCuts(waiting)
  expect(reconnectionsOf(await billMonth(waiting, '2026-12'))).toHaveLength(isGivenBack ? 0 : 1)

  const billed = await cutDebtor({ others })
  const [invoice] = await billMonth(billed, '2026-12')
  expect(reconnectionsOf(invoice === undefined ? [] : [invoice])).toMatchObject([{ total: 150_000 }])
  await correct(billed)
  await checkCuts(billed)
  // A second run of the job gives nothing more.
  await checkCuts(billed)
  const { data: after } = await billed.financial.call(invoiceApi.get, { params: { id: invoice?.id ?? '' } })
  const [line] = reconnectionsOf([after])
  expect(after.credit_notes.map(({ total }) => total)).toEqual(isGivenBack ? [line?.total] : [])
  const lines = [{ kind: 'reconnection', description: 'Reconexión', quantity: 1, price: 1_500 }]
  const again = await billed.financial.ask(invoiceApi.create, {
    body: { invoice: { no_contract: billed.no_contract, lines } },
    headers: newKey(),
  })
  expect(again.status).toBe(422)
  expect(await breachesOf(t)).toEqual([])
})

test('R2.5 un pago del día del corte o de después no quita el cobro de la reconexión, ni deja trabajo', async () => {
  const one = await cutDebtor({ isReconnected: false })
  await pay(one, 60_000, '2026-12-16')
  expect(await checkCuts(one)).toBe(0)
  await runAt(t, nine('2026-12-19'))
  expect(reconnectionsOf(await billMonth(one, '2026-12'))).toHaveLength(1)
})

/** What a client is notified of. */
async function notificationsOf({ company, userId }: Cut): Promise<string[]> {
  const user = { id: userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const { data } = await t.as(await t.session(user), user).call(notificationApi.list)
  return data.map(({ text }) => text.replaceAll('\u00a0', ' '))
}

test('R2.5 R8.5 INV-12 el cliente lee qué se le devolvió de la reconexión y dónde está, en su aviso y en el enlace de la factura', async () => {
  const waiting = await cutDebtor()
  await annul(waiting)
  await checkCuts(waiting)
  expect(await notificationsOf(waiting)).toContain(
    `No te cobramos la reconexión del contrato ${waiting.no_contract}, $ 1.500,00: la deuda por la que suspendimos el servicio no se debía`,
  )

  const billed = await cutDebtor()
  const [invoice] = await billMonth(billed, '2026-12')
  if (invoice === undefined) throw new Error('no invoice of the month')
  // The credit of the annulled invoice, which was paid, pays the month with its reconnection.
  await annul(billed)
  await checkCuts(billed)
  const { data: after } = await billed.financial.call(invoiceApi.get, { params: { id: invoice.id } })
  const [note] = after.credit_notes
  expect(await notificationsOf(billed)).toContain(
    `Emitimos la nota crédito ${note?.number} a tu favor por $ 1.500,00: Reconexión de un corte por una deuda que no se debía. $ 1.500,00 ya se habían pagado y quedan como saldo a favor`,
  )
  const token = after.public_url.split('/').at(-1) ?? ''
  const { json } = await t.ask(publicInvoiceApi.get, { params: { token } })
  expect((json.data as PublicInvoice).credit_notes).toEqual([
    {
      number: note?.number,
      issued_on: '2026-12-18',
      concept: 'Reconexión de un corte por una deuda que no se debía',
      total: 1_500,
      favour: 1_500,
    },
  ])
})
