import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { filedCase, morningOf } from '#test/cases/filed.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

/** A case that was filed as an appeal against an answer from outside of the product, with its decision. */
async function decided(cun: string) {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const of = await filedCase(t, company, { type: 'recurso_reposicion' })
  const params = { id: of.filed.id }
  await of.by.call(pqrApi.setCun, { params, body: { cun } })
  t.setNow(morningOf('2026-11-24'))
  const { data } = await of.by.call(pqrApi.answer, { params, body: { text: 'Confirmamos.', decision: 'contra' } })
  return { ...of, company, params, data }
}

test('PQR-05 el caso radicado como recurso y decidido está respondido: el usuario lee la decisión y la califica', async () => {
  const { client, params, data, by } = await decided('4331-26-0000475920')
  const own = (await client.call(pqrApi.get, { params })).data
  expect([data.status, data.answered_on, own.answered_on]).toEqual(['confirmada', '2026-11-24', '2026-11-24'])
  expect(own.actions).toContain('rate')
  const row = (await by.call(pqrApi.list)).data[0]
  expect(row?.answered_on).toBe('2026-11-24')
  expect((await client.ask(pqrApi.rate, { params, body: { satisfaction: 4 } })).status).toBe(200)
})

test('R3.3 PQR-09 el CUN que ya está en la decisión de un caso radicado como recurso no se cambia', async () => {
  const { by, params, data } = await decided('4331-26-0000475921')
  expect(data.actions).not.toContain('set_cun')
  const body = { cun: '4331-26-0000475922', reason: 'El último dígito' }
  const refused = await by.ask(pqrApi.setCun, { params, body })
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'El CUN 4331-26-0000475921 ya está en la respuesta que recibió el usuario y no se cambia',
  ])
  await expect(
    t.owner.query(`update pqr_cases set cun = '4331260000475922' where id = $1`, [params.id]),
  ).rejects.toThrow(/never edited/)
})

test('PQR-01 R3.8 la constancia de un caso radicado como recurso no ofrece otro recurso: dice si pasa a la SIC', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const constancia = async (type: string) => {
    const { client, filed } = await filedCase(t, company, { type, typology: 'facturacion' })
    const { bytes } = await client.ask(pqrApi.constancia, { params: { id: filed.id } })
    return readPdf(bytes).text.replaceAll(/\s+/g, ' ')
  }
  expect(await constancia('queja')).toContain('puede interponer recurso de reposición')
  for (const [type, isSent] of [
    ['recurso_reposicion', false],
    ['recurso_reposicion_subsidio_apelacion', true],
  ] as const) {
    const text = await constancia(type)
    expect(text).not.toContain('puede interponer recurso')
    expect([type, text.includes('enviaremos el expediente')]).toEqual([type, isSent])
  }
})
