import { expect, test } from 'vitest'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'
import { runMassive } from './run-worker.ts'

const t = testApp()

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** A company that charges 1,000 pesos for a reconnection, with a service that is not at the address of its client. */
async function makeService() {
  const company = await t.company()
  const { id: clientId } = await makeClient(t.owner, company.id)
  const { id, no_contract: no } = await makeContract(t.owner, company.id, clientId, { activeFrom: '2026-01-01' })
  await t.owner.query(`update contracts set address = 'Vereda La Palma', city = 'Guarne' where id = $1`, [id])
  await setReconnection(company.id, 100_000)
  return { company, financial: await company.person('financial'), id, no }
}

const setReconnection = (companyId: string, cost: number) =>
  t.owner.query(
    `insert into contract_defaults (company_id, connection_cost, discounted_value, billing_cut_day, reconnection_cost, transfer_cost,
       technical_visit_cost, additional_cable_cost) values ($1, 0, 0, 1, $2, 0, 0, 0)
     on conflict (company_id) do update set reconnection_cost = excluded.reconnection_cost`,
    [companyId, cost],
  )

/** Everything that its invoices say of the service changes. */
async function changeService({ company, id }: { company: { id: string }; id: string }) {
  await t.owner.query(`update contracts set address = 'Calle 99', city = 'Rionegro' where id = $1`, [id])
  await t.owner.query(`update plans set download_speed = '900 Mbps', upload_speed = '800 Mbps' where company_id = $1`, [
    company.id,
  ])
  await setReconnection(company.id, 90_000)
}

test('INV-12 R2.2 la factura de un mes y la de un cobro guardan la dirección, la velocidad y la reconexión de su emisión', async () => {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const service = await makeService()
  const { company, financial, no } = service
  const { rows } = await t.owner.query<{ download_speed: string; upload_speed: string }>(
    'select download_speed, upload_speed from plans where company_id = $1',
    [company.id],
  )
  const { data: run } = await financial.call(runApi.start, { body: { period: '2026-11' } })
  await runMassive(t.world, { company_id: company.id, run_id: run.id })
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 10_000 }]
  const headers = { 'idempotency-key': `service-${no}` }
  await financial.call(invoiceApi.create, { body: { invoice: { no_contract: no, lines } }, headers })
  await changeService(service)
  const invoices = (await financial.call(invoiceApi.list, {})).data
  expect(invoices.map(({ kind }) => kind).toSorted()).toEqual(['one_off', 'period'])
  for (const { id } of invoices) {
    const { data } = await financial.call(invoiceApi.get, { params: { id } })
    const kept = { address: 'Vereda La Palma', city: 'Guarne', reconnection: 100_000, claim_months: 6, ...rows[0] }
    expect(data.service).toEqual(kept)
    const text = oneLine(readPdf((await financial.ask(invoiceApi.pdf, { params: { id } })).bytes).text)
    expect(text).toContain('Servicio en Vereda La Palma, Guarne')
    expect(text).toContain(`Velocidad: ${rows[0]?.download_speed} de descarga y ${rows[0]?.upload_speed} de subida`)
    expect(text).toContain('Reconexión después de una suspensión por mora: $ 1.000,00 con impuestos.')
    const token = data.public_url.split('/').at(-1) ?? ''
    const page = await t.ask(publicInvoiceApi.get, { params: { token } })
    expect(page.json.data).toMatchObject({ service: { ...rows[0], reconnection: 1_000, claim_months: 6 } })
    const shared = oneLine(readPdf((await t.ask(publicInvoiceApi.pdf, { params: { token } })).bytes).text)
    expect(JSON.stringify(page.json) + shared).not.toContain('Vereda La Palma')
    expect(shared).toContain('Reconexión después de una suspensión por mora: $ 1.000,00 con impuestos.')
  }
  t.setNow(null)
})

test('INV-12 R2.2 la factura de un mes guarda la velocidad del plan de su primer día; sin días de servicio, la del día de su emisión', async () => {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const { company, financial, id, no } = await makeService()
  const faster = await makePlan(t.owner, company.id)
  await t.owner.query(`update plans set download_speed = '900 Mbps' where id = $1`, [faster])
  const { id: clientId } = await makeClient(t.owner, company.id)
  const ended = await makeContract(t.owner, company.id, clientId, { activeFrom: '2026-01-01' })
  await t.owner.query(
    `insert into contract_terms (company_id, contract_id, from_on, plan_id, plan_name, price)
     select $1, id, '2026-11-10', $2, 'Hogar 900', 9000000 from unnest($3::uuid[]) id`,
    [company.id, faster, [id, ended.id]],
  )
  await t.owner.query(`update contracts set status = 'terminated', active_to = '2026-09-15' where id = $1`, [ended.id])
  await t.owner.query(
    `insert into pending_charges (company_id, contract_id, kind, description, price) values ($1, $2, 'other', 'Cable', 100000)`,
    [company.id, ended.id],
  )
  const { data: run } = await financial.call(runApi.start, { body: { period: '2026-11' } })
  await runMassive(t.world, { company_id: company.id, run_id: run.id })
  const speeds: Record<string, string | undefined> = {}
  for (const invoice of (await financial.call(invoiceApi.list, {})).data) {
    const { data } = await financial.call(invoiceApi.get, { params: { id: invoice.id } })
    speeds[data.no_contract ?? ''] = data.service?.download_speed
  }
  expect(speeds).toEqual({ [no]: '100 Mbps', [ended.no_contract]: '900 Mbps' })
  t.setNow(null)
})

test('INV-12 R2.2 una factura de antes de guardar los datos del servicio no los toma del contrato de hoy', async () => {
  const { financial, no } = await makeService()
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 10_000 }]
  const headers = { 'idempotency-key': `older-${no}` }
  const { id } = (await financial.call(invoiceApi.create, { body: { invoice: { no_contract: no, lines } }, headers }))
    .data
  await t.owner.query(`alter table invoices disable trigger user`)
  await t.owner.query(`update invoices set snapshot = snapshot - 'service' where id = $1`, [id])
  await t.owner.query(`alter table invoices enable trigger user`)
  expect((await financial.call(invoiceApi.get, { params: { id } })).data.service).toBeNull()
  const { text } = readPdf((await financial.ask(invoiceApi.pdf, { params: { id } })).bytes)
  expect(text).not.toMatch(/Vereda La Palma|Velocidad|Reconexión/)
})
