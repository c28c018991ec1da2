import { randomBytes } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { Refusal } from '#domain/core/refusal.ts'
import { inSystemTx, type World } from '#server/core/context.ts'
import { sqlState, type Tx } from '#server/core/tx.ts'
import type { Database } from '#server/db/types.ts'

const RETRY_AFTER_S = 60
const NAME_BYTES = 32
/** Longer than any request or job waits between the announcement of a file and the commit of its row. */
const STORING = sql`interval '1 hour'`

/**
 * Stores a file of a company before the transaction of its row, and returns the id of its announcement, which that transaction claims.
 * Announced first: the same content may be stored already, without a use, and be deleted at this moment. Throws a refusal while it is
 * being deleted. `key`: below the company. Never call it inside a transaction.
 */
export async function storeFile(world: World, companyId: string, key: string, bytes: Uint8Array): Promise<string> {
  const storing = await inSystemTx(world, companyId, async (tx) => {
    await assertNotEnding(tx, companyId, key)
    return insertStoring(tx, { company_id: companyId, key })
  })
  await world.files.put(`${companyId}/${key}`, bytes)
  return storing
}

/** A file in the folder of a company: its name without the ending, its size, and its announcement. */
export type StoredFile = { name: string; bytes: number; storing: string }

/** A file that does not exist yet: its random name of 64 hexadecimal characters, and its key below the company. */
export type NewFile = { name: string; key: string }

/** A name that cannot be guessed and that no other upload has: the announcement of its file waits for no other file. */
export function newFile(keyOf: (name: string) => string): NewFile {
  const name = randomBytes(NAME_BYTES).toString('hex')
  return { name, key: keyOf(name) }
}

/** Stores a file under a random name before the transaction of its row. Never call it inside a transaction. */
export async function storeOnlyFile(
  world: World,
  companyId: string,
  keyOf: (name: string) => string,
  bytes: Uint8Array,
): Promise<StoredFile> {
  const { name, key } = newFile(keyOf)
  const storing = await inSystemTx(world, companyId, (tx) => insertStoring(tx, { company_id: companyId, key }))
  await world.files.put(`${companyId}/${key}`, bytes)
  return { name, bytes: bytes.length, storing }
}

/**
 * The statement that announces a new file where `condition` holds, as a part of a larger one; returns the `id` of the announcement. When
 * the row of the file follows in the same request it needs no wait for the disk: after a power cut that forgot it there is no row either.
 */
export const announceSql = ({ key }: NewFile, condition: RawBuilder<unknown>): RawBuilder<{ id: string }> =>
  sql`insert into file_storings (key) select ${key}::text where ${condition} returning id`

async function insertStoring(tx: Kysely<Database>, announced: { company_id: string; key: string }): Promise<string> {
  const { id } = await tx.insertInto('file_storings').values(announced).returning('id').executeTakeFirstOrThrow()
  return id
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

/** The SQLSTATE of claim_file (db/migrations/0428_claim_file_refuses.sql) for a file without its announcement. */
const NOT_ANNOUNCED = 'EN002'

/**
 * In the transaction in which a row refers to a stored file: from its commit on the row protects the file. Takes it out of the bin,
 * because the same content may be there. Throws a refusal when the announcement is not there any more, because the file may have been
 * deleted since. A file with a name counts for the limit of its company: over it the error is one of `countInFile`.
 */
export async function claimFile(tx: Tx, companyId: string, file: { storing: string } | StoredFile): Promise<void> {
  const { rows } = await claimSql(companyId, file)
    .execute(tx)
    .catch((error: unknown) => {
      throw claimRefusal(error)
    })
  for (const { key, was_binned } of rows)
    if (was_binned) await tx.record('bucket.restored', { company_id: companyId, after: { file: key } })
}

/**
 * The statement of `claimFile`. Alone only for a file of `storeOnlyFile`, which cannot be in the bin, with `claimRefusal` of its error. It
 * locks the files of the company until the end of the transaction: two uploads at the same time would each fit alone.
 */
export function claimSql(
  companyId: string,
  file: { storing: string } | StoredFile,
): RawBuilder<{ key: string; was_binned: boolean }> {
  const { name, bytes } = 'name' in file ? file : { name: null, bytes: null }
  return sql`select key, was_binned from claim_file(${companyId}, ${file.storing}, ${name}, ${bytes})`
}

/** The error of a claim; a refusal for one without its announcement. */
export const claimRefusal = (error: unknown): unknown =>
  sqlState(error) === NOT_ANNOUNCED
    ? new Refusal('unavailable', 'El archivo tardó demasiado en guardarse. Vuelve a subirlo.', {
        retryAfterS: RETRY_AFTER_S,
      })
    : error

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
