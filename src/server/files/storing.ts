import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { Refusal } from '#domain/core/refusal.ts'
import { inSystemTx, type World } from '#server/core/context.ts'
import { type Tx, writeAlone } from '#server/core/tx.ts'
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

/**
 * The same under a random name, which cannot be guessed and which no other upload has: its announcement waits for no other file.
 * `isClaimedNow`: its row follows in the same request. The announcement does not wait for the disk then: after a power cut that forgot it
 * there is no row either. `keyOf`: the key below the company of a name of 64 hexadecimal characters.
 */
export async function storeOnlyFile(
  world: World,
  companyId: string,
  keyOf: (name: string) => string,
  bytes: Uint8Array,
  { isClaimedNow = false }: { isClaimedNow?: boolean } = {},
): Promise<StoredFile> {
  const name = randomBytes(NAME_BYTES).toString('hex')
  const key = keyOf(name)
  const announced = { company_id: companyId, key }
  const storing = await (isClaimedNow
    ? insertStoring(writeAlone(world.pool, 'enlace_app', { companyId }), announced)
    : inSystemTx(world, companyId, (tx) => insertStoring(tx, announced)))
  await world.files.put(`${companyId}/${key}`, bytes)
  return { name, bytes: bytes.length, storing }
}

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

/**
 * In the transaction in which a row refers to a stored file: from its commit on the row protects the file. Takes it out of the bin,
 * because the same content may be there. Throws a refusal when the announcement is not there any more, because the file may have been
 * deleted since.
 */
export async function claimFile(tx: Tx, companyId: string, { storing }: { storing: string }): Promise<void> {
  await claim(tx, companyId, { storing, name: null, bytes: null })
}

/** The same for a file that counts for the limit of its company. Returns the bytes that the company stores then, and may store. */
export async function claimCountedFile(
  tx: Tx,
  companyId: string,
  file: StoredFile,
): Promise<{ stored: number; max: number }> {
  const { stored, max } = await claim(tx, companyId, file)
  return { stored: stored ?? 0, max: max ?? 0 }
}

type Claim = { storing: string; name: string | null; bytes: number | null }

/** Locks the files of the company until the end of the transaction: two uploads at the same time would each fit alone. */
async function claim(tx: Tx, companyId: string, { storing, name, bytes }: Claim) {
  const { rows } = await sql<{ key: string; was_binned: boolean; stored: number | null; max: number | null }>`
    select key, was_binned, stored, max from claim_file(${companyId}, ${storing}, ${name}, ${bytes})`.execute(tx)
  const [claimed] = rows
  if (!claimed)
    throw new Refusal('unavailable', 'El archivo tardó demasiado en guardarse. Vuelve a subirlo.', {
      retryAfterS: RETRY_AFTER_S,
    })
  if (claimed.was_binned) await tx.record('bucket.restored', { company_id: companyId, after: { file: claimed.key } })
  return claimed
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
