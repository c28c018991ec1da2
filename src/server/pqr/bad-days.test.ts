import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
import { pqrRegulatorApi } from '#domain/pqr/regulator-api.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { makeClient } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'
import { writeMail } from './mail.ts'

const t = testApp()

/** A case with a CUN of its company's own range. */
async function withCun(operator_code: string) {
  const company = await t.company()
  const admin = await company.person('admin')
  await admin.call(pqrRegulatorApi.saveRange, { body: { range: { year: 2026, operator_code, first: 1 } } })
  return { ...(await filedCase(t, company)), company }
}

test('PQR-08 el CUN de otra empresa no encuentra nada en la mesa, y en la consulta pide el documento de su caso', async () => {
  t.setNow(morningOf('2026-11-20'))
  const [own, rival] = [await withCun('4488'), await withCun('4331')]
  expect(rival.filed.cun).toBe('4331-26-0000000001')
  for (const q of [rival.filed.cun ?? '', '4331260000000001'])
    expect([(await own.by.call(pqrApi.list, { query: { q } })).data, q]).toEqual([[], q])
  for (const endpoint of [pqrApi.get, pqrApi.pdf, pqrApi.constancia])
    expect((await own.by.ask(endpoint, { params: { id: rival.filed.id } })).status).toBe(404)
  const { rows } = await t.owner.query<{ identification: string }>('select identification from clients where id = $1', [
    own.clientId,
  ])
  const query = { cun: rival.filed.cun ?? '', identification: rows[0]?.identification ?? '' }
  expect((await t.ask(publicPqrApi.lookup, { query })).status).toBe(404)
})

test('PQR-01 R3.3 la constancia de una PQR con CUN dice su CUN, en la pantalla y en el correo, y no que sea un número interno', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { client, filed, company } = await withCun('4490')
  const { bytes } = await client.ask(pqrApi.constancia, { params: { id: filed.id } })
  await writeMail(t.world, { company_id: company.id, case_id: filed.id, document: 'constancia' })
  const before = t.mails.length
  await sendDue(t.world)
  const [mail] = t.mails.slice(before)
  expect(mail?.subject).toBe('Recibimos tu PQR: CUN 4490-26-0000000001')
  for (const pdf of [bytes, mail?.attachments?.[0]?.bytes ?? Buffer.alloc(0)]) {
    const text = readPdf(pdf).text.replaceAll(/\s+/g, ' ')
    expect(text).toContain('CUN 4490-26-0000000001')
    expect(text).not.toMatch(/interno|no un Código Único Numérico/)
  }
})

test('PQR-05 la respuesta de quien no tiene correo queda en PDF, y la mesa sabe por dónde entregarla', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const by = await company.person('financial')
  const { id } = await makeClient(t.owner, company.id)
  const answered = async (fields: object) => {
    const pqr = { ...newCase(JSON.stringify(fields)), client_id: id, channel: 'oficina', ...fields }
    const { data } = await by.call(pqrApi.create, { body: { pqr } })
    const params = { id: data.id }
    const body = { text: 'Lo revisamos.', decision: 'favor' }
    const { message, data: found } = await by.call(pqrApi.answer, { params, body })
    const entry_id = found.entries.at(-1)?.id
    await writeMail(t.world, { company_id: company.id, case_id: data.id, document: 'answer', entry_id })
    expect((await by.ask(pqrApi.answerPdf, { params })).status).toBe(200)
    expect(found.status).toBe('respondida')
    return message.split('. ').slice(1).join('. ')
  }
  expect(await answered({ response_channel: 'correo' })).toBe('No tiene correo: entrégale la carta impresa')
  expect(await answered({ response_channel: 'direccion', response_address: 'Calle 5 # 4-3' })).toBe(
    'Envía la carta impresa a Calle 5 # 4-3',
  )
  expect(await answered({ response_channel: 'telefono' })).toMatch(
    /^Llama (al \d+|a quien radicó) y dile la respuesta$/,
  )
  expect(await answered({ response_channel: 'portal' })).toBe('')
  expect((await t.owner.query('select 1 from messages where company_id = $1', [company.id])).rowCount).toBe(0)
})

test('R3.4 el plazo que pasa de un año al otro cuenta los festivos del año siguiente', async () => {
  t.setNow(morningOf('2026-12-21'))
  const { by, client, filed } = await filedCase(t, await t.company())
  // Without 25 December, 1 January and 11 January, the Monday of Reyes.
  expect(filed.answer_by).toBe('2027-01-14')
  t.setNow(morningOf('2027-01-14'))
  const params = { id: filed.id }
  const { data } = await by.call(pqrApi.extend, { params, body: { reason: 'Falta una medición' } })
  expect(data.answer_by).toBe('2027-02-04')
  t.setNow(morningOf('2027-03-12'))
  // The term of the extension ended: the answer is late, and the silence is applied first.
  expect((await client.call(pqrApi.message, { params, body: { text: '¿Y?' } })).data.status).toBe('sap')
  const easter = await client.call(pqrApi.create, { body: { pqr: newCase('Antes de Semana Santa') } })
  // Without 22, 25 and 26 March.
  expect(easter.data.answer_by).toBe('2027-04-07')
})
