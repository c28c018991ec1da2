import {
  ACCOUNT_WINDOW_S,
  delayAfter,
  LIMITS,
  LOOKUP_FAILURES_PER_DAY,
  LOOKUP_FAILURES_PER_DAY_MAX,
  NETWORK_WINDOW_S,
} from '#domain/auth/limits.ts'
import type { PublicCtx } from '#server/core/context.ts'
import { networkOf, SITE_FACTOR, siteOf } from '#server/core/network.ts'
import type { Tx } from '#server/core/tx.ts'
import { counterOf, countUpTo, secondsToWait, subnetOf, tooManyAttempts } from './throttle.ts'

/** What a call without a session looks for, and may be guessed: the names of its counters begin with the kind. */
type Lookup = {
  kind: 'debtor' | 'pqr'
  /** What is looked for, each counted alone: a contract and a document, the number of a case. */
  subjects: readonly string[]
}

/**
 * Throws a 429 Refusal while the wrong searches of a subject from this network, those from this network or site, or those of a subject
 * from all networks block.
 */
export async function assertLookup(tx: Tx, ctx: PublicCtx, lookup: Lookup): Promise<void> {
  const { network, site, subjects } = countersOf(ctx, lookup)
  const wait = await secondsToWait(tx, [
    network,
    site,
    ...subjects.flatMap(({ here, everywhere }) => [here, everywhere]),
  ])
  if (wait > 0) throw tooManyAttempts(wait)
}

/** Counts a search that found nothing. */
export async function countLookup(tx: Tx, ctx: PublicCtx, lookup: Lookup): Promise<void> {
  const { network, site, subjects } = countersOf(ctx, lookup)
  const { networkFailures } = LIMITS[ctx.world.config.mode]
  await countUpTo(tx, network, NETWORK_WINDOW_S, ({ count, left }) => (count < networkFailures ? 0 : left))
  await countUpTo(tx, site, NETWORK_WINDOW_S, ({ count, left }) => (count < networkFailures * SITE_FACTOR ? 0 : left))
  for (const { here, everywhere } of subjects) {
    const all = await countUpTo(tx, everywhere, ACCOUNT_WINDOW_S, ({ count, left }) =>
      count < LOOKUP_FAILURES_PER_DAY_MAX ? 0 : left,
    )
    const hereS = all.count < LOOKUP_FAILURES_PER_DAY ? 0 : all.left
    await countUpTo(tx, here, ACCOUNT_WINDOW_S, ({ count }) => Math.max(delayAfter(count), hereS))
  }
}

function countersOf({ world, caller: { ip } }: PublicCtx, { kind, subjects }: Lookup) {
  return {
    network: counterOf(world, `${kind}_network`, networkOf(ip)),
    site: counterOf(world, `${kind}_site`, siteOf(ip)),
    subjects: subjects.map((subject) => ({
      here: counterOf(world, kind, `${subject}\n${subnetOf(ip)}`),
      everywhere: counterOf(world, `${kind}_everywhere`, subject),
    })),
  }
}
