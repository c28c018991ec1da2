import { setTimeout as wait } from 'node:timers/promises'
import { newToken, tokenHash } from '#server/core/secrets.ts'
import { makeCompany, makeUser } from '#test/factory.ts'
import { openDesk, send } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { at } from '../load.ts'
import { withMachine } from '../machine.ts'
import { residentMiB } from '../server.ts'

const SESSIONS = 10_000
const PER_SECOND = 300
const SECONDS = 10
const P95_MAX_MS = 300
const MEMORY_MAX_MIB = 700
const REVOKED = 20

/**
 * F16, the first part: 10,000 valid sessions, and requests of random ones at 300 a second for 10 s (the load campaign: 10 minutes; each
 * of the rounds is 10 s). Expected: no error, p95 below 300 ms, memory below 700 MiB, and a revoked session is refused at the next
 * request. The idle connections of its second part are F14's.
 */
export const manySessions: Fault = {
  name: 'F16',
  set: 'load',
  title: '10,000 sessions at 300 requests a second',
  run: ({ rounds, random }) =>
    withMachine(async (machine) => {
      const api = await machine.start('api')
      await openDesk(machine, api.url(), 1)
      const company = await makeCompany(machine.owner)
      const user = await makeUser(machine.owner, company, 'financial')
      const tokens = Array.from({ length: SESSIONS }, () => newToken('enl'))
      await machine.owner.query(
        `insert into sessions (token_hash, company_id, user_id, idle_seconds, idle_ends_at, ends_at, fresh_until, ip, user_agent)
         select hash, $1, $2, 1800, now() + interval '30 minutes', now() + interval '12 hours', now() + interval '15 minutes', '127.0.0.1', 'test'
         from unnest($3::bytea[]) hash`,
        [company, user.id, tokens.map(tokenHash)],
      )
      const times: number[] = []
      const wrong = new Map<number, number>()
      const total = PER_SECOND * SECONDS * (rounds ?? 1)
      const began = performance.now()
      let highest = 0
      await Promise.all(
        Array.from({ length: total }, async (_, place) => {
          await wait(Math.max(0, began + (place * 1_000) / PER_SECOND - performance.now()))
          if (place % PER_SECOND === 0) highest = Math.max(highest, residentMiB(api.pid()))
          const asked = performance.now()
          const { status } = await send(`${api.url()}/api/admin/plans`, { token: random.pick(tokens) })
          times.push(performance.now() - asked)
          if (status !== 200) wrong.set(status, (wrong.get(status) ?? 0) + 1)
        }),
      )
      let stillOpen = 0
      for (const token of tokens.slice(0, REVOKED)) {
        const before = await send(`${api.url()}/api/admin/plans`, { token })
        await send(`${api.url()}/api/auth/logout`, { token, body: {} })
        const after = await send(`${api.url()}/api/admin/plans`, { token })
        if (before.status !== 200 || after.status !== 401) stillOpen += 1
      }
      const p95 = at(times, 0.95)
      return {
        times: total,
        lost: null,
        twice: null,
        recoveredMs: null,
        problems: [
          ...[...wrong].map(([status, count]) => `${count} answers ${status}`),
          ...(stillOpen > 0 ? [`${stillOpen} of ${REVOKED} revoked sessions were not refused`] : []),
          ...(highest > MEMORY_MAX_MIB ? [`memory ${Math.round(highest)} MiB`] : []),
          ...(await machine.listProblems()),
        ],
        late: p95 > P95_MAX_MS ? [`p95 ${p95} ms`] : [],
        note: `p95 ${p95} ms; memory ${Math.round(highest)} MiB at most`,
      }
    }),
}
