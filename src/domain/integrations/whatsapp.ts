import * as z from 'zod/mini'
import { type Day, DayText, dayLabel } from '#domain/core/days.ts'
import { Pesos, pesosField } from '#domain/core/money.ts'
import { patternText, trimmedText } from '#domain/core/text.ts'

/** The notices of collections that may go by WhatsApp. The checks of the tables `whatsapp_accounts` and `whatsapp_templates` have the same values. */
export const WHATSAPP_NOTICES = ['reminder', 'notice', 'cut', 'reconnected'] as const
export type WhatsappNotice = (typeof WHATSAPP_NOTICES)[number]
export const WHATSAPP_NOTICE_LABELS: Readonly<Record<WhatsappNotice, string>> = {
  reminder: 'Recordatorio antes del vencimiento',
  notice: 'Aviso antes del corte',
  cut: 'Servicio suspendido',
  reconnected: 'Servicio reconectado',
}

/** The language of every template. */
export const WHATSAPP_LANGUAGE = 'es_CO'

/** The answer that withdraws the consent to messages by telephone. */
export const OPT_OUT_WORD = 'SALIR'
export const TEMPLATE_FOOTER = `Responde ${OPT_OUT_WORD} para no recibir más mensajes`
export const TEMPLATE_BUTTON = 'Ver mi cuenta'

/** The template of a notice: its name at Meta and its text. No variable is first or last, and nothing is promotional, as Meta requires. */
export const WHATSAPP_TEMPLATES: Readonly<Record<WhatsappNotice, { name: string; body: string }>> = {
  reminder: {
    name: 'enlace_recordatorio',
    body: 'Hola {{nombre}}, te recordamos que tu servicio de {{empresa}} del contrato {{contrato}} tiene {{valor}} por pagar hasta el {{fecha}}. Si ya pagaste, no tienes que hacer nada.',
  },
  notice: {
    name: 'enlace_aviso_corte',
    body: 'Hola {{nombre}}, tu contrato {{contrato}} con {{empresa}} tiene {{valor}} vencidos. Si no recibimos el pago, podemos suspender el servicio desde el {{fecha}}. Si no estás de acuerdo puedes reclamar: lo que reclamas no se cobra ni se corta mientras lo resolvemos.',
  },
  cut: {
    name: 'enlace_suspendido',
    body: 'Hola {{nombre}}, el {{fecha}} suspendimos el servicio de tu contrato {{contrato}} con {{empresa}} porque tiene {{valor}} vencidos. Cuando recibamos el pago lo reconectamos, a más tardar en tres días hábiles.',
  },
  reconnected: {
    name: 'enlace_reconectado',
    body: 'Hola {{nombre}}, el servicio de tu contrato {{contrato}} con {{empresa}} está activo otra vez desde el {{fecha}}. Gracias.',
  },
}

/** An example of each variable, for the review of Meta. */
export const TEMPLATE_EXAMPLES: Readonly<Record<string, string>> = {
  nombre: 'Marta',
  empresa: 'Andina Fibra',
  contrato: 'AF-000123',
  valor: '$ 60.000,00',
  fecha: '15 de diciembre de 2026',
}

/** The variables of a template: '{{nombre}}' is nombre. */
export const variablesOf = (body: string): string[] =>
  [...new Set([...body.matchAll(/\{\{([a-z]+)\}\}/g)].map(([, name]) => name ?? ''))].toSorted()

/** The text of a template with its variables. */
export const filledBody = (body: string, values: Readonly<Record<string, string>>): string =>
  body.replaceAll(/\{\{([a-z]+)\}\}/g, (whole, name: string) => values[name] ?? whole)

/** The states of a template. `different`: its variables at Meta are not those of Enlace. The check of `whatsapp_templates` has the same values. */
export const TEMPLATE_STATUSES = [
  'missing',
  'pending',
  'approved',
  'rejected',
  'paused',
  'disabled',
  'different',
] as const
export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number]
export const TEMPLATE_STATUS_LABELS: Readonly<Record<TemplateStatus, string>> = {
  missing: 'Sin crear',
  pending: 'En revisión',
  approved: 'Lista para usar',
  rejected: 'Rechazada',
  paused: 'En pausa',
  disabled: 'Desactivada',
  different: 'Con otro texto',
}

/** What a person reads of a template that is not sent. Null for one that is. */
export const TEMPLATE_PROBLEMS: Readonly<Record<TemplateStatus, string | null>> = {
  missing: 'Meta todavía no la tiene: pídela aquí',
  pending: 'Meta la está revisando; puede tardar un día',
  approved: null,
  rejected: 'Meta no la aprobó: mira la razón en el administrador de WhatsApp y pide que la revisen',
  paused: 'Meta la puso en pausa porque varios clientes la bloquearon o la reportaron: se reactiva sola',
  disabled: 'Meta la desactivó: no se puede usar más',
  different: 'En Meta tiene otras variables: bórrala allá y pídela aquí',
}

/** The state that Meta gives to a template, or an event about it, as ours. */
export function templateStatusOf(event: string): TemplateStatus {
  const word = event.toUpperCase()
  if (['APPROVED', 'REINSTATED', 'UNPAUSE', 'UNARCHIVED'].includes(word)) return 'approved'
  if (['PENDING', 'IN_APPEAL'].includes(word)) return 'pending'
  if (['PAUSED', 'FLAGGED', 'LIMIT_EXCEEDED', 'LOCKED'].includes(word))
    return word === 'FLAGGED' ? 'approved' : 'paused'
  if (['DELETED', 'PENDING_DELETION'].includes(word)) return 'missing'
  return word === 'REJECTED' ? 'rejected' : 'disabled'
}

const metaId = (required: string, example: string) =>
  patternText(20, /^\d{5,20}$/, `Son solo números, como ${example}`, required)

const TOKEN_MIN = 16
const SECRET_MIN = 16

const secret = (max: number, required: string) =>
  trimmedText(max, { required }).check(z.regex(/^\S*$/, { error: 'Quita los espacios' }))

const Keys = z.strictObject({
  phone_number_id: metaId('El identificador del número es requerido', '106540352242922'),
  waba_id: metaId('El identificador de la cuenta es requerido', '102290129340398'),
  token: secret(1_000, 'El token es requerido').check(
    z.minLength(TOKEN_MIN, { error: 'El token es más largo: cópialo completo' }),
  ),
  app_secret: secret(200, 'El secreto de la app es requerido').check(
    z.minLength(SECRET_MIN, { error: 'El secreto de la app es más largo: cópialo completo' }),
  ),
  verify_token: secret(200, 'El token de verificación es requerido').check(
    z.minLength(SECRET_MIN, { error: `Inventa uno de al menos ${SECRET_MIN} caracteres` }),
  ),
})
type Keys = z.output<typeof Keys>

/** The keys of a company's number. Write-only: no reply contains the token or the secrets. */
export const WhatsappCredentials = Keys.check(
  z.refine<Keys>((keys) => keys.phone_number_id !== keys.waba_id, {
    path: ['waba_id'],
    error: 'Es el identificador del número: copia el de la cuenta de WhatsApp Business',
  }),
  z.refine<Keys>((keys) => keys.app_secret !== keys.token, {
    path: ['app_secret'],
    error: 'Es el token: copia el secreto de la app',
  }),
  z.refine<Keys>((keys) => keys.verify_token !== keys.app_secret && keys.verify_token !== keys.token, {
    path: ['verify_token'],
    error: 'Inventa uno distinto del token y del secreto',
  }),
)
export type WhatsappCredentials = z.output<typeof WhatsappCredentials>

/** What a message costs from a day on. */
const NewPrice = z.strictObject({
  price: pesosField({
    required: 'Escribe cuánto cuesta un mensaje',
    invalid: 'Escribe el valor en pesos, como 3,30',
  }).check(z.refine((price) => price >= 0, { error: 'El valor no puede ser negativo' })),
  starts_on: DayText,
})

export const WhatsappSettings = z.strictObject({
  notices: z
    .array(z.enum(WHATSAPP_NOTICES, { error: 'Elige un aviso de la lista' }))
    .check(z.maxLength(WHATSAPP_NOTICES.length, { error: 'Elige cada aviso una vez' })),
  price: z.optional(NewPrice),
})
export type WhatsappSettings = z.output<typeof WhatsappSettings>

const Price = z.object({ price: Pesos, starts_on: DayText })
export type WhatsappPrice = z.output<typeof Price>

/** The number of a company, without its secrets. */
export const WhatsappConnection = z.object({
  phone_number_id: z.string(),
  waba_id: z.string(),
  display_phone: z.nullable(z.string()),
  last_four: z.record(z.string(), z.string()),
  set_at: z.iso.datetime(),
  set_by: z.string(),
  tested_at: z.nullable(z.iso.datetime()),
  problem: z.nullable(z.string()),
  is_on: z.boolean(),
  /** Where Meta must send its events. */
  events_url: z.string(),
  /** The last event with a valid signature, and the last one without it. */
  event_at: z.nullable(z.iso.datetime()),
  refused_at: z.nullable(z.iso.datetime()),
  notices: z.array(z.enum(WHATSAPP_NOTICES)),
  templates: z.array(
    z.object({
      notice: z.enum(WHATSAPP_NOTICES),
      name: z.string(),
      body: z.string(),
      status: z.enum(TEMPLATE_STATUSES),
      category: z.nullable(z.string()),
      problem: z.nullable(z.string()),
    }),
  ),
  price: z.nullable(Price),
  next_price: z.nullable(Price),
})
export type WhatsappConnection = z.output<typeof WhatsappConnection>

/** 'Cada mensaje cuesta $ 3,30 desde el 1 de octubre de 2026'. */
export const priceFrom = (starts_on: Day): string => `desde el ${dayLabel(starts_on)}`
