import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { type BillingDesk, bill, makeDesk, on, owed } from '#test/billing-desk.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { makePlan } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A contract of 31,000 pesos with May and June billed, on the day after. */
async function billedAhead(): Promise<BillingDesk & { june: string }> {
  const desk = await makeDesk(t)
  on(t, '2029-05-21')
  await bill(t, desk, '2029-05', '2029-06')
  on(t, '2029-05-22')
  return { ...desk, june: (await invoiceOf(desk, '2029-06'))?.id ?? '' }
}

const invoiceOf = async ({ financial }: BillingDesk, period: string) =>
  (await financial.call(invoiceApi.list)).data.find((invoice) => invoice.period === period)

const change = async ({ financial, company, params }: BillingDesk, price: number) =>
  financial.call(contractApi.changePlan, { params, body: { plan_id: await makePlan(t.owner, company.id, price) } })
const credit = ({ financial, june }: BillingDesk & { june: string }, lines?: object[]) =>
  financial.call(invoiceApi.creditNote, {
    params: { id: june },
    body: { concept: 'Mal facturada', ...(lines && { lines }) },
    headers: { 'idempotency-key': randomUUID() },
  })

/** Bills July, and returns its lines with what the client owes of everything. */
async function afterJuly(desk: BillingDesk) {
  on(t, '2029-07-02')
  await applyDueChanges(t.world)
  await bill(t, desk, '2029-07')
  const july = await invoiceOf(desk, '2029-07')
  const { data } = await desk.financial.call(invoiceApi.get, { params: { id: july?.id ?? '' } })
  return { lines: data.lines.map(({ kind, total }) => [kind, total]), owed: await owed(t, desk) }
}

const STEPS = {
  up: (desk: BillingDesk) => change(desk, 6_200_000),
  down: (desk: BillingDesk) => change(desk, 1_550_000),
  annul: (desk: BillingDesk & { june: string }) => credit(desk),
}

const ORDERS: { order: string; steps: (keyof typeof STEPS)[] }[] = [
  { order: 'sube y se anula', steps: ['up', 'annul'] },
  { order: 'se anula y sube', steps: ['annul', 'up'] },
  { order: 'baja, sube y se anula', steps: ['down', 'up', 'annul'] },
  { order: 'baja, se anula y sube', steps: ['down', 'annul', 'up'] },
  { order: 'sube, se anula, baja y sube', steps: ['up', 'annul', 'down', 'up'] },
]

test.for(ORDERS)(
  'INV-10 CON-06 un mes que una persona anuló no se cobra después, con los cambios de plan antes o después de la nota: $order',
  async ({ steps }) => {
    const desk = await billedAhead()
    for (const step of steps) await STEPS[step](desk)
    expect(await afterJuly(desk)).toEqual({ lines: [['plan', 6_200_000]], owed: 30_000 + 62_000 })
    expect(await breachesOf(t)).toEqual([])
  },
)

test('INV-10 la nota que retira el ajuste de su mes lo dice, a la oficina y al cliente; una por una parte lo deja', async () => {
  const desk = await billedAhead()
  await change(desk, 6_200_000)
  const half = await credit(desk, [{ position: 1, amount: 15_500 }])
  expect(half.message).not.toContain('Ajuste')
  expect(await owed(t, desk)).toBe(30_000 + 15_500 + 31_000)
  const rest = await credit(desk)
  const copy = '«Ajuste de la mensualidad de junio de 2029» ya no se cobra en la próxima factura'
  expect(rest.message).toContain(`. ${copy}`)
  expect(rest.data).not.toHaveProperty('withdrawn')
  const { rows } = await t.owner.query<{ given: string }>(
    `select after ->> 'given' as given from events where entity_id = $1 and name = 'credit_note.created'`,
    [rest.data.id],
  )
  expect(rows[0]?.given).toContain(copy)
  expect(await owed(t, desk)).toBe(30_000)
})

test('INV-11 INV-10 un reclamo de todo el mes decidido a favor retira su ajuste, y la respuesta lo dice', async () => {
  const desk = await billedAhead()
  await change(desk, 6_200_000)
  const params = { id: desk.june }
  await desk.financial.call(invoiceApi.dispute, { params, body: { amount: 31_000, reason: 'No lo pedí' } })
  const body = { outcome: 'a_favor', resolution: 'Tiene razón' }
  const { message } = await desk.financial.call(invoiceApi.resolveDispute, { params, body })
  expect(message).toContain('«Ajuste de la mensualidad de junio de 2029» ya no se cobra')
  expect(await afterJuly(desk)).toEqual({ lines: [['plan', 6_200_000]], owed: 30_000 + 62_000 })
})
