import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { planApi } from '#domain/plans/api.ts'
import { startEmbedded } from '#embedded-postgres/embedded.ts'
import { routes } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { buildServer } from '#server/core/serve.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { createDatabase, LOGIN } from '#server/db/prepare.ts'
import { folderStore } from '#server/providers/objects/folder.ts'
import { TEST_SECRET } from './database.ts'
import { makeCompany, makeSession, makeUser } from './factory.ts'
import { noFactus } from './no-factus.ts'
import { noSms, noWhatsapp } from './no-whatsapp.ts'
import { noWompi } from './no-wompi.ts'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('with PostgreSQL killed and started again under load, answers are 503 and then good, and no acknowledged plan is lost', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-outage-'))
  const first = await startEmbedded({ dataDir })
  const { appUrl, ownerUrl } = await createDatabase(first.adminUrl, 'outage', TEST_SECRET)
  await migrate(ownerUrl, LOGIN)
  const config = readConfig('demo', {
    ENLACE_DATA: dataDir,
    LOG_LEVEL: 'silent',
    RATE_PER_MINUTE: '1000000',
    RATE_ANONYMOUS_PER_MINUTE: '1000000',
  })
  const pool = openPool(appUrl, 8, () => undefined)
  const owner = openPool(ownerUrl, 2, () => undefined)
  const world = {
    config,
    pool,
    log: pino({ level: 'silent' }),
    mailer: { send: async () => undefined, close: () => undefined },
    files: folderStore(path.join(dataDir, 'files')),
    wompi: noWompi,
    factus: noFactus,
    whatsapp: noWhatsapp,
    sms: noSms,
    clock: () => new Date(),
  }
  const app = await buildServer(world, routes)
  const companyId = await makeCompany(owner)
  const token = await makeSession(owner, await makeUser(owner, companyId, 'financial'))

  const statuses: number[] = []
  const acknowledged: string[] = []
  const load = { isOn: true }
  const headers = { authorization: `Bearer ${token}` }
  const client = async (worker: number): Promise<void> => {
    for (let turn = 0; load.isOn; turn += 1) {
      const code = `L${worker}T${String(turn).padStart(4, '0')}`
      const plan = { name: 'x', reference_code: code, price: 1_000, download_speed: '1 Mbps', upload_speed: '1 Mbps' }
      const created = await app.inject({ method: 'POST', url: '/api/admin/plans', headers, payload: { plan } })
      statuses.push(created.statusCode)
      if (created.statusCode !== 201) await wait(20)
      else {
        acknowledged.push(code)
        const removed = await app.inject({
          method: 'DELETE',
          url: `/api/admin/plans/${created.json().data.id}`,
          headers,
        })
        statuses.push(removed.statusCode)
      }
    }
  }
  const clients = [1, 2, 3, 4].map(client)
  await wait(400)
  process.kill(first.pid, 'SIGKILL')
  await wait(600)
  const second = await startEmbedded({ dataDir, port: first.port })
  await wait(1_500)
  load.isOn = false
  await Promise.all(clients)

  const { data } = (
    await app.inject({ method: 'GET', url: planApi.list.path.replace('/admin', '/api/admin'), headers })
  ).json()
  expect(Array.isArray(data)).toBe(true)
  expect(statuses.filter((status) => ![200, 201, 409, 503].includes(status))).toEqual([])
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
  expect(statuses.lastIndexOf(201)).toBeGreaterThan(statuses.lastIndexOf(503))
  const { rows } = await owner.query<{ code: string }>(
    `select after->>'reference_code' as code from events where name = 'plan.created'`,
  )
  const recorded = new Set(rows.map((row) => row.code))
  expect(acknowledged.filter((code) => !recorded.has(code))).toEqual([])

  await app.close()
  await pool.end()
  await owner.end()
  await second.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)
