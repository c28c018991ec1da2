import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import type { FactusKind } from '#domain/providers/factus-document.ts'
import type { Tx } from '#server/core/tx.ts'
import type { NumberingRangesProvider } from '#server/db/types.ts'

export type StoredRange = {
  id: string
  provider: NumberingRangesProvider
  environment: Environment
  provider_range_id: number
  document: FactusKind
  prefix: string
  from_number: number | null
  to_number: number | null
  next_number: number
  resolution: string | null
  starts_on: Day | null
  ends_on: Day | null
  is_active: boolean
  is_chosen: boolean
  notified_state: 'warning' | 'blocked' | null
  synced_at: Date
}

const COLUMNS =
  sql.raw(`id, provider, environment, provider_range_id, document, prefix, from_number, to_number, next_number, resolution,
  starts_on, ends_on, is_active, is_chosen, notified_state, synced_at`)

const RANGES_MAX = 500

/** The ranges of the company, those that number documents first. */
export async function listRanges(tx: Tx): Promise<StoredRange[]> {
  const { rows } = await sql<StoredRange>`
    select ${COLUMNS} from numbering_ranges where company_id = (select current_company())
    order by is_chosen desc, is_active desc, environment desc, document desc, prefix, id limit ${RANGES_MAX}`.execute(
    tx,
  )
  return rows
}

/** The range that numbers the documents of a kind in an environment. */
export async function getChosenRange(
  tx: Tx,
  environment: Environment,
  document: FactusKind,
): Promise<StoredRange | undefined> {
  const { rows } = await sql<StoredRange>`
    select ${COLUMNS} from numbering_ranges
    where company_id = (select current_company()) and environment = ${environment} and document = ${document} and is_chosen`.execute(
    tx,
  )
  return rows[0]
}

export async function getRange(tx: Tx, id: string): Promise<StoredRange | undefined> {
  const { rows } = await sql<StoredRange>`
    select ${COLUMNS} from numbering_ranges where company_id = (select current_company()) and id = ${id}`.execute(tx)
  return rows[0]
}

export type NewRange = {
  provider?: NumberingRangesProvider
  environment: Environment
  provider_range_id: number
  document: FactusKind
  prefix: string
  from_number: number | null
  to_number: number | null
  next_number: number
  resolution: string | null
  starts_on: Day | null
  ends_on: Day | null
  sealed_key: Buffer | null
  is_active: boolean
}

/**
 * Writes a range as the provider lists it. It remains chosen while it is the same authorisation; the next number never goes back,
 * because a document may have been numbered since the list was read. Only one that a person wrote for files goes back, before its first
 * document.
 */
export async function upsertRange(tx: Tx, range: NewRange): Promise<void> {
  await tx
    .insertInto('numbering_ranges')
    .values(range)
    .onConflict((on) =>
      on.columns(['company_id', 'provider', 'environment', 'provider_range_id']).doUpdateSet({
        ...range,
        is_chosen: sql<boolean>`numbering_ranges.is_chosen and ${IS_SAME}`,
        next_number: sql<number>`case when ${IS_SAME} and (numbering_ranges.provider <> 'ubl_file' or numbering_ranges.has_given)
          then greatest(numbering_ranges.next_number, excluded.next_number)
          else excluded.next_number end`,
        synced_at: sql<Date>`clock_timestamp()`,
      }),
    )
    .execute()
}

const IS_SAME = sql<boolean>`(numbering_ranges.document = excluded.document and numbering_ranges.prefix = excluded.prefix
  and numbering_ranges.resolution is not distinct from excluded.resolution)`

/** A range that the provider does not list any more is inactive. One that a person wrote for files numbers nothing any more. */
export async function deactivateOthers(tx: Tx, environment: Environment, listed: readonly number[]): Promise<void> {
  await sql`
    update numbering_ranges set is_active = false, is_chosen = is_chosen and provider = 'factus', synced_at = clock_timestamp()
    where company_id = (select current_company()) and environment = ${environment} and is_active
      and provider_range_id <> all (${[...listed]}::bigint[])`.execute(tx)
}

/** Makes a range the one of its environment and kind. */
export async function chooseRange(tx: Tx, range: Pick<StoredRange, 'id' | 'environment' | 'document'>): Promise<void> {
  await sql`
    update numbering_ranges set is_chosen = false
    where company_id = (select current_company()) and environment = ${range.environment} and document = ${range.document}
      and is_chosen and id <> ${range.id}`.execute(tx)
  await sql`
    update numbering_ranges set is_chosen = true
    where company_id = (select current_company()) and id = ${range.id}`.execute(tx)
}

/** Writes the last state that was notified; null when the range is well again. */
export async function updateNotifiedState(tx: Tx, id: string, state: StoredRange['notified_state']): Promise<void> {
  await tx.updateTable('numbering_ranges').set({ notified_state: state }).where('id', '=', id).execute()
}

/** Deactivates the ranges of the file issuer for a kind of document, except the one in use. */
export async function deactivateOtherFileRanges(
  tx: Tx,
  { environment, document }: Pick<NewRange, 'environment' | 'document'>,
  provider_range_id: number,
): Promise<void> {
  await sql`
    update numbering_ranges set is_active = false
    where company_id = (select current_company()) and provider = 'ubl_file' and environment = ${environment}
      and document = ${document} and provider_range_id <> ${provider_range_id} and is_active`.execute(tx)
}

/** Sets the next number of a range of the file issuer, which must be locked: a document has the one before it. */
export async function setNextFileNumber(
  tx: Tx,
  environment: Environment,
  provider_range_id: number,
  next_number: number,
): Promise<void> {
  await sql`
    update numbering_ranges set next_number = ${next_number}, has_given = true
    where company_id = (select current_company()) and provider = 'ubl_file' and environment = ${environment}
      and provider_range_id = ${provider_range_id}`.execute(tx)
}

/**
 * Counts a number that a provider gave: the next number of its range is at least the one after it, so that the end of the range is known
 * before the provider is asked again. The prefix may end in a digit: only the range says where the number begins.
 */
export async function countNumber(
  tx: Tx,
  { environment, range_id, number }: { environment: Environment; range_id: string | null; number: string },
): Promise<void> {
  await sql`
    update numbering_ranges r set next_number = substr(${number}, length(r.prefix) + 1)::bigint + 1
    where r.company_id = (select current_company()) and r.environment = ${environment} and r.provider_range_id::text = ${range_id}
      and starts_with(${number}, r.prefix)
      and case when substr(${number}, length(r.prefix) + 1) ~ '^[0-9]{1,15}$'
        then r.next_number <= substr(${number}, length(r.prefix) + 1)::bigint else false end`.execute(tx)
}
