import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { outageApi } from '#domain/outages/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { bill } from '#test/billing-desk.ts'
import { newKey } from '#test/cases/billed.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { applyOutage } from './apply.ts'
import { settleAll } from './settle.ts'

const t = testApp()
const NOW = '2026-11-20T17:00:00Z'
/** 468 hours: 39,000 pesos of 60,000. */
const LONG = { started_at: '2026-11-01T05:00:00Z', ended_at: '2026-11-20T17:00:00Z' }

type Made = { kind: 'period' | 'one_off'; price: number; isPaid: boolean; credited: number }

/** An ended contract of 60,000 pesos with its last month billed, other invoices before it, and an outage of its last month. */
async function ended(others: readonly Made[], last: Pick<Made, 'credited'> & { concept_code?: string }) {
  t.setNow(new Date(NOW))
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id, { email: 'yenny@correo.test' })
  const { id, no_contract } = await makeContract(t.owner, company.id, client.id, { price: 6_000_000, cutDay: 30 })
  const params = { no: no_contract }
  const newest = async () => {
    const { rows } = await t.owner.query<{ id: string }>(
      'select id from invoices where contract_id = $1 order by id desc',
      [id],
    )
    return rows[0]?.id ?? ''
  }
  const credit = async (invoice: string, amount: number, concept_code?: string) => {
    if (amount === 0) return
    const body = { concept: 'Ajuste', concept_code, lines: [{ position: 1, amount }] }
    await financial.call(invoiceApi.creditNote, { params: { id: invoice }, body, headers: newKey() })
  }
  for (const { kind, price, isPaid, credited } of others) {
    if (kind === 'period') await bill(t, { company, financial }, '2026-10')
    else {
      const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price }]
      await financial.call(invoiceApi.create, { body: { invoice: { no_contract, lines } }, headers: newKey() })
    }
    await credit(await newest(), credited)
    if (!isPaid) continue
    const payment = {
      client_id: client.id,
      amount: price - credited,
      method: 'efectivo' as const,
      paid_on: '2026-11-20',
    }
    await financial.call(manualPaymentApi.create, { body: { payment }, headers: newKey() })
  }
  await bill(t, { company, financial }, '2026-11')
  await credit(await newest(), last.credited, last.concept_code)
  const outage = { department: 'Antioquia', city: 'Medellín', cause: 'Corte de la fibra', is_notified: false }
  const announced = await financial.call(outageApi.announce, {
    body: { outage: { ...outage, started_at: LONG.started_at } },
  })
  await financial.call(outageApi.end, { params: { id: announced.data.id }, body: { ended_at: LONG.ended_at } })
  await applyOutage(t.world, { company_id: company.id, outage_id: announced.data.id })
  const termination = { requested_on: '2026-11-20', reason: 'Se muda' }
  await financial.call(contractApi.terminate, { params, body: termination })
  await t.owner.query(`update contracts set status = 'terminated' where id = $1`, [id])
  return { id, clientId: client.id, company, financial, newest }
}

type Ended = Awaited<ReturnType<typeof ended>>

/** What the settlement gave, in pesos: its notes by invoice, the balances, and the credit in favour. */
async function settled({ id, clientId }: Pick<Ended, 'id' | 'clientId'>) {
  const one = async <R extends object>(text: string): Promise<R[]> => (await t.owner.query<R>(text, [id])).rows
  const notes = await one<{ total: number }>(
    `select n.total::int / 100 as total from credit_notes n join invoices i on i.id = n.invoice_id
     where i.contract_id = $1 and n.concept like 'Compensación%' order by n.number`,
  )
  const waiting = await one<{ price: number }>(
    'select price::int / 100 as price from pending_charges where contract_id = $1 and invoice_id is null',
  )
  const { rows } = await t.owner.query<{ debt: number; credit: number }>(
    `select (select coalesce(sum(balance), 0) from invoices where client_id = $1)::int / 100 as debt,
       (select coalesce(sum(credit), 0) from client_movements where client_id = $1 and moves_credit)::int / 100 as credit`,
    [clientId],
  )
  return { notes: notes.map(({ total }) => total), waiting: waiting.map(({ price }) => price), ...rows[0] }
}

const later = async () => {
  t.setNow(new Date('2026-12-02T17:00:00Z'))
  await settleAll(t.world)
  await settleAll(t.world)
}

test('SUS-07 R8.5 lo que no cabe en la última factura va a las otras abiertas y el resto queda a favor, una sola vez', async () => {
  const paid: Made = { kind: 'period', price: 60_000, isPaid: true, credited: 0 }
  const open: Made = { kind: 'one_off', price: 20_000, isPaid: false, credited: 0 }
  const it = await ended([paid, open], { credited: 50_000 })
  await later()
  expect(await settled(it)).toEqual({ notes: [10_000, 20_000, 9_000], waiting: [], debt: 0, credit: 9_000 })
})

test('SUS-07 una última factura con un descuento de todo su valor no se lleva la compensación: llega entera por las otras', async () => {
  const paid: Made = { kind: 'period', price: 60_000, isPaid: true, credited: 0 }
  const it = await ended([paid], { credited: 60_000, concept_code: '3' })
  await later()
  expect(await settled(it)).toEqual({ notes: [39_000], waiting: [], debt: 0, credit: 39_000 })
})

test('SUS-07 R2.6 de una última factura anulada no se compensa nada: sus días no se cobran', async () => {
  const paid: Made = { kind: 'period', price: 60_000, isPaid: true, credited: 0 }
  const it = await ended([paid], { credited: 60_000, concept_code: '2' })
  await later()
  expect(await settled(it)).toEqual({ notes: [], waiting: [], debt: 0, credit: 0 })
})

test('SUS-07 lo que ninguna factura puede devolver sigue esperando, y lo dado no se da otra vez', async () => {
  const it = await ended([], { credited: 50_000 })
  await later()
  expect(await settled(it)).toEqual({ notes: [10_000], waiting: [-29_000], debt: 0, credit: 0 })
})

test('SUS-07 lo que no se puede devolver no le quita el turno a lo que sí, aunque llene un lote', async () => {
  const it = await ended([], { credited: 50_000 })
  await later()
  t.setNow(new Date(NOW))
  const client = await makeClient(t.owner, it.company.id)
  const other = await makeContract(t.owner, it.company.id, client.id, { price: 6_000_000, cutDay: 30 })
  await bill(t, it, '2026-11')
  await t.owner.query(
    `insert into pending_charges (company_id, id, contract_id, kind, description, price, compensates, occurred_on)
     select company_id, gen_random_uuid(), $2, kind, description, -1000000, compensates, occurred_on
     from pending_charges where contract_id = $1 and invoice_id is null`,
    [it.id, other.id],
  )
  const body = { requested_on: '2026-11-20', reason: 'Se muda' }
  await it.financial.call(contractApi.terminate, { params: { no: other.no_contract }, body })
  await t.owner.query(`update contracts set status = 'terminated' where id = $1`, [other.id])
  t.setNow(new Date('2026-12-02T17:00:00Z'))
  await settleAll(t.world, 1)
  expect(await settled(it)).toMatchObject({ waiting: [-29_000] })
  expect(await settled({ id: other.id, clientId: client.id })).toMatchObject({ notes: [10_000], waiting: [] })
})

test('SUS-07 INV-11 lo que está en reclamo no se paga con la compensación, que espera a que se decida', async () => {
  const it = await ended([], { credited: 0 })
  const id = await it.newest()
  await it.financial.call(invoiceApi.dispute, { params: { id }, body: { amount: 35_000, reason: 'No lo pidió' } })
  await later()
  expect(await settled(it)).toEqual({ notes: [25_000], waiting: [-14_000], debt: 35_000, credit: 0 })
  const disputed = (await it.financial.call(invoiceApi.get, { params: { id } })).data.disputed_amount
  expect(disputed).toBe(3_500_000)
  const decision = { outcome: 'en_contra', resolution: 'Se revisó' }
  await it.financial.call(invoiceApi.resolveDispute, { params: { id }, body: decision })
  await later()
  expect(await settled(it)).toEqual({ notes: [25_000, 14_000], waiting: [], debt: 21_000, credit: 0 })
})

test('SUS-07 INV-11 la compensación de una factura pagada no es lo que su cliente reclamó, que sigue por decidir', async () => {
  const it = await ended([], { credited: 0 })
  const id = await it.newest()
  await it.financial.call(invoiceApi.dispute, { params: { id }, body: { amount: 35_000, reason: 'No lo pidió' } })
  const payment = { client_id: it.clientId, amount: 60_000, method: 'efectivo' as const, paid_on: '2026-11-20' }
  await it.financial.call(manualPaymentApi.create, { body: { payment }, headers: newKey() })
  await later()
  expect(await settled(it)).toEqual({ notes: [39_000], waiting: [], debt: 0, credit: 39_000 })
  const { disputes } = (await it.financial.call(invoiceApi.get, { params: { id } })).data
  expect(disputes).toMatchObject([{ outcome: 'pago', credit_note: null }])
})
