import { HOUR_MS } from '#domain/core/durations.ts'
import { WHATSAPP_LANGUAGE, WHATSAPP_TEMPLATES } from '#domain/integrations/whatsapp.ts'
import { nextTryAt } from '#domain/messages/message.ts'
import { isClockRight } from '#server/core/clock.ts'
import { inPlatformTx, inSystemTx, type World } from '#server/core/context.ts'
import type { Ticker } from '#server/core/jobs.ts'
import type { Tx } from '#server/core/tx.ts'
import { whatsappOn } from '#server/integrations/account.ts'
import { listWhatsappNotices } from '#server/integrations/whatsapp-queries.ts'
import type { Whatsapp, WhatsappFailure } from '#server/providers/whatsapp/client.ts'
import { clearContact, dropReason, HELD_LABELS } from './contact-verdict.ts'
import { handMessage, putBack, putBackResult } from './handing.ts'
import { goOnByMail, problemOfCode, stopByCode } from './whatsapp-failures.ts'
import {
  type ClaimedWhatsapp,
  claimDueWhatsapp,
  listUndelivered,
  saveAccepted,
  saveNotSent,
} from './whatsapp-queries.ts'

/** Messages that one tick sends at most: far below the 80 in a second that Meta accepts. */
const BATCH = 20
/** A message that was not delivered after a day goes on by e-mail. Meta gives ours up after twelve hours. */
const UNDELIVERED_MS = 24 * HOUR_MS

export const whatsappTickers: readonly Ticker[] = [
  { name: 'message.whatsapp', everyS: 2, tick: sendDueWhatsapp },
  { name: 'message.undelivered', everyS: 60, tick: replaceUndelivered },
]

/** What a status of Meta gives back, so that its message is found also when the answer to the call was lost. */
const referenceOf = (id: string): string => `enlace:msg:${id}`

type InCompany = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

const inCompanyOf =
  (world: World, companyId: string): InCompany =>
  (work) =>
    inSystemTx(world, companyId, work)

/**
 * Sends the due messages by WhatsApp of every company. A message is claimed before it is sent and its result is saved after: the Cloud
 * API has no idempotency key, so one without an answer is `unknown` and is not sent again. An error with one message does not keep the
 * others. A process with a wrong clock sends none.
 */
export async function sendDueWhatsapp(world: World, processNow: () => Date = () => new Date()): Promise<void> {
  if (!(await isClockRight(world, processNow))) return
  const claimed = await inPlatformTx(world, (tx) => claimDueWhatsapp(tx, world.clock(), BATCH))
  for (const message of claimed) {
    try {
      await sendOne(world, message)
    } catch (error) {
      world.log.error({ err: error, message_id: message.id }, 'a message by WhatsApp was not handed over')
      await inPlatformTx(world, (tx) => putBack(tx, message, putBackResult(message.tries, world.clock()))).catch(
        (lost: unknown) =>
          world.log.error({ err: lost, message_id: message.id }, 'a message waits for the end of its claim'),
      )
    }
  }
}

async function sendOne(world: World, message: ClaimedWhatsapp): Promise<void> {
  const inCompany = inCompanyOf(world, message.company_id)
  const dropped = await dropReason(world, message)
  if (dropped !== null)
    return inCompany((tx) => saveNotSent(tx, message.id, { status: 'dropped', problem: dropped, next_try_at: null }))
  const number = await inCompany((tx) => openFor(world, tx, message))
  if (typeof number === 'string')
    return inCompany((tx) => goOnByMail(world, tx, message.id, { problem: number, code: null }))
  const verdict = await clearContact(world, message, 'whatsapp')
  if (!verdict.may) {
    const { until: next_try_at } = verdict
    if (next_try_at === null)
      return inCompany((tx) => goOnByMail(world, tx, message.id, { problem: NOT_AUTHORISED, code: null }))
    const held = { status: 'held' as const, problem: HELD_LABELS[verdict.reason], next_try_at }
    return inCompany((tx) => saveNotSent(tx, message.id, held))
  }
  const { template, template_values: values, to_phone: to, id } = message
  const { name } = WHATSAPP_TEMPLATES[template]
  if (!(await inCompany((tx) => handMessage(tx, message, world.clock())))) return
  const outcome = await number.send({
    to,
    template: name,
    language: WHATSAPP_LANGUAGE,
    values,
    reference: referenceOf(id),
  })
  return inCompany((tx) =>
    outcome.ok
      ? saveAccepted(tx, id, outcome.value.id, world.clock())
      : saveFailure(world, tx, message, outcome.failure),
  )
}

const NOT_AUTHORISED = 'El cliente ya no autoriza mensajes por WhatsApp'

/** The number that sends a message, or why it does not go by WhatsApp any more. */
async function openFor(world: World, tx: Tx, { template }: ClaimedWhatsapp): Promise<Whatsapp | string> {
  const number = await whatsappOn(world, tx)
  if (number === null) return 'WhatsApp se apagó antes de enviarlo'
  return (await listWhatsappNotices(tx)).has(template)
    ? number
    : 'Su plantilla no está aprobada, o ese aviso ya no va por WhatsApp'
}

async function saveFailure(world: World, tx: Tx, message: ClaimedWhatsapp, failure: WhatsappFailure): Promise<void> {
  const { id, tries, template } = message
  const { kind, code, details } = failure
  if (kind === 'unknown') return saveNotSent(tx, id, { status: 'unknown', problem: UNKNOWN, next_try_at: null })
  if (kind === 'unsent' || kind === 'retry' || kind === 'slow') {
    const next_try_at = nextTryAt(tries, world.clock())
    if (next_try_at === null) return goOnByMail(world, tx, id, { problem: 'WhatsApp no respondió en un día', code })
    const problem = kind === 'slow' ? 'WhatsApp pide ir más despacio: lo seguimos intentando' : RETRIED
    return saveNotSent(tx, id, { status: 'queued', problem, next_try_at, cleared_at: null })
  }
  world.log.warn({ message_id: id, code, details }, 'a message by WhatsApp was refused')
  if (code !== null) await stopByCode(tx, code, template, details)
  return goOnByMail(world, tx, id, { problem: code === null ? RETRIED : problemOfCode(code), code })
}

const UNKNOWN = 'WhatsApp no respondió: puede que haya llegado. No se envía dos veces'
const RETRIED = 'WhatsApp no responde: lo seguimos intentando'

/** What Meta did not deliver in a day goes on by e-mail; a process with a wrong clock moves nothing. */
export async function replaceUndelivered(world: World, processNow: () => Date = () => new Date()): Promise<void> {
  if (!(await isClockRight(world, processNow))) return
  const before = new Date(world.clock().getTime() - UNDELIVERED_MS)
  const late = await inPlatformTx(world, (tx) => listUndelivered(tx, before, BATCH))
  for (const { company_id, id } of late) {
    await inCompanyOf(
      world,
      company_id,
    )((tx) => goOnByMail(world, tx, id, { problem: 'WhatsApp no lo entregó en un día', code: null }))
  }
}
