import type pg from 'pg'
import * as z from 'zod/mini'
import { newToken, tokenHash } from '#server/core/secrets.ts'
import { type Bed, withBed } from './bed.ts'
import { seedContracts } from './contracts.ts'
import { Opened, type StreamsQuestion, Told } from './streams-shape.ts'

const STREAMS = 10_000
const MEMORY_MAX_MB = 700
const TOLD_MAX_S = 2
const ROUNDS = 3

/**
 * Ten thousand clients of one company with the portal open on one process, and a month's invoicing that concerns them all: how long
 * from the beginning of the transaction that says so to the last stream, and what the process weighs. `ratio`: how many times
 * the worse of the two would fit in its limit.
 */
export const streams = () =>
  withBed(async (bed) => {
    const [company = ''] = await seedContracts(bed.owner, 1, STREAMS)
    await bed.owner.query('analyze')
    const tokens = await signIn(bed.owner, company)
    const product = bed.startProduct({ LOG_LEVEL: 'error' })
    const url = z.parse(z.string(), await product.ask())
    const listeners = bed.start('streams-child.ts')
    const before = await peakMb(product)
    const opened = z.parse(Opened, await listeners.ask({ open: { url, tokens } } satisfies StreamsQuestion))
    const open = await peakMb(product)
    const rounds: { written_s: number; last_s: number }[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [told, { begun, written }] = await Promise.all([
        listeners.ask({ told: round } satisfies StreamsQuestion),
        bill(bed, company, `2026-0${round}`),
      ])
      const { last_at } = z.parse(Told, told)
      rounds.push({ written_s: (written - begun) / 1_000, last_s: (last_at - begun) / 1_000 })
    }
    const peak = await peakMb(product)
    const seconds = rounds.map((round) => round.last_s).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Infinity
    return {
      bench: 'streams',
      ratio: Number(Math.min(MEMORY_MAX_MB / peak, TOLD_MAX_S / seconds).toFixed(2)),
      target: 1,
      streams: STREAMS,
      opened_in_s: Number((opened.ms / 1_000).toFixed(1)),
      told: { last_s: seconds, max_s: TOLD_MAX_S, rounds },
      memory_mb: { alone: before, open, peak, max: MEMORY_MAX_MB },
    }
  })

const peakMb = async (product: { ask(question: object): Promise<unknown> }): Promise<number> =>
  Math.round(z.parse(z.number(), await product.ask({ peak_memory: true })) / 1_024)

/** A session for every client, who has come into the portal before: only they are told of a run. */
async function signIn(owner: pg.Pool, company: string): Promise<string[]> {
  await owner.query(
    `update users set last_login_at = now(), is_first_login = false where company_id = $1 and role = 'client'`,
    [company],
  )
  const tokens = Array.from({ length: STREAMS }, () => newToken('enl'))
  await owner.query(
    `insert into sessions (token_hash, company_id, user_id, idle_seconds, idle_ends_at, ends_at, fresh_until, ip, user_agent)
     select decode(hash, 'hex'), company_id, id, 1800, now() + interval '30 minutes', now() + interval '12 hours', now(), '127.0.0.1', 'bench'
     from (select *, row_number() over () as place from users where company_id = $1 and role = 'client') who
     join unnest($2::text[]) with ordinality token (hash, place) using (place)`,
    [company, tokens.map((token) => tokenHash(token).toString('hex'))],
  )
  return tokens
}

/** Bills everybody. Returns when the transaction that says so began and wrote its last notification, by this machine's clock. */
async function bill(bed: Bed, company: string, period: string): Promise<{ begun: number; written: number }> {
  const { rows } = await bed.owner.query(
    `insert into runs (company_id, period, issued_on, actor_name, actor_role)
     values ($1, $2, ($2 || '-01')::date, 'Banco de pruebas', 'financial') returning company_id, id as run_id`,
    [company, period],
  )
  const job = bed.startJob('massive-child.ts')
  await job.ask({ runs: rows })
  await job.stop()
  const { rows: said } = await bed.owner.query<{ begun: Date; written: Date }>(
    'select max(finished_at) as begun, (select max(created_at) from notifications) as written from runs',
  )
  return { begun: said[0]?.begun.getTime() ?? Number.NaN, written: said[0]?.written.getTime() ?? Number.NaN }
}
