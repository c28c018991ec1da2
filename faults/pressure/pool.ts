import { setTimeout as wait } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import { POOL_MAX } from '../../bench/environment.ts'
import { openDesk, send } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { startLoad } from '../load.ts'
import { withMachine } from '../machine.ts'

const HELD_MS = 20_000
const WAITERS = 60
const RECOVERED_MAX_MS = 2_000
const HEALTH_MAX_MS = 2_000
const ABORTED_EACH_ROUND = 1_000

/**
 * F17: a lock that nothing gives back holds every connection for 20 s; then a thousand requests that their callers abort. Expected: 503
 * with Retry-After and never 500, the health page answers within 2 s, good answers within 2 s of the end, no connection is left in a
 * transaction and no more than the pool has. The limits are the load campaign's (there 30 s and 10,000 requests).
 */
export const exhaustedPool: Fault = {
  name: 'F17',
  set: 'load',
  title: 'every connection held, then requests aborted by their callers',
  run: ({ rounds, random }) =>
    withMachine(async (machine) => {
      const api = await machine.start('api')
      const desk = await openDesk(machine, api.url())
      const holder = new Client({ connectionString: machine.adminUrl })
      await holder.connect()
      await holder.query('begin')
      await holder.query('lock table payments, plans in access exclusive mode')
      const load = startLoad(desk, () => [api.url()], { random, payers: WAITERS / 2, readers: WAITERS / 2 })
      const health: number[] = []
      const notAlive: number[] = []
      const began = performance.now()
      while (performance.now() - began < HELD_MS) {
        const asked = performance.now()
        const { status } = await send(`${api.url()}/api/health/live`, {})
        health.push(performance.now() - asked)
        if (status !== 200) notAlive.push(status)
        await wait(250)
      }
      const busy = await send(`${api.url()}/api/admin/plans`, { token: desk.token })
      await holder.query('rollback')
      await holder.end()
      const recoveredMs = await load.recoveredSince(performance.now())
      const { problems, ...verdict } = await load.stop(machine.owner)
      const aborted = (rounds ?? 1) * ABORTED_EACH_ROUND
      for (let sent = 0; sent < aborted; sent += 20)
        await Promise.all(
          Array.from({ length: 20 }, () =>
            send(`${api.url()}/api/payment/manual?page=1&page_size=20`, {
              token: desk.token,
              maxMs: random.between(1, 25),
            }),
          ),
        )
      const left = await connectionsLeft(machine.owner)
      const slowest = Math.max(...health)
      return {
        times: 1 + aborted,
        lost: verdict.lost,
        twice: verdict.twice,
        recoveredMs,
        problems: [
          ...problems,
          ...(notAlive.length > 0 ? [`/health/live answered ${notAlive.join(', ')}`] : []),
          ...(busy.status === 503 && busy.retryAfter !== null
            ? []
            : [`with the pool held: ${busy.status} without Retry-After`]),
          ...(left.open <= POOL_MAX && left.inTransaction === 0 ? [] : [`connections left: ${JSON.stringify(left)}`]),
          ...(await machine.listProblems()),
        ],
        late: [
          ...(slowest > HEALTH_MAX_MS ? [`/health/live took ${Math.round(slowest)} ms`] : []),
          ...(recoveredMs > RECOVERED_MAX_MS ? [`good again after ${Math.round(recoveredMs)} ms`] : []),
        ],
        note: `503: ${load.sent.filter(({ status }) => status === 503).length} of ${load.sent.length}; health ${Math.round(slowest)} ms at most; ${left.open} connections after ${aborted} aborted requests`,
      }
    }),
}

/** The connections of the API when it has nothing more to do. */
async function connectionsLeft(owner: Pool): Promise<{ open: number; inTransaction: number }> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await owner.query<{ open: number; inTransaction: number; active: number }>(
      `select count(*)::int as open, count(*) filter (where state like 'idle in%')::int as "inTransaction",
         count(*) filter (where state = 'active')::int as active
       from pg_stat_activity where application_name = 'enlace' and datname = current_database() and pid <> pg_backend_pid()
         and usename = 'enlace_login'`,
    )
    const { open = 0, inTransaction = 0, active = 0 } = rows[0] ?? {}
    if ((inTransaction === 0 && active === 0) || tries > 100) return { open, inTransaction }
    await wait(100)
  }
}
