import { ACCOUNT_WINDOW_S, delayAfter, LIMITS, LOOKUP_FAILURES_PER_DAY, NETWORK_WINDOW_S } from '#domain/auth/limits.ts'
import type { PublicCtx } from '#server/core/context.ts'
import { networkOf, SITE_FACTOR, siteOf } from '#server/core/network.ts'
import type { Tx } from '#server/core/tx.ts'
import { counterOf, countUpTo, secondsToWait, subnetOf, tooManyAttempts } from './throttle.ts'

/** What a call without a session looks for, and may be guessed: the names of its counters begin with the kind. */
type Lookup = {
  kind: 'debtor' | 'pqr'
  /** What is looked for, each counted alone over all networks: a contract and a document, the number of a case. */
  subjects: readonly string[]
}

/**
 * Throws a 429 Refusal while the wrong searches of this subject from this network, those from this network or site, or those of a
 * subject from all networks block.
 */
export async function assertLookup(tx: Tx, ctx: PublicCtx, lookup: Lookup): Promise<void> {
  const { here, network, site, everywhere } = countersOf(ctx, lookup)
  const wait = await secondsToWait(tx, [here, network, site, ...everywhere])
  if (wait > 0) throw tooManyAttempts(wait)
}

/** Counts a search that found nothing. */
export async function countLookup(tx: Tx, ctx: PublicCtx, lookup: Lookup): Promise<void> {
  const { here, network, site, everywhere } = countersOf(ctx, lookup)
  const { networkFailures } = LIMITS[ctx.world.config.mode]
  await countUpTo(tx, here, ACCOUNT_WINDOW_S, ({ count }) => delayAfter(count))
  await countUpTo(tx, network, NETWORK_WINDOW_S, ({ count, left }) => (count < networkFailures ? 0 : left))
  await countUpTo(tx, site, NETWORK_WINDOW_S, ({ count, left }) => (count < networkFailures * SITE_FACTOR ? 0 : left))
  for (const counter of everywhere) {
    await countUpTo(tx, counter, ACCOUNT_WINDOW_S, ({ count, left }) => (count < LOOKUP_FAILURES_PER_DAY ? 0 : left))
  }
}

function countersOf({ world, caller: { ip } }: PublicCtx, { kind, subjects }: Lookup) {
  return {
    here: counterOf(world, kind, `${subjects[0] ?? ''}\n${subnetOf(ip)}`),
    network: counterOf(world, `${kind}_network`, networkOf(ip)),
    site: counterOf(world, `${kind}_site`, siteOf(ip)),
    everywhere: subjects.map((subject) => counterOf(world, `${kind}_everywhere`, subject)),
  }
}
