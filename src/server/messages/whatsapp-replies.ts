import { sql } from 'kysely'
import { OPT_OUT_WORD } from '#domain/integrations/whatsapp.ts'
import type { ClientReply } from '#domain/messages/message.ts'
import { withdrawByMessage } from '#server/consents/consents.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'
import type { ReceivedReply } from './whatsapp-event.ts'
import { deleteUnreachable } from './whatsapp-queries.ts'

/** Replies of one number that are kept in a day: anyone may write to the number of a company. */
const REPLIES_PER_DAY = 20
const MOBILE = /^57(3\d{9})$/
const OPT_OUT = new RegExp(`^(${OPT_OUT_WORD}|stop|baja)[.!]?$`, 'i')

/**
 * Keeps what clients answered, each reply once, and notifies the desk. The word to leave withdraws the consent to messages by telephone of
 * every client with that number, also when the number wrote too much to be kept. In a transaction of its company. Returns how many are new.
 */
export async function keepReplies(tx: Tx, replies: readonly ReceivedReply[]): Promise<number> {
  let kept = 0
  for (const reply of replies) {
    const mobile = MOBILE.exec(reply.from)?.[1] ?? null
    const clients = mobile === null ? [] : await listClientsOf(tx, mobile)
    const outcome = await insertReply(tx, reply, clients[0]?.id ?? null)
    if (outcome === 'known') continue
    if (OPT_OUT.test(reply.text)) {
      for (const one of clients) await withdrawByMessage(tx, one, 'contact_phone')
    }
    if (outcome === 'too_many') continue
    kept += 1
    if (mobile !== null) await deleteUnreachable(tx, [mobile])
    const [client] = clients
    await tx.record('client.replied', {
      entity_id: client?.id ?? tx.scope.companyId,
      after: { client: client?.name ?? null, client_id: client?.id ?? null, phone: reply.from, text: reply.text },
    })
  }
  return kept
}

type RepliedClient = { id: string; name: string }
const CLIENTS_MAX = 20

/** The clients of a mobile: first the one that was written to last. */
async function listClientsOf(tx: Tx, mobile: string): Promise<RepliedClient[]> {
  const { rows } = await sql<RepliedClient>`
    select k.id, k.name from (
      select m.client_id from messages m where m.company_id = (select current_company()) and m.to_phone = ${mobile}
      order by m.id desc limit 1
    ) last join clients k on k.company_id = (select current_company()) and k.id = last.client_id
    union all
    (select k.id, k.name from clients k where k.company_id = (select current_company()) and k.phone = ${mobile}
      order by k.id limit ${CLIENTS_MAX})`.execute(tx)
  return rows.filter(({ id }, index) => rows.findIndex((one) => one.id === id) === index)
}

/** Inserts a reply. `known`: it is kept already, so that it changes nothing. `too_many`: its number wrote too much today. */
async function insertReply(
  tx: Tx,
  { provider_id, from, text }: ReceivedReply,
  clientId: string | null,
): Promise<'new' | 'known' | 'too_many'> {
  const { rows } = await sql<{ is_known: boolean; is_new: boolean }>`
    with inserted as (
      insert into whatsapp_replies (provider_id, client_id, phone, text)
      select ${provider_id}, ${clientId}::uuid, ${from}, ${text}
      where (select count(*) from whatsapp_replies where company_id = (select current_company()) and phone = ${from}
        and received_at > clock_timestamp() - interval '1 day') < ${REPLIES_PER_DAY}
      on conflict do nothing returning 1
    )
    select exists (select from inserted) as is_new,
      exists (select from whatsapp_replies where company_id = (select current_company()) and provider_id = ${provider_id}) as is_known`.execute(
    tx,
  )
  const [found] = rows
  if (found?.is_new) return 'new'
  return found?.is_known ? 'known' : 'too_many'
}

/** The condition of a search among the replies: the number, or the client that wrote. */
function matching(q: string | undefined) {
  const text = q?.trim() ?? ''
  const ofCompany = sql`r.company_id = (select current_company())`
  if (text === '') return ofCompany
  return sql`${ofCompany} and (r.phone in (${text}, ${`57${text}`}) or r.client_id in (select client_id from search_clients(${text})))`
}

/** The replies, the last one first. */
export async function listReplies(tx: Tx, q: string | undefined, range: RowRange): Promise<ClientReply[]> {
  const { rows } = await sql<{
    id: string
    client_id: string | null
    name: string | null
    phone: string
    text: string
    received_at: Date
  }>`
    select r.id, r.client_id, k.name, r.phone, r.text, r.received_at
    from (select * from whatsapp_replies r where ${matching(q)} order by r.id desc ${pageOf(range)}) r
    left join lateral (select name from clients k where k.company_id = r.company_id and k.id = r.client_id offset 0) k on true
    order by r.id desc`.execute(tx)
  return rows.map(({ client_id, name, received_at, ...row }) => ({
    ...row,
    client: client_id === null ? null : { id: client_id, name: name ?? '' },
    received_at: received_at.toISOString(),
  }))
}

export async function countReplies(tx: Tx, q: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from whatsapp_replies r where ${matching(q)}`.execute(tx)
  return rows[0]?.count ?? 0
}
