import * as z from 'zod/mini'
import { type Day, dayLabel } from '#domain/core/days.ts'
import { type Money, pesosLabel } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { trimmedText } from '#domain/core/text.ts'

/** The notices of collections: before the due day, before a cut, after it, and after the reconnection. */
export const TEMPLATE_KINDS = ['reminder', 'notice', 'cut', 'reconnected'] as const
export type TemplateKind = (typeof TEMPLATE_KINDS)[number]
export const TEMPLATE_LABELS: Readonly<Record<TemplateKind, string>> = {
  reminder: 'Recordatorio antes del vencimiento',
  notice: 'Aviso antes del corte',
  cut: 'Servicio suspendido',
  reconnected: 'Servicio reconectado',
}

const FIELDS = ['nombre', 'empresa', 'contrato', 'valor', 'fecha'] as const
type Field = (typeof FIELDS)[number]

/** The words of a template; `{campo}` is replaced. */
export const TemplateWords = z.strictObject({
  subject: trimmedText(120, { required: 'Escribe el asunto' }),
  text: trimmedText(2_000, { required: 'Escribe el mensaje' }),
})
export type TemplateWords = z.output<typeof TemplateWords>

export const Template = z.object({
  kind: z.enum(TEMPLATE_KINDS),
  ...TemplateWords.shape,
  is_own: z.boolean(),
  /** The e-mail of an invented client. */
  preview: z.object({ subject: z.string(), text: z.string() }),
})
export type Template = z.output<typeof Template>

export const DEFAULT_TEMPLATES: Readonly<Record<TemplateKind, TemplateWords>> = {
  reminder: {
    subject: 'Tu factura de {empresa} vence el {fecha}',
    text: 'Hola, {nombre}. Te recordamos que tu servicio del contrato {contrato} tiene {valor} por pagar, hasta el {fecha}.\n\nSi ya pagaste, no tienes que hacer nada.',
  },
  notice: {
    subject: 'Tu servicio se puede suspender desde el {fecha}',
    text: 'Hola, {nombre}. Tu contrato {contrato} tiene {valor} vencidos. Si no recibimos el pago, podemos suspender el servicio desde el {fecha}.\n\nSi no estás de acuerdo con la factura, puedes reclamar: lo que reclamas no se cobra ni se corta mientras lo resolvemos.\n\nSi ya pagaste, no tienes que hacer nada.',
  },
  cut: {
    subject: 'Suspendimos tu servicio por falta de pago',
    text: 'Hola, {nombre}. Hoy suspendimos el servicio de tu contrato {contrato} porque tiene {valor} vencidos.\n\nCuando recibamos el pago lo reconectamos, a más tardar en tres días hábiles. Los días sin servicio no se cobran.',
  },
  reconnected: {
    subject: 'Tu servicio está activo otra vez',
    text: 'Hola, {nombre}. El servicio de tu contrato {contrato} está activo otra vez desde el {fecha}. Gracias.',
  },
}

/** The values of a notice. `on`: the due day, the first day of a cut, or the day of the change. */
export type TemplateValues = { name: string; company: string; no_contract: string; amount: Money; on: Day }

/** The text of each field. */
export const templateTexts = (values: TemplateValues): Readonly<Record<Field, string>> => ({
  nombre: values.name,
  empresa: values.company,
  contrato: values.no_contract,
  valor: pesosLabel(values.amount),
  fecha: dayLabel(values.on),
})

/** The words with the values in their place. */
export function filledTemplate(words: TemplateWords, values: TemplateValues): TemplateWords {
  const texts = templateTexts(values)
  const fill = (text: string): string =>
    text.replaceAll(/\{([a-zé]+)\}/g, (whole, name: string) => {
      const field = FIELDS.find((known) => known === name)
      return field === undefined ? whole : texts[field]
    })
  return { subject: fill(words.subject), text: fill(words.text) }
}

/**
 * Throws a Refusal for a field that does not exist, for a notice of a cut without its amount and its day (R2.3), and for an amount in the
 * message of a reconnection, which nothing is owed for.
 */
export function assertTemplate(kind: TemplateKind, { subject, text }: TemplateWords): void {
  for (const [at, value] of [
    ['template.subject', subject],
    ['template.text', text],
  ] as const) {
    const unknown = [...value.matchAll(/\{([^}]*)\}/g)].find(([, name]) => !FIELDS.some((field) => field === name))
    if (unknown)
      throw refuseField('refused', at, `${unknown[0]} no existe. Usa ${FIELDS.map((f) => `{${f}}`).join(', ')}`)
  }
  const missing = ['{valor}', '{fecha}', '{contrato}'].find((field) => !text.includes(field))
  if (kind === 'notice' && missing !== undefined)
    throw refuseField('refused', 'template.text', `El aviso del corte debe decir ${missing}`)
  if (kind === 'reconnected' && text.includes('{valor}'))
    throw refuseField('refused', 'template.text', 'El mensaje de la reconexión no tiene {valor}')
}
