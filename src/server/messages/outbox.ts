import { nextTryAt, UNKNOWN_AFTER_MIN } from '#domain/messages/message.ts'
import { isClockRight } from '#server/core/clock.ts'
import { inPlatformTx, type World } from '#server/core/context.ts'
import type { Ticker } from '#server/core/jobs.ts'
import type { Tx } from '#server/core/tx.ts'
import { clearContact, dropReason, HELD_LABELS, type NotNow } from './contact-verdict.ts'
import { endClaims, handMessage, putBack, putBackResult } from './handing.ts'
import {
  type ClaimedMessage,
  claimDueEmails,
  listMessageFiles,
  type MessageFile,
  type SendResult,
  saveSendResult,
} from './queries.ts'

const BATCH = 20

export const messageTickers: readonly Ticker[] = [{ name: 'message.send', everyS: 2, tick: sendDue }]

type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Sends the due e-mails of every company. A message is claimed before it is sent and its result is saved after: if the process
 * crashes in between, its status becomes `unknown` when it was handed over, and it is sent later when it was not. When the mail server
 * is unavailable, the rest of the batch is not tried. An error with one message does not keep the others. A process with a wrong clock
 * sends none: it would break the hours of the law.
 */
export async function sendDue(world: World, processNow: () => Date = () => new Date()): Promise<void> {
  if (!(await isClockRight(world, processNow))) return
  const inTx: InTx = (work) => inPlatformTx(world, work)
  const claimed = await inTx(async (tx) => {
    const now = world.clock()
    await endClaims(tx, new Date(now.getTime() - UNKNOWN_AFTER_MIN * 60_000), now)
    return claimDueEmails(tx, now, BATCH)
  })
  let isUnavailable = false
  for (const message of claimed) {
    try {
      const failure = await sendOne(world, inTx, message, isUnavailable)
      if (failure !== 'untried') isUnavailable = failure?.kind === 'unavailable'
    } catch (error) {
      world.log.error({ err: error, message_id: message.id }, 'a message was not handed over')
      await inTx((tx) => putBack(tx, message, putBackResult(message.tries, world.clock()))).catch((lost: unknown) =>
        world.log.error({ err: lost, message_id: message.id }, 'a message waits for the end of its claim'),
      )
    }
  }
}

/** Sends a claimed message and saves its result. `untried`: the mail server was not asked. */
async function sendOne(
  world: World,
  inTx: InTx,
  message: ClaimedMessage,
  isUnavailable: boolean,
): Promise<Failure | null | 'untried'> {
  const save = async (result: SendResult): Promise<'untried'> => {
    await inTx((tx) => saveSendResult(tx, message, result))
    return 'untried'
  }
  const dropped = await dropReason(world, message)
  if (dropped !== null) return save(droppedResult(dropped))
  const verdict = await clearContact(world, message, 'email')
  if (!verdict.may) return save(heldResult(verdict))
  if (isUnavailable) return save(retryResult(message, UNAVAILABLE, world.clock()))
  const files = await inTx(async (tx) =>
    (await handMessage(tx, message, world.clock())) ? listMessageFiles(tx, message) : null,
  )
  if (files === null) return 'untried'
  const failure = await send(world, message, files)
  await save(resultOf(message, failure, world.clock()))
  return failure
}

const droppedResult = (problem: string) => ({
  status: 'dropped' as const,
  problem,
  next_try_at: null,
  sent_at: null,
})

const heldResult = (verdict: NotNow) => ({
  status: verdict.until === null ? ('failed' as const) : ('held' as const),
  problem: verdict.until === null ? NOT_AUTHORISED : HELD_LABELS[verdict.reason],
  next_try_at: verdict.until,
  sent_at: null,
})

const NOT_AUTHORISED = 'El cliente no autoriza mensajes de cobro por correo: usa otro medio que autorice'

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
  const next_try_at = nextTryAt(message.tries, now)
  if (next_try_at !== null) return { status: 'queued' as const, problem, next_try_at, sent_at: null, cleared_at: null }
  return {
    status: 'failed' as const,
    problem: 'El servidor de correo no respondió en un día',
    next_try_at: null,
    sent_at: null,
    cleared_at: null,
  }
}
