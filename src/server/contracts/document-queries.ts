import { type RawBuilder, sql } from 'kysely'
import type { ContractDocument, DocumentKind } from '#domain/contracts/document.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Visibility } from './contract-queries.ts'

/** An annex with the name of its stored file. */
export type AnnexRow = Omit<ContractDocument, 'createdAt' | 'removed'> & {
  contract_id: string
  stored_name: string
  created_at: Date
  removed_at: Date | null
  removed_by: string | null
  removed_reason: string | null
}

/** The annexes that a caller may see: a client sees those of the own time as holder, without the removed ones. */
const selectAnnexes = (condition: RawBuilder<unknown>, { userId }: Visibility) => sql<AnnexRow>`
  select d.id, c.no_contract, d.contract_id, d.title, d.kind, d.bytes, d.stored_name, d.created_at,
    concat_ws(' ', a.first_name, a.last_name) as added_by, d.removed_at, d.removed_reason,
    case when d.removed_by is null then null else concat_ws(' ', r.first_name, r.last_name) end as removed_by
  from contract_documents d
  join contracts c on c.company_id = d.company_id and c.id = d.contract_id
  join users a on a.company_id = d.company_id and a.id = d.added_by
  left join users r on r.company_id = d.company_id and r.id = d.removed_by
  where d.company_id = (select current_company()) and ${condition}
    and (${userId}::uuid is null or (d.removed_at is null and d.client_id = (
      select k.id from clients k where k.company_id = (select current_company()) and k.user_id = ${userId}::uuid)))
  order by d.id desc`

export async function listAnnexes(tx: Tx, contractId: string, visibility: Visibility): Promise<AnnexRow[]> {
  const { rows } = await selectAnnexes(sql`d.contract_id = ${contractId}`, visibility).execute(tx)
  return rows
}

export async function getAnnex(tx: Tx, id: string, visibility: Visibility): Promise<AnnexRow | undefined> {
  const { rows } = await selectAnnexes(sql`d.id = ${id}`, visibility).execute(tx)
  return rows[0]
}

type NewAnnex = {
  contract_id: string
  client_id: string
  title: string
  kind: DocumentKind
  stored_name: string
  bytes: number
  added_by: string
}

export async function insertAnnex(tx: Tx, annex: NewAnnex): Promise<string> {
  const { id } = await tx.insertInto('contract_documents').values(annex).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Marks an annex as removed. Returns whether it was not removed before. */
export async function markRemoved(
  tx: Tx,
  id: string,
  removal: { by: string; at: Date; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contract_documents')
    .set({ removed_at: removal.at, removed_by: removal.by, removed_reason: removal.reason })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
