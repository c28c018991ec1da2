import { sql } from 'kysely'
import { Refusal } from '#domain/core/refusal.ts'
import { inSystemTx, type World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { forgetStorings, isBeingStored, lockFiles } from './storing.ts'

/** What uses a file of the transaction's company now; undefined when nothing does. `key`: below the company. */
export async function getUse(tx: Tx, key: string): Promise<{ used_as: string; owner: string | null } | undefined> {
  const { rows } = await sql<{ used_as: string; owner: string | null }>`
    select used_as, owner from file_uses where company_id = (select current_company()) and key = ${key} limit 1`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Deletes a file of a company for ever, unless something uses it or the same content is being stored again. First marks it, so that it
 * can neither be stored nor get a row; a process that is killed after that leaves the mark, and the next run continues. Returns false
 * for a file that stays.
 */
export async function endFile(
  world: World,
  companyId: string,
  key: string,
  recordEnd: (tx: Tx, bytes: number) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inSystemTx(world, companyId, work)
  if (!(await inTx((tx) => markEnding(tx, companyId, key)))) return false
  await world.files.remove(`${companyId}/${key}`)
  await inTx(async (tx) => {
    const ended = await tx
      .deleteFrom('bucket_objects')
      .where('key', '=', key)
      .where('ending_at', 'is not', null)
      .returning('bytes')
      .executeTakeFirst()
    if (ended) await recordEnd(tx, ended.bytes)
  })
  return true
}

/**
 * In the transaction that replaced a file: its deletion is a job, so it happens also when the process ends or the store does not answer
 * after the commit. The caller deletes it at once by `endReplacedFile`.
 */
export const enqueueEnd = (tx: Tx, companyId: string, key: string): Promise<void> =>
  tx.enqueue('file.end', { company_id: companyId, key })

/** After the commit that replaced a file. A failure is logged: the job deletes the file. */
export async function endReplacedFile(world: World, companyId: string, key: string): Promise<void> {
  await endFile(world, companyId, key).catch((error: unknown) =>
    world.log.warn({ err: error }, 'a replaced file could not be deleted yet'),
  )
}

/**
 * Runs the transaction in which a row refers to a stored file. After a refusal nothing will refer to it: it is deleted, unless something
 * uses the same content. After another error the transaction may have committed: the review of the bucket decides later.
 */
export async function endingRefused<T>(
  world: World,
  { companyId, key, storing }: { companyId: string; key: string; storing: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) {
      await inSystemTx(world, companyId, (tx) => tx.deleteFrom('file_storings').where('id', '=', storing).execute())
        .then(() => endFile(world, companyId, key))
        .catch((failure: unknown) => world.log.warn({ err: failure }, 'a refused file could not be deleted yet'))
    }
    throw error
  }
}

async function markEnding(tx: Tx, companyId: string, key: string): Promise<boolean> {
  await lockFiles(tx, companyId)
  if (await getUse(tx, key)) {
    await tx
      .updateTable('bucket_objects')
      .set({ use: 'used', binned_at: null, binned_by: null, ending_at: null })
      .where('key', '=', key)
      .execute()
    return false
  }
  if (await isBeingStored(tx, companyId, key)) return false
  await forgetStorings(tx, companyId, key)
  await sql`
    insert into bucket_objects (key, kind, bytes, stored_at, seen_at, use, ending_at)
    values (${key}, 'other', 0, now(), now(), 'orphan', now())
    on conflict (company_id, key) do update set ending_at = now()`.execute(tx)
  return true
}
