import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { World } from '#server/core/context.ts'
import { openPool } from '#server/db/pool.ts'
import { encryptKeys } from '#server/integrations/keys.ts'
import { listBreaches } from '#server/invariants/check.ts'
import { checkAttempt } from '#server/payments/check-attempt.ts'
import { folderStore } from '#server/providers/objects/folder.ts'
import { wompiAccounts } from '#server/providers/wompi/breaker.ts'
import { connectModules } from '#server/reactions.ts'
import { eventOf } from '#simulators/wompi/events.ts'
import { type Simulator, startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { cloneDatabase, TEST_SECRET } from './database.ts'
import { makeClient, makeCompany, makeContract, makeSession, makeUser } from './factory.ts'
import { onlyPayments } from './no-whatsapp.ts'
import { portOf } from './started.ts'
import { wompiKeys } from './wompi-keys.ts'

// The complete campaign has its own command (docs/operations.md); each push runs a part of it.
const IS_FULL = process.env['FAULTS'] === 'full'
const PAYERS = IS_FULL ? 100 : 25
const COPIES = IS_FULL ? 20 : 16
const KILLS_MIN = IS_FULL ? 20 : 4
const KILLS_EACH = IS_FULL ? 25 : 2
const KILL_EVERY_MS = 1_500
const PER_SECOND = 50
const MAIN = path.resolve(import.meta.dirname, '../src/server/main.ts')

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

let dataDir = ''
let owner: Pool
let urls: Awaited<ReturnType<typeof cloneDatabase>>
let simulator: Simulator
let companyId = ''
let financial = ''
const endpoint = 'e'.repeat(43)
const { environment: _test, event_key, ...keys } = wompiKeys('faults')
const children = new Set<ChildProcess>()

connectModules()

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-faults-'))
  urls = await cloneDatabase()
  owner = openPool(urls.ownerUrl, 4, () => undefined)
  simulator = await startWompiSimulator({
    settleMs: 20,
    merchants: [{ name: 'Faults', events_url: null, events_secret: event_key, ...keys }],
  })
  companyId = await makeCompany(owner, { integrations: true })
  await owner.query(
    `insert into credentials (company_id, provider, environment, sealed, last_four, endpoint_key, set_by, is_on)
     values ($1, 'wompi', 'test', $2, '{}', $3, 'Pruebas', true)`,
    [companyId, encryptKeys(TEST_SECRET, companyId, 'test', { ...keys, event_key }), endpoint],
  )
  financial = await makeSession(owner, await makeUser(owner, companyId, 'financial'))
}, 90_000)

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await simulator.close()
  await owner.end()
  await urls.drop()
  await rm(dataDir, { recursive: true, force: true })
})

type Part = { command: 'api' | 'work'; child: ChildProcess; port: number }

/** A process of the product over the same database, as an operator starts it. */
async function startProcess(command: 'api' | 'work'): Promise<Part> {
  const child = spawn(process.execPath, [MAIN, command], {
    env: {
      PATH: process.env['PATH'] ?? '',
      LOG_LEVEL: 'error',
      PORT: '0',
      DATABASE_URL: urls.ownerUrl,
      PUBLIC_URL: 'http://127.0.0.1',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'Enlace <no-responder@enlace.test>',
      CONTACT_EMAIL: 'soporte@enlace.test',
      ENLACE_SECRET: TEST_SECRET.toString('base64'),
      ENLACE_DATA: path.join(dataDir, 'files'),
      WOMPI_TEST_URL: simulator.url,
      RATE_PER_MINUTE: '100000',
      EVENTS_PER_MINUTE: '100000',
      IN_FLIGHT_PER_PERSON: '1000',
      RATE_ANONYMOUS_PER_MINUTE: '100000',
    },
    stdio: ['ignore', command === 'api' ? 'pipe' : 'ignore', 'inherit'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return { command, child, port: command === 'api' ? await portOf(child) : 0 }
}

async function kill({ child }: Part): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

type Payer = { token: string; invoiceId: string }

/** A client with one unpaid invoice, created over HTTP. */
async function makePayer(port: number): Promise<Payer> {
  const { id, userId } = await makeClient(owner, companyId, { stratum: 1 })
  const { no_contract } = await makeContract(owner, companyId, id, { stratum: 1 })
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 35_000 }]
  const answer = await fetch(`http://127.0.0.1:${port}/api/invoice`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${financial}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ invoice: { no_contract, lines } }),
  })
  const { data } = (await answer.json()) as { data: { id: string } }
  const token = await makeSession(owner, { id: userId, companyId, username: '', email: '', role: 'client' })
  return { token, invoiceId: data.id }
}

/** One payment request, as the portal sends it. Null when the process was killed before it answered. */
async function pay(
  port: number,
  { token, invoiceId }: Payer,
  key: string,
): Promise<{ status: number; id: string } | null> {
  const payment = {
    invoice_id: invoiceId,
    customer_email: 'ana@correo.test',
    customer_data: { full_name: 'Ana Ruiz', phone_number: '3001234567' },
    payment_method: { type: 'NEQUI', phone_number: '3991111111' },
    acceptance_terms: true,
  }
  const answer = await fetch(`http://127.0.0.1:${port}/api/payment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ payment }),
  }).catch(() => null)
  if (answer === null) return null
  const { data } = (await answer.json()) as { data?: { id: string } }
  return { status: answer.status, id: data?.id ?? '' }
}

async function breaches() {
  const client = await owner.connect()
  try {
    return await listBreaches(client)
  } finally {
    client.release()
  }
}

test(
  'F2 TRX-05 OPS-01 avisos a 50 por segundo con kill -9 cada poco, dos API y dos que trabajan: ninguno se pierde ni se aplica dos veces',
  async () => {
    const running = await Promise.all((['api', 'api', 'work', 'work'] as const).map(startProcess))
    const portAt = (at: number): number => running[at]?.port ?? 0
    const payers = await Promise.all(Array.from({ length: PAYERS }, () => makePayer(portAt(0))))
    for (const payer of payers) expect((await pay(portAt(0), payer, randomUUID()))?.status).toBe(201)
    const [merchant] = simulator.merchants
    if (!merchant) throw new Error('no merchant')
    const events = simulator
      .transactions()
      .flatMap((transaction) =>
        Array.from({ length: COPIES }, (_, copy) =>
          eventOf(
            merchant,
            { ...transaction, status: copy % 4 === 3 ? 'PENDING' : 'APPROVED' },
            new Date(1_760_000_000_000 + copy * 1_000),
          ),
        ),
      )
      .toSorted((a, b) => (a.body.signature.checksum < b.body.signature.checksum ? -1 : 1))

    /** Resends every event that is not answered 200, as the provider does, with shorter waits. */
    const deliver = async ({ body, headers }: (typeof events)[number], at: number): Promise<void> => {
      for (let tries = 0; tries < 100; tries += 1) {
        const answer = await fetch(`http://127.0.0.1:${portAt((at + tries) % 2)}/api/webhook/wompi/${endpoint}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(5_000),
        }).catch(() => null)
        if (answer?.status === 200) return
        await wait(200)
      }
      throw new Error('an event was never accepted')
    }
    const sending = { isOver: false }
    let kills = 0
    const killer = (async () => {
      while (!sending.isOver || kills < KILLS_MIN) {
        await wait(KILL_EVERY_MS)
        const at = kills % running.length
        const part = running[at]
        if (!part) continue
        await kill(part)
        kills += 1
        running[at] = await startProcess(part.command)
      }
    })()
    const sent: Promise<void>[] = []
    for (const [at, event] of events.entries()) {
      sent.push(deliver(event, at))
      await wait(1_000 / PER_SECOND)
    }
    await Promise.all(sent)
    sending.isOver = true
    await killer
    const open = async (): Promise<number> =>
      Number((await owner.query('select count(*) from provider_events where outcome is null')).rows[0].count)
    // A job whose worker was killed remains locked in the queue: within a minute it is enqueued again.
    for (let tries = 0; tries < 700 && (await open()) > 0; tries += 1) await wait(100)
    const { rows } = await owner.query(
      `select count(*)::int as stored, count(*) filter (where outcome is null)::int as open,
      count(*) filter (where outcome = 'quarantined')::int as quarantined from provider_events`,
    )
    expect(rows).toEqual([{ stored: events.length, open: 0, quarantined: 0 }])
    const paid = await owner.query(`select count(*)::int as paid from payments where method = 'nequi'`)
    expect(paid.rows).toEqual([{ paid: PAYERS }])
    expect(await breaches()).toEqual([])
    await Promise.all(running.map(kill))
  },
  IS_FULL ? 400_000 : 120_000,
)

/** Delays the process that sets an attempt to a status, until the test has killed it. */
async function holdAt(status: string): Promise<void> {
  await owner.query(`
    create or replace function hold() returns trigger language plpgsql as $$ begin perform pg_sleep(9); return new; end $$;
    drop trigger if exists hold on payment_attempts;
    create trigger hold before update on payment_attempts for each row when (new.status = '${status}' and old.status <> '${status}')
      execute function hold()`)
}
/** Ends the hold, and the statements of killed processes that still wait in it. */
async function release(): Promise<void> {
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`)
  await owner.query('drop trigger if exists hold on payment_attempts')
}

/** Whether the payment of an invoice has reached the point at which its process is killed. */
type IsReached = (invoiceId: string) => Promise<boolean>

const referencesOf = async (invoiceId: string): Promise<string[]> =>
  (
    await owner.query<{ reference: string }>(
      'select a.reference from payment_attempts a join payment_attempt_invoices l on l.attempt_id = a.id where l.invoice_id = $1',
      [invoiceId],
    )
  ).rows.map(({ reference }) => reference)

/** The attempt is written, and the statement that changes its status is waiting in `hold`. */
const isHeld: IsReached = async (invoiceId) => {
  const { rowCount } = await owner.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)
  return (rowCount ?? 0) > 0 && (await referencesOf(invoiceId)).length > 0
}
const isAtProvider: IsReached = async (invoiceId) => {
  const references = await referencesOf(invoiceId)
  return simulator.transactions().some((one) => references.includes(one.reference))
}

const POINTS: readonly [string, () => unknown, IsReached][] = [
  ['antes de anotarlo', () => simulator.fail('read', 'hang'), async () => simulator.failuresLeft() === 0],
  ['anotado y sin enviar', () => holdAt('submitted'), isHeld],
  ['recibido por el proveedor y sin respuesta', () => simulator.fail('create', 'mute'), isAtProvider],
  ['respondido y sin anotar la respuesta', () => holdAt('pending'), isHeld],
]
const REACHED_MAX_MS = 20_000

test(
  'F3 PAY-05 kill -9 en los cuatro momentos de un pago: a lo sumo una transacción por factura, y todo se resuelve en dos rondas',
  async () => {
    let api = await startProcess('api')
    const started: { payer: Payer; key: string; point: string }[] = []
    for (const [point, hold, isReached] of POINTS) {
      for (let time = 0; time < KILLS_EACH; time += 1) {
        const payer = await makePayer(api.port)
        const key = randomUUID()
        await hold()
        const response = pay(api.port, payer, key)
        await expect.poll(() => isReached(payer.invoiceId), { timeout: REACHED_MAX_MS, interval: 25 }).toBe(true)
        await kill(api)
        expect(await response).toBeNull()
        await release()
        api = await startProcess('api')
        // The phone repeats the request with the same key.
        const repeated = await pay(api.port, payer, key)
        expect([point, repeated?.status]).toEqual([point, 201])
        started.push({ payer, key, point })
      }
    }
    const { rows } = await owner.query(
      `select a.id, a.reference, a.created_at from payment_attempts a where a.status not in ('approved') order by a.id`,
    )
    for (const minutes of [1, 5]) {
      for (const row of rows)
        await checkAttempt(worldAt(new Date(row.created_at.getTime() + minutes * 60_000)), companyId, row.id)
    }
    for (const { payer, point } of started) {
      const attempts = await owner.query(
        `select a.reference, a.status from payment_attempts a join payment_attempt_invoices l on l.attempt_id = a.id where l.invoice_id = $1`,
        [payer.invoiceId],
      )
      const approved = simulator
        .transactions()
        .filter((one) => attempts.rows.some((row) => row.reference === one.reference))
      expect([point, attempts.rowCount, approved.length]).toEqual([point, 1, 1])
      expect([point, attempts.rows[0].status]).toEqual([point, 'approved'])
    }
    expect(await breaches()).toEqual([])
    await kill(api)
  },
  // Eight processes start one after another, beside other tests.
  IS_FULL ? 600_000 : 360_000,
)

/** The product in this process, with its clock at another instant. */
function worldAt(now: Date): World {
  return {
    config: readConfig('demo', {
      ENLACE_DATA: dataDir,
      ENLACE_SECRET: TEST_SECRET.toString('base64'),
      LOG_LEVEL: 'silent',
    }),
    pool: shared(),
    log: pino({ level: 'silent' }),
    mailer: { send: async () => undefined, close: () => undefined },
    files: folderStore(path.join(dataDir, 'files')),
    wompi: wompiAccounts({ test: simulator.url, production: simulator.url }),
    ...onlyPayments,
    clock: () => now,
  }
}
let pool: Pool | null = null
const shared = (): Pool => (pool ??= openPool(urls.appUrl, 2, () => undefined))
afterAll(() => pool?.end())
