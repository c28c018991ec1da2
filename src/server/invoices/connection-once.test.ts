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

type Charged = Awaited<ReturnType<typeof makeCharged>>
const connection = { kind: 'connection', description: 'Conexión', quantity: 1, price: 80_000 }

/** The answers of the form and of the invoice to a charge, which are the same. */
async function refused({ financial, params }: Charged, lines: readonly object[] = [connection]) {
  const charge = { body: { invoice: { no_contract: params.no, lines } } }
  const preview = await financial.ask(invoiceApi.preview, charge)
  const made = await financial.ask(invoiceApi.create, { ...charge, headers: headers() })
  expect(preview.json.errors).toEqual(made.json.errors)
  return made.json.errors ?? made.status
}

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

test('INV-06 R2.8 la oficina no cobra la conexión dos veces: ni la que ya cobra una factura, ni la que irá en la próxima', async () => {
  const desk = await makeCharged()
  const { financial, params, invoice } = desk
  const charged = `La factura ${invoice.number} ya cobra la conexión de este contrato: se cobra una sola vez`
  expect(await refused(desk)).toEqual([{ field: 'invoice.lines.0.kind', message: charged }])
  await financial.call(contractApi.activate, { params, body })
  const visit = { kind: 'technical_visit', description: 'Visita', quantity: 1, price: 10_000 }
  expect(await refused(desk, [visit, connection])).toEqual([{ field: 'invoice.lines.1.kind', message: charged }])
})

test('INV-06 R2.8 la conexión que irá en la próxima factura no se cobra antes, y la que una nota devolvió se cobra otra vez', async () => {
  const desk = await makeCharged()
  const { financial, params, invoice } = desk
  const line = { position: 1, amount: invoice.total / 100 }
  const part = { concept: 'Valor equivocado', lines: [line] }
  await financial.call(invoiceApi.creditNote, { params: { id: invoice.id }, body: part, headers: headers() })
  const twice = await refused(desk, [connection, connection])
  expect(twice).toEqual([
    { field: 'invoice.lines.1.kind', message: 'La conexión se cobra una sola vez: quita una de las dos' },
  ])
  const many = await refused(desk, [{ ...connection, quantity: 2 }])
  expect(many).toEqual([{ field: 'invoice.lines.0.quantity', message: 'La conexión se cobra una sola vez: escribe 1' }])
  await financial.call(contractApi.activate, { params, body })
  expect(await refused(desk)).toEqual([
    {
      field: 'invoice.lines.0.kind',
      message: 'La próxima factura de este contrato ya cobra su conexión: se cobra una sola vez',
    },
  ])
})

test('INV-06 R2.8 una conexión de la que solo volvió su parte de la factura se cobra otra vez, y dos oficinas a la vez cobran una', async () => {
  const desk = await makeCharged()
  const { financial, params, invoice } = desk
  const visit = { kind: 'technical_visit', description: 'Visita', quantity: 1, price: 10_000 }
  const note = { params: { id: invoice.id }, body: { concept: 'Error' }, headers: headers() }
  await financial.call(invoiceApi.creditNote, note)
  const both = { invoice: { no_contract: params.no, lines: [visit, connection] } }
  const charge = () => financial.ask(invoiceApi.create, { body: both, headers: headers() })
  const answers = await Promise.all([charge(), charge(), charge()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422])
  const { rows } = await t.owner.query<{ id: string; total: number }>(
    `select i.id, l.total::int from invoices i join invoice_lines l on l.invoice_id = i.id
     where i.contract_id = (select id from contracts where no_contract = $1 and company_id = $2) and l.kind = 'connection' and i.credited = 0`,
    [params.no, desk.company.id],
  )
  const lines = [{ position: 2, amount: Number(rows[0]?.total) / 100 }]
  await financial.call(invoiceApi.creditNote, {
    params: { id: rows[0]?.id ?? '' },
    body: { concept: 'Valor equivocado', lines },
    headers: headers(),
  })
  expect((await charge()).status).toBe(201)
})
