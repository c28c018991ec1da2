import { sql } from 'kysely'
import * as z from 'zod/mini'
import { AGREEMENT_NOTICES, type AgreementNoticeKind, agreementNotice } from '#domain/collections/agreement-notice.ts'
import { type InstalmentNow, instalmentsOn } from '#domain/collections/instalment-states.ts'
import { instalmentPayableUntil } from '#domain/collections/instalments.ts'
import type { PolicyRules } from '#domain/collections/policy.ts'
import { brandOf } from '#domain/core/brand.ts'
import { addDays, type Day, dayOf } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { listMailedClients } from '#server/contracts/change-mail.ts'
import { inSystemTx, type World } from '#server/core/context.ts'
import type { ReactionToOne } from '#server/core/events.ts'
import type { Task } from '#server/core/jobs.ts'
import type { Tx } from '#server/core/tx.ts'
import { firstNameOf, renderEmail } from '#server/documents/mail.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { commonFields, readSender } from '#server/messages/compose.ts'
import { insertMessage } from '#server/messages/queries.ts'
import { getLastNotice, insertAgreementNotice, listNotified } from './agreement-notice-queries.ts'
import { listAgreementsById, listOpenAgreements, type StoredAgreement } from './agreement-queries.ts'
import { whyAgreementChanged } from './agreement-still.ts'

export const agreementNoticeTasks = { 'collection.agreement_notice': writeNotice } satisfies Record<string, Task>

/** The reaction that writes to the client of what happened with an agreement (SUS-04): a job, after the commit. */
export const mailAgreement: ReactionToOne = ({ name, companyId, after, entityId }) => {
  const kind =
    name === 'agreement.made'
      ? 'made'
      : name === 'agreement.restored'
        ? 'restored'
        : name === 'agreement.ended'
          ? after?.['outcome']
          : null
  if (typeof kind !== 'string') return { with: [], select: [] }
  return {
    with: [sql`changed_agreement as (select id from event)`],
    select: [
      sql`select enqueue('collection.agreement_notice', json_build_object('company_id', ${companyId}::uuid, 'event_id', id,
        'agreement_id', ${entityId}::uuid, 'kind', ${kind}::text), null) from changed_agreement`,
    ],
  }
}

const Payload = z.object({
  company_id: z.uuid(),
  event_id: z.uuid(),
  agreement_id: z.uuid(),
  kind: z.enum(AGREEMENT_NOTICES),
})

/** The job that queues the message of an event of an agreement, once, when it is still what happened last. */
async function writeNotice(world: World, payload: unknown): Promise<void> {
  const { company_id, event_id, agreement_id, kind } = z.parse(Payload, payload)
  await inSystemTx(world, company_id, async (tx) => {
    const agreement = await lockAgreement(tx, agreement_id)
    if (agreement === undefined || !(await mustWrite(tx, agreement, kind, dayOf(world.clock())))) return
    const message_id = await insertMail(world, tx, agreement, { kind, due: null, dedupe: `agreement:${event_id}` })
    if (message_id !== null) await insertAgreementNotice(tx, { agreement_id, message_id, kind })
  })
}

/** An agreement with the account of its client locked: a payment neither keeps nor restores it meanwhile. */
async function lockAgreement(tx: Tx, id: string): Promise<StoredAgreement | undefined> {
  const [found] = await listAgreementsById(tx, [id])
  if (found === undefined) return undefined
  await lockAccount(tx, found.client_id)
  return (await listAgreementsById(tx, [id]))[0]
}

/** An agreement that goes on is only news for a client who was notified that it had ended. */
async function mustWrite(tx: Tx, agreement: StoredAgreement, kind: AgreementNoticeKind, today: Day): Promise<boolean> {
  if ((await whyAgreementChanged(tx, agreement, { kind, position: null, amount: null }, today)) !== null) return false
  if (kind !== 'restored') return true
  const last = await getLastNotice(tx, agreement.id)
  return last !== undefined && (last.kind === 'broken' || last.kind === 'kept') && last.status === 'sent'
}

type Mail = { kind: AgreementNoticeKind; due: InstalmentNow | null; dedupe: string }

/** Queues a message about an agreement. Returns its id; null for a client without an e-mail, and for one that was queued before. */
async function insertMail(
  world: World,
  tx: Tx,
  agreement: StoredAgreement,
  { kind, due, dedupe }: Mail,
): Promise<string | null> {
  const [client] = await listMailedClients(tx, [agreement.client_id])
  if (client === undefined) return null
  const sender = await readSender(tx)
  const { subject, paragraphs } = agreementNotice(kind, {
    name: firstNameOf(client.name),
    company: sender.name,
    no_contract: agreement.no_contract,
    amount: agreement.amount,
    instalments: agreement.instalments.map((one) => ({ ...one, payable_until: instalmentPayableUntil(one) })),
    due,
  })
  const link = {
    kind: 'link' as const,
    text: 'Ver tu acuerdo de pago',
    url: `${world.config.publicUrl}${paths.payments}`,
  }
  const blocks = [...paragraphs.map((text) => ({ kind: 'text' as const, text })), link]
  const email = renderEmail(sender.name, subject, blocks, brandOf(sender.color_code))
  return insertMessage(tx, {
    ...commonFields(sender, client.email, email, world.clock()),
    kind: 'suspension',
    // A kept agreement is paid: like a receipt it is about no debt. The others leave in the hours of the law (R5.6).
    category: kind === 'kept' ? 'transaccional' : 'cobranza',
    client_id: agreement.client_id,
    invoice_id: null,
    contract_id: agreement.contract_id,
    only_while: 'agreement',
    dedupe,
  })
}

/**
 * Notifies the client of each instalment that is due in the days of the policy, once; again with the new sum when what it was notified of
 * was not sent because less was missing. The message of the agreement already said what is due in the days after it was made.
 */
export async function remindInstalments(
  world: World,
  tx: Tx,
  { reminder_days }: Pick<PolicyRules, 'reminder_days'>,
  today: Day,
): Promise<void> {
  if (reminder_days === null) return
  const due = (await listOpenAgreements(tx)).flatMap((agreement) => {
    const instalments = instalmentsOn(agreement, { today, isOpen: true, paidUntil: undefined })
    const place = instalments.findIndex(({ state }) => state === 'next')
    const next = instalments[place]
    if (next === undefined || next.left === 0 || addDays(next.due_on, -reminder_days) > today) return []
    return [{ agreement, next, position: place + 1 }]
  })
  const known = await listNotified(
    tx,
    due.map(({ agreement }) => agreement.id),
  )
  for (const { agreement, next, position } of due) {
    const { made_on, notified } = known.get(agreement.id) ?? { made_on: today, notified: [] }
    if (notified.includes(position) || made_on >= addDays(next.due_on, -reminder_days)) continue
    const dedupe = `agreement:${agreement.id}:${position}:${next.left}`
    const message_id = await insertMail(world, tx, agreement, { kind: 'due', due: next, dedupe })
    await insertAgreementNotice(tx, {
      agreement_id: agreement.id,
      message_id,
      kind: 'due',
      position,
      amount: next.left,
    })
    await tx.record('agreement.instalment_near', {
      entity_id: agreement.id,
      client_id: agreement.client_id,
      after: { no_contract: agreement.no_contract, amount: toPesos(next.left), payable_until: next.payable_until },
    })
  }
}
