import * as z from 'zod/mini'
import { storable } from '#domain/core/storable.ts'
import { readReplyText } from '#server/providers/reply-text.ts'
import { classOf, type FailureClass } from './problems.ts'
import { CreatedTemplate, ErrorBody, PhoneNumber, Sent, type Template, TemplateList } from './shapes.ts'

/** The keys of one number. */
export type WhatsappKeys = { phone_number_id: string; waba_id: string; token: string }

/** A template with its variables by name. `to`: ten digits of a Colombian mobile. `reference`: it comes back in each status (≤ 512). */
export type TemplateMessage = {
  to: string
  template: string
  language: string
  values: Readonly<Record<string, string>>
  reference: string
}

export type NewTemplate = {
  name: string
  language: string
  body: string
  /** An example of each variable: Meta reviews the template with them. */
  examples: Readonly<Record<string, string>>
  footer: string
  button: { text: string; url: string }
}

/**
 * Why a call has no result. `code`: of Meta, null without an answer. `unsent`: the request did not leave. `unknown`: it may have had its
 * effect, so a message is not sent again (the Cloud API has no idempotency key).
 */
export type WhatsappFailure = {
  kind: FailureClass | 'unsent' | 'unknown'
  code: number | null
  details: string
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: WhatsappFailure }

/** An accepted message: 200 is acceptance, and the delivery arrives by the webhook. `isHeld`: Meta keeps it while it looks at its template. */
type AcceptedMessage = { id: string; isHeld: boolean }

/** One number of a company at the WhatsApp Cloud API. */
export type Whatsapp = {
  send(message: TemplateMessage): Promise<Outcome<AcceptedMessage>>
  /** The number itself: it proves the token and the phone number id. */
  number(): Promise<Outcome<PhoneNumber>>
  /** The templates with exactly this name, one for each language. */
  templates(name: string): Promise<Outcome<Template[]>>
  createTemplate(template: NewTemplate): Promise<Outcome<CreatedTemplate>>
}

const TIMEOUT_MS = 10_000
const REPLY_MAX_BYTES = 1024 * 1024
const COUNTRY = '+57'

/** A client at a base address with its version ('https://graph.facebook.com/v25.0'). It does not throw: every failure is an outcome. */
export function whatsappAt(baseUrl: string, keys: WhatsappKeys, timeoutMs = TIMEOUT_MS): Whatsapp {
  const call = async <S extends z.ZodMiniType>(schema: S, path: string, body?: unknown) => {
    const init: RequestInit = {
      headers: { authorization: `Bearer ${keys.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    }
    return readReply(schema, await send(`${baseUrl}/${path}`, init, timeoutMs))
  }
  const number = encodeURIComponent(keys.phone_number_id)
  const templates = `${encodeURIComponent(keys.waba_id)}/message_templates`
  return {
    send: async (message) => {
      const outcome = await call(Sent, `${number}/messages`, messageBody(message))
      if (!outcome.ok) return outcome
      const [sent] = outcome.value.messages
      if (!sent) return failed('unknown')
      return { ok: true, value: { id: sent.id, isHeld: (sent.message_status ?? 'accepted') !== 'accepted' } }
    },
    number: () => call(PhoneNumber, `${number}?fields=display_phone_number,verified_name`),
    templates: async (name) => {
      const outcome = await call(TemplateList, `${templates}?name=${encodeURIComponent(name)}`)
      return outcome.ok ? { ok: true, value: outcome.value.data.filter((one) => one.name === name) } : outcome
    },
    createTemplate: (template) => call(CreatedTemplate, templates, templateBody(template)),
  }
}

/** Without `+57` Meta would put the country of the sender's own number in front. */
const messageBody = ({ to, template, language, values, reference }: TemplateMessage) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: `${COUNTRY}${to}`,
  type: 'template',
  template: {
    name: template,
    language: { code: language },
    components: [
      {
        type: 'body',
        parameters: Object.entries(values).map(([parameter_name, text]) => ({ type: 'text', parameter_name, text })),
      },
    ],
  },
  biz_opaque_callback_data: reference,
})

/** How long Meta tries to deliver a notice, in seconds: the longest of a template of utility that is not 30 days. */
const DELIVERY_S = 43_200

const templateBody = ({ name, language, body, examples, footer, button }: NewTemplate) => ({
  name,
  language,
  category: 'UTILITY',
  parameter_format: 'named',
  message_send_ttl_seconds: DELIVERY_S,
  components: [
    {
      type: 'body',
      text: body,
      example: {
        body_text_named_params: Object.entries(examples).map(([param_name, example]) => ({ param_name, example })),
      },
    },
    { type: 'footer', text: footer },
    { type: 'buttons', buttons: [{ type: 'url', ...button }] },
  ],
})

type HttpReply = { status: number; body: unknown } | 'unsent' | 'unknown'

/** Sends one request with limits on its total time and its reply size, without redirects. */
async function send(url: string, init: RequestInit, timeoutMs: number): Promise<HttpReply> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const text = await readReplyText(response, REPLY_MAX_BYTES)
    return text === null ? 'unknown' : { status: response.status, body: JSON.parse(text) }
  } catch (error) {
    return hasNoConnection(error) ? 'unsent' : 'unknown'
  }
}

/** Failures of the connection itself: no byte of the request left. */
const NO_CONNECTION: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

const hasNoConnection = (error: unknown): boolean =>
  error instanceof Error &&
  typeof error.cause === 'object' &&
  error.cause !== null &&
  'code' in error.cause &&
  NO_CONNECTION.has(error.cause.code)

/** Only a reply with an error of Meta says that nothing was done: another one, of any status, says nothing. */
function readReply<S extends z.ZodMiniType>(schema: S, reply: HttpReply): Outcome<z.output<S>> {
  if (typeof reply === 'string') return failed(reply)
  const { status, body } = reply
  if (status >= 200 && status < 300) {
    const parsed = z.safeParse(schema, body)
    return parsed.success ? { ok: true, value: parsed.data } : failed('unknown')
  }
  const refused = z.safeParse(ErrorBody, body)
  if (!refused.success) return failed('unknown')
  const { code, message, error_data } = refused.data.error
  const details = storable(error_data?.details ?? message ?? '', DETAILS_MAX)
  return { ok: false, failure: { kind: classOf(code), code, details } }
}

const DETAILS_MAX = 300

const failed = <T>(kind: 'unsent' | 'unknown'): Outcome<T> => ({
  ok: false,
  failure: { kind, code: null, details: '' },
})
