import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import * as z from 'zod/mini'
import { query } from './debian.ts'
import { withCleanup } from './environment.ts'
import { assertRestored, copyTree, hashFiles, type Moment, readContents, renderInvoices } from './restore-check.ts'
import { ARCHIVE_TIMEOUT_S, beginDrill, type Drill } from './restore-drill.ts'
import { startPaying } from './restore-load.ts'
import { fillTo } from './restore-rows.ts'

const SIZE_BYTES = 1_000_000_000
const RESTORE_MAX_S = 120
/** Seconds of writes before the base backup, between its end and the moment, and between the moment and the loss. */
const BEFORE_S = 5
const BETWEEN_S = 20
const AFTER_S = 10
const DOCUMENTS = 200

/**
 * The restore drill: a database of a gigabyte on Debian's PostgreSQL with its WAL archived, a base backup during writes, a recorded
 * moment, more writes, the loss of everything, and a restore to that moment, checked with all the checks of the product.
 * `ratio`: the limit divided by the time of the restore.
 */
export const restore = () =>
  withCleanup(async (cleanup) => {
    const drill = await beginDrill(cleanup)
    const { seconds } = drill
    const { bytes, companies, months } = await drill.step('fill', () => fillTo(SIZE_BYTES, drill))
    const product = z.parse(z.string(), await drill.startProduct().ask())
    await drill.step('documents', () => renderInvoices(product, drill.owner, companies, DOCUMENTS))
    await drill.step('seal', () => drill.seal())
    const paying = await startPaying(product, drill.owner, companies)
    cleanup.push(() => paying.stop().catch(() => undefined))
    await sleep(BEFORE_S * 1_000)
    await drill.step('base_backup', () => drill.backUp())
    await drill.step('verify_backup', () => drill.debian.run('pg_verifybackup', [drill.base]))
    await sleep(BETWEEN_S * 1_000)
    await drill.seal()
    const moment = await drill.step('count_at_moment', () => recordMoment(drill))
    const files = await hashFiles(drill.dataDir)
    await sleep(AFTER_S * 1_000)
    // Links of the chain that the restore discards: the copy of the heads contains them.
    await drill.seal()
    await drill.step('until_archived', () => untilArchived(drill, moment.segment))
    await paying.stop()
    await copyTree(drill.dataDir, drill.copyDir)
    await drill.loseEverything()
    const restored = await drill.step('restore', () => drill.restore(moment.at))
    const found = await assertRestored(drill, restored, { moment, files, paid: paying.acknowledged })
    return {
      bench: 'restore',
      ratio: Number((RESTORE_MAX_S / (seconds['restore'] ?? Infinity)).toFixed(2)),
      target: 1,
      postgresql: drill.debian.major,
      megabytes: Math.round(bytes / 1e6),
      months,
      moment: moment.at,
      ...found,
      seconds,
    }
  })

/** Locks the payments while it counts, so that the counts are exact for the instant; other writers wait about a second. */
async function recordMoment({ superUrl }: Drill): Promise<Moment> {
  const client = new Client({ connectionString: superUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('lock table payments in share row exclusive mode')
    const { rows } = await client.query<Pick<Moment, 'at' | 'segment'>>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"') as at,
        pg_walfile_name(pg_current_wal_insert_lsn()) as segment`,
    )
    const contents = await readContents(client)
    await client.query('commit')
    return { at: rows[0]?.at ?? '', segment: rows[0]?.segment ?? '', contents }
  } finally {
    await client.end()
  }
}

/** WAL is archived one segment at a time: when it is full, or after a minute. */
async function untilArchived({ superUrl }: Drill, segment: string): Promise<void> {
  const until = Date.now() + 2 * ARCHIVE_TIMEOUT_S * 1_000
  while (Date.now() < until) {
    const [archiver] = await query<{ last: string | null }>(
      superUrl,
      'select last_archived_wal as last from pg_stat_archiver',
    )
    if ((archiver?.last ?? '') >= segment) return
    await sleep(200)
  }
  throw new Error(`${segment} was not archived`)
}
