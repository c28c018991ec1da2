import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import * as z from 'zod/mini'
import { cleanly } from './bed.ts'
import { query } from './debian.ts'
import { assertRestored, copyTree, drawInvoices, hashFiles, type Moment, readHeld } from './restore-check.ts'
import { ARCHIVE_TIMEOUT_S, beginDrill, type Drill } from './restore-drill.ts'
import { startPaying } from './restore-load.ts'
import { fillTo } from './restore-rows.ts'

const SIZE_BYTES = 1_000_000_000
const RESTORE_MAX_S = 120
/** Writing goes on before the base backup, from its end to the moment, and from the moment until everything is lost. */
const BEFORE_S = 5
const BETWEEN_S = 20
const AFTER_S = 10
const DOCUMENTS = 200

/**
 * The restore drill: a database of a gigabyte on Debian's PostgreSQL with its log archived, a base backup under writes, a noted
 * moment, more writes, the loss of everything, and a restore to that moment, checked in every way the product knows.
 * `ratio`: how many times the restore would fit in its limit.
 */
export const restore = () =>
  cleanly(async (closing) => {
    const drill = await beginDrill(closing)
    const { seconds } = drill
    const { bytes, companies, months } = await drill.step('fill', () => fillTo(SIZE_BYTES, drill))
    const product = z.parse(z.string(), await drill.startProduct().ask())
    await drill.step('documents', () => drawInvoices(product, drill.owner, companies, DOCUMENTS))
    await drill.step('seal', () => drill.seal())
    const paying = await startPaying(product, drill.owner, companies)
    closing.push(() => paying.stop().catch(() => undefined))
    await sleep(BEFORE_S * 1_000)
    await drill.step('base_backup', () => drill.backUp())
    await drill.step('verify_backup', () => drill.debian.run('pg_verifybackup', [drill.base]))
    await sleep(BETWEEN_S * 1_000)
    await drill.seal()
    const moment = await drill.step('count_at_moment', () => noteMoment(drill))
    const files = await hashFiles(drill.dataDir)
    await sleep(AFTER_S * 1_000)
    // Links of the chain that the restore gives up: the copy of the heads remembers them.
    await drill.seal()
    await drill.step('until_archived', () => untilArchived(drill, moment.segment))
    await paying.stop()
    await copyTree(drill.dataDir, drill.kept)
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

/** Nobody registers a payment while it counts: who asks waits a second. So it is what the instant held, to the row. */
async function noteMoment({ superUrl }: Drill): Promise<Moment> {
  const client = new Client({ connectionString: superUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('lock table payments in share row exclusive mode')
    const { rows } = await client.query<Pick<Moment, 'at' | 'segment'>>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"') as at,
        pg_walfile_name(pg_current_wal_insert_lsn()) as segment`,
    )
    const held = await readHeld(client)
    await client.query('commit')
    return { at: rows[0]?.at ?? '', segment: rows[0]?.segment ?? '', held }
  } finally {
    await client.end()
  }
}

/** The log is archived a segment at a time: when it is full, or when a minute has passed. */
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
