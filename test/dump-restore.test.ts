import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { sealEvents } from '#server/audit/seal.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, LOGIN } from '#server/db/prepare.ts'
import { openDebian } from '../bench/debian.ts'
import { readContents } from '../bench/restore-check.ts'
import { newKey, served, visitBody } from './cases/billed.ts'
import { TEST_SECRET } from './database.ts'
import { productionEnv, runCommand } from './operator-process.ts'
import { openTestApp, type TestApp } from './world.ts'

/** The embedded PostgreSQL has no pg_dump: without Debian's package 'postgresql' this test is skipped. */
const DEBIAN = '/usr/lib/postgresql'
const hasDebian =
  existsSync(DEBIAN) && readdirSync(DEBIAN).some((major) => existsSync(path.join(DEBIAN, major, 'bin/pg_restore')))
const MAX_MS = 300_000
const ADMIN = 'ana@ejemplo.co'

test(
  'OPS-04 un volcado del dueño, restaurado en una base nueva, cuadra, su bitácora está completa y se puede entrar',
  async ({ skip }) => {
    skip(!hasDebian, "Debian's package 'postgresql' is not installed")
    const { debian, server } = await startCluster()
    const secret = TEST_SECRET
    const first = await createDatabase(server.adminUrl, 'enlace', secret)
    await migrate(first.ownerUrl, LOGIN)
    const { value: t, close } = await openTestApp({}, { ...first, drop: async () => undefined })
    onTestFinished(close)
    const dataDir = t.world.config.dataDir
    const firstPassword = await createAdmin(first, dataDir)
    await work(t)

    const file = path.join(debian.folder, 'enlace.dump')
    // As the owner, on whom row-level security is forced too: without the flag pg_dump refuses.
    await debian.run('pg_dump', ['--format=custom', '--enable-row-security', `--file=${file}`, first.ownerUrl])
    const before = await contentsOf(first.ownerUrl)
    expect(before['invoices']).toBe(1)

    const second = await createDatabase(server.adminUrl, 'restored', secret)
    // The functions that belong to roles of the program stay with the owner, which pg_restore reports: migrate gives them back.
    await debian.run('pg_restore', ['--no-owner', `--dbname=${second.ownerUrl}`, file]).catch(() => undefined)
    const env = productionEnv(second, dataDir)
    expect(await runCommand(['migrate'], env)).toMatchObject({ code: 0 })
    expect(await contentsOf(second.ownerUrl)).toEqual(before)
    expect(await runCommand(['invariants'], env)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Todo cuadra'),
    })
    expect(await runCommand(['audit', 'verify'], env)).toMatchObject({
      code: 0,
      out: expect.stringContaining('La bitácora está completa'),
    })

    const { value: restored, close: closeRestored } = await openTestApp({}, { ...second, drop: async () => undefined })
    onTestFinished(closeRestored)
    const login = await restored.ask(authApi.login, { body: { username: ADMIN, password: firstPassword } })
    expect([login.status, login.json.code]).toEqual([200, undefined])
  },
  MAX_MS,
)

async function startCluster() {
  const root = await mkdtemp(path.join(tmpdir(), 'enlace-dump-'))
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 5 }))
  // The account of the server must be able to traverse it.
  await chmod(root, 0o711)
  const debian = await openDebian(path.join(root, 'postgresql'))
  const data = path.join(debian.folder, 'data')
  await debian.create(data)
  const server = await debian.start(data, ['fsync=off'])
  onTestFinished(() => server.crash())
  return { debian, server }
}

/** The first password of a new superadmin. */
async function createAdmin(urls: { appUrl: string; ownerUrl: string }, dataDir: string): Promise<string> {
  const { out } = await runCommand(['create-superadmin', ADMIN], productionEnv(urls, dataDir))
  return /contraseña[^:]*: (\S+)/i.exec(out)?.[1] ?? ''
}

/** An invoice with a payment, and its events in sealed chains. */
async function work(t: TestApp): Promise<void> {
  const company = await t.company()
  const at = await served(t, company)
  const { data: invoice } = await at.by.call(invoiceApi.create, { body: visitBody(at), headers: newKey() })
  const payment = { client_id: invoice.client_id, amount: 1_000, method: 'efectivo', paid_on: invoice.issued_on }
  await at.by.call(manualPaymentApi.create, { body: { payment }, headers: newKey() })
  await sealEvents(t.world)
}

async function contentsOf(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await readContents(client)
  } finally {
    await client.end()
  }
}
