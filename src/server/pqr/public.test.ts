import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
import { pqrRegulatorApi } from '#domain/pqr/regulator-api.ts'
import { filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'

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
  const filed = await t.ask(publicPqrApi.file, { body: { pqr } })
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
  await t.ask(publicPqrApi.file, { body: { pqr: { ...pqr, subject: 'Otra vez lento' } } })
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
  const replies = await Promise.all([1, 2].map(() => t.ask(publicPqrApi.file, { body: { pqr } })))
  expect(replies.map(({ status }) => status)).toEqual([201, 201])
  const { data } = await (await company.person('financial')).call(pqrApi.list)
  expect(data.map(({ client_id, channel, subject }) => [client_id, channel, subject])).toEqual([
    [null, 'web', 'Me llaman sin permiso'],
  ])
  const without = { ...pqr, petitioner: { ...PERSON, email: null } }
  const refused = await t.ask(publicPqrApi.file, { body: { pqr: without } })
  expect(refused.json.errors?.[0]?.field).toBe('pqr.petitioner.email')
})

test('PQR-08 sin sesión se radica hasta un límite por empresa al día y por grupo de redes a la hora, y se dice qué hacer', async () => {
  t.setNow(morningOf('2026-11-20'))
  const [company, other] = [await t.company(), await t.company()]
  const [mine, theirs] = [await nitOf(company.id), await nitOf(other.id)]
  const file = async (nit: string, remoteAddress: string) => {
    const payload = { pqr: { ...newCase(), company: nit, petitioner: PERSON } }
    const answer = await t.app.inject({ method: 'POST', url: `/api${publicPqrApi.file.path}`, payload, remoteAddress })
    return [answer.statusCode, answer.json().message]
  }
  const fill = (kind: string) =>
    t.owner.query(`update attempts set failures = 999999 where subject like $1 || ':%'`, [kind])
  await t.owner.query('delete from attempts')
  expect((await file(mine, '2800:e2:1:1::1'))[0]).toBe(201)
  await fill('pqr_filed_company')
  expect(await file(mine, '2800:e2:2:1::1')).toEqual([
    429,
    expect.stringMatching(/^A esta empresa, sin iniciar sesión, ya se radicaron muchas PQR. Espera 24 horas, entra/),
  ])
  expect((await file(theirs, '2800:e2:2:1::1'))[0]).toBe(201)
  await fill('pqr_filed_site')
  expect((await file(theirs, '2800:e2:2:ffff::1'))[0]).toBe(429)
  expect((await file(theirs, '2800:e2:3::1'))[0]).toBe(201)
})

test('PQR-08 las consultas erradas de un radicado cuentan juntas desde todas las redes', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const pqr = { ...newCase(), company: await nitOf(company.id), petitioner: PERSON }
  await t.owner.query('delete from attempts')
  await t.ask(publicPqrApi.file, { body: { pqr } })
  const lookup = async (identification: string, remoteAddress: string) => {
    const query = new URLSearchParams({ cun: 'RI-2026-000001', identification })
    return (await t.app.inject({ url: `/api${publicPqrApi.lookup.path}?${query}`, remoteAddress })).statusCode
  }
  expect(await lookup('99999999', '2800:e2:1::1')).toBe(404)
  await t.owner.query(`update attempts set failures = 999 where subject like 'pqr_everywhere:%'`)
  expect(await lookup('99999998', '2800:e2:2::1')).toBe(404)
  expect(await lookup('52123456', '2800:e2:3::1')).toBe(429)
})
