import { expect, test } from 'vitest'
import { pqrPresenceApi } from '#domain/pqr/presence-api.ts'
import { routes } from '#server/app.ts'
import { buildServer } from '#server/core/serve.ts'
import { maintenanceGate } from '#server/platform/maintenance.ts'
import { filedCase } from '#test/cases/filed.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()

/** Two people of the desk with one case. */
async function opened() {
  const company = await t.company()
  const { by: ana, client, filed } = await filedCase(t, company)
  const luis = await company.person('technical', { first_name: 'Luis' })
  const params = { id: filed.id }
  const show = async (who: Person, doing = 'reading') =>
    (await who.call(pqrPresenceApi.record, { params, body: { doing } })).data.map((one) => [one.name, one.doing])
  return { company, ana, luis, client, params, show }
}

test('PQR-03 quien abre un caso ve quién más lo tiene abierto y si lo está respondiendo, y nada cuando está solo', async () => {
  const { ana, luis, show } = await opened()
  expect(await show(luis)).toEqual([])
  expect(await show(ana)).toEqual([['Luis Pinzón', 'reading']])
  await show(luis, 'answering')
  expect(await show(ana)).toEqual([['Luis Pinzón', 'answering']])
  expect(await show(luis, 'left')).toHaveLength(1)
  expect(await show(ana)).toEqual([])
})

test('PQR-03 la señal de una página que ya no está se acaba al minuto, por el reloj de la base de datos', async () => {
  const { company, ana, luis, show } = await opened()
  await show(luis)
  const age = (seconds: number) =>
    t.owner.query(`update pqr_presences set seen_at = now() - make_interval(secs => $2) where company_id = $1`, [
      company.id,
      seconds,
    ])
  await age(50)
  expect(await show(ana)).toHaveLength(1)
  await age(61)
  expect(await show(ana)).toEqual([])
  // The next sign of the same person, on any case, removes what no longer counts.
  await age(61)
  const { rows } = await t.owner.query('select user_id from pqr_presences where company_id = $1', [company.id])
  expect(rows).toHaveLength(2)
  await show(ana, 'left')
  const left = await t.owner.query('select user_id from pqr_presences where company_id = $1', [company.id])
  expect(left.rows.map(({ user_id }) => user_id)).toEqual([luis.id])
})

test('PQR-03 dos personas en dos procesos del servidor se ven', async () => {
  const { ana, luis, params, show } = await opened()
  const other = await buildServer(t.world, routes, { gate: maintenanceGate })
  const answer = await other.inject({
    method: 'PUT',
    url: `/api/pqr/${params.id}/presence`,
    headers: { authorization: `Bearer ${luis.token}` },
    payload: { doing: 'reading' },
  })
  await other.close()
  expect(answer.statusCode).toBe(200)
  expect(await show(ana)).toEqual([['Luis Pinzón', 'reading']])
})

test('PQR-03 el cliente no ve quién de la empresa tiene su caso, ni lo ve otra empresa', async () => {
  const { client, params } = await opened()
  const body = { doing: 'reading' }
  expect((await client.ask(pqrPresenceApi.record, { params, body })).status).toBe(403)
  const outsider = await (await t.company()).person('financial')
  expect((await outsider.ask(pqrPresenceApi.record, { params, body })).status).toBe(404)
})
