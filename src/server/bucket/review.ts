import { sql } from 'kysely'
import { fileKindOf, ORPHAN_DAYS } from '#domain/bucket/bucket.ts'
import { inSystemTx, type World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray } from '#server/db/arrays.ts'
import { forgetOldStorings, lockFiles } from '#server/files/storing.ts'
import type { StoredObject } from '#server/providers/objects/store.ts'

/** Objects of one statement. */
const BATCH = 1_000
/** A longer key was not written by this program. */
const KEY_MAX = 300
/** Files without object that one review looks up again: those of an upload that committed after its folder was listed. */
const LOOKED_UP_MAX = 1_000
/** The types that count for the limit of a company. */
const COUNTED_KINDS = ['image', 'registration', 'annex', 'evidence']

/**
 * Compares the objects of a company in the store with the rows that refer to them. Afterwards the list says of each what uses it, that
 * nothing does, or that it is missing; the files in use are the counted ones; and what nothing used for a week is in the bin.
 */
export async function reviewCompany(world: World, companyId: string): Promise<void> {
  const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inSystemTx(world, companyId, work)
  const startedAt = await inTx(readClock)
  const prefix = `${companyId}/`
  let batch: StoredObject[] = []
  const flush = async (): Promise<void> => {
    const objects = batch
    batch = []
    if (objects.length > 0) await inTx((tx) => saveObjects(tx, objects, startedAt))
  }
  for await (const object of world.files.list(prefix)) {
    const key = object.key.slice(prefix.length)
    if (key.length <= KEY_MAX) batch.push({ ...object, key })
    if (batch.length === BATCH) await flush()
  }
  await flush()
  const unseen = await inTx((tx) => listUnseen(tx, startedAt))
  const absent = unseen.slice(LOOKED_UP_MAX)
  for (const key of unseen.slice(0, LOOKED_UP_MAX)) {
    const found = await world.files.find(`${prefix}${key}`)
    if (found) batch.push({ ...found, key })
    else absent.push(key)
  }
  await flush()
  await inTx((tx) => concludeReview(tx, { companyId, startedAt, absent }))
}

async function readClock(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the database has no clock')
  return row.now
}

async function saveObjects(tx: Tx, objects: readonly StoredObject[], startedAt: Date): Promise<void> {
  await sql`
    insert into bucket_objects (key, kind, bytes, stored_at, seen_at)
    select key, kind, bytes, stored_at, ${startedAt}::timestamptz
    from unnest(${textArray(objects.map(({ key }) => key))}::text[], ${plainArray(objects.map(({ key }) => fileKindOf(key)))}::text[],
      ${plainArray(objects.map(({ bytes }) => bytes))}::bigint[],
      ${textArray(objects.map(({ storedAt }) => storedAt.toISOString()))}::timestamptz[]) o (key, kind, bytes, stored_at)
    on conflict (company_id, key) do update set kind = excluded.kind, bytes = excluded.bytes, stored_at = excluded.stored_at,
      seen_at = greatest(bucket_objects.seen_at, excluded.seen_at)`.execute(tx)
}

/** The keys that rows refer to, and that this review did not find. */
async function listUnseen(tx: Tx, startedAt: Date): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct u.key from file_uses u
    where u.company_id = (select current_company()) and u.is_expected and not exists (
      select from bucket_objects o where o.company_id = (select current_company()) and o.key = u.key and o.seen_at >= ${startedAt}
        and o.stored_at is not null)`.execute(tx)
  return rows.map(({ key }) => key)
}

type Review = { companyId: string; startedAt: Date; absent: readonly string[] }

async function concludeReview(tx: Tx, { companyId, startedAt, absent }: Review): Promise<void> {
  await lockFiles(tx, companyId)
  await forgetOldStorings(tx)
  await saveMissing(tx, absent, startedAt)
  await saveUses(tx)
  // No object of that key was found: it was deleted, or a row referred to a missing one and does not any more.
  await sql`
    delete from bucket_objects where company_id = (select current_company()) and seen_at < ${startedAt} and ending_at is null`.execute(
    tx,
  )
  await countUsed(tx)
  await binOrphans(tx)
  await sql`
    insert into bucket_reviews (reviewed_at, files, bytes)
    select now(), count(*), coalesce(sum(bytes), 0) from bucket_objects
    where company_id = (select current_company()) and use = 'used'
    on conflict (company_id) do update set reviewed_at = excluded.reviewed_at, files = excluded.files, bytes = excluded.bytes`.execute(
    tx,
  )
}

/** A row refers to these, and the store does not have them: it is said, and the row stays. */
async function saveMissing(tx: Tx, absent: readonly string[], startedAt: Date): Promise<void> {
  if (absent.length === 0) return
  await sql`
    insert into bucket_objects (key, kind, bytes, seen_at, use, used_as, owner)
    select distinct on (u.key) u.key, u.kind, 0, ${startedAt}::timestamptz, 'missing', u.used_as, u.owner from file_uses u
    where u.company_id = (select current_company()) and u.key = any (${textArray(absent)}::text[]) order by u.key, u.used_as
    on conflict (company_id, key) do update set use = 'missing', bytes = 0, stored_at = null, seen_at = excluded.seen_at,
      used_as = excluded.used_as, owner = excluded.owner, binned_at = null, binned_by = null`.execute(tx)
}

/** What is used is taken out of the bin too. */
async function saveUses(tx: Tx): Promise<void> {
  await sql`
    with uses as materialized (
      select distinct on (key) key, used_as, owner from file_uses where company_id = (select current_company()) order by key, used_as
    ), verdicts as (
      select o.id, u.used_as, u.owner,
        case when u.key is null and o.kind <> 'document' then 'orphan' when o.stored_at is null then 'missing' else 'used' end as use
      from bucket_objects o left join uses u on u.key = o.key where o.company_id = (select current_company())
    )
    update bucket_objects o set use = v.use, used_as = v.used_as, owner = v.owner,
      binned_at = case when v.use = 'orphan' then o.binned_at end, binned_by = case when v.use = 'orphan' then o.binned_by end
    from verdicts v where o.company_id = (select current_company()) and o.id = v.id and o.ending_at is null
      and (o.use, o.used_as, o.owner, o.binned_at is not null) is distinct from
        (v.use, v.used_as, v.owner, o.binned_at is not null and v.use = 'orphan')`.execute(tx)
}

/** The files in use are those that count for the limit of the company. A younger count may belong to a newer row. */
async function countUsed(tx: Tx): Promise<void> {
  await sql`
    with used as materialized (
      select distinct split_part(split_part(key, '/', 2), '.', 1) as name, bytes from bucket_objects
      where company_id = (select current_company()) and use = 'used' and kind = any (${plainArray(COUNTED_KINDS)}::text[]) and bytes > 0
    ), counted as (
      insert into stored_files (name, bytes) select name, max(bytes)::int from used group by name on conflict do nothing
    )
    delete from stored_files s where s.company_id = (select current_company()) and s.created_at < now() - interval '1 hour'
      and not exists (select from used u where u.name = s.name)`.execute(tx)
}

async function binOrphans(tx: Tx): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    update bucket_objects set binned_at = now(), binned_by = 'Enlace'
    where company_id = (select current_company()) and use = 'orphan' and binned_at is null and ending_at is null
      and greatest(stored_at, restored_at) < now() - make_interval(days => ${ORPHAN_DAYS})
    returning bytes::float8 as bytes`.execute(tx)
  if (rows.length === 0) return
  const bytes = rows.reduce((total, row) => total + row.bytes, 0)
  await tx.record('bucket.swept', { after: { count: rows.length, bytes } })
}
