import { toPesos } from '#domain/core/money.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import type { SmsConnection, SmsCredentials } from '#domain/integrations/sms.ts'
import { smsApi } from '#domain/integrations/sms-api.ts'
import { WHATSAPP_NOTICE_LABELS, WHATSAPP_NOTICES, type WhatsappNotice } from '#domain/integrations/whatsapp.ts'
import type { Ctx } from '#server/core/context.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import type { SmsOutcome, SmsSender } from '#server/providers/sms/sender.ts'
import { ownCompany } from './integrations.ts'
import { decryptSmsKey, encryptSmsKey } from './keys.ts'
import { webhookUrlProblem } from './send-event.ts'
import { smsMonth } from './sms-month.ts'
import {
  getSms,
  type StoredSms,
  saveSms,
  saveSmsTest,
  stopSms,
  updatePartPrice,
  updateSmsNotices,
} from './sms-queries.ts'

export const sms = implement(smsApi, {
  get: (ctx) =>
    ctx.tx(async (tx) => {
      await ownCompany(tx)
      const stored = await getSms(tx)
      return { data: stored ? connectionOf(stored) : null, suggested_url: ctx.world.config.smsUrl }
    }),

  month: (ctx) =>
    ctx.tx(async (tx) => {
      await ownCompany(tx)
      const stored = await getSms(tx)
      return { data: await smsMonth().read(ctx.world, tx, stored?.part_price ?? null) }
    }),

  notices: (ctx, { body: { settings } }) =>
    ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      const { notices: before } = await ownStored(tx)
      const notices = WHATSAPP_NOTICES.filter((notice) => settings.notices.includes(notice))
      await updateSmsNotices(tx, notices)
      await tx.record('sms.notices_saved', {
        entity_id: id,
        before: { notices: labelsOf(before) },
        after: { notices: labelsOf(notices) },
      })
      return { data: await readConnection(tx), message: 'Guardamos qué avisos salen por mensaje de texto' }
    }),

  save: (ctx, { body: { credentials } }) =>
    ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      const problem = webhookUrlProblem(ctx.world, credentials.url)
      if (problem !== null) throw refuseField('invalid', 'credentials.url', problem)
      const last_four = await writeSms(tx, ctx.world.config.secret, credentials, ctx.actor.name)
      const { url, sender } = credentials
      await tx.record('credentials.saved', { entity_id: id, after: { provider: 'sms', url, sender, last_four } })
      return {
        data: await readConnection(tx),
        message: 'Guardamos la cuenta. Pruébala para encender los mensajes de texto',
      }
    }),

  test: async (ctx, { body: { test } }) => {
    const { stored, sender } = await ctx.tx((tx) => openSender(ctx, tx))
    // Between two transactions: the gateway may take ten seconds, and no row is locked while waiting.
    const problem = sender === null ? NOT_OPEN : await testSender(sender, test.phone)
    const data = await ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      if (!(await saveSmsTest(tx, stored.sealed, { problem, is_on: problem === null })))
        throw new Refusal('conflict', 'La cuenta cambió mientras se probaba: pruébala de nuevo')
      await tx.record('integration.tested', { entity_id: id, after: { provider: 'sms', problem } })
      return readConnection(tx)
    })
    return { data, message: problem ?? `El proveedor aceptó el mensaje al ${test.phone}: están encendidos` }
  },

  stop: (ctx) =>
    ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      await ownStored(tx)
      await stopSms(tx, null)
      await tx.record('integration.stopped', { entity_id: id, after: { provider: 'sms' } })
      return { data: await readConnection(tx), message: 'Apagamos los mensajes de texto' }
    }),

  price: (ctx, { body: { price } }) =>
    ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      const before = await ownStored(tx)
      await updatePartPrice(tx, price.part_price)
      await tx.record('sms.price_saved', {
        entity_id: id,
        before: { price: before.part_price === null ? null : toPesos(before.part_price) },
        after: { price: price.part_price === null ? null : toPesos(price.part_price) },
      })
      return { data: await readConnection(tx), message: 'Guardamos el precio de cada parte' }
    }),
})

const labelsOf = (notices: readonly WhatsappNotice[]): string =>
  notices.map((notice) => WHATSAPP_NOTICE_LABELS[notice]).join(', ') || 'Ninguno'

const NOT_OPEN = 'La llave guardada no se puede abrir con el secreto de este servidor: guárdala de nuevo'
const TEST_TEXT = 'Prueba de Enlace: los avisos de tu empresa ya pueden salir por mensaje de texto.'

async function ownStored(tx: Tx): Promise<StoredSms> {
  const stored = await getSms(tx)
  if (!stored) throw notFound('Todavía no hay una cuenta de mensajes de texto')
  return stored
}

/** The account before it is called. Its sender is null when its key cannot be decrypted. */
async function openSender({ world, companyId }: Ctx, tx: Tx): Promise<{ stored: StoredSms; sender: SmsSender | null }> {
  const stored = await ownStored(tx)
  const key = decryptSmsKey(world.config.secret, companyId, stored.sealed)
  return { stored, sender: key === null ? null : world.sms({ url: stored.url, sender: stored.sender, key }) }
}

const readConnection = async (tx: Tx): Promise<SmsConnection> => connectionOf(await ownStored(tx))

/** The account as a reply shows it. */
const connectionOf = ({ sealed: _sealed, set_at, tested_at, ...shown }: StoredSms): SmsConnection => ({
  ...shown,
  set_at: set_at.toISOString(),
  tested_at: tested_at?.toISOString() ?? null,
})

/** The last characters identify a key only when the rest is longer. */
const LAST_FOUR_MIN = 16

/** Encrypts and writes the account of the company of the transaction, off until it is tested. Returns what is shown of its key. */
async function writeSms(tx: Tx, secret: Buffer, { key, ...account }: SmsCredentials, set_by: string): Promise<string> {
  const last_four = key.length < LAST_FOUR_MIN ? '' : key.slice(-4)
  await saveSms(tx, { ...account, sealed: encryptSmsKey(secret, tx.scope.companyId, key), last_four, set_by })
  return last_four
}

/** Sends a message to a mobile: no other call proves the key and the short code. Returns why it was not accepted; null when it was. */
async function testSender(sender: SmsSender, to: string): Promise<string | null> {
  const outcome = await sender.send({ to, text: TEST_TEXT, reference: `enlace:test:${newId()}` })
  return outcome.kind === 'accepted' ? null : smsProblem(outcome)
}

/** What an administrator reads of a message that was not accepted, with what to do. */
export function smsProblem(outcome: Exclude<SmsOutcome, { kind: 'accepted' }>): string {
  const { details } = outcome
  if (outcome.kind === 'refused')
    return outcome.isKey
      ? 'El proveedor no acepta la llave: pídele otra y guárdala'
      : `El proveedor no lo aceptó: «${details}». Revisa el código corto y la dirección`
  if (outcome.kind === 'slow') return 'El proveedor pide ir más despacio: prueba en unos minutos'
  if (outcome.kind === 'unsent') return `No pudimos llamar al proveedor: ${details}. Revisa la dirección`
  return `El proveedor no confirmó el mensaje: ${details}. Mira si llegó a ese celular y prueba de nuevo`
}
