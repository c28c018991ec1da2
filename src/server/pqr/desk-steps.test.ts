import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { filedCase, morningOf } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

async function opened() {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const made = await filedCase(t, company)
  const params = { id: made.filed.id }
  const read = async () => (await made.by.call(pqrApi.get, { params })).data
  const assign = (user_id: string, version?: number) =>
    made.by.ask(pqrApi.assign, { params, body: { user_id, ...(version === undefined ? {} : { version }) } })
  return { ...made, company, params, read, assign }
}

test('PQR-02 asignar un caso lo deja a nombre de esa persona, en trámite y en el hilo, y el cliente no lo lee', async () => {
  const { company, by, client, params, read, assign } = await opened()
  const other = await company.person('technical', { first_name: 'Marta' })
  const { status, json } = await assign(other.id)
  expect([status, json.message]).toEqual([200, expect.stringMatching(/ quedó a nombre de Marta Pinzón$/)])
  const data = await read()
  expect([data.status, data.assignee]).toEqual(['en_tramite', { id: other.id, name: 'Marta Pinzón' }])
  const entry = data.entries.at(-1)
  expect([entry?.kind, entry?.text, entry?.is_internal]).toEqual([
    'assigned',
    'El caso quedó a nombre de Marta Pinzón',
    true,
  ])
  expect([entry?.from_status, entry?.to_status]).toEqual(['radicada', 'en_tramite'])
  const own = (await client.call(pqrApi.get, { params })).data
  expect(own.entries.map(({ kind }) => kind)).not.toContain('assigned')
  const mine = await other.call(pqrApi.list, { query: { assignee: 'me' } })
  const unknown = await other.ask(pqrApi.list, { query: { assignee: '-'.repeat(36) } })
  expect([unknown.status, unknown.json.errors?.[0]?.field]).toEqual([400, 'assignee'])
  expect(mine.data.map(({ id }) => id)).toEqual([params.id])
  const { data: people } = await by.call(pqrApi.people)
  expect(people.find(({ id }) => id === other.id)).toMatchObject({ name: 'Marta Pinzón', role: 'technical', open: 1 })
  // Another person has it next: the state does not begin again.
  await assign(by.id)
  const next = await read()
  expect([next.status, next.assignee?.id, next.entries.at(-1)?.to_status]).toEqual(['en_tramite', by.id, null])
})

test('PQR-02 un caso no se asigna a quien no atiende PQR, ni a quien salió de la empresa o es de otra', async () => {
  const { company, by, client, params, read, assign } = await opened()
  const gone = await company.person('technical')
  await t.owner.query('update users set is_active = false where id = $1', [gone.id])
  const rival = await (await t.company()).person('financial')
  const others = [await company.person('admin'), client, gone, rival]
  for (const { id } of others) {
    const refused = await assign(id)
    expect([refused.status, refused.json.errors]).toEqual([
      404,
      [{ field: 'user_id', message: 'Esa persona no atiende PQR' }],
    ])
  }
  const data = await read()
  expect([data.status, data.assignee, data.entries.length]).toEqual(['radicada', null, 1])
  await client.call(pqrApi.withdraw, { params, body: {} })
  const ended = await assign(by.id)
  expect([ended.status, ended.json.message]).toEqual([409, 'Esta PQR terminó por desistimiento'])
})

test('PQR-02 PQR-03 pedir más datos no detiene el reloj: el plazo, el vencimiento y el instante del silencio siguen iguales', async () => {
  const { by, params, read } = await opened()
  const clockAt = async () =>
    (await t.owner.query<{ clock_at: Date }>('select clock_at from pqr_cases where id = $1', [params.id])).rows[0]
      ?.clock_at
  const [before, at] = [await read(), await clockAt()]
  t.setNow(morningOf('2026-12-01'))
  const { data, message } = await by.call(pqrApi.requestInfo, { params, body: { text: '¿A qué hora pasa?' } })
  expect(message).toContain('El plazo de la respuesta sigue igual')
  expect([data.answer_by, data.due?.on, data.due?.at]).toEqual([before.answer_by, before.due?.on, before.due?.at])
  expect([data.answer_by, await clockAt()]).toEqual(['2026-12-14', at])
  expect(at).toEqual(new Date('2026-12-15T00:00:00-05:00'))
  t.setNow(new Date('2026-12-15T00:00:00-05:00'))
  expect((await by.ask(pqrApi.answer, { params, body: { text: 'No.', decision: 'contra' } })).status).toBe(422)
})
