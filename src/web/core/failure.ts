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

/** The sentence of what went wrong, or `fallback` where the server gave none (API-03, PLN-06). */
export const messageOf = (error: unknown, fallback: string): string =>
  isFailure(error) && error.message !== '' ? error.message : fallback

const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
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
    : failureOf({ status: 0, code: 'NETWORK', message: 'No hay conexión. Revisa tu internet e intenta de nuevo.' })
}

const ENDING_WORDS = ['Tu sesión ha expirado', 'Token inválido', 'No autorizado', 'Unauthorized']

/** Whether an answer says that the session is over (ERR-01). */
export const isSessionEnd = ({ status, code, message }: Facts): boolean =>
  status === 401 || code === 'TOKEN_EXPIRED' || ENDING_WORDS.some((words) => message.includes(words))

export const sessionEnded = (): Failure => failureOf({ status: 401, code: 'TOKEN_EXPIRED', message: 'Sesión expirada' })
