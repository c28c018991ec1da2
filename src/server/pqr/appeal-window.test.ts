import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { filedCase, morningOf } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

test('PQR-07 R3.7 el cliente puede recurrir hasta el último segundo del décimo día hábil, y al siguiente ya no', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company(), { response_channel: 'portal' })
  const params = { id: filed.id }
  t.setNow(morningOf('2026-12-14'))
  await by.call(pqrApi.answer, { params, body: { text: 'Revisamos la red.', decision: 'contra' } })
  const allowed = async (at: string) => {
    t.setNow(new Date(at))
    const { data } = await client.call(pqrApi.get, { params })
    return [data.actions.includes('appeal'), data.appeal_until]
  }
  const body = { kind: 'reposicion', text: 'No estoy de acuerdo' }
  // Ten business days after Monday 14: without the weekends and Friday 25.
  expect(await allowed('2026-12-29T23:59:59-05:00')).toEqual([true, '2026-12-29'])
  expect(await allowed('2026-12-30T00:00:00-05:00')).toEqual([false, '2026-12-29'])
  expect((await client.ask(pqrApi.appeal, { params, body })).status).toBe(422)
  t.setNow(new Date('2026-12-29T23:59:59-05:00'))
  expect((await client.call(pqrApi.appeal, { params, body })).data.status).toBe('en_reposicion')
})
