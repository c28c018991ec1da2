import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { SECOND_MS } from '#domain/core/durations.ts'
import { deliver, type Status, statusValue } from './events.ts'
import { type Reply, refusal, type SimulatedMessage, type SimulatedNumber, type SimulatorState } from './state.ts'
import { variablesOf } from './templates.ts'

const Text = z.strictObject({ type: z.literal('text'), parameter_name: z.optional(z.string()), text: z.string() })
const BodyPart = z.strictObject({ type: z.literal('body'), parameters: z.array(Text) })
const TemplatePart = z.strictObject({
  name: z.string(),
  language: z.strictObject({ code: z.string() }),
  components: z.optional(z.array(BodyPart)),
})
const Send = z.strictObject({
  messaging_product: z.string(),
  recipient_type: z.optional(z.literal('individual')),
  to: z.optional(z.string()),
  type: z.optional(z.string()),
  template: z.optional(TemplatePart),
  text: z.optional(
    z.strictObject({ preview_url: z.optional(z.boolean()), body: z.string().check(z.maxLength(4_096)) }),
  ),
  biz_opaque_callback_data: z.optional(z.string().check(z.maxLength(512))),
})
type Send = z.output<typeof Send>
type TemplatePart = z.output<typeof TemplatePart>

const PER_SECOND_MAX = 80
const PAIR_MS = 6_000
const PAIR_BURST = 45
const BODY_MAX = 1_024

/** Only of this simulator: the last two digits of a number decide what becomes of its messages. */
const ENDINGS: Readonly<Record<string, { statuses: readonly Status[]; code?: number }>> = {
  '26': { statuses: ['failed'], code: 131_026 },
  '50': { statuses: ['failed'], code: 131_050 },
  '77': { statuses: ['sent', 'delivered', 'read'] },
  '99': { statuses: [] },
}
const MAGIC = /^573000000(\d{3})$/
const FAILS_TWICE = '573000000016'

/** Accepts a message or refuses it, in the order of the checks of Meta. */
export function sendMessage(state: SimulatorState, number: SimulatedNumber, raw: unknown): Reply {
  const parsed = z.safeParse(Send, raw)
  if (!parsed.success) return refusal(400, 100, `Invalid parameter ${parsed.error.issues[0]?.path.join('.') ?? ''}`)
  const refused = refuseShape(parsed.data)
  if (refused) return refused
  const to = recipientOf(parsed.data.to ?? '')
  if (to === null) return refusal(400, 131_009, 'to is not a valid phone number')
  const { template } = parsed.data
  const wrong = template ? refuseTemplate(state, number, template) : null
  if (wrong) return wrong
  const limited = refuseFrequency(state, number, to)
  if (limited) return limited
  const left = to === FAILS_TWICE ? (state.failuresLeft.get(to) ?? 2) : 0
  if (left > 0) {
    state.failuresLeft.set(to, left - 1)
    return refusal(500, 131_016, 'Service unavailable')
  }
  return accept(state, number, to, parsed.data)
}

function refuseShape({ messaging_product, to, type, template, text }: Send): Reply | null {
  if (messaging_product !== 'whatsapp') return refusal(400, 131_009, 'messaging_product must be whatsapp')
  if (to === undefined) return refusal(400, 131_008, 'to is required')
  if (type !== 'template' && type !== 'text') return refusal(400, 131_009, 'type is not supported')
  if (type === 'template' && !template) return refusal(400, 131_008, 'template is required')
  if (type === 'text' && !text) return refusal(400, 131_008, 'text is required')
  return null
}

/** The digits with their country. Without `+` Meta puts the country of the sender's own number in front. */
function recipientOf(to: string): string | null {
  if (!/^\+?[\d\s()-]+$/.test(to)) return null
  const digits = to.replaceAll(/\D/g, '')
  if (digits.length < 8 || digits.length > 15) return null
  return to.startsWith('+') || digits.startsWith('57') ? digits : `57${digits}`
}

function refuseTemplate(state: SimulatorState, number: SimulatedNumber, part: TemplatePart): Reply | null {
  const found = state.templates.find(
    (one) => one.waba_id === number.waba_id && one.name === part.name && one.language === part.language.code,
  )
  if (found?.status === 'PAUSED') return refusal(400, 132_015, 'Template is paused due to low quality')
  if (found?.status === 'DISABLED') return refusal(400, 132_016, 'Template is disabled')
  if (found?.status !== 'APPROVED')
    return refusal(404, 132_001, `template name (${part.name}) does not exist in ${part.language.code}`)
  const expected = variablesOf(found.body)
  const parameters = part.components?.flatMap((component) => component.parameters) ?? []
  if (parameters.length !== expected.length)
    return refusal(400, 132_000, `body: number of localizable_params (${parameters.length}) does not match`)
  const names = new Set(parameters.map(({ parameter_name }) => parameter_name))
  if (expected.some((one) => !names.has(one))) return refusal(400, 132_012, 'body: parameter_name does not match')
  if (parameters.some(({ text }) => text === '' || /[\n\t]| {5}/.test(text)))
    return refusal(400, 132_018, 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces')
  const length =
    found.body.replaceAll(/\{\{[a-z0-9_]+\}\}/g, '').length + parameters.reduce((sum, { text }) => sum + text.length, 0)
  return length > BODY_MAX ? refusal(400, 132_005, 'Translated text too long') : null
}

function refuseFrequency(state: SimulatorState, number: SimulatedNumber, to: string): Reply | null {
  const now = state.now()
  const calls = (state.calls.get(number.phone_number_id) ?? []).filter((at) => now - at < SECOND_MS)
  if (calls.length >= PER_SECOND_MAX) return refusal(429, 130_429, 'Rate limit hit')
  const key = `${number.phone_number_id} ${to}`
  const pair = (state.pairs.get(key) ?? []).filter((at) => now - at < PAIR_MS * PAIR_BURST)
  if (pair.length >= PAIR_BURST)
    return refusal(400, 131_056, '(Business Account, Consumer Account) pair rate limit hit')
  state.calls.set(number.phone_number_id, [...calls, now])
  state.pairs.set(key, [...pair, now])
  return null
}

function accept(state: SimulatorState, number: SimulatedNumber, to: string, sent: Send): Reply {
  const message: SimulatedMessage = {
    id: `wamid.${randomBytes(24).toString('base64')}`,
    number,
    to,
    template: sent.template?.name ?? null,
    values: Object.fromEntries(
      sent.template?.components?.flatMap(({ parameters }) =>
        parameters.map(({ parameter_name, text }) => [parameter_name ?? '', text]),
      ) ?? [],
    ),
    reference: sent.biz_opaque_callback_data ?? null,
    at: new Date(state.now()),
  }
  const isNew = !state.messages.some((one) => one.to === to)
  const reached = new Set(state.messages.map((one) => one.to)).size
  state.messages.push(message)
  const isOverTier = isNew && reached >= state.tier
  // Outside the window of 24 hours a text is accepted and then fails: the simulator opens no window.
  void report(state, message, sent.type === 'text' ? 131_047 : isOverTier ? 131_049 : null)
  return {
    status: 200,
    body: {
      messaging_product: 'whatsapp',
      contacts: [{ input: sent.to, wa_id: to }],
      messages: [{ id: message.id, ...(sent.template ? { message_status: 'accepted' } : {}) }],
    },
  }
}

/** Reports what becomes of a message, one status after the other. */
async function report(state: SimulatorState, message: SimulatedMessage, code: number | null): Promise<void> {
  const ending = ENDINGS[(MAGIC.exec(message.to)?.[1] ?? '').slice(-2)] ?? { statuses: ['sent', 'delivered'] as const }
  const statuses = code === null ? ending.statuses : (['failed'] as const)
  const next = (index: number): void => {
    const status = statuses[index]
    if (status === undefined) return
    state.later(state.statusMs, () => {
      const failure = status === 'failed' ? (code ?? ('code' in ending ? ending.code : undefined)) : undefined
      void deliver(state, message.number, 'messages', statusValue(message, status, state.now(), failure)).then(() =>
        next(index + 1),
      )
    })
  }
  next(0)
}
