import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'

/** A cession that waits for its answer or for its day, with its new holder. */
export type CessionRow = {
  id: string
  to_client_id: string
  to_name: string
  requested_on: Day
  answer_by: Day
  effective_on: Day | null
}

export async function getOpenCession(tx: Tx, contractId: string): Promise<CessionRow | undefined> {
  const { rows } = await sql<CessionRow>`
    select s.id, s.to_client_id, k.name as to_name, s.requested_on, s.answer_by, s.effective_on
    from contract_cessions s join clients k on k.company_id = s.company_id and k.id = s.to_client_id
    where s.company_id = (select current_company()) and s.contract_id = ${contractId}
      and (s.decision is null or (s.decision = 'accepted' and s.applied_at is null))`.execute(tx)
  return rows[0]
}

export async function insertCession(
  tx: Tx,
  cession: { contract_id: string; from_client_id: string; to_client_id: string; requested_on: Day; answer_by: Day },
): Promise<void> {
  await tx.insertInto('contract_cessions').values(cession).execute()
}

export async function decideCession(
  tx: Tx,
  id: string,
  decision: { at: Date | RawBuilder<Date>; reason: string; effective_on: Day | null },
): Promise<void> {
  await tx
    .updateTable('contract_cessions')
    .set({
      decision: decision.effective_on === null ? 'refused' : 'accepted',
      decided_at: decision.at,
      decided_reason: decision.reason,
      effective_on: decision.effective_on,
    })
    .where('id', '=', id)
    .execute()
}

/** Records on the contract from which day another client pays: a run reads the holder of a period from the cessions. */
export async function setCededOn(tx: Tx, contractId: string, effectiveOn: Day): Promise<void> {
  await tx
    .updateTable('contracts')
    .set({ ceded_on: effectiveOn, updated_at: sql<Date>`now()` })
    .where('id', '=', contractId)
    .execute()
}

/** The first day of the holder of a contract that was ceded; null for one that was not. */
export async function getHeldSince(tx: Tx, contractId: string): Promise<Day | null> {
  const { rows } = await sql<{ since: Day | null }>`
    select max(effective_on) as since from contract_cessions
    where company_id = (select current_company()) and contract_id = ${contractId} and applied_at is not null`.execute(
    tx,
  )
  return rows[0]?.since ?? null
}

/** A cession whose day has come. `id`: of its contract. */
export type DueCession = {
  id: string
  cession_id: string
  no_contract: string
  to_client_id: string
  from_name: string
  to_name: string
  effective_on: Day
}

/** The accepted cessions whose day has come; of one contract, or of all. Locks their contracts, as a change does. */
export async function lockDueCessions(
  tx: Tx,
  today: Day,
  { contractId, limit }: { contractId: string | null; limit: number },
): Promise<DueCession[]> {
  const { rows } = await sql<DueCession>`
    select c.id, s.id as cession_id, c.no_contract, s.to_client_id, f.name as from_name, k.name as to_name, s.effective_on
    from contract_cessions s
    join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    join clients f on f.company_id = s.company_id and f.id = s.from_client_id
    join clients k on k.company_id = s.company_id and k.id = s.to_client_id
    where s.company_id = (select current_company()) and s.decision = 'accepted' and s.applied_at is null
      and s.effective_on <= ${today}::date and (${contractId}::uuid is null or s.contract_id = ${contractId}::uuid)
    order by c.id limit ${limit} for update of c skip locked`.execute(tx)
  return rows
}

/** Gives a contract its new holder. What was billed, annexed and signed keeps its client. */
export async function changeHolder(
  tx: Tx,
  { id, cession_id, to_client_id }: Pick<DueCession, 'id' | 'cession_id' | 'to_client_id'>,
): Promise<void> {
  await tx
    .updateTable('contracts')
    .set({ client_id: to_client_id, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  await tx.updateTable('contract_cessions').set({ applied_at: sql<Date>`now()` }).where('id', '=', cession_id).execute()
}

/** What a client owes of the invoices of a contract. */
export async function getContractDebt(tx: Tx, contractId: string, clientId: string): Promise<Money> {
  const { rows } = await sql<{ debt: Money }>`
    select coalesce(sum(balance), 0)::bigint as debt from invoices
    where company_id = (select current_company()) and client_id = ${clientId} and contract_id = ${contractId} and balance > 0`.execute(
    tx,
  )
  return rows[0]?.debt ?? ZERO
}
