import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encryptKeys } from '#server/integrations/keys.ts'
import { cloneDatabase, TEST_SECRET } from './database.ts'
import { makeCompany, makeSession, makeUser } from './factory.ts'
import { productionEnv, runCommand } from './operator-process.ts'
import { START_MAX_MS } from './start-limit.ts'

const KEYS = { public_key: 'pub_test_1', private_key: 'prv_test_1', integrity_secret: 'i', event_key: 'e' }
const ENDPOINT = 'e'.repeat(40)
const OTHER = { ENLACE_SECRET: randomBytes(32).toString('base64') }

let database: Awaited<ReturnType<typeof cloneDatabase>>
let owner: Pool
let dataDir = ''
let env: Record<string, string> = {}

beforeAll(async () => {
  database = await cloneDatabase()
  owner = new Pool({ connectionString: database.ownerUrl })
  dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-secret-'))
  env = productionEnv(database, dataDir)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** A company with Wompi and text messages on, and an admin with a second factor and an open session. */
async function makeDesk(): Promise<string> {
  const company = await makeCompany(owner, { integrations: true })
  await owner.query(
    `insert into credentials (company_id, provider, environment, sealed, last_four, endpoint_key, set_by, tested_at, is_on)
     values ($1, 'wompi', 'test', $2, '{}', $3, 'Marta Ruiz', now(), true)`,
    [company, encryptKeys(TEST_SECRET, company, 'test', KEYS), ENDPOINT],
  )
  await owner.query(
    `insert into file_issuers (company_id, environment, sealed_pin, is_on, set_by) values ($1, 'test', '\\x00', true, 'Marta Ruiz')`,
    [company],
  )
  await owner.query(
    `insert into sms_accounts (company_id, url, sender, sealed, last_four, set_by, is_on)
     values ($1, 'https://sms.test/send', '899775', '\\x00', '', 'Marta Ruiz', true)`,
    [company],
  )
  const admin = await makeUser(owner, company, 'admin', { username: 'marta' })
  await owner.query('update users set has_two_factor = true where id = $1', [admin.id])
  await owner.query(`insert into two_factors (company_id, user_id, secret) values ($1, $2, '\\x01')`, [
    company,
    admin.id,
  ])
  await makeSession(owner, admin)
  return company
}

test(
  'F24 a database that was restored beside another ENLACE_SECRET is not served, and a command makes the new secret its own',
  async () => {
    const company = await makeDesk()
    const withOther = { ...env, ...OTHER }
    expect((await runCommand(['superadmin', 'list'], env)).code).toBe(0)

    const refused = await Promise.all(
      [['serve'], ['work'], ['superadmin', 'list']].map((words) => runCommand(words, withOther)),
    )
    for (const { code, err } of refused) {
      expect(code).toBe(1)
      expect(err).toContain('ENLACE_SECRET: no es la clave')
      expect(err).toContain('bin/enlace replace-secret')
      expect(err).not.toMatch(/ at .*\.ts:\d+|node:internal/)
    }
    const [check, same] = await Promise.all([
      runCommand(['invariants'], withOther),
      runCommand(['replace-secret'], env),
    ])
    expect(check.code).toBe(0)
    expect(same.out).toContain('no cambió nada')
    expect(await stateOf(company)).toMatchObject({ is_on: true, flag: true, has_two_factor: true, open_sessions: 1 })

    const { code, out } = await runCommand(['replace-secret'], withOther)
    expect(code).toBe(0)
    expect(out).toContain('Integraciones apagadas: 3')
    expect(out).toContain('Verificaciones en dos pasos quitadas: 1. Sesiones cerradas: 1.')
    expect(await stateOf(company)).toEqual({
      is_on: false,
      kept_bytes: 0,
      endpoint_key: ENDPOINT,
      problem: 'La clave del servidor cambió: escribe las llaves de nuevo',
      flag: false,
      has_two_factor: false,
      second_factors: 0,
      open_sessions: 0,
      texts: { is_on: false, kept_bytes: 0 },
      events: ['integration.stopped', 'integration.stopped', 'file_issuer.stopped', 'two_factor.reset'],
    })
    const [now, before] = await Promise.all([
      runCommand(['superadmin', 'list'], withOther),
      runCommand(['superadmin', 'list'], env),
    ])
    expect(now.code).toBe(0)
    expect(before.err).toContain('ENLACE_SECRET: no es la clave')
  },
  4 * START_MAX_MS,
)

async function stateOf(company: string): Promise<unknown> {
  const { rows } = await owner.query(
    `select c.is_on, length(c.sealed) as kept_bytes, c.endpoint_key, c.problem, k.is_wompi_integration as flag, u.has_two_factor,
       (select count(*)::int from two_factors) as second_factors,
       (select count(*)::int from sessions where revoked_at is null) as open_sessions,
       (select jsonb_build_object('is_on', s.is_on, 'kept_bytes', length(s.sealed)) from sms_accounts s where s.company_id = k.id) as texts,
       (select coalesce(jsonb_agg(name order by id), '[]') from events e where e.company_id = k.id) as events
     from credentials c join companies k on k.id = c.company_id join users u on u.company_id = k.id where k.id = $1`,
    [company],
  )
  return rows[0]
}
