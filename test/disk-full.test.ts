import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { planApi } from '#domain/plans/api.ts'
import { platformApi } from '#domain/platform/api.ts'
import { readConfig } from '#server/config.ts'
import { failureReply } from '#server/core/failure.ts'
import { prepareDatabase } from '#server/db/prepare.ts'
import { TEST_SECRET } from './database.ts'
import { testApp } from './world.ts'

const t = testApp()

/** Every write to a table fails as on a full disk, until the returned function is called. */
async function fillDisk(table: string): Promise<() => Promise<void>> {
  await t.owner.query(`
    create function refuse_write() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$;
    create trigger full_disk before insert or update on ${table} execute function refuse_write()`)
  const free = async (): Promise<void> => void (await t.owner.query('drop function if exists refuse_write cascade'))
  onTestFinished(free)
  return free
}

test('API-03 con el disco lleno un cambio responde 507 con una frase, no guarda nada, y al liberar espacio sigue', async () => {
  const financial = await (await t.company()).person('financial')
  const plan = {
    name: 'Hogar',
    reference_code: 'AAA111',
    price: 10_000,
    download_speed: '10 Mbps',
    upload_speed: '5 Mbps',
  }
  const free = await fillDisk('plans')
  const refused = await financial.ask(planApi.create, { body: { plan } })
  expect([refused.status, refused.json.code]).toEqual([507, 'STORAGE_FULL'])
  expect(refused.json.message).toMatch(/^No queda espacio para guardar/)
  expect(refused.headers['retry-after']).toBe('60')
  await free()
  expect((await financial.call(planApi.list)).data).toEqual([])
  expect((await financial.ask(planApi.create, { body: { plan } })).status).toBe(201)
})

test('API-03 un archivo que no cabe en el disco responde 507 y no es un error nuestro', () => {
  for (const code of ['ENOSPC', 'EDQUOT', '53100']) {
    const failure = failureReply(Object.assign(new Error('no space'), { code }))
    expect([failure.status, failure.isBug]).toEqual([507, false])
  }
})

test('API-03 /health/ready dice que no se puede escribir, y que ya se puede, sin dejar archivos', async () => {
  const statusOf = async (): Promise<number> => (await t.ask(platformApi.ready)).status
  expect(await statusOf()).toBe(200)
  const free = await fillDisk('attempts')
  await expect.poll(statusOf, { timeout: 20_000 }).toBe(507)
  await free()
  await expect.poll(statusOf, { timeout: 20_000 }).toBe(200)
  expect((await readdir(t.world.config.dataDir)).filter((name) => /\.(check|part)$/.test(name))).toEqual([])
})

test('OPS-01 la base de datos de la demostración vuelve sola cuando se detuvo', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-again-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const config = readConfig('demo', { ENLACE_DATA: dataDir, ENLACE_SECRET: TEST_SECRET.toString('base64') })
  const database = await prepareDatabase(config, () => undefined)
  onTestFinished(() => database.stop())
  const folder = await readFile(path.join(dataDir, 'cluster.location'), 'utf8').catch(() => dataDir)
  const [pid = ''] = (await readFile(path.join(folder.trim(), 'cluster/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  const answers = async (): Promise<boolean> => {
    const client = new Client({ connectionString: database.appUrl })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  await expect.poll(answers, { timeout: 10_000 }).toBe(false)
  await expect.poll(answers, { timeout: 60_000, interval: 200 }).toBe(true)
}, 120_000)
