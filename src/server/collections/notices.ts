import { sql } from 'kysely'
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
import { variablesOf, WHATSAPP_TEMPLATES } from '#domain/integrations/whatsapp.ts'
import type { MessageChannel } from '#domain/messages/message.ts'
import { mayCollectByPhone } from '#server/consents/consents.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { firstNameOf, renderEmail } from '#server/documents/mail.ts'
import { listWhatsappNotices } from '#server/integrations/whatsapp-queries.ts'
import { commonFields, readSender, type Sender } from '#server/messages/compose.ts'
import { insertMessage } from '#server/messages/queries.ts'
import { insertWhatsappMessage, isPhoneUnreachable } from '#server/messages/whatsapp-queries.ts'

/**
 * A notice to a client about one contract, independent of its channel. `dedupe`: the same notice is given once. `invoice_id`: of a
 * reminder. `phone`: the mobile of the client.
 */
type Notice = {
  kind: TemplateKind
  client: { id: string; name: string; email: string | null; phone: string | null }
  contract: { id: string; no_contract: string }
  invoice_id?: string
  amount: Money
  on: Day
  dedupe: string
}

/** A queued notice. `message_id`: null when the same one exists. */
type QueuedNotice = { channel: MessageChannel; message_id: string | null }

/**
 * Queues a notice: by WhatsApp when the company sends that notice by it and the client authorises it, else by e-mail. The contact guard
 * decides when it leaves, and one by WhatsApp that does not arrive goes on by e-mail. Only the reconnection is no collection message:
 * nothing about a debt leaves outside the hours of the law (R5.6). Null when the client has neither channel.
 */
export async function queueNotice(world: World, tx: Tx, notice: Notice): Promise<QueuedNotice | null> {
  const { client } = notice
  const phone = await whatsappOf(world, tx, notice)
  if (phone === null && client.email === null) return null
  const sender = await readSender(tx)
  const values = valuesOf(notice, sender.name)
  const common = { ...noticeFields(world, sender, notice, filledTemplate(await readTemplate(tx, notice.kind), values)) }
  if (phone !== null) {
    const template = { template: notice.kind, template_values: templateValuesOf(notice.kind, values) }
    const message = { ...common, ...template, to_phone: phone, to_email: client.email }
    return { channel: 'whatsapp', message_id: await insertWhatsappMessage(tx, message) }
  }
  return { channel: 'email', message_id: await insertMessage(tx, { ...common, to_email: client.email ?? '' }) }
}

/** The mobile that gets a notice by WhatsApp; null when it goes by e-mail. */
async function whatsappOf(world: World, tx: Tx, { kind, client }: Notice): Promise<string | null> {
  const { phone } = client
  if (phone === null || !(await listWhatsappNotices(tx)).has(kind)) return null
  if (!(await mayCollectByPhone(tx, tx.scope.companyId, client.id))) return null
  return (await isPhoneUnreachable(tx, phone, world.clock())) ? null : phone
}

/** The variables of a template, in one line each: Meta refuses a line end in them. */
function templateValuesOf(kind: TemplateKind, values: TemplateValues): Record<string, string> {
  const texts: Readonly<Record<string, string>> = templateTexts(values)
  return Object.fromEntries(
    variablesOf(WHATSAPP_TEMPLATES[kind].body).map((name) => [
      name,
      (texts[name] ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, VALUE_MAX) || '—',
    ]),
  )
}

const VALUE_MAX = 100

/** What a notice has in every channel: its words as an e-mail, and what must still be true when it is sent. */
function noticeFields(world: World, sender: Sender, notice: Notice, words: TemplateWords) {
  const isPaid = notice.kind === 'reconnected'
  const email = renderEmail(
    sender.name,
    words.subject,
    [
      ...words.text
        .split(/\n\s*\n/)
        .filter((paragraph) => paragraph.trim() !== '')
        .map((text) => ({ kind: 'text' as const, text })),
      {
        kind: 'link',
        text: isPaid ? 'Ver tu servicio' : sender.is_wompi_integration ? 'Ver y pagar' : 'Ver lo que debes',
        url: `${world.config.publicUrl}${isPaid ? paths.dashboard : paths.payments}`,
      },
    ],
    brandOf(sender.color_code),
  )
  const { to_email: _to, ...fields } = commonFields(sender, '', email, world.clock())
  return {
    ...fields,
    kind: 'suspension' as const,
    category: isPaid ? ('transaccional' as const) : ('cobranza' as const),
    client_id: notice.client.id,
    invoice_id: notice.invoice_id ?? null,
    contract_id: notice.contract.id,
    ...(notice.kind === 'reconnected' ? {} : { only_while: CONDITIONS[notice.kind] }),
    dedupe: notice.dedupe,
  }
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
  channel: 'email' | 'call' | 'sms' | 'whatsapp' | 'paper'
  message_id: string | null
  debt: Money
  given_on: Day
  given_by: string
}

/** Records the notice of a cut. The notices of the contract before it do not serve any more. */
export async function insertNotice(tx: Tx, notice: NewNotice): Promise<void> {
  await endNotices(tx, notice.contract_id)
  await tx.insertInto('collection_notices').values(notice).execute()
}

/** Ends the notices of a contract: after a cut or a reconnection the next cut needs another one. */
export async function endNotices(tx: Tx, contractId: string): Promise<void> {
  await sql`
    update collection_notices set used_at = clock_timestamp()
    where company_id = (select current_company()) and contract_id = ${contractId} and used_at is null`.execute(tx)
}
