import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '#test/world.ts'
import { proveSecret, replaceSecret } from './secret.ts'

const t = testApp()

test('F24 the secret of a database is replaced in one transaction: keys, second factors and sessions end, with an event of each', async () => {
  const company = await t.company()
  const admin = await company.person('admin')
  await t.owner.query(
    `insert into credentials (company_id, provider, environment, sealed, last_four, endpoint_key, set_by, tested_at, is_on)
     values ($1, 'wompi', 'test', 'x', '{}', $2, 'Marta Ruiz', now(), true)`,
    [company.id, 'e'.repeat(40)],
  )
  await t.owner.query('update companies set is_wompi_integration = true where id = $1', [company.id])
  await t.owner.query('update users set has_two_factor = true where id = $1', [admin.id])
  await proveSecret(t.world)
  expect(await replaceSecret(t.world)).toContain('no cambió nada')
  const other = { ...t.world, config: { ...t.world.config, secret: randomBytes(32) } }
  await expect(proveSecret(other)).rejects.toThrow('ENLACE_SECRET: no es la clave')
  expect(await replaceSecret(other)).toContain('Integraciones apagadas: 1')
  await expect(proveSecret(other)).resolves.toBeUndefined()
  await expect(proveSecret(t.world)).rejects.toThrow('ENLACE_SECRET: no es la clave')
  const { rows } = await t.owner.query(
    `select (select is_on from credentials where company_id = $1) as is_on,
       (select has_two_factor from users where id = $2) as has_two_factor,
       (select count(*)::int from sessions where revoked_at is null) as open_sessions,
       (select array_agg(name order by id) from events where company_id = $1 and name in ('integration.stopped', 'two_factor.reset')) as events`,
    [company.id, admin.id],
  )
  expect(rows).toEqual([
    { is_on: false, has_two_factor: false, open_sessions: 0, events: ['integration.stopped', 'two_factor.reset'] },
  ])
})
