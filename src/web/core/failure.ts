import * as z from 'zod/mini'
import type { FieldError } from '#domain/core/refusal.ts'

/** The reason why a call failed, in a sentence for the user. `status` is 0 without a response. */
export type Failure = Error & {
  readonly status: number
  /** The server's code in capitals ('LIMIT_REACHED'), or NETWORK, TIMEOUT, UNREADABLE. */
  readonly code: string
  readonly errors?: readonly FieldError[]
  readonly retryAfterS?: number
}

type FailureFields = Pick<Failure, 'status' | 'code' | 'message' | 'errors' | 'retryAfterS'>

export const failureOf = ({ message, ...fields }: FailureFields): Failure => Object.assign(new Error(message), fields)

export const isFailure = (error: unknown): error is Failure =>
  error instanceof Error && 'status' in error && 'code' in error

/** Failures without a message of the server: no response, or one that is not in the format of the API. */
const WITHOUT_SERVER_MESSAGE: ReadonlySet<string> = new Set(['NETWORK', 'TIMEOUT', 'UNREADABLE'])

const hasServerMessage = (failure: Failure): boolean => !WITHOUT_SERVER_MESSAGE.has(failure.code)

/**
 * The server's message; without one, the `fallback` of the screen (without a full stop), followed by
 * the known reason (API-02, PLN-06, ERR-03): 'Error al crear el plan. No hay conexión: revisa tu internet…'.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!isFailure(error)) return fallback
  return hasServerMessage(error) ? error.message : `${fallback}. ${error.message}`
}

/** The same for a part of the screen that could not be loaded, as the properties of `ErrorState`. */
export const readProblemOf = (
  failure: Failure,
  fallback?: string,
): { title?: string; message: string; code: string } => ({
  ...(fallback === undefined || hasServerMessage(failure) ? {} : { title: fallback }),
  message: failure.message,
  code: failure.code,
})

const ErrorBody = z.object({
  message: z.string().check(z.minLength(1)),
  code: z._default(z.string(), 'UNKNOWN'),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
})

/** The failure of a response that is not a success. A proxy before the server may respond in another format. */
export function failureOfReply(status: number, body: unknown, retryAfter: string | null): Failure {
  const parsed = z.safeParse(ErrorBody, body)
  const wait = Number(retryAfter)
  return failureOf({
    status,
    ...(parsed.success ? parsed.data : UNREADABLE_REPLY),
    ...(retryAfter !== null && wait > 0 ? { retryAfterS: wait } : {}),
  })
}

const UNREADABLE_REPLY = {
  code: 'UNREADABLE',
  message: 'No podemos responder en este momento. Intenta de nuevo en unos segundos.',
}

/** The failure of an error that `fetch` threw. */
export function failureOfFetch(error: unknown): Failure {
  if (isFailure(error)) return error
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'
  return isTimeout
    ? failureOf({ status: 0, code: 'TIMEOUT', message: 'La respuesta tardó demasiado. Intenta de nuevo.' })
    : failureOf({ status: 0, code: 'NETWORK', message: 'No hay conexión: revisa tu internet e intenta de nuevo.' })
}

const SESSION_END_TEXTS = ['Tu sesión ha expirado', 'Token inválido', 'No autorizado', 'Unauthorized']

/** Whether a response means that the session ended (ERR-01). */
export const isSessionEnd = ({ status, code, message }: FailureFields): boolean =>
  status === 401 || code === 'TOKEN_EXPIRED' || SESSION_END_TEXTS.some((text) => message.includes(text))

export const sessionEndedFailure = (): Failure =>
  failureOf({ status: 401, code: 'TOKEN_EXPIRED', message: 'Sesión expirada' })
