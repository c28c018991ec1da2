import type { MessageStatus } from '#domain/messages/message.ts'
import type { Tx } from '#server/core/tx.ts'

type Delivery = { status: MessageStatus; sent_at: Date | null }

/** Whether the e-mail with a `dedupe` key was sent, and when. Undefined when no e-mail has that key. */
export async function getDelivery(tx: Tx, dedupe: string): Promise<Delivery | undefined> {
  return tx.selectFrom('messages').select(['status', 'sent_at']).where('dedupe', '=', dedupe).executeTakeFirst()
}
