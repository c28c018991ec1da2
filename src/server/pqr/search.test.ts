import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()

const PERSON = { name: 'Óscar Peña', type_identification: 'CC', identification: '79.456.123', phone: '3001234567' }

/** A desk with a case of a client and one of a person who is no client. */
async function desk() {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, client, filed } = await filedCase(t, company, { subject: 'Cobro de reconexión en octubre' })
  const pqr = { ...newCase('El poste se cayó'), petitioner: PERSON, channel: 'telefono', response_channel: 'telefono' }
  const { data } = await by.call(pqrApi.create, { body: { pqr } })
  return { by, client, ofClient: filed.id, ofOther: data.id }
}

const find = async (person: Person, q: string) =>
  (await person.call(pqrApi.list, { query: { q } })).data.map(({ id }) => id)

test('PQR-02 la mesa encuentra un caso por palabras de su asunto, con tildes o sin ellas, y por quien radicó sin ser cliente', async () => {
  const { by, ofClient, ofOther } = await desk()
  for (const q of ['reconexion', 'RECONEXIÓN', 'octubre cobro', 'recone'])
    expect([q, await find(by, q)]).toEqual([q, [ofClient]])
  for (const q of ['poste', 'cayo poste', 'oscar', 'peña óscar', '79456123', '79.456.123', 'oscar poste'])
    expect([q, await find(by, q)]).toEqual([q, [ofOther]])
  // Every word must be there, and a sign is a character like any other.
  for (const q of ['reconexion poste', 'cobro%octubre', '%', "poste' or true", '_oste'])
    expect([q, await find(by, q)]).toEqual([q, []])
})

test('PQR-02 la búsqueda de un cliente es en sus PQR, y la de otra empresa no encuentra nada', async () => {
  const [one, other] = [await desk(), await desk()]
  expect(await find(one.client, 'cobro')).toEqual([one.ofClient])
  expect(await find(one.client, 'poste')).toEqual([])
  expect(await find(other.by, 'poste')).toEqual([other.ofOther])
})

test('PQR-02 la mesa encuentra un caso por el final de su CUN o de su radicado interno, con sus ceros o sin ellos', async () => {
  const { by, ofClient, ofOther } = await desk()
  for (const q of ['000001', '2026-000001', 'ri-2026-000001']) expect([q, await find(by, q)]).toEqual([q, [ofClient]])
  expect(await find(by, '2')).toContain(ofOther)
  await by.call(pqrApi.setCun, { params: { id: ofOther }, body: { cun: '4331-26-0000475930' } })
  // Its receipt has the internal reference of before; another year is another number.
  for (const q of ['000002', 'RI-2026-000002', '26-000002']) expect([q, await find(by, q)]).toEqual([q, [ofOther]])
  for (const q of ['25-0000475930', 'RI-2025-000001']) expect([q, await find(by, q)]).toEqual([q, []])
  for (const q of ['475930', '0000475930', '26-0000475930', '4331-26-0000475930', '4331260000475930'])
    expect([q, await find(by, q)]).toEqual([q, [ofOther]])
  for (const q of ['47593', '99999999999', '26-']) expect([q, await find(by, q)]).toEqual([q, []])
})
