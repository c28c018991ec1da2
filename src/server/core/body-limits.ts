import { type Endpoint, MAIL_MAX_BYTES } from '#domain/core/api.ts'

export const JSON_LIMIT_BYTES = 256 * 1024
const EVENT_LIMIT_BYTES = 64 * 1024
/** Meta sends up to a thousand changes in one event. */
const SIGNED_LIMIT_BYTES = 3 * 1024 * 1024

/** The largest body of an endpoint, in bytes. One of files has its limit in its reader. */
export function bodyLimitOf({ bodyAs }: Endpoint): number {
  if (bodyAs === 'email') return MAIL_MAX_BYTES
  if (bodyAs === 'signed_event') return SIGNED_LIMIT_BYTES
  return bodyAs === 'event' ? EVENT_LIMIT_BYTES : JSON_LIMIT_BYTES
}
