import { nextTryAt } from '#domain/messages/message.ts'
import { isClockRight } from '#server/core/clock.ts'
import { inPlatformTx, inSystemTx, type World } from '#server/core/context.ts'
import type { Ticker } from '#server/core/jobs.ts'
import { smsOn } from '#server/integrations/account.ts'
import { smsProblem } from '#server/integrations/sms.ts'
import { stopSms } from '#server/integrations/sms-queries.ts'
import type { SmsOutcome } from '#server/providers/sms/sender.ts'
import { clearContact, dropReason, HELD_LABELS } from './contact-verdict.ts'
import { handMessage, putBack, putBackResult } from './handing.ts'
import { type SendResult, saveSendResult } from './queries.ts'
import { type ClaimedSms, claimDueSms } from './sms-queries.ts'

const BATCH = 20

export const smsTickers: readonly Ticker[] = [{ name: 'message.sms', everyS: 2, tick: sendDueSms }]

/**
 * Sends the due text messages of every company. A message is claimed before it is sent and its result is saved after: one without a clear
 * answer is `unknown`, and goes again only when a person asks. An error with one message does not keep the others. A process with a wrong
 * clock sends none: it would break the hours of the law.
 */
export async function sendDueSms(world: World, processNow: () => Date = () => new Date()): Promise<void> {
  if (!(await isClockRight(world, processNow))) return
  const claimed = await inPlatformTx(world, (tx) => claimDueSms(tx, world.clock(), BATCH))
  for (const message of claimed) {
    try {
      const result = await sendOne(world, message)
      if (result !== null) await inPlatformTx(world, (tx) => saveSendResult(tx, message, result))
    } catch (error) {
      world.log.error({ err: error, message_id: message.id }, 'a text message was not handed over')
      await inPlatformTx(world, (tx) => putBack(tx, message, putBackResult(message.tries, world.clock()))).catch(
        (lost: unknown) =>
          world.log.error({ err: lost, message_id: message.id }, 'a message waits for the end of its claim'),
      )
    }
  }
}

/** Sends a claimed message, and returns its result; null when another process has it now. */
async function sendOne(world: World, message: ClaimedSms): Promise<SendResult | null> {
  const { company_id, id, to_phone: to, text_body: text } = message
  const dropped = await dropReason(world, message)
  if (dropped !== null) return endedAs('dropped', dropped)
  const sender = await inSystemTx(world, company_id, (tx) => smsOn(world, tx))
  if (sender === null) return endedAs('failed', 'Los mensajes de texto se apagaron antes de enviarlo')
  const verdict = await clearContact(world, message, 'sms')
  if (!verdict.may) {
    if (verdict.until === null) return endedAs('failed', NOT_AUTHORISED)
    return { ...endedAs('held', HELD_LABELS[verdict.reason]), next_try_at: verdict.until }
  }
  if (!(await inPlatformTx(world, (tx) => handMessage(tx, message, world.clock())))) return null
  const outcome = await sender.send({ to, text, reference: `enlace:msg:${id}` })
  return resultOf(world, message, outcome)
}

const NOT_AUTHORISED = 'El cliente no autoriza mensajes de texto: usa otro medio que autorice'

const endedAs = (status: 'dropped' | 'failed' | 'held' | 'unknown', problem: string) => ({
  status,
  problem,
  next_try_at: null,
  sent_at: null,
})

async function resultOf(world: World, message: ClaimedSms, outcome: SmsOutcome): Promise<SendResult> {
  const now = world.clock()
  if (outcome.kind === 'accepted')
    return { status: 'sent', problem: null, next_try_at: null, sent_at: now, cleared_at: null }
  world.log.warn({ message_id: message.id, outcome }, 'a text message was not accepted')
  // It may have arrived: it stays a contact.
  if (outcome.kind === 'unknown') return endedAs('unknown', UNKNOWN)
  if (outcome.kind === 'refused') {
    if (outcome.isKey) await stop(world, message.company_id, smsProblem(outcome))
    const problem = outcome.isKey ? 'El proveedor no acepta la llave de la empresa' : `No lo aceptó: ${outcome.details}`
    return { ...endedAs('failed', problem), cleared_at: null }
  }
  const next_try_at = nextTryAt(message.tries, now)
  if (next_try_at === null)
    return { ...endedAs('failed', 'El proveedor de mensajes de texto no respondió en un día'), cleared_at: null }
  const problem = outcome.kind === 'slow' ? SLOW : UNSENT
  return { status: 'queued', problem, next_try_at, sent_at: null, cleared_at: null }
}

const UNKNOWN = 'El proveedor no confirmó: puede que haya llegado. Sale otra vez solo si tú lo pides'
const SLOW = 'El proveedor pide ir más despacio: lo seguimos intentando'
const UNSENT = 'El proveedor de mensajes de texto no responde: lo seguimos intentando'

/** Switches off an account whose key is refused: each message would be refused, and the gateway may block the address. */
const stop = (world: World, companyId: string, problem: string): Promise<void> =>
  inSystemTx(world, companyId, async (tx) => {
    if (await stopSms(tx, problem))
      await tx.record('integration.stopped', { entity_id: companyId, after: { provider: 'sms', problem } })
  })
