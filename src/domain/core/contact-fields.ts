import * as z from 'zod/mini'
import { trimmedText } from './text.ts'

/** The maximum length of an e-mail address (RFC 5321). */
const EMAIL_MAX = 254
export const EMAIL_COPY = 'Escribe un correo válido, por ejemplo ana@correo.com'
/** Each part of the domain excludes the dot, so that the pattern has one way to match and its time is linear in the length. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/** An e-mail address as it is stored and compared: trimmed, in lower case. */
export const emailField = (required = 'El correo es requerido') =>
  trimmedText(EMAIL_MAX, { required, tooLong: EMAIL_COPY }).check(
    z.toLowerCase(),
    z.regex(EMAIL, { error: EMAIL_COPY, abort: true }),
  )

/** A number without the blanks, dots, parentheses and hyphens between its digits. */
export const withoutSeparators = (text: string): string => text.replaceAll(/[\s.()-]/g, '')
const PHONE_TYPED_MAX = 30

/** A phone number with or without separators; its parsed value contains digits only. */
const phoneField = (pattern: RegExp, error: string, required = error) =>
  trimmedText(PHONE_TYPED_MAX, { required, tooLong: error }).check(
    z.overwrite(withoutSeparators),
    z.regex(pattern, { error }),
  )

// Ten digits since 2021 (Resolución CRC 5826 de 2019).
export const Mobile = phoneField(/^3\d{9}$/, 'El celular tiene 10 dígitos y empieza por 3')
export const Landline = phoneField(/^60[1245678]\d{7}$/, 'El fijo tiene 10 dígitos y empieza por 60 y el indicativo')
/** A mobile or a landline number. */
export const Phone = phoneField(
  /^(?:3\d{9}|60[1245678]\d{7})$/,
  'Escribe los 10 dígitos del teléfono',
  'El teléfono es requerido',
)
