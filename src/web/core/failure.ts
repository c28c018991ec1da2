import * as z from 'zod/mini'
import type { FieldError } from '#domain/core/refusal.ts'

/** Why a call did not succeed, in words for the person who asked. `status` is 0 when no answer came. */
export type Failure = Error & {
  readonly status: number
  /** The server's code in capitals ('LIMIT_REACHED'), or NETWORK, TIMEOUT, UNREADABLE. */
  readonly code: string
  readonly errors?: readonly FieldError[]
  readonly retryAfterS?: number
}

type Facts = Pick<Failure, 'status' | 'code' | 'message' | 'errors' | 'retryAfterS'>

export const failureOf = ({ message, ...facts }: Facts): Failure => Object.assign(new Error(message), facts)

export const isFailure = (error: unknown): error is Failure =>
  error instanceof Error && 'status' in error && 'code' in error

/** Failures in which the server said nothing: no answer came, or one that is not in the words of our API. */
const WITHOUT_SERVER_MESSAGE: ReadonlySet<string> = new Set(['NETWORK', 'TIMEOUT', 'UNREADABLE'])

const hasServerMessage = (failure: Failure): boolean => !WITHOUT_SERVER_MESSAGE.has(failure.code)

/**
 * The server's sentence of what went wrong; where it gave none, the screen's own `fallback` (without a full stop), followed by
 * what we know of the reason (API-02, PLN-06, ERR-03): 'Error al crear el plan. No hay conexión: revisa tu internet…'.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!isFailure(error)) return fallback
  return hasServerMessage(error) ? error.message : `${fallback}. ${error.message}`
}

/** The same of a part of the screen that could not be read, as its title and its text. */
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

/** A failure out of an answer that is not a success. What stands between us and the server may answer in its own shape. */
export function failureOfReply(status: number, body: unknown, retryAfter: string | null): Failure {
  const said = z.safeParse(ErrorBody, body)
  const wait = Number(retryAfter)
  return failureOf({
    status,
    ...(said.success ? said.data : UNSAID),
    ...(retryAfter !== null && wait > 0 ? { retryAfterS: wait } : {}),
  })
}

const UNSAID = {
  code: 'UNREADABLE',
  message: 'No podemos responder en este momento. Intenta de nuevo en unos segundos.',
}

/** A failure out of what `fetch` threw. */
export function failureOfFetch(error: unknown): Failure {
  if (isFailure(error)) return error
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'
  return isTimeout
    ? failureOf({ status: 0, code: 'TIMEOUT', message: 'La respuesta tardó demasiado. Intenta de nuevo.' })
    : failureOf({ status: 0, code: 'NETWORK', message: 'No hay conexión: revisa tu internet e intenta de nuevo.' })
}

const ENDING_WORDS = ['Tu sesión ha expirado', 'Token inválido', 'No autorizado', 'Unauthorized']

/** Whether an answer says that the session is over (ERR-01). */
export const isSessionEnd = ({ status, code, message }: Facts): boolean =>
  status === 401 || code === 'TOKEN_EXPIRED' || ENDING_WORDS.some((words) => message.includes(words))

export const sessionEnded = (): Failure => failureOf({ status: 401, code: 'TOKEN_EXPIRED', message: 'Sesión expirada' })
