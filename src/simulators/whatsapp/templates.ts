import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { deliver, templateValue } from './events.ts'
import { type Reply, refusal, type SimulatedNumber, type SimulatedTemplate, type SimulatorState } from './state.ts'

const NamedExample = z.strictObject({ param_name: z.string(), example: z.string().check(z.minLength(1)) })
const Body = z.strictObject({
  type: z.literal('body'),
  text: z.string().check(z.minLength(1), z.maxLength(1_024)),
  example: z.optional(z.strictObject({ body_text_named_params: z.array(NamedExample) })),
})
const Footer = z.strictObject({ type: z.literal('footer'), text: z.string().check(z.minLength(1), z.maxLength(60)) })
const Button = z.strictObject({
  type: z.literal('url'),
  text: z.string().check(z.minLength(1), z.maxLength(25)),
  url: z.string().check(z.regex(/^https?:\/\//), z.maxLength(2_000)),
})
const Buttons = z.strictObject({ type: z.literal('buttons'), buttons: z.array(Button).check(z.maxLength(10)) })

const Create = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9_]{1,512}$/)),
  language: z.string().check(z.regex(/^[a-z]{2}(_[A-Z]{2})?$/)),
  category: z.enum(['UTILITY', 'MARKETING']),
  parameter_format: z.literal('named'),
  message_send_ttl_seconds: z.optional(z.int().check(z.gte(30), z.lte(43_200))),
  components: z.array(z.discriminatedUnion('type', [Body, Footer, Buttons])).check(z.minLength(1)),
})

/** The variables of a text: '{{nombre}}' is nombre. */
export const variablesOf = (text: string): string[] =>
  [...text.matchAll(/\{\{([a-z0-9_]+)\}\}/g)].map(([, name]) => name ?? '')

const PROMOTIONAL = /oferta|descuento|promo/i

/** Creates a template, which waits for its review. */
export function createTemplate(state: SimulatorState, number: SimulatedNumber, raw: unknown): Reply {
  const parsed = z.safeParse(Create, raw)
  if (!parsed.success) return refusal(400, 100, `Invalid parameter ${parsed.error.issues[0]?.path.join('.') ?? ''}`)
  const { name, language, components, category } = parsed.data
  const body = components.find((one) => one.type === 'body')
  if (!body) return refusal(400, 100, 'components: body is required')
  const variables = variablesOf(body.text)
  const examples = new Set(body.example?.body_text_named_params.map(({ param_name }) => param_name) ?? [])
  if (/^\s*\{\{|\}\}\s*$/.test(body.text)) return refusal(400, 100, 'Variables at the start or the end (2388299)')
  if (/\}\}\s*\{\{/.test(body.text)) return refusal(400, 100, 'Variables together (2388072)')
  if (variables.length !== examples.size || variables.some((one) => !examples.has(one)))
    return refusal(400, 100, 'example: one for each variable')
  if (state.templates.some((one) => one.waba_id === number.waba_id && one.name === name && one.language === language))
    return refusal(400, 100, 'A template with this name and language exists')
  const template: SimulatedTemplate = {
    waba_id: number.waba_id,
    id: String(randomInt(1_000_000_000, 9_999_999_999)),
    name,
    language,
    status: 'PENDING',
    category: PROMOTIONAL.test(body.text) ? 'MARKETING' : category,
    body: body.text,
    components: components.map((one) => ({ ...one, type: one.type.toUpperCase() })),
  }
  state.templates.push(template)
  state.later(state.reviewMs, () => {
    if (template.status !== 'PENDING') return
    template.status = 'APPROVED'
    void deliver(state, number, 'message_template_status_update', templateValue(template, 'APPROVED', 'NONE'))
  })
  return { status: 200, body: { id: template.id, status: template.status, category } }
}

/** The templates of an account whose name contains the text, as Meta lists them. */
export function listTemplates(state: SimulatorState, number: SimulatedNumber, name: string | null): Reply {
  const data = state.templates
    .filter((one) => one.waba_id === number.waba_id && one.name.includes(name ?? ''))
    .map(({ id, name: own, language, status, category, components }) => ({
      id,
      name: own,
      language,
      status,
      category,
      components,
      parameter_format: 'NAMED',
    }))
  return { status: 200, body: { data, paging: { cursors: { before: 'MAZDZD', after: 'MjQZD' } } } }
}
