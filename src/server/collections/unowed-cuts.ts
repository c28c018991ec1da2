import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type CutInvoice, isCutUnowed } from '#domain/collections/unowed.ts'
import { type Day, dayOf, startOfDay } from '#domain/core/days.ts'
import { type Money, toPesos } from '#domain/core/money.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import { markUnowed } from '#server/contracts/reconnection.ts'
import { inSystemTx, type World } from '#server/core/context.ts'
import type { Task } from '#server/core/jobs.ts'
import type { Tx } from '#server/core/tx.ts'
import { creditReconnection } from '#server/invoices/unowed-reconnection.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { MINIMUM_OF_CUT } from './policy-queries.ts'

export const collectionTasks = {
  'collection.unowed': giveBackUnowed,
} satisfies Record<string, Task>

const Payload = z.object({ company_id: z.uuid(), client_id: z.uuid() })

/**
 * The job of a client whose debt was corrected (follow-debt.ts): the reconnections after cuts whose debt was not owed are not charged, and
 * what was charged of them is given back (docs/decisions/0079). It computes the result from what is stored, so it may run again.
 */
async function giveBackUnowed(world: World, payload: unknown): Promise<void> {
  const { company_id, client_id } = z.parse(Payload, payload)
  await inSystemTx(world, company_id, async (tx) => {
    await lockAccount(tx, client_id)
    const today = dayOf(world.clock())
    const deliveryDays = valueInForce(await readParameters(tx), 'billing.delivery_notice', today)
    for (const cut of await listCuts(tx, client_id)) {
      const { cut_on, minimum } = cut
      if (isCutUnowed(await listCutInvoices(tx, client_id, cut), { cut_on, minimum, deliveryDays }))
        await giveBack(tx, client_id, cut, today)
    }
  })
}

const CONCEPT = 'Reconexión de un corte por una deuda que no se debía'

async function giveBack(tx: Tx, client_id: string, cut: Cut, today: Day): Promise<void> {
  const removed = await markUnowed(tx, cut)
  const { charged_in: invoice_id, price, no_contract } = cut
  const note =
    invoice_id === null || price === null
      ? null
      : await creditReconnection(tx, { invoice_id, price, concept: CONCEPT }, today)
  await tx.record('reconnection.unowed', {
    entity_id: cut.contract_id,
    client_id,
    after: {
      no_contract,
      suspended_from: cut.cut_on,
      ...(removed && { removed: toPesos(removed.price) }),
      ...(note && { credit_note: note.number, returned: toPesos(note.total) }),
    },
  })
}

/**
 * A cut for arrears. `minimum`: of the policy that made it; null when a person did. `charged_in`: the invoice that charges its
 * reconnection; null when none does. `price`: of its reconnection.
 */
type Cut = {
  id: string
  contract_id: string
  no_contract: string
  cut_on: Day
  minimum: Money | null
  charged_in: string | null
  price: Money | null
}

/** The cuts that go on and those whose reconnection is charged to a client, also of a contract that it has ceded since. */
async function listCuts(tx: Tx, clientId: string): Promise<Cut[]> {
  const { rows } = await sql<Cut>`
    select s.id, s.contract_id, c.no_contract, s.from_on as cut_on, ${MINIMUM_OF_CUT} as minimum, p.invoice_id as charged_in, p.price
    from (
      select distinct contract_id from invoices where company_id = (select current_company()) and client_id = ${clientId}
    ) own
    join contracts c on c.company_id = (select current_company()) and c.id = own.contract_id
    join suspension_intervals s on s.company_id = c.company_id and s.contract_id = c.id and s.kind = 'arrears'
      and not s.is_imported and not s.is_unowed
    left join pending_charges p on p.company_id = s.company_id and p.contract_id = s.contract_id and p.suspension_id = s.id
    left join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
    where coalesce(i.client_id, c.client_id) = ${clientId} and (s.to_on is null or p.id is not null)
    order by s.from_on, s.id`.execute(tx)
  return rows
}

type CutInvoiceRow = Omit<CutInvoice, 'sent_on'> & { sent_at: Date | null }

/**
 * Whether a credit note `n` of an invoice `i` says that what it credits was not owed: of a claim that was decided, or it annuls the invoice,
 * with its own concept or as a whole service that was not accepted.
 */
const IS_OF_UNOWED = sql`((not n.is_correction and (n.concept_code = '2' or (n.concept_code = '1' and n.total = i.total))) or exists (
  select from disputes d where d.company_id = n.company_id and d.invoice_id = n.invoice_id
    and (d.credit_note_id = n.id or n.id = any (d.noted_ids))
))`

/**
 * The invoices that a client had of a contract on the day of its cut, with what was owed of them before that day by what is known now. A
 * payment counts on its own day and not when it was reversed. Of the notes since the cut count those of IS_OF_UNOWED, also of what
 * was paid meanwhile: a discount or the correction of later days does not say that the debt was not owed. What was in claim or in an
 * agreement before the cut, and until its day, did not count for it.
 */
async function listCutInvoices(tx: Tx, clientId: string, cut: Cut) {
  const { rows } = await sql<CutInvoiceRow>`
    select (m.owed - n.total)::bigint as owed, i.due_on, (${cut.minimum !== null} and i.kind = 'period' and coalesce((i.snapshot ->> 'by_email')::boolean, k.email is not null)) as must_be_sent,
      sent.sent_at, (m.is_late or n.is_late) as is_corrected,
      coalesce((
        select sum(d.amount - d.noted_amount) from disputes d
        where d.company_id = i.company_id and d.invoice_id = i.id and d.id < ${cut.id}::uuid
          and (d.resolved_at is null or d.resolved_at >= ${startOfDay(cut.cut_on)})
      ), 0)::bigint as disputed,
      exists (
        select from payment_agreement_invoices x
        join payment_agreements a on a.company_id = x.company_id and a.id = x.agreement_id
        where x.company_id = i.company_id and x.invoice_id = i.id and a.id < ${cut.id}::uuid
          and (a.outcome is null or a.outcome = 'kept' or a.ended_on >= ${cut.cut_on}::date)
      ) as is_agreed
    from invoices i
    join clients k on k.company_id = i.company_id and k.id = i.client_id
    left join lateral (
      select min(sent_at) as sent_at from messages
      where company_id = i.company_id and invoice_id = i.id and kind = 'invoice' and status = 'sent'
    ) sent on true
    cross join lateral (
      select coalesce(sum(total), 0) as total, coalesce(bool_or(id > ${cut.id}::uuid), false) as is_late
      from credit_notes n where n.company_id = i.company_id and n.invoice_id = i.id and ${IS_OF_UNOWED}
    ) n
    cross join lateral (
      select coalesce(sum(e.receivable) filter (where e.counts), 0) as owed,
        coalesce(bool_or(e.counts and e.id > ${cut.id}::uuid and e.receivable < 0), false) as is_late
      from (
        select j.id, j.receivable, case
          when j.payment_id is not null then p.paid_on < ${cut.cut_on}::date and not p.is_reversed
          when j.credit_note_id is not null then j.posted_on < ${cut.cut_on}::date and not n.is_of_unowed
          else j.posted_on < ${cut.cut_on}::date end as counts
        from client_movements j
        left join lateral (
          select p.paid_on, exists (
            select from payment_reversals r where r.company_id = p.company_id and r.payment_id = p.id
          ) as is_reversed
          from payments p where p.company_id = j.company_id and p.id = j.payment_id
        ) p on true
        left join lateral (
          select ${IS_OF_UNOWED} as is_of_unowed from credit_notes n where n.company_id = j.company_id and n.id = j.credit_note_id
        ) n on true
        where j.company_id = i.company_id and j.client_id = i.client_id and j.invoice_id = i.id
      ) e
    ) m
    where i.company_id = (select current_company()) and i.client_id = ${clientId} and i.issued_on < ${cut.cut_on}::date
      and (i.contract_id = ${cut.contract_id} or (i.contract_id is null and ${cut.minimum === null}))`.execute(tx)
  return rows.map(({ sent_at, ...row }) => ({ ...row, sent_on: sent_at === null ? null : dayOf(sent_at) }))
}
