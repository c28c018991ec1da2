import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { TemplateStatus, WhatsappNotice, WhatsappPrice } from '#domain/integrations/whatsapp.ts'
import type { Tx } from '#server/core/tx.ts'

export type StoredWhatsapp = {
  phone_number_id: string
  waba_id: string
  sealed: Buffer
  last_four: Record<string, string>
  endpoint_key: string
  display_phone: string | null
  notices: WhatsappNotice[]
  set_by: string
  set_at: Date
  tested_at: Date | null
  problem: string | null
  is_on: boolean
  event_at: Date | null
  refused_at: Date | null
}

/** The number of the company of the transaction. */
export async function getWhatsapp(tx: Tx): Promise<StoredWhatsapp | undefined> {
  const { rows } = await sql<StoredWhatsapp>`
    select phone_number_id, waba_id, sealed, last_four, endpoint_key, display_phone, notices, set_by, set_at, tested_at, problem, is_on,
      event_at, refused_at
    from whatsapp_accounts where company_id = (select current_company())`.execute(tx)
  return rows[0]
}

type NewWhatsapp = Pick<
  StoredWhatsapp,
  'phone_number_id' | 'waba_id' | 'sealed' | 'last_four' | 'endpoint_key' | 'set_by'
>

/** Writes the keys, off until they are tested. The address of its events and the chosen notices do not change. */
export async function saveWhatsapp(tx: Tx, keys: NewWhatsapp, notices: readonly WhatsappNotice[]): Promise<void> {
  const { endpoint_key, ...changed } = { ...keys, last_four: JSON.stringify(keys.last_four) }
  await tx
    .insertInto('whatsapp_accounts')
    .values({ ...changed, endpoint_key, notices: [...notices] })
    .onConflict((on) =>
      on.column('company_id').doUpdateSet({
        ...changed,
        set_at: sql<Date>`clock_timestamp()`,
        display_phone: null,
        tested_at: null,
        problem: null,
        is_on: false,
        refused_at: null,
      }),
    )
    .execute()
}

/** Writes the result of a test. False when the keys changed since the test began. */
export async function saveWhatsappTest(
  tx: Tx,
  sealed: Buffer,
  result: { problem: string | null; is_on: boolean; display_phone?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('whatsapp_accounts')
    .set({ ...result, tested_at: sql<Date>`clock_timestamp()` })
    .where('sealed', '=', sealed)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function stopWhatsapp(tx: Tx, problem: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('whatsapp_accounts')
    .set({ is_on: false, ...(problem === null ? {} : { problem }) })
    .where('is_on', '=', true)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function updateNotices(tx: Tx, notices: readonly WhatsappNotice[]): Promise<void> {
  await tx
    .updateTable('whatsapp_accounts')
    .set({ notices: [...notices] })
    .execute()
}

export type StoredTemplate = {
  notice: WhatsappNotice
  status: TemplateStatus
  category: string | null
  problem: string | null
}

export async function listTemplates(tx: Tx): Promise<StoredTemplate[]> {
  const { rows } = await sql<StoredTemplate>`
    select notice, status, category, problem from whatsapp_templates where company_id = (select current_company())`.execute(
    tx,
  )
  return rows
}

/**
 * Writes the state of a template. Without a category the known one stays. `since`: the instant when it was read from Meta; what an event
 * said after it stays, except about the variables, which no event has.
 */
export async function saveTemplate(
  tx: Tx,
  { notice, status, category, problem }: StoredTemplate,
  since?: Date,
): Promise<void> {
  await sql`
    insert into whatsapp_templates as t (notice, status, category, problem) values (${notice}, ${status}, ${category}, ${problem})
    on conflict (company_id, notice) do update set status = excluded.status, problem = excluded.problem,
      category = coalesce(excluded.category, t.category), checked_at = clock_timestamp()
    where excluded.status = 'different' or ${since ?? null}::timestamptz is null or t.checked_at <= ${since ?? null}::timestamptz`.execute(
    tx,
  )
}

/** The instant of the database, with which `checked_at` is compared. */
export async function readInstant(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
  return rows[0]?.at ?? new Date(0)
}

/** The templates of another account say nothing about those of this one. */
export async function forgetTemplates(tx: Tx): Promise<void> {
  await tx.deleteFrom('whatsapp_templates').execute()
}

export async function savePrice(tx: Tx, price: { price: Money; starts_on: Day; set_by: string }): Promise<void> {
  await tx
    .insertInto('whatsapp_prices')
    .values(price)
    .onConflict((on) =>
      on
        .columns(['company_id', 'starts_on'])
        .doUpdateSet({ price: price.price, set_by: price.set_by, set_at: sql<Date>`clock_timestamp()` }),
    )
    .execute()
}

/** The price in force on a day, and the first one after it. */
export async function listPricesFrom(
  tx: Tx,
  on: Day,
): Promise<{ price: WhatsappPrice | null; next_price: WhatsappPrice | null }> {
  const query = tx.selectFrom('whatsapp_prices').select(['price', 'starts_on'])
  const [price, next_price] = await Promise.all([
    query.where('starts_on', '<=', on).orderBy('starts_on', 'desc').limit(1).executeTakeFirst(),
    query.where('starts_on', '>', on).orderBy('starts_on').limit(1).executeTakeFirst(),
  ])
  return { price: price ?? null, next_price: next_price ?? null }
}

/** The notices of the company that go by WhatsApp now: chosen, with their template approved, and the number on. */
export async function listWhatsappNotices(tx: Tx): Promise<Set<WhatsappNotice>> {
  const { rows } = await sql<{ notice: WhatsappNotice }>`
    select t.notice from whatsapp_accounts a join whatsapp_templates t on t.company_id = a.company_id
    where a.company_id = (select current_company()) and a.is_on and t.status = 'approved' and t.notice = any (a.notices)`.execute(
    tx,
  )
  return new Set(rows.map(({ notice }) => notice))
}

/** The company of an address of events, with what decides about an event. For the role of the platform. */
export async function getWhatsappByEndpoint(
  tx: Tx,
  endpointKey: string,
): Promise<{ company_id: string; phone_number_id: string; waba_id: string; sealed: Buffer } | undefined> {
  const { rows } = await sql<{ company_id: string; phone_number_id: string; waba_id: string; sealed: Buffer }>`
    select a.company_id, a.phone_number_id, a.waba_id, a.sealed from whatsapp_accounts a join companies k on k.id = a.company_id
    where a.endpoint_key = ${endpointKey} and k.status <> 'closed'`.execute(tx)
  return rows[0]
}

/** Notes an event with a valid signature, or one without it; at most once a minute, so that many events write one row. */
export async function noteEvent(tx: Tx, isSigned: boolean): Promise<void> {
  const column = sql.ref(isSigned ? 'event_at' : 'refused_at')
  await sql`
    update whatsapp_accounts set ${column} = clock_timestamp()
    where company_id = (select current_company()) and (${column} is null or ${column} < clock_timestamp() - interval '1 minute')`.execute(
    tx,
  )
}
