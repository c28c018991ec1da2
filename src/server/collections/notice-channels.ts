import type { WhatsappNotice } from '#domain/integrations/whatsapp.ts'
import type { MessageChannel } from '#domain/messages/message.ts'
import type { Tx } from '#server/core/tx.ts'
import { getSmsOn } from '#server/integrations/sms-queries.ts'
import { listWhatsappNotices } from '#server/integrations/whatsapp-queries.ts'
import type { ContractFacts } from './arrears-queries.ts'

/** The channels of a company beside the e-mail: the notices that go by WhatsApp, and its text messages, null when they are off. */
type NoticeChannels = { whatsapp: ReadonlySet<WhatsappNotice>; sms: Awaited<ReturnType<typeof getSmsOn>> }

export async function readNoticeChannels(tx: Tx): Promise<NoticeChannels> {
  const [whatsapp, sms] = await Promise.all([listWhatsappNotices(tx), getSmsOn(tx)])
  return { whatsapp, sms }
}

/**
 * The channel of a collection notice to a client; null when none is authorised: WhatsApp where the company chose it, else the e-mail, which
 * costs nothing, and the text message where the company chose it, which is paid for by part and says the least, for a client without both.
 */
export function noticeChannelOf(
  { email, authorises, authorises_phone, is_unreachable }: ContractFacts,
  kind: WhatsappNotice,
  { whatsapp, sms }: NoticeChannels,
): MessageChannel | null {
  if (whatsapp.has(kind) && authorises_phone && !is_unreachable) return 'whatsapp'
  if (email !== null && authorises) return 'email'
  return sms !== null && sms.notices.includes(kind) && authorises_phone ? 'sms' : null
}
