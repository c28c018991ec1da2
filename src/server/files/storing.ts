import { sql } from 'kysely'
import { Refusal } from '#domain/core/refusal.ts'
import { inSystemTx, type World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'

const RETRY_AFTER_S = 60
/** Longer than any request or job waits between the announcement of a file and the commit of its row. */
const STORING = sql`interval '1 hour'`

/**
 * Stores a file of a company before the transaction of its row, and returns the id of its announcement, which that transaction claims.
 * Announced first: the same content may be stored already, without a use, and be deleted at this moment. Throws a refusal while it is
 * being deleted. `key`: below the company. `isOnlyOne`: no other upload can have this key, because its name has a random part; its
 * announcement waits for no other file of the company. Never call it inside a transaction.
 */
export async function storeFile(
  world: World,
  companyId: string,
  key: string,
  bytes: Uint8Array,
  { isOnlyOne = false }: { isOnlyOne?: boolean } = {},
): Promise<string> {
  const storing = await inSystemTx(world, companyId, async (tx) => {
    if (!isOnlyOne) await assertNotEnding(tx, companyId, key)
    return tx
      .insertInto('file_storings')
      .values({ company_id: companyId, key })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  await world.files.put(`${companyId}/${key}`, bytes)
  return storing.id
}

/** Locks the files of the company, so that the deletion of this key begins after its announcement. Throws a refusal when it has begun. */
async function assertNotEnding(tx: Tx, companyId: string, key: string): Promise<void> {
  await lockFiles(tx, companyId)
  const { rows } = await sql<{ key: string }>`
    select key from bucket_objects where company_id = ${companyId} and key = ${key} and ending_at is not null`.execute(
    tx,
  )
  if (rows.length > 0)
    throw new Refusal('unavailable', 'Ese mismo archivo se está borrando ahora. Vuelve a subirlo en un minuto.', {
      retryAfterS: RETRY_AFTER_S,
    })
}

/**
 * In the transaction in which a row refers to a stored file: from its commit on the row protects the file. Takes it out of the bin,
 * because the same content may be there. Throws a refusal when the announcement is not there any more, because the file may have been
 * deleted since.
 */
export async function claimFile(tx: Tx, companyId: string, { storing }: { storing: string }): Promise<void> {
  // First, in its own statement: the next one then sees what the one before it committed.
  await lockFiles(tx, companyId)
  const { rows } = await sql<{ key: string; was_binned: boolean }>`
    with claimed as (
      delete from file_storings where company_id = ${companyId} and id = ${storing} returning key
    ), found as (
      select o.id, o.binned_at from claimed c join bucket_objects o on o.company_id = ${companyId} and o.key = c.key
      where o.binned_at is not null or o.use = 'orphan'
    ), taken as (
      update bucket_objects o set use = 'used', binned_at = null, binned_by = null from found f
      where o.company_id = ${companyId} and o.id = f.id
    )
    select key, exists (select from found where binned_at is not null) as was_binned from claimed`.execute(tx)
  const [claimed] = rows
  if (!claimed)
    throw new Refusal('unavailable', 'El archivo tardó demasiado en guardarse. Vuelve a subirlo.', {
      retryAfterS: RETRY_AFTER_S,
    })
  if (claimed.was_binned) await tx.record('bucket.restored', { company_id: companyId, after: { file: claimed.key } })
}

/** One at a time in a company: what begins to store or to use files, and what begins to delete one. */
export async function lockFiles(tx: Tx, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${companyId}:files`}, 0))`.execute(tx)
}

/** Whether a file is stored now for a row that does not exist yet. The files must be locked. */
export async function isBeingStored(tx: Tx, companyId: string, key: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from file_storings
    where company_id = ${companyId} and key = ${key} and announced_at >= now() - ${STORING} limit 1`.execute(tx)
  return rows.length > 0
}

/** Takes the announcements of a file away that no row claimed in time: the rows that come later are refused. The files must be locked. */
export async function forgetStorings(tx: Tx, companyId: string, key: string): Promise<void> {
  await tx.deleteFrom('file_storings').where('company_id', '=', companyId).where('key', '=', key).execute()
}

/** Takes every announcement of the transaction's company away that no row claimed in time. The files must be locked. */
export async function forgetOldStorings(tx: Tx): Promise<void> {
  await sql`
    delete from file_storings where company_id = (select current_company()) and announced_at < now() - ${STORING}`.execute(
    tx,
  )
}
