import type { MessageStatus } from '#domain/messages/message.ts'
import type { Tx } from '#server/core/tx.ts'

type Delivery = { status: MessageStatus; sent_at: Date | null }

/** Whether the e-mail with a `dedupe` key was sent, and when. Undefined when no e-mail has that key. */
export async function getDelivery(tx: Tx, dedupe: string): Promise<Delivery | undefined> {
  return tx.selectFrom('messages').select(['status', 'sent_at']).where('dedupe', '=', dedupe).executeTakeFirst()
}

/** An e-mail that was written: for whom, what it says, and what became of it. */
export type WrittenEmail = Delivery & { to_email: string | null; subject: string }

/** The e-mails with these `dedupe` keys, the first written first. */
export const listEmails = (tx: Tx, keys: readonly string[]): Promise<WrittenEmail[]> =>
  tx
    .selectFrom('messages')
    .select(['to_email', 'subject', 'status', 'sent_at'])
    .where('dedupe', 'in', keys)
    .orderBy('id')
    .execute()
