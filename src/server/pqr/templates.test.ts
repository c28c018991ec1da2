import { expect, test } from 'vitest'
import { CASE_TEMPLATES } from '#demo/case-texts.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { pqrTemplateApi } from '#domain/pqr/template-api.ts'
import { filedCase, morningOf } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

test('PQR-03 una plantilla con una variable que no existe no se guarda, y las de la demostración se guardan', async () => {
  const by = await (await t.company()).person('financial')
  const save = (text: string, name = text) => by.ask(pqrTemplateApi.create, { body: { template: { name, text } } })
  const refused = await save('Revisamos el caso {{cun}}')
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([400, 'template.text'])
  expect(refused.json.errors?.[0]?.message).toMatch(/No existe {{cun}}. Puedes usar .*{{radicado}}/)
  for (const { name, text } of CASE_TEMPLATES) expect([name, (await save(text, name)).status]).toEqual([name, 201])
})

test('PQR-03 PQR-05 lo que lee el usuario no lleva una variable sin su valor; una nota y lo que escribe el cliente, sí pueden', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company())
  const params = { id: filed.id }
  const text = 'Revisamos el caso {{cun}}.'
  for (const refused of [
    await by.ask(pqrApi.answer, { params, body: { text, decision: 'contra' } }),
    await by.ask(pqrApi.message, { params, body: { text } }),
    await by.ask(pqrApi.requestInfo, { params, body: { text } }),
  ])
    expect([refused.status, refused.json.errors?.[0]]).toEqual([
      400,
      { field: 'text', message: 'Cambia {{cun}} por su valor: quien radicó lo leería así' },
    ])
  expect((await by.ask(pqrApi.message, { params, body: { text, internal: true } })).status).toBe(200)
  expect((await client.ask(pqrApi.message, { params, body: { text } })).status).toBe(200)
})
