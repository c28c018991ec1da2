import { sql } from 'kysely'
import * as z from 'zod/mini'
import { BIN_DAYS, shownNameOf } from '#domain/bucket/bucket.ts'
import { inPlatformTx, type World } from '#server/core/context.ts'
import type { Schedule, Task } from '#server/core/jobs.ts'
import { endFile } from '#server/files/ending.ts'
import { reviewCompany } from './review.ts'

export const bucketTasks = {
  'bucket.review': reviewFiles,
  'bucket.empty': emptyBin,
  'file.end': endReplaced,
} satisfies Record<string, Task>
export const bucketSchedules: readonly Schedule[] = [
  { task: 'bucket.review', pattern: '17 * * * *' },
  { task: 'bucket.empty', pattern: '27 * * * *' },
]

/** An unfinished file that is younger may still be written. */
const UNFINISHED_MS = 60 * 60 * 1_000
/** Files that one run of the job deletes; the next one continues. */
const ENDED_MAX = 1_000

const OneCompany = z.object({ company_id: z.optional(z.uuid()) })

/** Reviews the files of one company, or without `company_id` those of every company. */
async function reviewFiles(world: World, payload: unknown): Promise<void> {
  const { company_id } = z.parse(OneCompany, payload)
  if (company_id !== undefined) return reviewCompany(world, company_id)
  await world.files.removeUnfinished(new Date(world.clock().getTime() - UNFINISHED_MS))
  const companies = await inPlatformTx(world, (tx) => tx.selectFrom('companies').select('id').orderBy('id').execute())
  for (const { id } of companies) await reviewCompany(world, id)
}

/** Deletes for ever what is in the bin for BIN_DAYS days, by the clock of the database, and what a killed process was deleting. */
async function emptyBin(world: World): Promise<void> {
  const due = await inPlatformTx(world, async (tx) => {
    const { rows } = await sql<{ company_id: string; id: string; key: string }>`
      select company_id, id, key from bucket_objects
      where (use <> 'used' or binned_at is not null or ending_at is not null)
        and (binned_at < now() - make_interval(days => ${BIN_DAYS}) or ending_at is not null)
      order by company_id, binned_at, id limit ${ENDED_MAX}`.execute(tx)
    return rows
  })
  for (const { company_id, id, key } of due)
    await endFile(world, company_id, key, (tx, bytes) =>
      tx.record('bucket.ended', { entity_id: id, after: { file: shownNameOf(key), key, bytes } }),
    )
}

const Replaced = z.object({ company_id: z.uuid(), key: z.string() })

/** Deletes a picture or document that was replaced, when the request that replaced it could not. */
async function endReplaced(world: World, payload: unknown): Promise<void> {
  const { company_id, key } = z.parse(Replaced, payload)
  await endFile(world, company_id, key)
}
