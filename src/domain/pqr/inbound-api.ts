import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'

/**
 * What was done with a mail at the address of one case. 'kept': it is in the thread. 'repeated': it arrived before. 'closed': the case
 * is closed, so its text is an internal note and its sender is informed. 'other_sender': of another sender, not kept. 'too_many': of another
 * sender too, beyond the limit of a day, without a note. Beyond the limit of the person who filed the case the reply is a 429.
 */
const MAIL_OUTCOMES = ['kept', 'repeated', 'closed', 'other_sender', 'too_many'] as const
export type MailOutcome = (typeof MAIL_OUTCOMES)[number]

/** The call of the mail server of the platform. */
export const pqrInboundApi = api({
  receive: {
    method: 'POST',
    path: '/pqr/inbound',
    summary: 'Recibe un correo que responde a la carta de una PQR, tal como llegó, y lo agrega al caso',
    roles: 'public',
    bodyAs: 'email',
    idempotency: 'never',
    /** One outcome for each case that the mail names; none for an automatic answer, and for a mail to no case. */
    reply: z.object({
      data: z.object({ is_automatic: z.boolean(), outcomes: z.array(z.enum(MAIL_OUTCOMES)) }),
      message: z.string(),
    }),
  },
})
