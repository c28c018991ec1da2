import { SECOND_MS } from '#domain/core/durations.ts'
import { eventSignature } from '#server/providers/whatsapp/signature.ts'
import type { SimulatedMessage, SimulatedNumber, SimulatedTemplate, SimulatorState } from './state.ts'

const ANSWER_MAX_MS = 10_000

/** The body of an event with its signature: Meta escapes what is not ASCII, and signs the escaped bytes. */
export function signedEvent(
  number: Pick<SimulatedNumber, 'waba_id' | 'app_secret'>,
  field: string,
  value: unknown,
  at: number,
) {
  const event = {
    object: 'whatsapp_business_account',
    entry: [{ id: number.waba_id, time: Math.floor(at / SECOND_MS), changes: [{ field, value }] }],
  }
  const body = JSON.stringify(event).replaceAll(
    /[\u0080-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': eventSignature(Buffer.from(body), number.app_secret),
  }
  return { body, headers }
}

const metadataOf = ({ display_phone_number, phone_number_id }: SimulatedNumber) => ({
  display_phone_number,
  phone_number_id,
})

export type Status = 'sent' | 'delivered' | 'read' | 'failed'

/** The change of one message, as `value` of an event. `code`: of a failure. */
export function statusValue(message: SimulatedMessage, status: Status, at: number, code?: number) {
  const { id, to, reference } = message
  const hasPrice = status === 'sent' || status === 'delivered'
  return {
    messaging_product: 'whatsapp',
    metadata: metadataOf(message.number),
    statuses: [
      {
        id,
        status,
        timestamp: String(Math.floor(at / SECOND_MS)),
        recipient_id: to,
        ...(reference === null ? {} : { biz_opaque_callback_data: reference }),
        ...(hasPrice
          ? { pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' } }
          : {}),
        ...(code === undefined
          ? {}
          : {
              errors: [
                {
                  code,
                  title: 'Message undeliverable',
                  message: 'Message undeliverable',
                  error_data: { details: 'Message undeliverable.' },
                  href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
                },
              ],
            }),
      },
    ],
  }
}

export type Inbound = { from: string; id: string; text: string; name: string }

/** A text that a user wrote, as `value` of an event. */
export const inboundValue = (number: SimulatedNumber, { from, id, text, name }: Inbound, at: number) => ({
  messaging_product: 'whatsapp',
  metadata: metadataOf(number),
  contacts: [{ profile: { name }, wa_id: from }],
  messages: [{ from, id, timestamp: String(Math.floor(at / SECOND_MS)), type: 'text', text: { body: text } }],
})

/** A change of a template, as `value` of an event. */
export const templateValue = (template: SimulatedTemplate, event: string, reason: string, title?: string) => ({
  event,
  message_template_id: Number(template.id),
  message_template_name: template.name,
  message_template_language: template.language,
  message_template_category: template.category,
  reason,
  ...(event === 'REJECTED' ? { rejection_info: { reason: 'No cumple el formato', recommendation: 'Corrígela' } } : {}),
  ...(title === undefined ? {} : { other_info: { title } }),
})

/** Sends an event until the reply is 200, with one retry after each wait. */
export async function deliver(
  state: SimulatorState,
  number: SimulatedNumber,
  field: string,
  value: unknown,
): Promise<void> {
  const url = number.events_url
  if (url === null) return
  const { body, headers } = signedEvent(number, field, value, state.now())
  const attempt = async (left: readonly number[]): Promise<void> => {
    const isAccepted = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MAX_MS),
    }).then(
      (answer) => answer.status === 200,
      () => false,
    )
    const [wait, ...rest] = left
    if (!isAccepted && wait !== undefined) state.later(wait, () => void attempt(rest))
  }
  await attempt(state.retriesMs)
}
