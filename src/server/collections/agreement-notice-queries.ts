import { sql } from 'kysely'
import type { AgreementNoticeKind } from '#domain/collections/agreement-notice.ts'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'

type NewAgreementNotice = {
  agreement_id: string
  message_id: string | null
  kind: AgreementNoticeKind
  /** Of an instalment that is due: its place in the agreement, from 1, and what is missing of it. */
  position?: number
  amount?: Money
}

export async function insertAgreementNotice(tx: Tx, notice: NewAgreementNotice): Promise<void> {
  await tx.insertInto('agreement_notices').values(notice).execute()
}

/** What is checked of a notice of an agreement. */
export type AgreementNoticeRow = {
  id: string
  agreement_id: string
  kind: AgreementNoticeKind
  position: number | null
  amount: Money | null
}

/** The notice of a message. */
export async function getNoticeOfMessage(tx: Tx, messageId: string): Promise<AgreementNoticeRow | undefined> {
  return await tx
    .selectFrom('agreement_notices')
    .select(['id', 'agreement_id', 'kind', 'position', 'amount'])
    .where('message_id', '=', messageId)
    .executeTakeFirst()
}

/** The last notice of an agreement about what happened with it, and not about an instalment that is due. */
export async function getLastNotice(
  tx: Tx,
  agreementId: string,
): Promise<{ id: string; kind: AgreementNoticeKind; status: string } | undefined> {
  const { rows } = await sql<{ id: string; kind: AgreementNoticeKind; status: string }>`
    select n.id, n.kind, m.status from agreement_notices n
    cross join lateral (select status from messages where company_id = n.company_id and id = n.message_id offset 0) m
    where n.company_id = (select current_company()) and n.agreement_id = ${agreementId} and n.kind <> 'due'
    order by n.id desc limit 1`.execute(tx)
  return rows[0]
}

/** Whether a later agreement of the same contract and client exists. */
export async function hasLaterAgreement(tx: Tx, agreementId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from payment_agreements o
      where o.company_id = a.company_id and o.contract_id = a.contract_id and o.client_id = a.client_id and o.id > a.id
    ) as has
    from payment_agreements a where a.company_id = (select current_company()) and a.id = ${agreementId}`.execute(tx)
  return rows[0]?.has === true
}

/** Of some agreements the day on which each was made, and the instalments that its client was notified of as due. */
export async function listNotified(
  tx: Tx,
  agreements: readonly string[],
): Promise<Map<string, { made_on: Day; notified: number[] }>> {
  const { rows } = await sql<{ id: string; made_on: Day; notified: number[] }>`
    select a.id, a.made_on, n.notified from payment_agreements a
    cross join lateral (
      select coalesce(json_agg(n.position), '[]') as notified from agreement_notices n
      left join lateral (select status from messages where company_id = n.company_id and id = n.message_id offset 0) m on true
      where n.company_id = a.company_id and n.agreement_id = a.id and n.kind = 'due' and m.status is distinct from 'dropped'
    ) n
    where a.company_id = (select current_company()) and a.id = any (${uuidArray(agreements)}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
