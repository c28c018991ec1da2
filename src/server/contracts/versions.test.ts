import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { sectionsOf } from '#domain/contracts/contract-sections.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import type { ContractText } from '#domain/contracts/version.ts'
import { addDays, dayLabel, dayOf, instantLabel } from '#domain/core/days.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { applyDueChangesOf } from '#server/contracts/jobs.ts'
import { makeDesk, on } from '#test/billing-desk.ts'
import { contractBody, signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makeContract, makePlan, makeSession } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

async function makeDraft(changes: object = {}) {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const planId = await makePlan(t.owner, company.id)
  const { data } = await financial.call(contractApi.create, { body: contractBody(client.id, planId, changes) })
  const user = { id: client.userId, companyId: company.id, username: 'x', email: 'x', role: 'client' } as const
  const holder = t.as(await makeSession(t.owner, user), user)
  return { company, financial, holder, client, planId, params: { no: data.no_contract }, contract: data }
}
type Made = Awaited<ReturnType<typeof makeDraft>>

async function makeSigned(changes: object = {}) {
  const made = await makeDraft(changes)
  const body = signatureBody(made.client.identification)
  await made.holder.call(contractApi.sign, { params: made.params, body })
  return made
}

const isHashOf = ({ text, text_hash }: ContractText): boolean =>
  createHash('sha256').update(text).digest('hex') === text_hash

/** The words of a PDF without the line breaks of its columns. */
const wordsOf = (bytes: Buffer): string => readPdf(bytes).text.replaceAll(/\s+/g, ' ').normalize('NFC')

const pdfOf = async (made: Made, version?: number): Promise<Buffer> => {
  const query = version === undefined ? {} : { version }
  const reply = await made.holder.ask(contractApi.pdf, { params: made.params, query })
  expect(reply.status).toBe(200)
  return reply.bytes
}

test('CON-04 el texto firmado es el contrato entero, se lee de vuelta igual y tiene su huella', async () => {
  const made = await makeSigned()
  const { data } = await made.holder.call(contractApi.text, { params: made.params })
  expect(data).toMatchObject({ is_draft: false, version: { version: 1, reason: 'signature', channel: 'portal' } })
  expect(isHashOf(data)).toBe(true)
  expect(data.signature).toMatchObject({ name: 'Yenny Bohórquez', identification: made.client.identification })
  const headings = sectionsOf(data.text).sections.map(({ heading }) => heading)
  expect(headings).toHaveLength(22)
  expect(data.text).toContain(made.contract.no_contract)
  const { data: desk } = await made.financial.call(contractApi.versions, { params: made.params })
  expect(desk).toMatchObject([{ version: 1, accepted_by: 'Yenny Bohórquez', text_hash: data.text_hash }])
})

test('CON-04 un borrador es de hoy, se marca como tal y no deja versión', async () => {
  const made = await makeDraft({ connection_cost: 120_000, discounted_value: 120_000 })
  const { data } = await made.financial.call(contractApi.text, { params: made.params })
  expect(data).toMatchObject({ is_draft: true, version: null, signature: null })
  expect(isHashOf(data)).toBe(true)
  expect(data.text).toContain('[ ] Acepto la cláusula de permanencia mínima')
  expect(data.text).toContain('| 12 | $ 10.000,00 |')
  expect((await made.financial.call(contractApi.versions, { params: made.params })).data).toEqual([])
  expect(wordsOf(await pdfOf(made))).toContain('BORRADOR')
})

test('CON-04 cada cambio de plan es una versión nueva, y las de antes se leen para siempre', async () => {
  const made = await makeSigned()
  const { params, financial, company, holder } = made
  const { data: first } = await holder.call(contractApi.text, { params })
  const today = (await t.owner.query(`select (now() at time zone 'America/Bogota')::date::text as d`)).rows[0].d
  await financial.call(contractApi.activate, { params, body: { activated_on: today } })
  const plan_id = await makePlan(t.owner, company.id, 9_000_000)
  await t.owner.query(`update plans set name = 'Hogar 300', download_speed = '300 Mbps' where id = $1`, [plan_id])
  const { data: changed } = await financial.call(contractApi.changePlan, { params, body: { plan_id } })
  const { data: versions } = await holder.call(contractApi.versions, { params })
  expect(versions).toMatchObject([
    { version: 2, reason: 'plan_change', from_on: changed.upcoming_terms?.from_on, channel: 'desk' },
    { version: 1, reason: 'signature' },
  ])
  const { data: second } = await holder.call(contractApi.text, { params })
  expect(second.text).toContain('Cambio de plan: el plan Hogar 300 rige desde el')
  expect(second.text).toContain('300 Mbps')
  expect(second.text).toContain('$ 90.000,00')
  expect(isHashOf(second)).toBe(true)
  await t.owner.query(`update companies set name = 'Otra' where id = $1`, [company.id])
  const { data: old } = await holder.call(contractApi.text, { params, query: { version: 1 } })
  expect(old).toEqual(first)
  const absent = await holder.ask(contractApi.text, { params, query: { version: 3 } })
  expect([absent.status, absent.json.message]).toEqual([404, `El contrato ${params.no} no tiene la versión 3`])
  expect((await holder.ask(contractApi.text, { params, query: { version: 'x' } })).status).toBe(400)
  await expect(t.owner.query(`update contract_versions set text = 'x'`)).rejects.toThrow('append-only')
})

test('R2.10 R2.20 un cambio de plan guarda quién lo pidió, qué día y por dónde, y lo muestra en el texto, la historia y el PDF', async () => {
  const made = await makeSigned()
  const { params, financial, company, holder } = made
  const today = (await t.owner.query(`select (now() at time zone 'America/Bogota')::date::text as d`)).rows[0].d
  await financial.call(contractApi.activate, { params, body: { activated_on: today } })
  const plan_id = await makePlan(t.owner, company.id, 9_000_000)
  const asked = { asked_by: 'Ciro Peláez', asked_on: today, asked_channel: 'telefono' } as const
  const errorsOf = async (given: object) =>
    (await financial.ask(contractApi.changePlan, { params, body: { plan_id, ...given } })).json.errors
  expect(await errorsOf({ ...asked, asked_by: undefined })).toEqual([
    { field: 'asked_by', message: 'Escribe quién lo pidió' },
  ])
  expect(await errorsOf({ ...asked, asked_on: undefined })).toEqual([
    { field: 'asked_on', message: 'Escribe qué día lo pidió' },
  ])
  expect(await errorsOf({ ...asked, asked_channel: undefined })).toEqual([
    { field: 'asked_channel', message: 'Elige por dónde lo pidió' },
  ])
  expect(await errorsOf({ ...asked, asked_on: '2126-01-01' })).toEqual([
    { field: 'asked_on', message: 'El día de la solicitud no puede ser futuro' },
  ])
  await financial.call(contractApi.changePlan, { params, body: { plan_id, ...asked } })
  const { data: versions } = await holder.call(contractApi.versions, { params })
  expect(versions).toMatchObject([
    { version: 2, ...asked },
    { version: 1, asked_by: null, asked_on: null, asked_channel: null },
  ])
  const said = `Lo pidió Ciro Peláez el ${dayLabel(today)}, por teléfono.`
  const { data: second } = await holder.call(contractApi.text, { params })
  expect(second.text).toContain(`Lo demás sigue igual. ${said}`)
  expect(isHashOf(second)).toBe(true)
  expect(wordsOf(await pdfOf(made))).toContain(`${said} Registrado por la empresa`)
  const { rows } = await t.owner.query(
    "select after ->> 'asked_by' as by from events where company_id = $1 and name = 'contract.plan_changed'",
    [company.id],
  )
  expect(rows).toEqual([{ by: 'Ciro Peláez' }])
})

test('R2.10 un cambio de plan rige por el día en que se pidió, y nunca desde un período que ya empezó', async () => {
  const { financial, params, company } = await makeDesk(t, { cutDay: 31, activeFrom: '2026-05-02' })
  const plan_id = await makePlan(t.owner, company.id, 9_000_000)
  const from = async (today: string, asked_on?: string) => {
    on(t, today)
    const { data } = await financial.call(contractApi.changePlanPreview, { params, body: { plan_id, asked_on } })
    return data.from_on
  }
  expect(await from('2026-10-30')).toBe('2026-12-01')
  expect(await from('2026-10-30', '2026-10-23')).toBe('2026-11-01')
  expect(await from('2026-11-03', '2026-10-23')).toBe('2026-12-01')
  expect(await from('2026-11-30', '2026-10-23')).toBe('2026-12-01')
  t.setNow(null)
})

test('CON-04 el PDF tiene dos páginas, todo el texto, la huella y la versión', async () => {
  const made = await makeSigned({ connection_cost: 120_000, discounted_value: 120_000 })
  const { data } = await made.holder.call(contractApi.text, { params: made.params })
  const bytes = await pdfOf(made, 1)
  const pdf = readPdf(bytes)
  expect([pdf.pages, pdf.isTagged]).toEqual([2, true])
  const words = wordsOf(bytes)
  expect(words).toContain(data.text_hash)
  expect(words).toContain('Versión 1')
  expect(words).not.toContain('BORRADOR')
  for (const { heading } of sectionsOf(data.text).sections) expect(words).toContain(heading)
  const words_of_text = new Set(data.text.replaceAll(/^(#+|-|\[.\]|\||\d+\.)\s/gm, '').split(/[\s|]+/))
  const drawn = new Set(words.split(' '))
  expect([...words_of_text].filter((word) => word !== '' && !drawn.has(word))).toEqual([])
})

test('CON-04 un contrato que vino firmado de otro sistema se lee con lo que hay, y se dice', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client.id)
  const params = { no: no_contract }
  const { data } = await financial.call(contractApi.text, { params })
  expect(data).toMatchObject({ is_draft: false, version: null, signature: null })
  const reply = await financial.ask(contractApi.pdf, { params })
  expect(wordsOf(reply.bytes)).toContain('Copia de un contrato firmado en otro sistema')
})

test('CON-04 una firma de antes de este formato se lee y se imprime como se guardó', async () => {
  const made = await makeDraft()
  const old = 'Condiciones comerciales del contrato AF-000012\n\nPrecio. $ 60.000,00 al mes.'
  const digest = createHash('sha256').update(old).digest()
  const name = 'María de los Ángeles '.repeat(9).trim()
  await t.owner.query(
    `with signed as (
       insert into contract_signatures (company_id, contract_id, name, identification, strokes, text, text_hash)
       values ($1, $2, $5, '1', '"typed"', $3, $4) returning id)
     insert into contract_versions (company_id, contract_id, version, reason, from_on, channel, accepted_by, signature_id, text, text_hash)
     select $1, $2, 1, 'signature', '2026-01-05', 'desk', $5, id, $3, $4 from signed`,
    [made.company.id, made.contract.id, old, digest, name],
  )
  const { data } = await made.holder.call(contractApi.text, { params: made.params })
  expect([data.text, data.text_hash]).toEqual([old, digest.toString('hex')])
  const words = wordsOf(await pdfOf(made, 1))
  expect(words).toContain('Precio. $ 60.000,00 al mes.')
  // A long name does not cut the document or the instant of the signature.
  const signedAt = instantLabel(new Date(data.signature?.signed_at ?? ''))
  expect(words).toContain(`${name}, documento 1. Firmó con su nombre escrito el ${signedAt}`.normalize('NFC'))
})

test('R2.18 la factura solo electrónica se acepta aparte con la firma y queda como autorización', async () => {
  const made = await makeDraft()
  const { data } = await made.holder.call(contractApi.signing, { params: made.params })
  // One text for each answer to the electronic invoice and to the renewal.
  expect([data.asks_electronic_invoice, data.texts.length]).toEqual([true, 4])
  const body = signatureBody(made.client.identification, { accepts_electronic_invoice: true })
  await made.holder.call(contractApi.sign, { params: made.params, body })
  const { data: signed } = await made.holder.call(contractApi.text, { params: made.params })
  expect(signed.text).toContain('[x] Con esta firma acepta recibir la factura solamente por medios electrónicos.')
  const { rows } = await t.owner.query('select purpose, is_granted, channel from consents where client_id = $1', [
    made.client.id,
  ])
  expect(rows).toEqual([{ purpose: 'electronic_invoice', is_granted: true, channel: 'portal' }])
})

test('CON-04 audit verify notices a kept text that the owner of the database changed, with or without its digest, and one that it removed', async () => {
  const wrong = async (statement: string, isSigned = false) => {
    const made = await makeSigned()
    const { rows } = await t.owner.query<{ name: string }>('select name from companies where id = $1', [
      made.company.id,
    ])
    const tables = ['contract_versions', 'contract_charges', ...(isSigned ? ['contract_signatures'] : [])]
    for (const table of tables) await t.owner.query(`alter table ${table} disable trigger user`)
    await t.owner.query(statement, [made.contract.id])
    for (const table of tables) await t.owner.query(`alter table ${table} enable trigger user`)
    const { breaks } = await verifyAudit(t.world)
    const found = breaks.filter(({ company }) => company === rows[0]?.name).map(({ what }) => what)
    return { no: made.contract.no_contract, found }
  }
  const intact = await wrong('select $1::uuid')
  expect(intact.found).toEqual([])
  const text = await wrong(
    `update contract_versions set text = replace(text, '3 días', '30 días') where contract_id = $1`,
  )
  expect(text.found).toEqual([`el contrato ${text.no}, versión 1, no es el texto que se aceptó`])
  const both = await wrong(
    `update contract_versions set text = 'Otro', text_hash = sha256(convert_to('Otro', 'UTF8')), signature_id = null where contract_id = $1`,
  )
  expect(both.found).toEqual([
    `el contrato ${both.no}, una versión que ya no está, no es el texto que se aceptó`,
    `el contrato ${both.no}, versión 1, no es el texto que se aceptó`,
  ])
  const signed = await wrong(`update contract_signatures set text = 'Otro' where contract_id = $1`, true)
  expect(signed.found).toEqual([`el contrato ${signed.no}, versión 1, no es el texto que se aceptó`])
  const removed = await wrong(
    'with charges as (delete from contract_charges where contract_id = $1) delete from contract_versions where contract_id = $1',
  )
  expect(removed.found).toEqual([`el contrato ${removed.no}, una versión que ya no está, no es el texto que se aceptó`])
})

test('CON-04 CON-07 un traslado y una cesión dejan su versión el día en que rigen, y el titular nuevo no lee las del anterior', async () => {
  const made = await makeSigned()
  const { params, financial, company } = made
  const today = dayOf(t.world.clock())
  await financial.call(contractApi.activate, { params, body: { activated_on: today } })
  const move = {
    address: 'Calle 99 # 1-20',
    department: 'Antioquia',
    city: 'Medellín',
    stratum: 2,
    on: addDays(today, 5),
  }
  await financial.call(transferApi.transfer, { params, body: move })
  t.setNow(new Date(t.world.clock().getTime() + 6 * 86_400_000))
  await applyDueChangesOf(t.world, company.id)
  const other = await makeClient(t.owner, company.id)
  await financial.call(cessionApi.cession, { params, body: { client_id: other.id } })
  await financial.call(cessionApi.acceptCession, { params, body: { acceptance: 'Carta firmada' } })
  t.setNow(new Date(t.world.clock().getTime() + 70 * 86_400_000))
  await applyDueChangesOf(t.world, company.id)
  t.setNow(null)
  const { data: all } = await financial.call(contractApi.versions, { params })
  expect(all.map(({ version, reason }) => [version, reason])).toEqual([
    [3, 'cession'],
    [2, 'transfer'],
    [1, 'signature'],
  ])
  const { data: moved } = await financial.call(contractApi.text, { params, query: { version: 2 } })
  expect(moved.text).toContain('- Dirección del servicio: Calle 99 # 1-20')
  expect(moved.text).toMatch(/- IVA: Servicio exento[\s\S]*- Este IVA rige en los períodos desde el: \d/)
  const user = { id: other.userId, companyId: company.id, username: 'x', email: 'x', role: 'client' } as const
  const holder = t.as(await makeSession(t.owner, user), user)
  const { data: own } = await holder.call(contractApi.versions, { params })
  expect(own.map(({ version }) => version)).toEqual([3])
  const { data: newest } = await holder.call(contractApi.text, { params })
  expect(newest.text).toContain(other.identification)
  expect(newest.text).not.toContain(made.client.identification)
  for (const version of [1, 2])
    expect((await holder.ask(contractApi.text, { params, query: { version } })).status).toBe(404)
  expect((await holder.ask(contractApi.pdf, { params, query: { version: 1 } })).status).toBe(404)
  expect((await verifyAudit(t.world)).breaks.filter(({ what }) => what.includes(params.no))).toEqual([])
})

test('CON-04 R2.12 después de una cesión, el texto dice desde qué día es titular quien no firmó, y qué aceptó el que firmó', async () => {
  t.setNow(new Date('2026-11-01T17:00:00Z'))
  const made = await makeDraft({ connection_cost: 120_000, discounted_value: 120_000, billing_cut_day: 31 })
  const { params, financial, company } = made
  const body = signatureBody(made.client.identification, { accepts_permanence: true })
  await made.holder.call(contractApi.sign, { params, body })
  const { data: signed } = await made.holder.call(contractApi.text, { params })
  await financial.call(contractApi.activate, { params, body: { activated_on: '2026-11-01' } })
  t.setNow(new Date('2026-12-04T17:00:00Z'))
  const other = await makeClient(t.owner, company.id)
  await financial.call(cessionApi.cession, { params, body: { client_id: other.id } })
  await financial.call(cessionApi.acceptCession, { params, body: { acceptance: 'Carta firmada' } })
  t.setNow(new Date('2027-01-03T17:00:00Z'))
  await applyDueChangesOf(t.world, company.id)
  const { data: ceded } = await financial.call(contractApi.text, { params })
  const plan_id = await makePlan(t.owner, company.id, 9_000_000)
  await financial.call(contractApi.changePlan, { params, body: { plan_id } })
  const { data: changed } = await financial.call(contractApi.text, { params })
  t.setNow(null)
  expect([ceded.version?.reason, changed.version?.reason]).toEqual(['cession', 'plan_change'])
  for (const { text } of [ceded, changed]) {
    const accepted = text.slice(text.indexOf('## Aceptación del contrato'))
    expect(accepted).toContain(`- CC: ${other.identification}\n- Titular por cesión desde el: 1 de enero de 2027`)
    expect(accepted).toContain('Un titular anterior firmó este contrato el 1 de noviembre de 2026.')
    expect(accepted).not.toContain('- Fecha:')
    expect(text.match(/^\[x\] .*$/gm)).toEqual([
      '[x] Un titular anterior aceptó al firmar que el contrato se renueve de manera sucesiva y automática por un plazo igual al inicial.',
      '[x] Internet fijo',
      '[x] Un titular anterior aceptó al firmar la cláusula de permanencia mínima',
    ])
  }
  expect(signed.text).toContain('- Fecha: 1 de noviembre de 2026')
  expect(signed.text).toContain('[x] Acepto la cláusula de permanencia mínima')
  expect(wordsOf(await pdfOf({ ...made, holder: financial }))).toContain('Titular por cesión desde el')
})
