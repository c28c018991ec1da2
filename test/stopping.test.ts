import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RunningCommand, startCommand } from './operator-process.ts'
import { START_MAX_MS } from './start-limit.ts'

const REST_MS = 60_000

let dataDir = ''
const commands: RunningCommand[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-stopping-'))
})
afterEach(async () => {
  for (const command of commands.splice(0))
    if (command.exitCode === null && command.signalCode === null) {
      command.kill('SIGTERM')
      await command.ended()
    }
  const pid = await serverPid()
  if (pid !== null) process.kill(pid, 'SIGINT')
  await expect.poll(serverPid, { timeout: REST_MS }).toBeNull()
  await rm(dataDir, { recursive: true, force: true })
})

function startDemo(): RunningCommand {
  const demo = startCommand(['demo'], { ENLACE_DATA: dataDir, PORT: '0' })
  commands.push(demo)
  return demo
}

/** The pid of the PostgreSQL of the data folder; null when none runs there. */
async function serverPid(): Promise<number | null> {
  const text = await readFile(path.join(dataDir, 'cluster/postmaster.pid'), 'utf8').catch(() => '')
  return text === '' ? null : Number(text.split('\n')[0])
}

const isReady = (demo: RunningCommand) =>
  expect.poll(() => demo.out(), { timeout: START_MAX_MS }).toContain('Para terminar: Ctrl-C')

async function ask(statement: string): Promise<Record<string, unknown> | undefined> {
  const password = (await readFile(path.join(dataDir, 'cluster.password'), 'utf8')).trim()
  const port = (await readFile(path.join(dataDir, 'cluster/postmaster.pid'), 'utf8')).split('\n')[3]
  const client = new Client({ connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/enlace` })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows[0]
  } finally {
    await client.end()
  }
}

/** The seed is under way: a company of the demo exists, and the superadmin, who is created last, does not. */
const isSeeding = () =>
  expect
    .poll(() => ask(`select exists (select from companies where kind = 'provider') as begun`).catch(() => null), {
      timeout: START_MAX_MS,
      interval: 20,
    })
    .toEqual({ begun: true })

const WORLD = `select (select count(*)::int from companies where kind = 'provider') as companies,
  (select count(*)::int from plans) as plans, (select count(*)::int from users where role = 'superadmin') as superadmins,
  (select count(distinct company_id)::int from invoices) as billed, (select count(*) > 1000 from payments) as paid`
const WHOLE = { companies: 2, plans: 22, superadmins: 1, billed: 2, paid: true }

for (const signal of ['SIGINT', 'SIGKILL'] as const)
  test(
    `a first start that ${signal} ends during the seed leaves no half world: the next start begins again and says so`,
    async () => {
      const first = startDemo()
      await isSeeding()
      first.kill(signal)
      const { code } = await first.ended()
      if (signal === 'SIGINT') {
        expect(code).toBe(0)
        expect(await serverPid()).toBeNull()
      }
      const second = startDemo()
      await isReady(second)
      expect(second.out()).toContain('La demostración quedó a medias la vez pasada: se crea de nuevo.')
      expect(await ask(WORLD)).toEqual(WHOLE)
      second.kill('SIGINT')
      expect((await second.ended()).code).toBe(0)
      expect(await serverPid()).toBeNull()
    },
    3 * START_MAX_MS + REST_MS,
  )

test(
  'PostgreSQL is not left behind: two demos that end together, a closed terminal, an output without reader, a refused migration',
  async () => {
    const both = [startDemo(), startDemo()]
    for (const demo of both) await isReady(demo)
    expect(await ask(WORLD)).toEqual(WHOLE)
    for (const demo of both) demo.kill('SIGINT')
    for (const demo of both) expect(await demo.ended()).toMatchObject({ code: 0, err: '' })
    expect(await serverPid()).toBeNull()

    const closed = startDemo()
    await isReady(closed)
    closed.kill('SIGHUP')
    expect((await closed.ended()).code).toBe(0)
    expect(await serverPid()).toBeNull()

    const unread = startDemo()
    unread.stdout?.destroy()
    const { code, err } = await unread.ended()
    expect([code, err]).toEqual([0, ''])
    expect(await serverPid()).toBeNull()

    const early = startDemo()
    await expect.poll(serverPid, { timeout: START_MAX_MS, interval: 5 }).not.toBeNull()
    early.kill('SIGTERM')
    expect((await early.ended()).code).toBe(0)
    expect(await serverPid()).toBeNull()

    const edited = startDemo()
    await isReady(edited)
    await ask(`update schema_migrations set digest = 'other' where name like '0001%'`)
    edited.kill('SIGINT')
    await edited.ended()
    const refused = startDemo()
    expect(await refused.ended()).toMatchObject({ code: 1, err: expect.stringContaining('borra la carpeta .enlace') })
    expect(await serverPid()).toBeNull()
  },
  4 * START_MAX_MS + REST_MS,
)
