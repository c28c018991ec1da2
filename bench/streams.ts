import type pg from 'pg'
import * as z from 'zod/mini'
import { newToken, tokenHash } from '#server/core/secrets.ts'
import { seedContracts } from './contracts.ts'
import { type BenchEnvironment, withEnvironment } from './environment.ts'
import { Notified, Opened, type StreamsQuestion } from './streams-shape.ts'

const STREAMS = 10_000
const MEMORY_MAX_MB = 700
const NOTIFIED_MAX_S = 2
const ROUNDS = 3

/**
 * Ten thousand clients of one company with the portal open on one process, and a massive run that notifies all of them: the time
 * from the start of the notifying transaction to the last stream, and the memory of the process. `ratio`: limit divided by
 * figure, of the worse of the two.
 */
export const streams = () =>
  withEnvironment(async (environment) => {
    const [company = ''] = await seedContracts(environment.owner, 1, STREAMS)
    await environment.owner.query('analyze')
    const tokens = await signIn(environment.owner, company)
    const product = environment.startProduct({ LOG_LEVEL: 'error' })
    const url = z.parse(z.string(), await product.ask())
    const listeners = environment.start('streams-child.ts')
    const before = await peakMb(product)
    const opened = z.parse(Opened, await listeners.ask({ open: { url, tokens } } satisfies StreamsQuestion))
    const open = await peakMb(product)
    const rounds: { written_s: number; last_s: number }[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [notified, { begun, written }] = await Promise.all([
        listeners.ask({ notified: round } satisfies StreamsQuestion),
        bill(environment, company, `2026-0${round}`),
      ])
      const { last_at } = z.parse(Notified, notified)
      rounds.push({ written_s: (written - begun) / 1_000, last_s: (last_at - begun) / 1_000 })
    }
    const peak = await peakMb(product)
    const seconds = rounds.map((round) => round.last_s).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Infinity
    return {
      bench: 'streams',
      ratio: Number(Math.min(MEMORY_MAX_MB / peak, NOTIFIED_MAX_S / seconds).toFixed(2)),
      target: 1,
      streams: STREAMS,
      opened_in_s: Number((opened.ms / 1_000).toFixed(1)),
      notified: { last_s: seconds, max_s: NOTIFIED_MAX_S, rounds },
      memory_mb: { alone: before, open, peak, max: MEMORY_MAX_MB },
    }
  })

const peakMb = async (product: { ask(question: object): Promise<unknown> }): Promise<number> =>
  Math.round(z.parse(z.number(), await product.ask({ peak_memory: true })) / 1_024)

/** A session for every client, marked as signed in before: only those clients are notified of a run. */
async function signIn(owner: pg.Pool, company: string): Promise<string[]> {
  await owner.query(
    `update users set last_login_at = now(), is_first_login = false where company_id = $1 and role = 'client'`,
    [company],
  )
  const tokens = Array.from({ length: STREAMS }, () => newToken('enl'))
  await owner.query(
    `insert into sessions (token_hash, company_id, user_id, idle_seconds, idle_ends_at, ends_at, fresh_until, ip, user_agent)
     select decode(hash, 'hex'), company_id, id, 1800, now() + interval '30 minutes', now() + interval '12 hours', now(), '127.0.0.1', 'bench'
     from (select *, row_number() over () as place from users where company_id = $1 and role = 'client') client_users
     join unnest($2::text[]) with ordinality token (hash, place) using (place)`,
    [company, tokens.map((token) => tokenHash(token).toString('hex'))],
  )
  return tokens
}

/** Bills every client. Returns when the notifying transaction began and wrote its last notification, by this machine's clock. */
async function bill(
  environment: BenchEnvironment,
  company: string,
  period: string,
): Promise<{ begun: number; written: number }> {
  const { rows } = await environment.owner.query(
    `insert into runs (company_id, period, issued_on, actor_name, actor_role)
     values ($1, $2, ($2 || '-01')::date, 'Banco de pruebas', 'financial') returning company_id, id as run_id`,
    [company, period],
  )
  const job = environment.startJob('massive-child.ts')
  await job.ask({ runs: rows })
  await job.stop()
  const { rows: transactions } = await environment.owner.query<{ begun: Date; written: Date }>(
    'select max(finished_at) as begun, (select max(created_at) from notifications) as written from runs',
  )
  return {
    begun: transactions[0]?.begun.getTime() ?? Number.NaN,
    written: transactions[0]?.written.getTime() ?? Number.NaN,
  }
}
