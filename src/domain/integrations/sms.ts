import * as z from 'zod/mini'
import { Mobile } from '#domain/core/contact-fields.ts'
import { Pesos, pesosField } from '#domain/core/money.ts'
import { patternText, trimmedText } from '#domain/core/text.ts'
import { WHATSAPP_NOTICES } from './whatsapp.ts'

const URL_MAX = 300
const KEY_MIN = 8
const KEY_MAX = 500

/** The account of a company at a gateway of text messages. Write-only: no reply contains the key. */
export const SmsCredentials = z.strictObject({
  url: trimmedText(URL_MAX, { required: 'La dirección es requerida' }),
  sender: patternText(6, /^\d{5,6}$/, 'El código corto tiene 5 o 6 números', 'El código corto es requerido'),
  key: trimmedText(KEY_MAX, { required: 'La llave es requerida' }).check(
    z.regex(/^[\x21-\x7e]*$/, { error: 'La llave no tiene espacios ni tildes: cópiala completa' }),
    z.minLength(KEY_MIN, { error: 'La llave es más larga: cópiala completa' }),
  ),
})
export type SmsCredentials = z.output<typeof SmsCredentials>

/** The mobile that receives the message of a test. */
export const SmsTest = z.strictObject({ phone: Mobile })

/** What one part costs; null: it is not known yet. */
export const SmsPrice = z.strictObject({
  part_price: z.nullable(
    pesosField({
      required: 'Escribe cuánto cuesta cada parte',
      invalid: 'Escribe el valor en pesos, como 12,50',
    }).check(z.refine((price) => price >= 0, { error: 'El valor no puede ser negativo' })),
  ),
})

/** The notices of collections that may go by text message: the same ones as by WhatsApp. */
export const SmsNotices = z.strictObject({
  notices: z
    .array(z.enum(WHATSAPP_NOTICES, { error: 'Elige un aviso de la lista' }))
    .check(z.maxLength(WHATSAPP_NOTICES.length, { error: 'Elige cada aviso una vez' })),
})

/**
 * The most that a notice costs in a month by text message: one for each contract in service whose client would get it so. `parts`: of one
 * message. `cost`: null without a price.
 */
export const SmsMonth = z.object({
  notice: z.enum(WHATSAPP_NOTICES),
  messages: z.number(),
  parts: z.number(),
  cost: z.nullable(Pesos),
})
export type SmsMonth = z.output<typeof SmsMonth>

/** The account of a company, without its key. */
export const SmsConnection = z.object({
  url: z.string(),
  sender: z.string(),
  last_four: z.string(),
  part_price: z.nullable(Pesos),
  notices: z.array(z.enum(WHATSAPP_NOTICES)),
  set_at: z.iso.datetime(),
  set_by: z.string(),
  tested_at: z.nullable(z.iso.datetime()),
  problem: z.nullable(z.string()),
  is_on: z.boolean(),
})
export type SmsConnection = z.output<typeof SmsConnection>
