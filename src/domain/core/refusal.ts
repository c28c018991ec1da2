/** The codes an expected no can carry, and the HTTP status each becomes. The whole map (docs/api.md). */
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
  idempotency_conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  refused: 422,
  step_up_required: 422,
  wrong_password: 422,
  first_login_required: 422,
  too_many: 429,
  not_built: 501,
  maintenance: 503,
  unavailable: 503,
} as const

export type RefusalCode = keyof typeof REFUSAL_STATUS

/** One field that did not fit: `field` is a dotted path into the body ('plan.price'). */
export type FieldError = { field: string; message: string }

/**
 * An expected no, with a sentence for the person who reads it. Anything else that is thrown is a bug.
 * Thrown inside `ctx.tx` it rolls the transaction back.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly errors: readonly FieldError[] | undefined
  /** Seconds after which asking again makes sense (429 and 503). */
  readonly retryAfterS: number | undefined

  constructor(code: RefusalCode, copy: string, more: { errors?: readonly FieldError[]; retryAfterS?: number } = {}) {
    super(copy)
    this.name = 'Refusal'
    this.code = code
    this.errors = more.errors
    this.retryAfterS = more.retryAfterS
  }
}

/** A no that concerns one field of the body: the form shows the sentence on it. */
export const refuseField = (code: RefusalCode, field: string, message: string): Refusal =>
  new Refusal(code, message, { errors: [{ field, message }] })

/** What is absent and what belongs to somebody else read the same. */
export const notFound = (copy = 'No encontramos lo que buscas'): Refusal => new Refusal('not_found', copy)
