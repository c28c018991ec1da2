import { sql } from 'kysely'
import {
  DEFAULT_TEMPLATES,
  filledTemplate,
  type TemplateKind,
  type TemplateValues,
  type TemplateWords,
} from '#domain/collections/template.ts'
import { brandOf } from '#domain/core/brand.ts'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { firstNameOf, renderEmail } from '#server/documents/mail.ts'
import { commonFields, readSender } from '#server/messages/compose.ts'
import { insertMessage, type NewMessage } from '#server/messages/queries.ts'

/**
 * A notice to a client about one contract, independent of its channel. `dedupe`: the same notice is given once. `invoice_id`: of a
 * reminder.
 */
type Notice = {
  kind: TemplateKind
  client: { id: string; name: string; email: string }
  contract: { id: string; no_contract: string }
  invoice_id?: string
  amount: Money
  on: Day
  dedupe: string
}

/**
 * A channel of notices. E-mail is the only one that is built: WhatsApp and SMS implement the same call, and the contact guard decides
 * for each of them when a message leaves (domain/messages/contact-rules.ts). Returns the id of the message; null when it exists.
 */
export type Notifier = (world: World, tx: Tx, notice: Notice) => Promise<string | null>

/** Queues the e-mail of a notice. Only the reconnection is no collection message: nothing about a debt leaves outside the hours of the law (R5.6). */
export const notifyByEmail: Notifier = async (world, tx, notice) => {
  const sender = await readSender(tx)
  const words = filledTemplate(await readTemplate(tx, notice.kind), valuesOf(notice, sender.name))
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
  const message: NewMessage = {
    ...commonFields(sender, notice.client.email, email, world.clock()),
    kind: 'suspension',
    category: isPaid ? 'transaccional' : 'cobranza',
    client_id: notice.client.id,
    invoice_id: notice.invoice_id ?? null,
    contract_id: notice.contract.id,
    ...(notice.kind === 'reconnected' ? {} : { only_while: CONDITIONS[notice.kind] }),
    dedupe: notice.dedupe,
  }
  return insertMessage(tx, message)
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
