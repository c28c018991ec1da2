import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { on } from '#test/billing-desk.ts'
import { makeSigned } from '#test/retracting.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const headers = () => ({ 'idempotency-key': randomUUID() })

/** A signed contract with a connection of 80,000 pesos that an invoice of its own charges. */
async function makeCharged() {
  const desk = await makeSigned(t, 'desk')
  await t.owner.query('update contracts set connection_cost = 8000000 where no_contract = $1 and company_id = $2', [
    desk.params.no,
    desk.company.id,
  ])
  const lines = [{ kind: 'connection', description: 'Conexión', quantity: 1, price: 80_000 }]
  const body = { invoice: { no_contract: desk.params.no, lines } }
  const { data: invoice } = await desk.financial.call(invoiceApi.create, { body, headers: headers() })
  on(t, '2026-11-10')
  return { ...desk, invoice }
}

const body = { activated_on: '2026-11-10' }

test('CON-01 R2.8 la conexión que ya cobra una factura no se cobra otra vez al activar, y el mensaje lo dice', async () => {
  const { financial, params, invoice } = await makeCharged()
  const { message } = await financial.call(contractApi.activate, { params, body })
  expect(message).toBe(
    `Contrato activado exitosamente. La factura ${invoice.number} ya cobra la conexión: no se cobra otra vez`,
  )
  expect((await financial.call(contractApi.get, { params })).data.pending_charges).toEqual([])
})

test('CON-01 R2.8 la conexión de una factura que una nota anuló se cobra al activar', async () => {
  const { financial, params, invoice } = await makeCharged()
  const note = { params: { id: invoice.id }, body: { concept: 'Error' }, headers: headers() }
  await financial.call(invoiceApi.creditNote, note)
  const { message } = await financial.call(contractApi.activate, { params, body })
  expect(message).toBe('Contrato activado exitosamente')
  const { data } = await financial.call(contractApi.get, { params })
  expect(data.pending_charges).toMatchObject([{ kind: 'connection', price: 8_000_000 }])
})
