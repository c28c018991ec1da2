import { REFUSAL_STATUS, Refusal } from '#domain/core/refusal.ts'
import { sqlState } from './tx.ts'

export type ErrorReply = {
  status: number
  body: { message: string; code: string; errors?: readonly { field: string; message: string }[] }
  retryAfterS?: number
  /** An unexpected failure: logged with its request id; the reply has no details. */
  isBug: boolean
}

/** Whether an error has a reply of its own: a Refusal, or one of the database and of the framework that this file knows. */
export const isExpected = (error: unknown): boolean => error instanceof Refusal || refusalOf(error) !== null

/** The HTTP reply of a thrown error (docs/api.md). */
export function failureReply(error: unknown): ErrorReply {
  const refusal = error instanceof Refusal ? error : refusalOf(error)
  if (refusal === null)
    return {
      status: 500,
      body: { message: 'Algo salió mal. Intenta de nuevo en un momento.', code: 'UNEXPECTED' },
      isBug: true,
    }
  return {
    status: REFUSAL_STATUS[refusal.code],
    body: {
      message: refusal.message,
      code: refusal.code.toUpperCase(),
      ...(refusal.errors ? { errors: refusal.errors } : {}),
    },
    ...(refusal.retryAfterS === undefined ? {} : { retryAfterS: refusal.retryAfterS }),
    isBug: false,
  }
}

const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  // The server answers and refuses: another password, no such database, a standby, no memory or connection left.
  '28P01',
  '28000',
  '3D000',
  '25006',
  '53000',
  '53200',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
  '08003',
  '08004',
])
/** disk_full of PostgreSQL, and the errors of the file system. */
const FULL_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const BUSY_CODES = new Set(['55P03', '57014', '40001', '40P01'])

function refusalOf(error: unknown): Refusal | null {
  const code = sqlState(error)
  const message = error instanceof Error ? error.message : ''
  if (
    UNREACHABLE_CODES.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      message,
    )
  ) {
    return new Refusal('unavailable', 'No podemos responder en este momento. Intenta de nuevo en unos segundos.', {
      retryAfterS: 5,
    })
  }
  if (BUSY_CODES.has(code))
    return new Refusal('unavailable', 'Hay mucha actividad en este momento. Intenta de nuevo en unos segundos.', {
      retryAfterS: 2,
    })
  if (FULL_CODES.has(code)) return storageFull()
  return frameworkRefusal(code) ?? clientRefusal(error)
}

/** The refusal of a write without space on the disk. Nothing of the request was stored. */
const storageFull = (): Refusal =>
  new Refusal('storage_full', 'No queda espacio para guardar en este momento. Avisa a soporte e intenta más tarde.', {
    retryAfterS: 60,
  })

/** The refusal of any other error of the framework for which it blames the request, by its status. */
function clientRefusal(error: unknown): Refusal | null {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return null
  const { statusCode } = error
  if (statusCode === 403 || statusCode === 404) return new Refusal('not_found', 'Esa dirección no existe')
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return null
  return new Refusal('invalid', 'Los datos enviados no se pueden leer')
}

/** The refusals of the HTTP framework's errors, thrown before the verb runs. */
function frameworkRefusal(code: string): Refusal | null {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('too_large', 'Los datos enviados son demasiado grandes')
    case 'FST_REQ_FILE_TOO_LARGE':
      return new Refusal('too_large', 'El archivo pesa más de 5 MB: envía uno más liviano', {
        errors: [{ field: 'file', message: 'El archivo pesa más de 5 MB' }],
      })
    case 'FST_FILES_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return new Refusal('invalid', 'Envía un solo archivo')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Refusal('address_too_long', 'La dirección es demasiado larga')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal('unsupported_media', 'Envía los datos como application/json')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_BAD_URL':
      return new Refusal('invalid', 'Los datos enviados no se pueden leer')
    default:
      return null
  }
}
