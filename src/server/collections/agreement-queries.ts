import { type RawBuilder, sql } from 'kysely'
import {
  type AgreedDebt,
  agreementRunsUntil,
  isAgreementOnTime,
  settledOutcome,
  wasAgreementOnTime,
  wasRunningOn,
} from '#domain/collections/instalments.ts'
import type { PromiseOutcome } from '#domain/collections/promise.ts'
import type { Day } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { setAgreedDays } from '#server/ledger/agreed-days.ts'
import { reductionsSince } from '#server/ledger/reductions.ts'
import { endCommitment } from './end-commitment.ts'

/** An agreement with what was paid of it. */
export type StoredAgreement = AgreedDebt & {
  id: string
  contract_id: string
  no_contract: string
  client_id: string
  outcome: PromiseOutcome | null
  ended_on: Day | null
}

/** What of a dispute `d` was disputed before the agreement `a`: zero of one that was opened since, and without what was added since. */
const DISPUTED_BEFORE = sql`(case when d.id < a.id then d.amount - coalesce((
  select sum(r.amount) from unnest(d.raised_ids, d.raised_amounts) r (id, amount) where r.id > a.id), 0) else 0 end)`

/**
 * The agreements of a condition over `payment_agreements a`. The credit note that decides a claim from before the agreement gives back
 * first what was claimed then, which is no part of it, and pays of the agreement only what was added to the claim since.
 */
async function listAgreedDebts(
  tx: Tx,
  condition: RawBuilder<unknown>,
  how: Parameters<typeof reductionsSince>[1] = {},
): Promise<StoredAgreement[]> {
  const { rows } = await sql<StoredAgreement>`${REPLAN_EACH_TIME}
    select a.id, a.contract_id, c.no_contract, a.client_id, a.amount, a.outcome, a.ended_on, n.instalments, v.invoices, m.reductions
    from payment_agreements a
    cross join lateral (select no_contract from contracts where company_id = a.company_id and id = a.contract_id offset 0) c
    cross join lateral (
      select json_agg(json_build_object('due_on', due_on, 'amount', amount) order by position) as instalments
      from payment_agreement_instalments where company_id = a.company_id and agreement_id = a.id
    ) n
    cross join lateral (
      select json_agg(json_build_object('id', g.invoice_id, 'amount', g.amount, 'disputed', i.disputed, 'extended', i.extended,
        'extended_to_on', i.extended_to_on)) as invoices
      from payment_agreement_invoices g
      cross join lateral (
        select least(greatest(0, f.disputed_amount - coalesce((
            select sum(${DISPUTED_BEFORE})::bigint from disputes d where d.company_id = f.company_id and d.invoice_id = f.id and d.resolved_at is null
          ), f.disputed_amount)), g.amount) as disputed,
          case when e.is_extended
            then least(case when f.extended_amount > 0 then greatest(0, f.extended_amount - e.owed_before) else g.amount end, g.amount) else 0 end
            as extended,
          case when e.is_extended then coalesce(f.extended_to_on, f.last_payable_on) end as extended_to_on
        from invoices f
        cross join lateral (
          select count(*) > 0 as is_extended, coalesce(sum(greatest(0, ${DISPUTED_BEFORE} - coalesce(n.total, 0))), 0)::bigint as owed_before
          from disputes d
          left join lateral (select total from credit_notes where company_id = d.company_id and id = d.credit_note_id offset 0) n on true
          where d.company_id = f.company_id and d.invoice_id = f.id and d.resolved_at is not null and greatest(d.id, d.raised_id) > a.id
        ) e
        where f.company_id = g.company_id and f.id = g.invoice_id offset 0
      ) i
      where g.company_id = a.company_id and g.agreement_id = a.id
    ) v
    cross join lateral (
      select coalesce(json_agg(json_build_object('invoice_id', j.invoice_id, 'on', j.on_day, 'amount', j.amount, 'is_money', j.is_money)),
        '[]') as reductions
      from (
        select r.invoice_id, r.on_day, r.is_money,
          case when b.amount is null then r.amount else least(r.amount, greatest(0, r.reached - b.amount))::bigint end as amount
        from (
          select r.*, sum(r.amount) over (partition by r.credit_note_id order by r.amount rows unbounded preceding) as reached
          from (${reductionsSince({ client: sql`a.client_id`, since: sql`a.id` }, how)}) r
        ) r
        left join lateral (
          select sum(${DISPUTED_BEFORE}) as amount from disputes d
          where d.company_id = a.company_id and d.invoice_id = r.invoice_id and d.credit_note_id = r.credit_note_id
        ) b on true
      ) j
      where j.amount <> 0 and exists (
        select from payment_agreement_invoices g where g.company_id = a.company_id and g.agreement_id = a.id and g.invoice_id = j.invoice_id
      )
    ) m
    where a.company_id = (select current_company()) and ${condition}`.execute(tx)
  return rows
}

/** The agreements that are open, of the company or of some clients. */
export const listOpenAgreements = (tx: Tx, clients?: readonly string[]): Promise<StoredAgreement[]> =>
  listAgreedDebts(
    tx,
    sql`a.outcome is null ${clients === undefined ? sql`` : sql`and a.client_id = any (${uuidArray(clients)}::uuid[])`}`,
  )

/** What was paid of agreements, by their ids. */
export const listAgreementsById = (tx: Tx, ids: readonly string[]): Promise<StoredAgreement[]> =>
  ids.length === 0 ? Promise.resolve([]) : listAgreedDebts(tx, sql`a.id in (${sql.join(ids)})`)

/** The invoices of the open agreements that are on time on a day, of the company or of some clients. */
export async function listAgreedInvoices(tx: Tx, on: Day, clients?: readonly string[]): Promise<Set<string>> {
  const open = await listOpenAgreements(tx, clients)
  return new Set(
    open.filter((one) => isAgreementOnTime(one, on)).flatMap(({ invoices }) => invoices.map(({ id }) => id)),
  )
}

/**
 * Sets on the invoices of the open agreements of a client until which day nothing of them is overdue (docs/decisions/0087). It computes the
 * result from what is stored. The account of the client must be locked.
 */
export async function keepAgreedDays(tx: Tx, clientId: string): Promise<void> {
  const open = await listOpenAgreements(tx, [clientId])
  const days = open.flatMap((one) => one.invoices.map(({ id }) => ({ id, until: agreementRunsUntil(one) })))
  await setAgreedDays(tx, days)
}

/** The invoices of the agreements that ran at the end of a past day, with an instalment of none in default, by what the books had then. */
export async function listAgreedInvoicesOn(tx: Tx, on: Day): Promise<string[]> {
  const ran = await listAgreedDebts(
    tx,
    sql`a.made_on <= ${on}::date and (a.ended_on is null or a.ended_on > ${on}::date)`,
    { isAsPosted: true },
  )
  return ran.filter((one) => wasRunningOn(one, on)).flatMap(({ invoices }) => invoices.map(({ id }) => id))
}

/**
 * Ends the agreements with an instalment that was not paid: their debts count again. Also those of which nothing is owed: the one of an
 * earlier holder does not end with its payment, because its contract is another client's.
 */
export async function endBrokenAgreements(tx: Tx, today: Day): Promise<void> {
  for (const agreement of await listOpenAgreements(tx)) {
    const outcome = settledOutcome(agreement) ?? (isAgreementOnTime(agreement, today) ? null : 'broken')
    if (outcome !== null) await endCommitment(tx, 'agreement', agreement, outcome, today)
  }
}

/**
 * Opens again the agreements of a client that ended as broken while a payment of an earlier day was not loaded: each instalment was
 * paid by its last day, and the agreement is on time today. A contract that made another agreement since keeps that one.
 */
export async function restoreAgreements(
  tx: Tx,
  clientId: string,
  { today, on }: { today: Day; on: Day },
): Promise<void> {
  const broken = await listAgreedDebts(
    tx,
    sql`a.client_id = ${clientId} and a.outcome = 'broken' and not exists (
      select from payment_agreements o where o.company_id = a.company_id and o.contract_id = a.contract_id
        and o.client_id = a.client_id and o.id > a.id
    )`,
    { openOn: on },
  )
  for (const agreement of broken) {
    const { ended_on } = agreement
    if (ended_on === null || !wasAgreementOnTime(agreement, ended_on) || !isAgreementOnTime(agreement, today)) continue
    await openAgain(tx, agreement, {})
  }
}

/**
 * Opens again the agreements of a client that ended as kept and are owed again, because a payment was reversed. A contract that has
 * another agreement open keeps that one. The next decision ends those that are not on time.
 */
export async function reopenKeptAgreements(tx: Tx, clientId: string): Promise<void> {
  const kept = await listAgreedDebts(
    tx,
    sql`a.client_id = ${clientId} and a.outcome = 'kept' and not exists (
      select from payment_agreements o where o.company_id = a.company_id and o.contract_id = a.contract_id
        and o.client_id = a.client_id and (o.outcome is null or (o.outcome = 'kept' and o.id > a.id))
    )`,
  )
  for (const agreement of kept) {
    if (settledOutcome(agreement) === null) await openAgain(tx, agreement, { reversed: true })
  }
}

async function openAgain(tx: Tx, agreement: StoredAgreement, why: { reversed?: true }): Promise<void> {
  const { id, no_contract, client_id, amount } = agreement
  await tx.updateTable('payment_agreements').set({ outcome: null, ended_on: null }).where('id', '=', id).execute()
  await keepAgreedDays(tx, client_id)
  await tx.record('agreement.restored', {
    entity_id: id,
    client_id,
    after: { no_contract, amount: toPesos(amount), ...why },
  })
}
