import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { inSystemTx, type World } from '#server/core/context.ts'
import type { NewEvent, Reaction } from '#server/core/events.ts'
import type { Task } from '#server/core/jobs.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { keepAgreedDays } from './agreement-queries.ts'

export const agreementTasks = { 'collection.agreed': followPayments } satisfies Record<string, Task>

const Payload = z.object({ company_id: z.uuid(), client_id: z.uuid() })

/** The job of a client whose debt changed while an agreement runs: a payment of an instalment moves the day to that of the next one. */
async function followPayments(world: World, payload: unknown): Promise<void> {
  const { company_id, client_id } = z.parse(Payload, payload)
  await inSystemTx(world, company_id, async (tx) => {
    await lockAccount(tx, client_id)
    await keepAgreedDays(tx, client_id)
  })
}

/** Queues the job of each client with an agreement that runs whose debt changed. A client without one gets no job. */
export const queueAgreed: Reaction = (events) => ({
  with: [],
  select: events.flatMap((event) => {
    const changed = CHANGED[event.name]?.(event)
    return changed === undefined
      ? []
      : [
          sql`select enqueue('collection.agreed', json_build_object('company_id', ${event.companyId}::uuid, 'client_id', k.client_id),
            'collection.agreed ' || k.client_id)
          from (${changed}) k where exists (
            select from payment_agreements a where a.company_id = ${event.companyId}::uuid and a.client_id = k.client_id and a.outcome is null
          )`,
        ]
  }),
})

const ofInvoice = (companyId: string, invoiceId: unknown): RawBuilder<unknown> | undefined =>
  typeof invoiceId === 'string'
    ? sql`select client_id from invoices where company_id = ${companyId}::uuid and id = ${invoiceId}::uuid`
    : undefined

const ofPayment = ({ companyId, entityId }: NewEvent): RawBuilder<unknown> =>
  sql`select client_id from payments where company_id = ${companyId}::uuid and id = ${entityId}::uuid`

const ofDispute = ({ companyId, entityId }: NewEvent): RawBuilder<unknown> | undefined => ofInvoice(companyId, entityId)

/** The client of each event that changes what is owed. */
const CHANGED: Readonly<Record<string, (event: NewEvent) => RawBuilder<unknown> | undefined>> = {
  'payment.registered': ofPayment,
  'payment.reversed': ofPayment,
  'credit.applied': ({ entityId }) => sql`select ${entityId}::uuid as client_id`,
  'credit_note.created': ({ companyId, after }) => ofInvoice(companyId, after?.['invoice_id']),
  'small_balances.closed': ({ companyId, entityId }) =>
    sql`select distinct client_id from balance_adjustments where company_id = ${companyId}::uuid and closing_id = ${entityId}::uuid`,
  'small_balance.reopened': ({ companyId, entityId }) =>
    sql`select client_id from balance_adjustments where company_id = ${companyId}::uuid and id = ${entityId}::uuid`,
  'dispute.opened': ofDispute,
  'dispute.raised': ofDispute,
  'dispute.resolved': ofDispute,
}
