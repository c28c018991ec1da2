import { sql } from 'kysely'
import { Refusal } from '#domain/core/refusal.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { textArray } from '#server/db/arrays.ts'

const RETRY_AFTER_S = 60

/** The keys that a stored name may have, in the folders of what people and providers send. */
const keysOfName = (name: string): string[] => [
  `images/${name}.webp`,
  `registration/${name}.pdf`,
  `annexes/${name}.pdf`,
  `annexes/${name}.webp`,
  `evidence/${name}.jpg`,
  `evidence/${name}.png`,
  `electronic/${name}.xml`,
]

/**
 * In the transaction in which a row refers to a file: takes the file out of the bin, because the same content may be there, and waits
 * for the deletion of another file of the company to begin or not. Throws a refusal when this file is being deleted now.
 */
export async function claimFile(tx: Tx, companyId: string, name: string): Promise<void> {
  await lockFiles(tx, companyId)
  const { rows } = await sql<{ key: string; is_ending: boolean; was_binned: boolean }>`
    with found as (
      select id, key, ending_at, binned_at from bucket_objects
      where company_id = ${companyId} and key = any (${textArray(keysOfName(name))}::text[])
        and (ending_at is not null or binned_at is not null or use = 'orphan')
    ), taken as (
      update bucket_objects o set use = 'used', binned_at = null, binned_by = null from found f
      where o.company_id = ${companyId} and o.id = f.id and f.ending_at is null
    )
    select key, ending_at is not null as is_ending, binned_at is not null as was_binned from found`.execute(tx)
  if (rows.some(({ is_ending }) => is_ending))
    throw new Refusal('unavailable', 'Ese mismo archivo se está borrando ahora. Vuelve a subirlo en un minuto.', {
      retryAfterS: RETRY_AFTER_S,
    })
  for (const { key, was_binned } of rows)
    if (was_binned) await tx.record('bucket.restored', { company_id: companyId, after: { file: key } })
}

/** One at a time in a company: what begins to use files, and what begins to delete one. */
export async function lockFiles(tx: Tx, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${companyId}:files`}, 0))`.execute(tx)
}

/** What uses a file of the transaction's company now; undefined when nothing does. `key`: below the company. */
export async function getUse(tx: Tx, key: string): Promise<{ used_as: string; owner: string | null } | undefined> {
  const { rows } = await sql<{ used_as: string; owner: string | null }>`
    select used_as, owner from file_uses where company_id = (select current_company()) and key = ${key} limit 1`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Deletes a file of a company for ever, unless something uses it. First marks it, so that no row can begin to refer to it; a process
 * that is killed after that leaves the mark, and the next run continues. Returns false for a file that is used.
 */
export async function endFile(
  world: World,
  companyId: string,
  key: string,
  recordEnd: (tx: Tx, bytes: number) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inTransaction(world.pool, 'enlace_app', { ...SYSTEM, companyId }, work)
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
  await sql`
    insert into bucket_objects (key, kind, bytes, stored_at, seen_at, use, ending_at)
    values (${key}, 'other', 0, now(), now(), 'orphan', now())
    on conflict (company_id, key) do update set ending_at = now()`.execute(tx)
  return true
}
