import { afterEach, expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { bill, makeDesk, on } from '#test/billing-desk.ts'
import { contractBody, signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makePlan } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const WRONG = expect.stringContaining('El titular es empresarial: su servicio no es de uso residencial')
const PLACE = { address: 'Calle 5', department: 'Antioquia', city: 'Medellín' }

/** An office, with a business and a home as clients, both at an address of estrato 2. */
async function office() {
  const desk = await makeDesk(t, { activeFrom: '2029-05-01', stratum: 2, includesVat: false })
  const shop = await makeClient(t.owner, desk.company.id, { segment: 'business', stratum: 2 })
  return { ...desk, shop, planId: await makePlan(t.owner, desk.company.id) }
}

test('CON-02 VAT-5 R1.4 el contrato de una empresa en estrato 2 lleva IVA: el uso residencial se rechaza en su campo', async () => {
  const { financial, shop, clientId, planId } = await office()
  const create = (client: string, more: object) =>
    financial.ask(contractApi.create, { body: contractBody(client, planId, { stratum: 2, ...more }) })
  const home = await create(shop.id, { segment: 'residential' })
  expect([home.status, home.json.errors]).toEqual([422, [{ field: 'contract.segment', message: WRONG }]])
  const { json } = await create(shop.id, {})
  expect(json.data).toMatchObject({ segment: 'business', stratum: 2, vat: { treatment: 'gravado', rate_bps: 1900 } })
  // A person may have an office, which is taxed too.
  expect((await create(clientId, { segment: 'business' })).json.data).toMatchObject({ vat: { treatment: 'gravado' } })
})

test('CON-03 VAT-5 R1.4 un borrador de un hogar no se firma cuando su cliente ya es una empresa: la oficina corrige el uso', async () => {
  const { financial, shop, company, planId } = await office()
  const client = await makeClient(t.owner, company.id)
  const { data: draft } = await financial.call(contractApi.create, { body: contractBody(client.id, planId) })
  expect(draft).toMatchObject({ segment: 'residential', vat: { treatment: 'exento' } })
  const params = { no: draft.no_contract }
  const changed = { client: { segment: 'business' } }
  await financial.call(clientApi.update, { params: { id: client.id }, body: changed })
  const body = signatureBody(client.identification)
  const signed = await financial.ask(contractApi.sign, { params, body })
  expect([signed.status, signed.json.errors]).toEqual([422, [{ field: 'segment', message: WRONG }]])
  const { data: signing } = await financial.call(contractApi.signing, { params })
  expect([signing.blocked, signing.missing]).toEqual([WRONG, [{ field: 'segment', message: WRONG }]])
  const edit = (contract: object) => financial.ask(contractApi.update, { params, body: { contract } })
  const kept = await edit({ address: 'Calle 6' })
  expect([kept.status, kept.json.errors]).toEqual([422, [{ field: 'contract.segment', message: WRONG }]])
  expect((await edit({ segment: 'business' })).status).toBe(200)
  expect((await financial.call(contractApi.sign, { params, body })).data.vat).toMatchObject({ treatment: 'gravado' })
  expect(shop.id).not.toBe(client.id)
})

test('CON-07 VAT-5 R1.4 el traslado de una empresa es a una dirección empresarial, también el de un contrato de antes', async () => {
  const { financial, company, params, clientId, id, ...rest } = await office()
  on(t, '2029-06-01')
  await t.owner.query(`update clients set segment = 'business' where id = $1`, [clientId])
  const body = { ...PLACE, stratum: 2, on: '2029-06-01' }
  const home = await financial.ask(transferApi.transfer, { params, body: { ...body, segment: 'residential' } })
  expect([home.status, home.json.errors]).toEqual([422, [{ field: 'segment', message: WRONG }]])
  const { data } = await financial.call(transferApi.transferPreview, { params, body })
  expect([data.before?.treatment, data.after?.treatment]).toEqual(['exento', 'gravado'])
  await financial.call(transferApi.transfer, { params, body })
  await bill(t, { ...rest, company, financial }, '2029-07')
  const { rows } = await t.owner.query(
    `select l.vat_treatment, l.vat_bps from invoice_lines l join invoices i on i.id = l.invoice_id
     where i.contract_id = $1 and l.kind = 'plan'`,
    [id],
  )
  expect(rows).toEqual([{ vat_treatment: 'gravado', vat_bps: 1900 }])
})

test('CON-07 VAT-5 R1.4 el contrato de un hogar no se cede a una empresa: ni al verlo, ni al pedirlo, ni al aceptarlo', async () => {
  const { financial, params, shop, company } = await office()
  on(t, '2029-06-05')
  const home = await makeClient(t.owner, company.id)
  const said = expect.stringContaining('Una cesión no cambia el uso: hazle un contrato nuevo')
  const answers = [
    await financial.ask(cessionApi.cessionPreview, { params, body: { client_id: shop.id } }),
    await financial.ask(cessionApi.cession, { params, body: { client_id: shop.id } }),
  ]
  for (const { status, json } of answers)
    expect([status, json.errors]).toEqual([422, [{ field: 'client_id', message: said }]])
  await financial.call(cessionApi.cession, { params, body: { client_id: home.id } })
  await t.owner.query(`update clients set segment = 'business' where id = $1`, [home.id])
  const accept = () => financial.ask(cessionApi.acceptCession, { params, body: { acceptance: 'Carta' } })
  const late = await accept()
  expect([late.status, late.json.message]).toEqual([422, said])
  // On the first day of the new holder the service will be at an office.
  await financial.call(transferApi.transfer, {
    params,
    body: { ...PLACE, segment: 'business', stratum: 2, on: '2029-06-15' },
  })
  expect((await accept()).status).toBe(200)
})
