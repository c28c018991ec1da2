import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { type Signing, textToSign } from '#domain/contracts/signature.ts'
import { dayOf } from '#domain/core/days.ts'
import { planApi } from '#domain/plans/api.ts'
import { contractBody, signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makePlan, makeSession } from '#test/factory.ts'
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

/** The text for a client that accepts nothing apart, or only the clause. */
const textFor = (offer: Signing, accepts_permanence = false) => {
  const found = textToSign(offer, { accepts_permanence, accepts_renewal: true, accepts_electronic_invoice: false })
  if (!found) throw new Error('no text to sign')
  return found
}

const proofOf = async (contractId: string) => {
  const { rows } = await t.owner.query('select * from contract_signatures where contract_id = $1', [contractId])
  return rows
}

test('CON-03 la firma guarda nombre, documento, hora, dirección y el texto con su huella', async () => {
  const { company, holder, client, params, contract } = await makeDraft()
  t.setNow(new Date('2027-03-15T15:00:00Z'))
  const { data: before } = await holder.call(contractApi.signing, { params })
  expect(before).toMatchObject({ blocked: null, missing: [], permanence: null })
  const body = signatureBody(client.identification, { text_hash: textFor(before).text_hash })
  const headers = { 'user-agent': 'Portal/1' }
  const answer = await holder.ask(contractApi.sign, { params, body, headers })
  expect([answer.status, answer.json.message]).toEqual([200, 'Contrato firmado exitosamente'])
  expect(answer.json.data).toMatchObject({
    status: 'awaiting_installation',
    signed_at: '2027-03-15T15:00:00.000Z',
    installation_due_on: '2027-04-08',
    permanence: null,
  })
  const [proof, ...more] = await proofOf(contract.id)
  expect(more).toEqual([])
  expect(proof).toMatchObject({
    name: 'Yenny Bohórquez',
    identification: client.identification,
    strokes: body.signature,
    text: textFor(before).text,
    ip: '127.0.0.1',
    user_agent: 'Portal/1',
    signed_at: new Date('2027-03-15T15:00:00Z'),
  })
  expect(createHash('sha256').update(proof.text).digest()).toEqual(proof.text_hash)
  expect(proof.text_hash.toString('hex')).toBe(textFor(before).text_hash)
  expect(await t.events(company.id)).toEqual(['contract.created', 'contract.signed'])
  await expect(t.owner.query('update contract_signatures set name = $1', ['Otra'])).rejects.toThrow('append-only')
  t.setNow(null)
})

test('CON-03 quien no puede dibujar firma con su nombre escrito, y la prueba lo dice', async () => {
  const { holder, client, params, contract } = await makeDraft()
  await holder.call(contractApi.sign, { params, body: { ...signatureBody(client.identification), signature: 'typed' } })
  const [proof] = await proofOf(contract.id)
  expect(proof).toMatchObject({ name: 'Yenny Bohórquez', strokes: 'typed' })
})

test('CON-02 el precio y el IVA incluido quedan congelados aunque el plan y la empresa cambien', async () => {
  const { company, financial, client, planId, params } = await makeDraft()
  await financial.call(contractApi.sign, { params, body: signatureBody(client.identification) })
  await t.owner.query('update companies set prices_include_vat = false where id = $1', [company.id])
  const plan = { name: 'Caro', price: 999_000, download_speed: '1 Mbps', upload_speed: '1 Mbps', is_active: false }
  await financial.call(planApi.update, { params: { id: planId }, body: { plan } })
  const { data } = await financial.call(contractApi.get, { params })
  expect(data).toMatchObject({ price: 6_000_000, price_includes_vat: true, plan: { id: planId, name: 'Hogar 100' } })
})

test('R2.8 la firma conserva con qué IVA se leyó la tabla de la permanencia', async () => {
  for (const [stratum, rate] of [
    [2, 0],
    [5, 1_900],
  ] as const) {
    const { financial, client, params } = await makeDraft({ stratum })
    await financial.call(contractApi.sign, { params, body: signatureBody(client.identification) })
    const { rows } = await t.owner.query(
      'select signed_vat_bps from contracts where no_contract = $1 and client_id = $2',
      [params.no, client.id],
    )
    expect(rows).toEqual([{ signed_vat_bps: rate }])
  }
})

test('CON-02 un borrador sigue al plan y a la empresa hasta que se firma', async () => {
  const { company, financial, planId, params } = await makeDraft()
  await t.owner.query('update companies set prices_include_vat = false where id = $1', [company.id])
  await t.owner.query('update plans set price = 7000000 where id = $1', [planId])
  const { data } = await financial.call(contractApi.get, { params })
  expect(data).toMatchObject({ price: 7_000_000, price_includes_vat: false })
})

test('R2.8 la permanencia existe solo si hay descuento y se acepta aparte', async () => {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const discount = { connection_cost: 150_000, discounted_value: 120_000 }
  const sign = async (changes: object, accepts?: boolean) => {
    const made = await makeDraft(changes)
    const { data: offer } = await made.holder.call(contractApi.signing, { params: made.params })
    const extra = accepts === undefined ? {} : { accepts_permanence: accepts }
    const { text_hash } = textFor(offer, accepts)
    const body = signatureBody(made.client.identification, { ...extra, text_hash })
    const { data } = await made.financial.call(contractApi.sign, { params: made.params, body })
    return { permanence: data.permanence, proof: (await proofOf(data.id))[0] }
  }
  const accepted = await sign(discount, true)
  expect(accepted.permanence).toMatchObject({
    months: 12,
    from_on: '2026-11-20',
    ends_on: '2027-11-19',
    exit_value_today: 12_000_000,
  })
  expect(accepted.permanence?.table[11]).toBe(1_000_000)
  expect(accepted.proof.text).toContain('permanencia mínima de 12 meses')
  expect((await sign(discount, false)).permanence).toBe(null)
  const unanswered = await sign(discount)
  expect(unanswered.permanence).toBe(null)
  expect(unanswered.proof.text).toContain('Usted no acepta la cláusula de permanencia mínima que se le ofrece')
  expect(unanswered.proof.text).not.toContain('no tiene cláusula de permanencia')
  const none = await sign({ connection_cost: 150_000, discounted_value: 0 }, true)
  expect(none.permanence).toBe(null)
  expect(none.proof.text).toContain('no tiene cláusula de permanencia')
  expect((await sign({ ...discount, accepts_permanence: false }, true)).permanence).toBe(null)
  t.setNow(null)
})

test('R2.19 quien quita la marca de la renovación firma el contrato sin ella, y un cambio de después la deja así', async () => {
  const sign = async (extra: object) => {
    const made = await makeDraft()
    const { data: offer } = await made.holder.call(contractApi.signing, { params: made.params })
    const chosen = { accepts_permanence: false, accepts_electronic_invoice: false, accepts_renewal: true, ...extra }
    const text_hash = textToSign(offer, chosen)?.text_hash
    const body = signatureBody(made.client.identification, { ...extra, text_hash })
    const { data } = await made.financial.call(contractApi.sign, { params: made.params, body })
    return { ...made, data, text: (await proofOf(data.id))[0].text }
  }
  const box = (mark: string) => `[${mark}] Acepto que mi contrato se renueve de manera sucesiva y automática`
  const renewed = await sign({})
  expect([renewed.data.accepts_renewal, renewed.text.includes(box('x'))]).toEqual([true, true])
  const declined = await sign({ accepts_renewal: false })
  expect([declined.data.accepts_renewal, declined.text.includes(box(' '))]).toEqual([false, true])
  const { financial, params, company } = declined
  await financial.call(contractApi.activate, { params, body: { activated_on: dayOf(t.world.clock()) } })
  await financial.call(contractApi.changePlan, {
    params,
    body: { plan_id: await makePlan(t.owner, company.id, 9_000_000) },
  })
  const { data: changed } = await financial.call(contractApi.text, { params })
  expect([changed.version?.reason, changed.text.includes(box(' '))]).toEqual(['plan_change', true])
})

test('R2.8 quien no acepta la permanencia paga toda la conexión: lo dice el texto que firma, y es lo que se cobra', async () => {
  const made = await makeDraft({ connection_cost: 150_000, discounted_value: 120_000 })
  const { data: offer } = await made.holder.call(contractApi.signing, { params: made.params })
  expect(offer.permanence).toMatchObject({ connection_cost: 15_000_000, discounted_value: 12_000_000 })
  expect(textFor(offer, true).text).toContain('de los que se le descuentan $ 120.000,00. Paga $ 30.000,00')
  const declined = textFor(offer)
  expect(declined.text).toContain('La conexión cuesta $ 150.000,00, que se cobran en la primera factura.')
  expect(declined.text).toContain('El cargo por conexión se paga completo, sin descuento.')
  const body = signatureBody(made.client.identification, { text_hash: declined.text_hash })
  const { data: signed } = await made.financial.call(contractApi.sign, { params: made.params, body })
  expect(signed).toMatchObject({ discounted_value: 0, accepts_permanence: false })
  const today = (await t.owner.query(`select (now() at time zone 'America/Bogota')::date::text as d`)).rows[0].d
  await made.financial.call(contractApi.activate, { params: made.params, body: { activated_on: today } })
  const { data: active } = await made.financial.call(contractApi.get, { params: made.params })
  expect(active.pending_charges).toMatchObject([{ kind: 'connection', price: 15_000_000 }])
})

test('CON-03 firma el titular: otro documento, una casa sin estrato y un texto que cambió no firman', async () => {
  const { company, financial, client, planId, params } = await makeDraft({ stratum: null })
  const ask = (body: object) => financial.ask(contractApi.sign, { params, body })
  const incomplete = await ask(signatureBody(client.identification))
  expect([incomplete.status, incomplete.json.errors]).toEqual([
    422,
    [{ field: 'stratum', message: 'Falta el estrato de la dirección' }],
  ])
  const { data: open } = await financial.call(contractApi.signing, { params })
  expect(open.blocked).toBe('Falta el estrato de la dirección')
  await financial.call(contractApi.update, { params, body: { contract: { stratum: 2 } } })
  const other = await ask(signatureBody('123456'))
  expect([other.status, other.json.errors?.[0]?.field]).toEqual([422, 'identification'])
  const { data: read } = await financial.call(contractApi.signing, { params })
  await t.owner.query('update plans set price = price + 100000 where id = $1', [planId])
  const stale = await ask(signatureBody(client.identification, { text_hash: textFor(read).text_hash }))
  expect([stale.status, stale.json.message]).toEqual([
    409,
    'Las condiciones cambiaron mientras se firmaban: léelas de nuevo',
  ])
  const dotted = client.identification.replace(/(\d)(?=(\d{3})+$)/g, '$1.')
  expect((await ask(signatureBody(dotted))).status).toBe(200)
  expect((await t.events(company.id)).filter((name) => name === 'contract.signed')).toHaveLength(1)
})

test('CON-03 una firma vacía, rota o enorme se rechaza y no deja nada', async () => {
  const { financial, client, params, contract } = await makeDraft()
  const point = [12, 34]
  const signatures = [
    [],
    [[point]],
    'dibujo',
    [[point, [1]]],
    [[point, ['1', '2']]],
    [[point, [1e12, 1]]],
    Array.from({ length: 201 }, () => [point, point]),
    [Array.from({ length: 4_001 }, () => point)],
    Array.from({ length: 150 }, () => Array.from({ length: 40 }, () => point)),
  ]
  for (const signature of signatures) {
    const body = signatureBody(client.identification, { signature })
    const answer = await financial.ask(contractApi.sign, { params, body })
    expect([answer.status, answer.json.errors?.[0]?.field.startsWith('signature')]).toEqual([400, true])
  }
  const huge = signatureBody(client.identification, {
    signature: [Array.from({ length: 60_000 }, () => point)],
  })
  expect((await financial.ask(contractApi.sign, { params, body: huge })).status).toBe(413)
  expect(await proofOf(contract.id)).toEqual([])
})

test('CON-03 dos firmas a la vez: una gana y la otra sabe que ya está firmado', async () => {
  const { company, financial, holder, client, params, contract } = await makeDraft()
  const body = signatureBody(client.identification)
  const answers = await Promise.all(
    [financial, holder, financial, holder].map((p) => p.ask(contractApi.sign, { params, body })),
  )
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  expect(answers.find((answer) => answer.status === 409)?.json.message).toBe('El contrato ya está firmado')
  expect(await proofOf(contract.id)).toHaveLength(1)
  expect(await t.events(company.id)).toEqual(['contract.created', 'contract.signed'])
})
