import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { dayOf } from '#domain/core/days.ts'
import { type Answer, type Desk, openDesk, send } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { type Machine, withMachine } from '../machine.ts'

/** Each desk has its own counter of receipts, so the pairs of different desks do not wait for each other. */
const DESKS = 6
const PAIRS = 60
/** PostgreSQL looks for a deadlock after one second of waiting; the other session waits longer, so the payment is the one that fails. */
const OTHER_WAITS = '20s'
const PESOS = 1_000
const POLL_MS = 10
const WAITING_MAX_MS = 10_000

/**
 * F18: a payment locks its client and then the counter of receipts; another session locks the counter first and then the client.
 * PostgreSQL ends the payment's transaction. Expected: the payment is tried again by the product, is answered 201 and is recorded
 * once. The limits are those of the crash campaign: no 500, nothing twice.
 */
export const forcedDeadlocks: Fault = {
  name: 'F18',
  set: 'crash',
  title: 'forced deadlocks between a payment and another session',
  run: ({ rounds }) =>
    withMachine(async (machine) => {
      const server = await machine.start('serve')
      const desks: Desk[] = []
      while (desks.length < DESKS) desks.push(await openDesk(machine, server.url(), 1))
      // The first receipt of a company creates its counter.
      for (const desk of desks) await pay(server.url(), desk)
      const before = await countDeadlocks(machine)
      const each = Math.ceil((rounds ?? PAIRS) / DESKS)
      const statuses = (await Promise.all(desks.map((desk) => forceEach(machine, server.url(), desk, each)))).flat()
      const deadlocks = (await countDeadlocks(machine)) - before
      const refused = statuses.filter((status) => status !== 201)
      const different = await Promise.all(desks.map(async (desk) => (await countPayments(machine, desk)) - each - 1))
      return {
        times: deadlocks,
        lost: different.filter((count) => count < 0).length,
        twice: different.filter((count) => count > 0).length,
        recoveredMs: null,
        problems: [
          ...(refused.length > 0
            ? [`${refused.length} payments were answered ${[...new Set(refused)].join(', ')}`]
            : []),
          ...(deadlocks < statuses.length ? [`only ${deadlocks} deadlocks in ${statuses.length} pairs`] : []),
          ...(await machine.listProblems()),
        ],
        late: [],
        note: `${statuses.length} payments, each recorded once`,
      }
    }),
}

const pay = (url: string, { clients: [client_id], token }: Desk): Promise<Answer> =>
  send(`${url}/api/payment/manual`, {
    token,
    key: randomUUID(),
    body: { payment: { client_id, amount: PESOS, method: 'efectivo', paid_on: dayOf(new Date()) } },
  })

/** Makes the pairs of a desk one after another. Returns the statuses of the payments. */
async function forceEach({ adminUrl }: Machine, url: string, desk: Desk, count: number): Promise<number[]> {
  const other = new Client({ connectionString: adminUrl })
  await other.connect()
  try {
    await other.query(`set deadlock_timeout = '${OTHER_WAITS}'`)
    const statuses: number[] = []
    while (statuses.length < count) statuses.push(await forceOne(other, url, desk))
    return statuses
  } finally {
    await other.end()
  }
}

async function forceOne(other: Client, url: string, desk: Desk): Promise<number> {
  await other.query('begin')
  await other.query(`select from counters where company_id = $1 and kind = 'receipt' for update`, [desk.companyId])
  const payment = pay(url, desk)
  await untilBlocked(other)
  await other.query('select from clients where id = $1 for update', [desk.clients[0]])
  await other.query('commit')
  return (await payment).status
}

/** Waits until another session waits for a lock of this one. */
async function untilBlocked(other: Client): Promise<void> {
  const until = performance.now() + WAITING_MAX_MS
  while (performance.now() < until) {
    const { rows } = await other.query<{ count: number }>(
      'select count(*)::int as count from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
    )
    if ((rows[0]?.count ?? 0) > 0) return
    await wait(POLL_MS)
  }
  throw new Error('the payment did not wait for the counter')
}

const countDeadlocks = async ({ owner }: Machine): Promise<number> => {
  // A session adds its figures to the view when it is idle for a second.
  await wait(2_000)
  const { rows } = await owner.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.deadlocks ?? 0)
}

const countPayments = async ({ owner }: Machine, { companyId }: Desk): Promise<number> => {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int as count from payments where company_id = $1',
    [companyId],
  )
  return rows[0]?.count ?? 0
}
