import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { settleAll } from '#server/outages/settle.ts'
import { type BillingDesk, bill, makeDesk, on, owed } from '#test/billing-desk.ts'
import { newKey } from '#test/cases/billed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A contract whose June has a compensation, in centavos, for May. */
async function compensated(price: number, fields: Parameters<typeof makeDesk>[1] = {}): Promise<BillingDesk> {
  on(t, '2029-05-20')
  const it = await makeDesk(t, fields)
  await bill(t, it, '2029-05')
  await t.owner.query(
    `insert into pending_charges (company_id, contract_id, kind, description, price, compensates, occurred_on)
     values ($1, $2, 'compensation', 'Compensación de mayo', $3, '2029-05', '2029-05-10')`,
    [it.company.id, it.id, price],
  )
  await bill(t, it, '2029-06')
  return it
}

const waiting = async ({ id }: BillingDesk) => {
  const { rows } = await t.owner.query<{ price: number }>(
    `select price::int from pending_charges where contract_id = $1 and compensates is not null and invoice_id is null`,
    [id],
  )
  return rows.map(({ price }) => price)
}
const june = async ({ id, financial }: BillingDesk) => {
  const { rows } = await t.owner.query<{ id: string }>(
    `select id from invoices where contract_id = $1 and period = '2029-06'`,
    [id],
  )
  return (await financial.call(invoiceApi.get, { params: { id: rows[0]?.id ?? '' } })).data
}

test('CON-06 SUS-07 quien se retira con el mes siguiente facturado y una compensación en él se retira, y la recibe por otra factura', async () => {
  const it = await compensated(-100_000)
  expect(await owed(t, it)).toBe(30_000 + 31_000 - 1_000)
  const { params } = it
  const body = { requested_on: '2029-05-20' }
  const { data: preview } = await it.financial.call(contractApi.terminatePreview, { params, body })
  const { data } = await it.financial.call(contractApi.terminate, { params, body: { ...body, reason: 'Se muda' } })
  // The note is of what June charged, and the compensation waits again.
  const credit = { kind: 'credit', period: '2029-06', amount: 3_000_000 }
  expect(preview.corrections).toMatchObject([credit])
  expect([data.status, (await june(it)).balance, await waiting(it)]).toEqual(['active', 0, [-100_000]])
  on(t, '2029-06-03')
  await applyDueChanges(t.world)
  await settleAll(t.world)
  await settleAll(t.world)
  expect([await owed(t, it), await waiting(it)]).toEqual([29_000, []])
})

test('INV-10 EIN-03 una parte de una línea con descuento devuelve a lo sumo lo que se cobró por ella, con su IVA', async () => {
  const it = await compensated(-2_000_000, { stratum: 4 })
  const invoice = await june(it)
  const note = (body: object) =>
    it.financial.ask(invoiceApi.creditNote, {
      params: { id: invoice.id },
      body: { concept: 'Servicio no prestado', ...body },
      headers: newKey(),
    })
  const refused = await note({ lines: [{ position: 1, amount: 11_000.01 }] })
  expect([refused.status, refused.json.errors?.[0]?.message]).toEqual([
    422,
    expect.stringMatching(/^La nota crédito supera lo que queda de esa línea con su descuento: \$\s11\.000,00$/),
  ])
  expect((await note({ lines: [{ position: 1, amount: 6_000 }] })).status).toBe(201)
  expect((await note({})).status).toBe(201)
  const { credit_notes, vat, total, balance } = await june(it)
  const sumOf = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)
  expect(sumOf(credit_notes.map((one) => one.total))).toBe(total)
  expect([sumOf(credit_notes.map((one) => one.vat)), balance]).toEqual([vat, 0])
  // The whole note took the compensation, which waits again.
  expect(await waiting(it)).toEqual([-2_000_000])
})
