/** A reply: a status, a body (null: none), and headers beside the content type. */
export type Reply = { status: number; body: unknown; headers?: Readonly<Record<string, string>> }

export type FieldErrors = Readonly<Record<string, readonly string[]>>

export const ok = (data: unknown, message = 'Solicitud exitosa'): Reply => ({
  status: 200,
  body: { status: 'OK', message, data },
})

/** Laravel's validation: the first message, the count of the others, and all of them by field. */
export function invalid(errors: FieldErrors): Reply {
  const messages = Object.values(errors).flat()
  const more = messages.length - 1
  const rest = more === 0 ? '' : ` (and ${more} more error${more === 1 ? '' : 's'})`
  return { status: 422, body: { message: `${messages[0] ?? 'No válido'}${rest}`, errors } }
}

/** A document that DIAN rejected: it is stored, not validated, and it blocks the next ones. */
export const dianRejected = (errors: Readonly<Record<string, string>>): Reply => ({
  status: 422,
  body: {
    status: 'Validation error',
    message: 'El documento contiene errores de validación',
    data: { message: 'El documento contiene errores de validación', errors },
  },
})

export const failure = (status: number, name: string, message: string): Reply => ({
  status,
  body: { status: name, errors: [{ code: status, message, detail: null, api_version: 'v2' }] },
})

export const notFound = (): Reply => failure(404, 'Not found', 'El recurso no fue encontrado')

export const conflict = (kind: 'invoice' | 'credit_note'): Reply =>
  failure(
    409,
    'Conflict',
    kind === 'invoice'
      ? 'Se encontró una factura pendiente por enviar a la DIAN'
      : 'Se encontró una nota crédito pendiente por enviar a la DIAN',
  )

export const unauthorized = (): Reply => ({ status: 401, body: { message: 'Unauthenticated.' } })

export const serverError = (): Reply => failure(500, 'Error', 'Ha ocurrido un error inesperado, vuelve a intentarlo')

export const limited = (max: number, seconds: number): Reply => ({
  status: 429,
  body: { message: 'Too Many Attempts.' },
  headers: {
    'retry-after': String(seconds),
    'x-ratelimit-limit': String(max),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + seconds),
  },
})
