import { trimmedText } from '#domain/core/text.ts'

const TOTP_MAX = 20
/** A code of the application or a recovery code. */
export const Totp = trimmedText(TOTP_MAX, { required: 'Escribe el código', tooLong: 'El código es más corto' })
