import { dayOf } from '#domain/core/days.ts'
import { type ContactDecision, contactRulesOn, mayContact } from '#domain/messages/contact-rules.ts'
import { nextTryAt, UNKNOWN_AFTER_MIN } from '#domain/messages/message.ts'
import { mayCollectByEmail } from '#server/consents/consents.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import type { Ticker } from '#server/core/jobs.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { debtMessages } from './debt-messages.ts'
import {
  type ClaimedMessage,
  claimDueMessages,
  clearMessage,
  listContacts,
  listMessageFiles,
  lockContacts,
  type MessageFile,
  markUnknown,
  saveSendResult,
} from './queries.ts'

const BATCH = 20
const CONTACTS_WINDOW_MS = 8 * 86_400_000

export const messageTickers: readonly Ticker[] = [{ name: 'message.send', everyS: 2, tick: sendDue }]

/**
 * Sends the due messages of every company. A message is claimed before it is sent and its result is saved after: if the process
 * crashes in between, its status becomes `unknown`. When the mail server is unavailable, the rest of the batch is not tried.
 */
export async function sendDue(world: World): Promise<void> {
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(world.pool, 'enlace_platform', SYSTEM, work)
  const claimed = await inTx(async (tx) => {
    await markUnknown(tx, new Date(world.clock().getTime() - UNKNOWN_AFTER_MIN * 60_000))
    return claimDueMessages(tx, world.clock(), BATCH)
  })
  let isUnavailable = false
  for (const message of claimed) {
    const dropped = await dropReason(world, message)
    if (dropped !== null) {
      await inTx((tx) => saveSendResult(tx, message, droppedResult(dropped)))
      continue
    }
    const verdict = await clearContact(world, message)
    if (!verdict.may) await inTx((tx) => saveSendResult(tx, message, heldResult(verdict)))
    else if (isUnavailable)
      await inTx((tx) => saveSendResult(tx, message, retryResult(message, UNAVAILABLE, world.clock())))
    else {
      const files = await inTx((tx) => listMessageFiles(tx, message))
      const failure = await send(world, message, files)
      isUnavailable = failure?.kind === 'unavailable'
      await inTx((tx) => saveSendResult(tx, message, resultOf(message, failure, world.clock())))
    }
  }
}

/** The client does not authorise collection messages by e-mail, so that the message is not sent. */
type Refused = { may: false; reason: 'refused'; until: null }

/** Why a message about a debt does not apply any more; null when it is sent. */
async function dropReason({ pool, clock }: World, message: ClaimedMessage): Promise<string | null> {
  const { id, only_while, client_id, contract_id, invoice_id, company_id } = message
  if (only_while === null || client_id === null) return null
  return inTransaction(pool, 'enlace_app', { ...SYSTEM, companyId: company_id }, (tx) =>
    debtMessages().dropReason(tx, { id, only_while, client_id, contract_id, invoice_id }, clock()),
  )
}

const droppedResult = (problem: string) => ({
  status: 'dropped' as const,
  problem,
  next_try_at: null,
  sent_at: null,
})

/** The verdict of the contact guard. A message that may go is a contact before it is sent, so that the desk makes no second one. */
async function clearContact(world: World, message: ClaimedMessage): Promise<ContactDecision | Refused> {
  const { category, client_id, company_id } = message
  if (category === 'transaccional' || client_id === null) return { may: true }
  return inTransaction(world.pool, 'enlace_platform', { ...SYSTEM, companyId: company_id }, async (tx) => {
    await lockContacts(tx, client_id)
    const now = world.clock()
    const verdict = await contactVerdict(tx, message, now)
    if (verdict.may) await clearMessage(tx, message, now)
    return verdict
  })
}

/** Checks the contact rules for collection and advertising messages, at the moment of sending (R5.6). */
async function contactVerdict(tx: Tx, message: ClaimedMessage, now: Date): Promise<ContactDecision | Refused> {
  if (message.category === 'transaccional' || message.client_id === null) return { may: true }
  const past = await listContacts(
    tx,
    message.company_id,
    message.client_id,
    new Date(now.getTime() - CONTACTS_WINDOW_MS),
  )
  if (message.category === 'cobranza' && !(await mayCollectByEmail(tx, message.company_id, message.client_id))) {
    return { may: false, reason: 'refused', until: null }
  }
  const rules = contactRulesOn(await readParameters(tx), dayOf(now))
  return mayContact(rules, { kind: message.category, channel: 'email' }, past, now)
}

const REASONS = {
  refused: 'El cliente no autoriza mensajes de cobro por correo: usa otro medio que autorice',
  hours: 'Espera el horario en que la ley permite cobrar',
  once_a_day: 'Hoy ya se contactó a este cliente',
  one_channel: 'Esta semana ya se contactó a este cliente por otro medio',
} as const

const heldResult = (verdict: (ContactDecision | Refused) & { may: false }) => ({
  status: verdict.until === null ? ('failed' as const) : ('held' as const),
  problem: REASONS[verdict.reason],
  next_try_at: verdict.until,
  sent_at: null,
})

type Failure = { kind: 'unavailable' | 'refused' }

/** Sends one message. Null when the mail server accepted it; `refused`: permanent failure; `unavailable`: it can be tried again. */
async function send(world: World, message: ClaimedMessage, files: readonly MessageFile[]): Promise<Failure | null> {
  try {
    await world.mailer.send({
      id: message.id,
      to: message.to_email,
      subject: message.subject,
      text: message.text_body,
      html: message.html_body,
      senderName: message.sender,
      ...(message.reply_to === null ? {} : { replyTo: message.reply_to }),
      ...(files.length === 0 ? {} : { attachments: files }),
    })
    return null
  } catch (error) {
    world.log.warn({ err: error, message_id: message.id }, 'a message was not sent')
    return { kind: isPermanent(error) ? 'refused' : 'unavailable' }
  }
}

/** True for an SMTP reply code of 500 or more: a permanent failure (RFC 5321, 4.2.1). */
const isPermanent = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500

const UNAVAILABLE = 'El servidor de correo no responde: lo seguimos intentando'

function resultOf(message: ClaimedMessage, failure: Failure | null, now: Date) {
  if (failure === null)
    return { status: 'sent' as const, problem: null, next_try_at: null, sent_at: now, cleared_at: null }
  if (failure.kind === 'unavailable') return retryResult(message, UNAVAILABLE, now)
  return {
    status: 'failed' as const,
    problem: 'El correo del cliente no lo recibió: revisa que la dirección esté bien',
    next_try_at: null,
    sent_at: null,
    cleared_at: null,
  }
}

function retryResult(message: ClaimedMessage, problem: string, now: Date) {
  const next_try_at = nextTryAt(message.tries, message.created_at, now)
  if (next_try_at !== null) return { status: 'queued' as const, problem, next_try_at, sent_at: null, cleared_at: null }
  return {
    status: 'failed' as const,
    problem: 'El servidor de correo no respondió en un día',
    next_try_at: null,
    sent_at: null,
    cleared_at: null,
  }
}
