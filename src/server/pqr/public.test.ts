import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
import { pqrRegulatorApi } from '#domain/pqr/regulator-api.ts'
import { filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'
import { writeMail } from './mail.ts'

const t = testApp()

const PERSON = {
  name: 'Luz Marina Ortiz',
  type_identification: 'CC',
  identification: '52.123.456',
  email: 'luz@correo.test',
}

async function nitOf(companyId: string): Promise<string> {
  const { rows } = await t.owner.query<{ nit: string }>('select nit from companies where id = $1', [companyId])
  return rows[0]?.nit ?? ''
}

test('PQR-08 con el CUN o el radicado y el documento se ve el estado, las fechas y adónde se notifica, sin nombres', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const pqr = { ...newCase(), company: await nitOf(company.id), petitioner: PERSON }
  const filed = await t.ask(publicPqrApi.submit, { body: { pqr } })
  expect([filed.status, filed.json.message]).toEqual([201, 'Radicamos tu PQR con el radicado interno RI-2026-000001'])
  await t.owner.query('delete from attempts')
  // Both companies of this file number their internal references from 1: the document decides.
  const query = { cun: 'ri-2026-000001', identification: '52123456' }
  const found = await t.ask(publicPqrApi.lookup, { query })
  expect(found.status).toBe(200)
  expect(found.json.data).toMatchObject({
    reference: 'RI-2026-000001',
    is_cun: false,
    status: 'radicada',
    filed_on: '2026-11-20',
    answer_by: '2026-12-14',
    answered_on: null,
    notified_to: 'l•••@correo.test',
  })
  expect(found.text).not.toMatch(/Luz|52123456|lento/)
  const range = { year: 2026, operator_code: '4455', first: 1 }
  await (await company.person('admin')).call(pqrRegulatorApi.saveRange, { body: { range } })
  await t.ask(publicPqrApi.submit, { body: { pqr: { ...pqr, subject: 'Otra vez lento' } } })
  const by = await company.person('financial')
  const [last] = (await by.call(pqrApi.list, { query: { q: '4455-26-0000000001' } })).data
  const params = { id: last?.id ?? '' }
  await by.call(pqrApi.answer, { params, body: { text: 'Revisamos la red.', decision: 'contra' } })
  const answered = await t.ask(publicPqrApi.lookup, { query: { ...query, cun: '4455-26-0000000001' } })
  const state = { is_cun: true, status: 'respondida', answer_by: null, answered_on: '2026-11-20' }
  expect(answered.json.data).toMatchObject({ reference: '4455-26-0000000001', ...state })
  expect(answered.text).not.toMatch(/Luz|52123456|lento|Revisamos/)
})

test('PQR-08 un número ajeno y un documento ajeno reciben la misma respuesta, y quien prueba espera', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { filed, clientId } = await filedCase(t, await t.company())
  const { rows } = await t.owner.query<{ identification: string }>('select identification from clients where id = $1', [
    clientId,
  ])
  const ask = (cun: string, identification: string) => t.ask(publicPqrApi.lookup, { query: { cun, identification } })
  const identification = rows[0]?.identification ?? ''
  expect((await ask(filed.reference, identification)).status).toBe(200)
  const [wrongPerson, wrongNumber] = [
    await ask(filed.reference, '999999'),
    await ask('4488-26-0000000001', identification),
  ]
  expect([wrongPerson.status, wrongPerson.text]).toEqual([404, wrongNumber.text])
  for (let n = 0; n < 5; n += 1) await ask(filed.reference, `99999${n}`)
  const waiting = await ask(filed.reference, identification)
  expect([waiting.status, waiting.json.code]).toEqual([429, 'TOO_MANY'])
})

test('PQR-01 quien no es cliente radica por la web, dos toques son una PQR, y la mesa la ve como de nadie', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const pqr = { ...newCase('Me llaman sin permiso'), company: await nitOf(company.id), petitioner: PERSON }
  const replies = await Promise.all([1, 2].map(() => t.ask(publicPqrApi.submit, { body: { pqr } })))
  expect(replies.map(({ status }) => status)).toEqual([201, 201])
  const { data } = await (await company.person('financial')).call(pqrApi.list)
  expect(data.map(({ client_id, channel, subject }) => [client_id, channel, subject])).toEqual([
    [null, 'web', 'Me llaman sin permiso'],
  ])
  const without = { ...pqr, petitioner: { ...PERSON, email: null } }
  const refused = await t.ask(publicPqrApi.submit, { body: { pqr: without } })
  expect(refused.json.errors?.[0]?.field).toBe('pqr.petitioner.email')
})

/** Sets the failures of the counters of a kind. */
const setCount = (kind: string, failures: number) =>
  t.owner.query(`update attempts set failures = $2 where subject like $1 || ':%'`, [kind, failures])

test('PQR-08 sin sesión se radica hasta un límite por grupo de redes a la hora, y desde 500 al día en una empresa, una por grupo', async () => {
  t.setNow(morningOf('2026-11-20'))
  const [company, other] = [await t.company(), await t.company()]
  const [mine, theirs] = [await nitOf(company.id), await nitOf(other.id)]
  const file = async (nit: string, text: string, remoteAddress: string) => {
    const payload = { pqr: { ...newCase(text), company: nit, petitioner: PERSON } }
    const answer = await t.app.inject({
      method: 'POST',
      url: `/api${publicPqrApi.submit.path}`,
      payload,
      remoteAddress,
    })
    return [answer.statusCode, answer.json().message]
  }
  await t.owner.query('delete from attempts')
  expect((await file(mine, 'uno', '2800:e2:1::1'))[0]).toBe(201)
  await setCount('pqr_filed_company', 498)
  expect((await file(mine, 'dos', '2800:e2:2::1'))[0]).toBe(201)
  // A second tap is the same case, and does not count.
  expect((await file(mine, 'dos', '2800:e2:2::1'))[0]).toBe(201)
  expect((await file(mine, 'tres', '2800:e2:2:1::1'))[0]).toBe(201)
  expect(await file(mine, 'cuatro', '2800:e2:2:2::1')).toEqual([
    429,
    expect.stringMatching(/^A esta empresa, sin iniciar sesión, ya se radicaron muchas PQR. Espera 24 horas, entra/),
  ])
  expect((await file(mine, 'cinco', '2800:e2:3::1'))[0]).toBe(201)
  expect((await file(mine, 'seis', '2800:e2:3::2'))[0]).toBe(429)
  expect((await file(theirs, 'uno', '2800:e2:3::3'))[0]).toBe(201)
  await setCount('pqr_filed_site', 199)
  expect((await file(theirs, 'dos', '2800:e2:4::1'))[0]).toBe(201)
  await setCount('pqr_filed_site', 199)
  expect((await file(theirs, 'tres', '2800:e2:4:1::1'))[0]).toBe(201)
  expect((await file(theirs, 'cuatro', '2800:e2:4:ffff::1'))[0]).toBe(429)
  expect((await file(theirs, 'cinco', '2800:e2:5::1'))[0]).toBe(201)
})

test('PQR-08 quien prueba documentos en un radicado espera en sus redes, y solo al final todas: la dueña consulta el suyo', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const pqr = { ...newCase(), company: await nitOf(company.id), petitioner: PERSON }
  await t.owner.query('delete from attempts')
  await t.ask(publicPqrApi.submit, { body: { pqr } })
  const lookup = async (identification: string, remoteAddress: string) => {
    const query = new URLSearchParams({ cun: 'RI-2026-000001', identification })
    return (await t.app.inject({ url: `/api${publicPqrApi.lookup.path}?${query}`, remoteAddress })).statusCode
  }
  expect(await lookup('99999999', '2800:e2:1::1')).toBe(404)
  await setCount('pqr_everywhere', 998)
  expect(await lookup('99999998', '2800:e2:2::1')).toBe(404)
  expect(await lookup('52123456', '2800:e2:2::1')).toBe(200)
  expect(await lookup('99999997', '2800:e2:2::1')).toBe(404)
  expect(await lookup('52123456', '2800:e2:2::1')).toBe(429)
  expect(await lookup('52123456', '2800:e2:3::1')).toBe(200)
  await setCount('pqr_everywhere', 9_998)
  expect(await lookup('99999996', '2800:e2:4::1')).toBe(404)
  expect(await lookup('52123456', '2800:e2:3::1')).toBe(200)
  expect(await lookup('99999995', '2800:e2:5::1')).toBe(404)
  expect(await lookup('52123456', '2800:e2:3::1')).toBe(429)
})

test('PQR-01 R3.2 quien radica sin sesión y sin correo descarga su constancia durante una hora, y quien adivina no se entera de nada', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const petitioner = { ...PERSON, email: null, phone: '3001234567' }
  const pqr = { ...newCase(), company: await nitOf(company.id), petitioner, response_channel: 'telefono' }
  await t.owner.query('delete from attempts')
  const filed = await t.ask(publicPqrApi.submit, { body: { pqr } })
  const { receipt_token: token, reference } = filed.json.data as { receipt_token: string; reference: string }
  const receipt = (given: string) => t.ask(publicPqrApi.receipt, { params: { token: given } })
  const pdf = await receipt(token)
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(readPdf(pdf.bytes).text).toContain(reference)
  const guess = Buffer.from(token, 'base64url')
  guess[20] = (guess[20] ?? 0) ^ 1
  const replies = [await receipt(guess.toString('base64url')), await receipt('x')]
  t.setNow(new Date(morningOf('2026-11-20').getTime() + 61 * 60_000))
  replies.push(await receipt(token))
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
})

test('PQR-01 la misma PQR enviada dos veces dice que ya se había recibido, y con un dato corregido es otra', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const pqr = { ...newCase(), company: await nitOf(company.id), petitioner: { ...PERSON, email: 'typo@correo.test' } }
  const file = async (changes: object = {}) => {
    const { status, json } = await t.ask(publicPqrApi.submit, { body: { pqr: { ...pqr, ...changes } } })
    return [status, json.message]
  }
  const said = (number: number) => `el radicado interno RI-2026-00000${number}`
  expect(await file()).toEqual([201, `Radicamos tu PQR con ${said(1)}`])
  expect(await file()).toEqual([201, `Ya habíamos recibido esta PQR, con ${said(1)}`])
  const corrections = [
    { petitioner: { ...PERSON, email: 'correcto@correo.test' } },
    { petitioner: { ...pqr.petitioner, phone: '3009876543' } },
    { petitioner: { ...pqr.petitioner, address: 'Calle 9 # 8-7' } },
    { typology: 'facturacion' },
    { service: 'television' },
    { response_channel: 'direccion', response_address: 'Calle 9 # 8-7' },
  ]
  for (const [index, changes] of corrections.entries())
    expect(await file(changes)).toEqual([201, `Radicamos tu PQR con ${said(index + 2)}`])
})

test('R3.7 PQR-08 quien no es cliente lee en el correo de la respuesta y en la consulta cómo interponer el recurso y enviar los datos', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  await t.owner.query(
    `update companies set email = 'hola@red.test', phone = '6012345678', address = 'Calle 1 # 2-3', city = 'Cali' where id = $1`,
    [company.id],
  )
  await t.owner.query('delete from attempts')
  const pqr = { ...newCase('Cobro ajeno'), company: await nitOf(company.id), petitioner: PERSON }
  const { json } = await t.ask(publicPqrApi.submit, { body: { pqr } })
  const { id, reference } = json.data as { id: string; reference: string }
  const by = await company.person('financial')
  const params = { id }
  const look = async () =>
    (await t.ask(publicPqrApi.lookup, { query: { cun: reference, identification: '52123456' } })).json.data as Record<
      string,
      unknown
    >
  const mailOf = async (document: string, entry_id: string | undefined) => {
    await writeMail(t.world, { company_id: company.id, case_id: id, document, entry_id })
    const { rows } = await t.owner.query<{ text_body: string }>(
      'select text_body from messages where company_id = $1 order by id desc limit 1',
      [company.id],
    )
    return rows[0]?.text_body ?? ''
  }
  const asked = await by.call(pqrApi.requestInfo, { params, body: { text: '¿Qué día fue?' } })
  expect(await mailOf('entry', asked.data.entries.at(-1)?.id)).toContain(
    `Para enviarlos, responde este correo, escribe a hola@red.test, llama al 6012345678 o ve a Calle 1 # 2-3, Cali, con el número ${reference}.`,
  )
  const { data } = await by.call(pqrApi.answer, { params, body: { text: 'Revisamos.', decision: 'contra' } })
  const mail = await mailOf('answer', data.entries.at(-1)?.id)
  expect(mail).toContain(
    `hasta el 4 de diciembre de 2026. Responde este correo, escribe a hola@red.test, llama al 6012345678 o ve a Calle 1 # 2-3, Cali. Di que es un recurso de reposición contra la PQR ${reference}`,
  )
  // A reply to it reaches the company.
  expect(mail).not.toContain('no lo respondas')
  expect(await look()).toMatchObject({
    appeal_until: '2026-12-04',
    company: { email: 'hola@red.test', phone: '6012345678', address: 'Calle 1 # 2-3, Cali' },
  })
})
