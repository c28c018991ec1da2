import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { addDays, dayOf } from '#domain/core/days.ts'
import { exportApi } from '#domain/exports/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { creditNoteApi } from '#domain/invoices/credit-note-api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
const once = () => ({ 'idempotency-key': randomUUID() })

type Desk = { financial: Person; clientId: string; companyId: string; no_contract: string; identification: string }

async function makeDesk(): Promise<Desk> {
  const company = await t.company()
  const client = await makeClient(t.owner, company.id, { email: 'ana@correo.test' })
  const { no_contract } = await makeContract(t.owner, company.id, client.id, { stratum: 4 })
  const financial = await company.person('financial')
  return { financial, clientId: client.id, companyId: company.id, no_contract, identification: client.identification }
}

async function charge({ financial, no_contract }: Desk, price: number) {
  const lines = [{ kind: 'technical_visit', description: 'Visita técnica', quantity: 1, price }]
  return (await financial.call(invoiceApi.create, { body: { invoice: { no_contract, lines } }, headers: once() })).data
}

const credit = ({ financial }: Desk, id: string, body: object) =>
  financial.ask(invoiceApi.creditNote, { params: { id }, body: { concept: 'No se hizo', ...body }, headers: once() })

test('INV-10 una nota por todo es anulación, una por una parte es devolución, y la persona puede elegir otro concepto', async () => {
  const desk = await makeDesk()
  const [whole, part] = [await charge(desk, 119_000), await charge(desk, 59_500)]
  expect((await credit(desk, whole.id, {})).json.data).toMatchObject({ number: 'NC-1', concept_code: '2' })
  const lines = [{ position: 1, amount: 10_000 }]
  expect((await credit(desk, part.id, { lines })).json.data).toMatchObject({ concept_code: '1' })
  expect((await credit(desk, part.id, { lines, concept_code: '4' })).json.data).toMatchObject({ concept_code: '4' })
  const refused = await credit(desk, part.id, { lines, concept_code: '2' })
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([422, 'concept_code'])
  expect((await credit(desk, part.id, { lines, concept_code: '8' })).json.errors?.[0]?.field).toBe('concept_code')
  // The rest of the invoice: it is cancelled by this note.
  expect((await credit(desk, part.id, {})).json.data).toMatchObject({ concept_code: '2' })
  const { data } = await desk.financial.call(creditNoteApi.concepts)
  expect(data.map(({ code }) => code)).toEqual(['1', '2', '3', '4', '5', '6'])
})

test('INV-10 mientras una nota espera por sus asientos, el número siguiente queda libre para las demás', async () => {
  const desk = await makeDesk()
  const [first, second] = [await charge(desk, 119_000), await charge(desk, 59_500)]
  await credit(desk, first.id, {})
  const [closing, other] = [await t.owner.connect(), await t.owner.connect()]
  try {
    // A person closes the books: the entries of the note wait for it.
    await closing.query('begin')
    await closing.query(`select pg_advisory_xact_lock(hashtextextended($1 || ':book_closing', 0))`, [desk.companyId])
    const note = credit(desk, second.id, {})
    await vi.waitFor(
      async () =>
        expect((await other.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount).toBe(
          1,
        ),
      { timeout: 10_000, interval: 20 },
    )
    await expect(
      other.query(`select from counters where company_id = $1 and kind = 'credit_note' for update nowait`, [
        desk.companyId,
      ]),
    ).resolves.toMatchObject({ rowCount: 1 })
    await closing.query('rollback')
    expect((await note).json.data).toMatchObject({ number: 'NC-2' })
  } finally {
    closing.release()
    other.release()
  }
})

test('INV-10 las notas se listan con sus filtros y lo que suman, y se descargan con los mismos filtros', async () => {
  const [desk, other] = [await makeDesk(), await makeDesk()]
  const invoice = await charge(desk, 119_000)
  await credit(desk, invoice.id, { lines: [{ position: 1, amount: 11_900 }], concept_code: '3' })
  await credit(desk, invoice.id, {})
  await credit(other, (await charge(other, 50_000)).id, {})
  const list = (query: object) => desk.financial.call(creditNoteApi.list, { query: { ...query } })
  const all = await list({})
  expect(all.data.map(({ number }) => number)).toEqual(['NC-2', 'NC-1'])
  expect(all.data[0]).toMatchObject({ invoice: { number: invoice.number }, client: { id: desk.clientId } })
  expect(all.totals).toEqual({
    count: 2,
    subtotal: all.data.reduce((sum, { subtotal }) => sum + subtotal, 0),
    vat: all.data.reduce((sum, { vat }) => sum + vat, 0),
    total: invoice.total,
  })
  const today = dayOf(new Date())
  const numbers = async (query: object) => (await list(query)).data.map(({ number }) => number)
  expect(await numbers({ concept_code: '3' })).toEqual(['NC-1'])
  expect(await numbers({ client_id: desk.clientId, sort: 'number' })).toEqual(['NC-1', 'NC-2'])
  expect(await numbers({ client_id: other.clientId })).toEqual([])
  expect(await numbers({ from: today, to: today })).toEqual(['NC-2', 'NC-1'])
  expect(await numbers({ from: addDays(today, 1) })).toEqual([])
  expect(await numbers({ to: addDays(today, -1) })).toEqual([])
  expect(await numbers({ q: 'nc-2' })).toEqual(['NC-2'])
  expect(await numbers({ q: desk.identification })).toEqual(['NC-2', 'NC-1'])
  expect((await list({ page: 2, page_size: 1 })).data.map(({ number }) => number)).toEqual(['NC-1'])
  const file = await desk.financial.ask(exportApi.create, {
    body: { list: 'credit_notes', format: 'csv', query: 'concept_code=3' },
  })
  expect(file.text).toContain('NC-1')
  expect(file.text).not.toContain('NC-2')
})

test('INV-10 la nota tiene su PDF, con el concepto, la factura y lo que devuelve de cada línea, y llega por correo', async () => {
  const desk = await makeDesk()
  const invoice = await charge(desk, 119_000)
  await credit(desk, invoice.id, { lines: [{ position: 1, amount: 11_900 }], concept_code: '3' })
  const [note] = (await desk.financial.call(creditNoteApi.list)).data
  const id = note?.id ?? ''
  const pdf = await desk.financial.ask(creditNoteApi.pdf, { params: { id } })
  const { text } = readPdf(pdf.bytes)
  for (const part of [
    'Nota crédito',
    'NC-1',
    invoice.number,
    'Concepto 3: Rebaja o descuento',
    'No se hizo',
    'Visita técnica',
    '11.900,00',
  ])
    expect(text).toContain(part)
  const sent = await desk.financial.ask(messageApi.sendNote, { params: { id } })
  expect([sent.status, sent.json.message]).toEqual([200, 'Enviamos la nota NC-1 a ana@correo.test'])
  const { rows } = await t.owner.query(`select kind, subject, text_body from messages where company_id = $1`, [
    desk.companyId,
  ])
  expect(rows).toMatchObject([{ kind: 'credit_note', subject: expect.stringContaining('Nota crédito NC-1') }])
  expect(rows[0].text_body).toContain('No se hizo')
  expect(await t.events(desk.companyId)).toContain('credit_note.sent')
})

test('INV-10 una nota crédito tiene su página: lo que devuelve de cada línea, su factura y su contrato', async () => {
  const desk = await makeDesk()
  const invoice = await charge(desk, 119_000)
  const lines = [{ position: 1, amount: 11_900 }]
  const { data: made } = await desk.financial.call(invoiceApi.creditNote, {
    params: { id: invoice.id },
    body: { concept: 'No se hizo', lines, concept_code: '3' },
    headers: once(),
  })
  const params = { id: made.id }
  const { data } = await desk.financial.call(creditNoteApi.get, { params })
  expect(data).toMatchObject({
    number: 'NC-1',
    no_contract: desk.no_contract,
    concept_name: 'Rebaja o descuento',
    invoice: { id: invoice.id, number: invoice.number },
    client: { id: desk.clientId },
    lines: [{ description: 'Visita técnica', base: 1_000_000, vat: 190_000 }],
  })
  const { movements } = (await desk.financial.call(invoiceApi.get, { params: { id: invoice.id } })).data
  expect(movements.map(({ credit_note_id }) => credit_note_id)).toEqual([null, params.id])
})
