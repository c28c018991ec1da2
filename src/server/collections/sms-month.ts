import { sql } from 'kysely'
import { smsText } from '#domain/collections/sms-words.ts'
import { dayOf } from '#domain/core/days.ts'
import { multiply, pesos } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { WHATSAPP_NOTICES, type WhatsappNotice } from '#domain/integrations/whatsapp.ts'
import { smsSize } from '#domain/messages/sms.ts'
import { listCollectedByEmail, listCollectedByPhone } from '#server/consents/consents.ts'
import type { Tx } from '#server/core/tx.ts'
import type { SmsMonths } from '#server/integrations/sms-month.ts'
import { listWhatsappNotices } from '#server/integrations/whatsapp-queries.ts'
import { readSender } from '#server/messages/compose.ts'

/** A usual notice: its parts are those of most of them. */
const USUAL = { name: 'María Fernanda', no_contract: 'AA-000001', amount: pesos(70_000) }

/** What each notice costs in a month at most: a contract in service gets it once. */
export const smsMonths: SmsMonths = {
  async read({ config, clock }, tx, partPrice) {
    const [whatsapp, reached, { name: company }] = await Promise.all([
      listWhatsappNotices(tx),
      readReached(tx),
      readSender(tx),
    ])
    return WHATSAPP_NOTICES.map((notice) => {
      const values = { ...USUAL, company, on: dayOf(clock()) }
      const { parts } = smsSize(smsText(notice, values, `${config.publicUrl}${paths.payments}`))
      const messages = whatsapp.has(notice) ? 0 : reached(notice)
      return { notice, messages, parts, cost: partPrice && multiply(partPrice, messages * parts) }
    })
  },
}

/**
 * How many contracts in service would have a notice by text message: those of a client with a mobile that authorises it, and without an
 * e-mail, or that authorises no collection by it; the reconnection is no collection.
 */
async function readReached(tx: Tx): Promise<(notice: WhatsappNotice) => number> {
  const { rows } = await sql<{ id: string; has_email: boolean; contracts: number }>`
    select k.id, k.email is not null as has_email, count(*)::int as contracts
    from clients k join contracts c on c.company_id = k.company_id and c.client_id = k.id
    where k.company_id = (select current_company()) and k.phone is not null and c.status in ('active', 'suspended')
    group by k.id, k.email`.execute(tx)
  const [byPhone, byEmail] = await Promise.all([
    listCollectedByPhone(
      tx,
      rows.map(({ id }) => id),
    ),
    listCollectedByEmail(
      tx,
      rows.flatMap(({ id, has_email }) => (has_email ? [id] : [])),
    ),
  ])
  const count = (isByEmail: (row: (typeof rows)[number]) => boolean): number =>
    rows.reduce((all, row) => (byPhone.has(row.id) && !isByEmail(row) ? all + row.contracts : all), 0)
  const [paid, owed] = [count(({ has_email }) => has_email), count(({ id }) => byEmail.has(id))]
  return (notice) => (notice === 'reconnected' ? paid : owed)
}
