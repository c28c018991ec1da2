import * as z from 'zod/mini'
import { withoutSeparators } from '#domain/core/contact-fields.ts'
import type { Day } from '#domain/core/days.ts'
import { patternText, trimmedText } from '#domain/core/text.ts'

const NUMBER_COPY = 'Escribe el número completo de la tarjeta'
const EXPIRY_COPY = 'Escribe el mes y el año en que vence, como 06/29'
const CVC_COPY = 'Escribe los 3 o 4 dígitos del código de seguridad'
/** The shortest name that the provider accepts. */
const HOLDER_MIN = 5
const HOLDER_COPY = 'Escribe el nombre como está en la tarjeta'
/** A month and a year of two or four digits, with a slash, a hyphen, a blank or nothing between them. */
const TYPED_EXPIRY = /^(\d{2})[\s/-]*(?:20)?(\d{2})$/

/**
 * The data of a card as they are typed, on a day. `expiry` is 'MM/AA'. Only the browser of the payer has them, and it sends them to the
 * provider alone: the server receives the token that the provider gives for them (docs/decisions/0088).
 */
export const cardOn = (today: Day) =>
  z.strictObject({
    number: trimmedText(40, { required: NUMBER_COPY, tooLong: NUMBER_COPY }).check(
      z.overwrite(withoutSeparators),
      z.regex(/^\d{12,19}$/, { error: NUMBER_COPY }),
    ),
    holder: trimmedText(100, { required: HOLDER_COPY, tooLong: HOLDER_COPY }).check(
      z.minLength(HOLDER_MIN, { error: HOLDER_COPY }),
    ),
    expiry: trimmedText(10, { required: EXPIRY_COPY, tooLong: EXPIRY_COPY }).check(
      z.overwrite((typed) => typed.replace(TYPED_EXPIRY, '$1/$2')),
      z.regex(/^(0[1-9]|1[0-2])\/\d{2}$/, { error: EXPIRY_COPY, abort: true }),
      z.refine((expiry) => `20${expiry.slice(3)}-${expiry.slice(0, 2)}` >= today.slice(0, 7), {
        error: 'Esa tarjeta ya venció: paga con otra',
      }),
    ),
    cvc: patternText(4, /^\d{3,4}$/, CVC_COPY),
  })
export type Card = z.output<ReturnType<typeof cardOn>>
