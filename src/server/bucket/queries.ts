import { type RawBuilder, sql } from 'kysely'
import type { BucketUsage, FileKind, FileUse } from '#domain/bucket/bucket.ts'
import type { Sort } from '#domain/core/paging.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'

/** A file of the transaction's company. `key`: below the company. */
export type ObjectRow = {
  id: string
  key: string
  kind: FileKind
  use: 'used' | 'orphan' | 'missing'
  used_as: string | null
  owner: string | null
  bytes: number
  stored_at: Date | null
  binned_at: Date | null
  binned_by: string | null
  ending_at: Date | null
}

export type ObjectFilter = { kind: FileKind | undefined; use: FileUse | undefined }

const whereFilter = ({ kind, use }: ObjectFilter): RawBuilder<unknown> => sql`
  company_id = (select current_company()) and use is not null
  ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
  ${use === undefined ? sql`` : use === 'binned' ? sql`and binned_at is not null` : sql`and use = ${use} and binned_at is null`}`

const ORDERS = {
  stored_at: sql`stored_at, id`,
  '-stored_at': sql`stored_at desc, id desc`,
  bytes: sql`bytes, id`,
  '-bytes': sql`bytes desc, id desc`,
} as const satisfies Record<Sort<'stored_at' | 'bytes'>, RawBuilder<unknown>>

export async function listObjects(
  tx: Tx,
  filter: ObjectFilter,
  sort: keyof typeof ORDERS,
  { offset, limit }: RowRange,
): Promise<ObjectRow[]> {
  const { rows } = await sql<ObjectRow>`
    select id, key, kind, use, used_as, owner, bytes::float8 as bytes, stored_at, binned_at, binned_by, ending_at
    from bucket_objects where ${whereFilter(filter)} order by ${ORDERS[sort]} ${pageOf({ limit, offset })}`.execute(tx)
  return rows
}

export async function countObjects(tx: Tx, filter: ObjectFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from bucket_objects where ${whereFilter(filter)}`.execute(tx)
  return rows[0]?.total ?? 0
}

export const getObject = (tx: Tx, id: string): Promise<ObjectRow | undefined> => selectObject(tx, id, sql``)

/** The file, locked until the end of the transaction. */
export const lockObject = (tx: Tx, id: string): Promise<ObjectRow | undefined> => selectObject(tx, id, sql`for update`)

async function selectObject(tx: Tx, id: string, lock: RawBuilder<unknown>): Promise<ObjectRow | undefined> {
  const { rows } = await sql<ObjectRow>`
    select id, key, kind, use, used_as, owner, bytes::float8 as bytes, stored_at, binned_at, binned_by, ending_at
    from bucket_objects where company_id = (select current_company()) and id = ${id} and use is not null ${lock}`.execute(
    tx,
  )
  return rows[0]
}

export async function getReviewedAt(tx: Tx): Promise<Date | null> {
  const found = await tx.selectFrom('bucket_reviews').select('reviewed_at').executeTakeFirst()
  return found?.reviewed_at ?? null
}

/** Puts a file in the bin, or with null takes it out. */
export async function updateBin(tx: Tx, id: string, by: string | null): Promise<void> {
  await tx
    .updateTable('bucket_objects')
    .set(
      by === null
        ? { binned_at: null, binned_by: null, restored_at: sql<Date>`now()` }
        : { binned_at: sql<Date>`now()`, binned_by: by, use: 'orphan', used_as: null, owner: null },
    )
    .where('id', '=', id)
    .execute()
}

export async function hasCompany(tx: Tx): Promise<boolean> {
  const found = await tx.selectFrom('companies').select('id').executeTakeFirst()
  return found !== undefined
}

type UsageRow = Omit<BucketUsage, 'used' | 'orphan' | 'binned' | 'reviewed_at'> & {
  reviewed_at: Date | null
  used_files: number
  used_bytes: number
  orphan_files: number
  orphan_bytes: number
  binned_files: number
  binned_bytes: number
}

/** What each company stores: in use as the last review counted it, the rest as it is now. Across companies. */
export async function listUsage(wide: Tx, { offset, limit }: RowRange): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    select c.id as company_id, c.name as company, r.reviewed_at, coalesce(r.files, 0) as used_files,
      coalesce(r.bytes, 0)::float8 as used_bytes, o.orphan_files, o.orphan_bytes, o.binned_files, o.binned_bytes, o.missing,
      coalesce(s.bytes, 0)::float8 as counted_bytes, c.files_max_bytes::float8 as max_bytes
    from (select id, name, files_max_bytes from companies order by name, id ${pageOf({ limit, offset })}) c
    left join bucket_reviews r on r.company_id = c.id
    cross join lateral (
      select (count(*) filter (where use = 'orphan' and binned_at is null))::int as orphan_files,
        coalesce(sum(bytes) filter (where use = 'orphan' and binned_at is null), 0)::float8 as orphan_bytes,
        (count(*) filter (where binned_at is not null))::int as binned_files,
        coalesce(sum(bytes) filter (where binned_at is not null), 0)::float8 as binned_bytes,
        (count(*) filter (where use = 'missing'))::int as missing
      from bucket_objects b
      where b.company_id = c.id and (b.use <> 'used' or b.binned_at is not null or b.ending_at is not null)
    ) o
    left join stored_totals s on s.company_id = c.id
    order by c.name, c.id`.execute(wide)
  return rows
}

export async function countCompanies(wide: Tx): Promise<number> {
  const { total } = await wide
    .selectFrom('companies')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
