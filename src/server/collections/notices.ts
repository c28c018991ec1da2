import { sql } from 'kysely'
import type { NoticeChannel } from '#domain/collections/preview.ts'
import { smsText } from '#domain/collections/sms-words.ts'
import {
  DEFAULT_TEMPLATES,
  filledTemplate,
  type TemplateKind,
  type TemplateValues,
  type TemplateWords,
  templateTexts,
} from '#domain/collections/template.ts'
import { brandOf } from '#domain/core/brand.ts'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { storable } from '#domain/core/storable.ts'
import { variablesOf, WHATSAPP_TEMPLATES } from '#domain/integrations/whatsapp.ts'
import type { MessageChannel } from '#domain/messages/message.ts'
import { listCollectedByEmail, listCollectedByPhone } from '#server/consents/consents.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray, uuidArray } from '#server/db/arrays.ts'
import { firstNameOf, renderEmail } from '#server/documents/mail.ts'
import { getSmsOn } from '#server/integrations/sms-queries.ts'
import { listWhatsappNotices } from '#server/integrations/whatsapp-queries.ts'
import { readSender, type Sender } from '#server/messages/compose.ts'
import { insertNoticeMessages } from '#server/messages/notice-queries.ts'
import { listUnreachable } from '#server/messages/whatsapp-queries.ts'

/**
 * A notice to a client about one contract, independent of its channel. `dedupe`: the same notice is given once. `invoice_id`: of a
 * reminder. `phone`: the mobile of the client.
 */
export type Notice = {
  client: { id: string; name: string; email: string | null; phone: string | null }
  contract: { id: string; no_contract: string }
  invoice_id?: string
  amount: Money
  on: Day
  dedupe: string
}

/** A queued notice. `message_id`: null when the same one exists. */
type QueuedNotice = { channel: MessageChannel; message_id: string | null }

/** Notices that are written by one statement. */
export const NOTICES_MAX = 500

/**
 * Queues notices of one kind: by WhatsApp when the company sends that kind by it and the client authorises it, else by e-mail, else by text
 * message (notice-channels.ts). The contact guard decides when each leaves, and one by WhatsApp that does not arrive goes on by e-mail. Only
 * the reconnection is no collection message: nothing about a debt leaves outside the hours of the law (R5.6). Returns one result for each
 * notice, null when the client has no channel.
 */
export async function queueNotices(
  world: World,
  tx: Tx,
  kind: TemplateKind,
  notices: readonly Notice[],
): Promise<(QueuedNotice | null)[]> {
  const byWhatsapp = await listWhatsappPhones(world, tx, kind, notices)
  const bySms = await listSmsPhones(
    tx,
    kind,
    notices.filter(({ client }) => !byWhatsapp.has(client.id)),
  )
  const channelOf = ({ client: { id, email } }: Notice): MessageChannel | null =>
    byWhatsapp.has(id) ? 'whatsapp' : bySms.has(id) ? 'sms' : email === null ? null : 'email'
  const reached = notices.filter((notice) => channelOf(notice) !== null)
  if (reached.length === 0) return notices.map(() => null)
  const sender = await readSender(tx)
  const template = await readTemplate(tx, kind)
  const messages = reached.map((notice) => {
    const values = valuesOf(notice, sender.name)
    const { id } = notice.client
    const [whatsapp = null, sms = null] = [byWhatsapp.get(id), bySms.get(id)]
    const words = filledTemplate(template, values)
    return {
      ...(sms === null ? wordsOf(world, sender, kind, words) : smsWordsOf(world, kind, values, words)),
      client_id: notice.client.id,
      contract_id: notice.contract.id,
      invoice_id: notice.invoice_id ?? null,
      dedupe: notice.dedupe,
      to_email: sms === null ? notice.client.email : null,
      whatsapp:
        whatsapp === null ? null : { to_phone: whatsapp, template: kind, values: templateValuesOf(kind, values) },
      sms: sms === null ? null : { to_phone: sms },
    }
  })
  const ids = await insertNoticeMessages(tx, messages, {
    category: kind === 'reconnected' ? 'transaccional' : 'cobranza',
    sender: sender.name,
    reply_to: sender.email,
    next_try_at: world.clock(),
    ...(kind === 'reconnected' ? {} : { only_while: CONDITIONS[kind] }),
  })
  return notices.map((notice) => {
    const channel = channelOf(notice)
    return channel && { channel, message_id: ids.get(notice.dedupe) ?? null }
  })
}

/** The mobiles of the clients that get notices of a kind by WhatsApp, by client; the others get them by e-mail. */
async function listWhatsappPhones(
  world: World,
  tx: Tx,
  kind: TemplateKind,
  notices: readonly Notice[],
): Promise<Map<string, string>> {
  const phones = phonesOf(notices)
  if (phones.size === 0 || !(await listWhatsappNotices(tx)).has(kind)) return new Map()
  const [granting, unreachable] = await Promise.all([
    listCollectedByPhone(tx, [...phones.keys()]),
    listUnreachable(tx, [...new Set(phones.values())], world.clock()),
  ])
  return new Map([...phones].filter(([id, phone]) => granting.has(id) && !unreachable.has(phone)))
}

const phonesOf = (notices: readonly Notice[]): Map<string, string> =>
  new Map(notices.flatMap(({ client: { id, phone } }) => (phone === null ? [] : [[id, phone] as const])))

/**
 * The mobiles of the clients that get a notice by text message, when the company sends that kind by it: they authorise it, and have no e-mail, or authorise no collection by it.
 * The reconnection is no collection.
 */
async function listSmsPhones(tx: Tx, kind: TemplateKind, notices: readonly Notice[]): Promise<Map<string, string>> {
  const phones = phonesOf(notices)
  if (phones.size === 0 || !(await getSmsOn(tx))?.notices.includes(kind)) return new Map()
  const emails = notices.flatMap(({ client: { id, email } }) => (email === null ? [] : [id]))
  const [granting, byEmail] = await Promise.all([
    listCollectedByPhone(tx, [...phones.keys()]),
    kind === 'reconnected' ? new Set(emails) : listCollectedByEmail(tx, emails),
  ])
  return new Map([...phones].filter(([id]) => granting.has(id) && !byEmail.has(id)))
}

/** The words of a notice as a text message. The subject is what the list of messages shows. */
const smsWordsOf = (world: World, kind: TemplateKind, values: TemplateValues, { subject }: TemplateWords) => ({
  subject,
  text_body: smsText(kind, values, `${world.config.publicUrl}${paths.payments}`),
  html_body: '',
})

/** The variables of a template, in one line each: Meta refuses a line end in them. */
function templateValuesOf(kind: TemplateKind, values: TemplateValues): Record<string, string> {
  const texts: Readonly<Record<string, string>> = templateTexts(values)
  return Object.fromEntries(
    variablesOf(WHATSAPP_TEMPLATES[kind].body).map((name) => [
      name,
      storable((texts[name] ?? '').replaceAll(/\s+/g, ' ').trim(), VALUE_MAX) || '—',
    ]),
  )
}

const VALUE_MAX = 100

/** The words of a notice as an e-mail. */
function wordsOf(world: World, sender: Sender, kind: TemplateKind, { subject, text }: TemplateWords) {
  const isPaid = kind === 'reconnected'
  const email = renderEmail(
    sender.name,
    subject,
    [
      ...text
        .split(/\n\s*\n/)
        .filter((paragraph) => paragraph.trim() !== '')
        .map((paragraph) => ({ kind: 'text' as const, text: paragraph })),
      {
        kind: 'link',
        text: isPaid ? 'Ver tu servicio' : sender.is_wompi_integration ? 'Ver y pagar' : 'Ver lo que debes',
        url: `${world.config.publicUrl}${isPaid ? paths.dashboard : paths.payments}`,
      },
    ],
    brandOf(sender.color_code),
  )
  return { subject: email.subject, text_body: email.text, html_body: email.html }
}

/** What must still be true of each notice when it is sent. */
const CONDITIONS = { reminder: 'owed', notice: 'noticed', cut: 'cut' } as const

const valuesOf = (notice: Notice, company: string): TemplateValues => ({
  name: firstNameOf(notice.client.name),
  company,
  no_contract: notice.contract.no_contract,
  amount: notice.amount,
  on: notice.on,
})

/** The words of the company for a kind of notice; those of the product when it has none. */
async function readTemplate(tx: Tx, kind: TemplateKind): Promise<TemplateWords> {
  const own = await tx
    .selectFrom('collection_templates')
    .select(['subject', 'text'])
    .where('kind', '=', kind)
    .executeTakeFirst()
  return own ?? DEFAULT_TEMPLATES[kind]
}

type NewNotice = {
  contract_id: string
  channel: MessageChannel | NoticeChannel
  message_id: string | null
  debt: Money
  given_on: Day
  given_by: string
}

/** Records notices of cuts. The notices of their contracts before them do not serve any more. */
export async function insertNotices(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  const uuids = (value: (notice: NewNotice) => string | null) => sql`${uuidArray(notices.map(value))}::uuid[]`
  const texts = (value: (notice: NewNotice) => string) => sql`${textArray(notices.map(value))}::text[]`
  await endNotices(
    tx,
    notices.map(({ contract_id }) => contract_id),
  )
  await sql`
    insert into collection_notices (contract_id, message_id, channel, given_by, debt, given_on)
    select n.* from unnest(
      ${uuids((one) => one.contract_id)}, ${uuids((one) => one.message_id)}, ${texts((one) => one.channel)},
      ${texts((one) => one.given_by)}, ${plainArray(notices.map(({ debt }) => debt))}::bigint[],
      ${plainArray(notices.map(({ given_on }) => given_on))}::date[]
    ) n`.execute(tx)
}

/** Ends the notices of contracts: after a cut or a reconnection the next cut needs another one. */
export async function endNotices(tx: Tx, contracts: readonly string[]): Promise<void> {
  if (contracts.length === 0) return
  await sql`
    update collection_notices set used_at = clock_timestamp()
    where company_id = (select current_company()) and contract_id = any (${uuidArray(contracts)}::uuid[]) and used_at is null`.execute(
    tx,
  )
}
