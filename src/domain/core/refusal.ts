/** The codes of a refusal, and the HTTP status of each (docs/api.md). */
export const REFUSAL_STATUS = {
  invalid: 400,
  idempotency_key_required: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  limit_reached: 409,
  in_use: 409,
  duplicate: 409,
  report_exists: 409,
  idempotency_conflict: 409,
  too_large: 413,
  address_too_long: 414,
  unsupported_media: 415,
  refused: 422,
  step_up_required: 422,
  wrong_password: 422,
  first_login_required: 422,
  totp_required: 422,
  wrong_totp: 422,
  two_factor_required: 422,
  too_many: 429,
  maintenance: 503,
  unavailable: 503,
  storage_full: 507,
} as const

export type RefusalCode = keyof typeof REFUSAL_STATUS

/** One invalid field: `field` is a dotted path into the body ('plan.price'). */
export type FieldError = { field: string; message: string }

/**
 * An expected refusal, with a message for the user. Any other error that is thrown is a bug.
 * Thrown inside `ctx.tx` it rolls the transaction back.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly errors: readonly FieldError[] | undefined
  /** The seconds to wait before the next request (429 and 503). */
  readonly retryAfterS: number | undefined

  constructor(code: RefusalCode, copy: string, more: { errors?: readonly FieldError[]; retryAfterS?: number } = {}) {
    super(copy)
    this.name = 'Refusal'
    this.code = code
    this.errors = more.errors
    this.retryAfterS = more.retryAfterS
  }
}

/** The Refusal that a rule throws; null when it throws none. Another error is thrown on. */
export function refusalOf(rule: () => void): Refusal | null {
  try {
    rule()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** A refusal about one field of the body: the form shows the message on that field. */
export const refuseField = (code: RefusalCode, field: string, message: string): Refusal =>
  new Refusal(code, message, { errors: [{ field, message }] })

/** The same refusal for a row that does not exist and for a row of another company or client. */
export const notFound = (copy = 'No encontramos lo que buscas'): Refusal => new Refusal('not_found', copy)
