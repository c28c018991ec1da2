import { sql } from 'kysely'
import type { Money } from '#domain/core/money.ts'
import type { WhatsappNotice } from '#domain/integrations/whatsapp.ts'
import type { Tx } from '#server/core/tx.ts'

export type StoredSms = {
  url: string
  sender: string
  sealed: Buffer
  last_four: string
  part_price: Money | null
  notices: WhatsappNotice[]
  set_by: string
  set_at: Date
  tested_at: Date | null
  problem: string | null
  is_on: boolean
}

/** The account of text messages of the company of the transaction. */
export async function getSms(tx: Tx): Promise<StoredSms | undefined> {
  const { rows } = await sql<StoredSms>`
    select url, sender, sealed, last_four, part_price, notices, set_by, set_at, tested_at, problem, is_on from sms_accounts
    where company_id = (select current_company())`.execute(tx)
  return rows[0]
}

/** Writes the account, off until it is tested. The price does not change. */
export async function saveSms(
  tx: Tx,
  account: Pick<StoredSms, 'url' | 'sender' | 'sealed' | 'last_four' | 'set_by'>,
): Promise<void> {
  await tx
    .insertInto('sms_accounts')
    .values(account)
    .onConflict((on) =>
      on.column('company_id').doUpdateSet({
        ...account,
        set_at: sql<Date>`clock_timestamp()`,
        tested_at: null,
        problem: null,
        is_on: false,
      }),
    )
    .execute()
}

/** Writes the result of a test. False when the account changed since the test began. */
export async function saveSmsTest(
  tx: Tx,
  sealed: Buffer,
  result: { problem: string | null; is_on: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sms_accounts')
    .set({ ...result, tested_at: sql<Date>`clock_timestamp()` })
    .where('sealed', '=', sealed)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Switches the text messages off. False when they were off. */
export async function stopSms(tx: Tx, problem: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sms_accounts')
    .set({ is_on: false, ...(problem === null ? {} : { problem }) })
    .where('is_on', '=', true)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function updatePartPrice(tx: Tx, part_price: Money | null): Promise<void> {
  await tx.updateTable('sms_accounts').set({ part_price }).execute()
}

export async function updateSmsNotices(tx: Tx, notices: readonly WhatsappNotice[]): Promise<void> {
  await tx
    .updateTable('sms_accounts')
    .set({ notices: [...notices] })
    .execute()
}

/** The text messages of the company when they are on: what one part costs and which notices go so. Null when they are off. */
export async function getSmsOn(tx: Tx): Promise<Pick<StoredSms, 'part_price' | 'notices'> | null> {
  const account = await getSms(tx)
  return account?.is_on ? account : null
}
