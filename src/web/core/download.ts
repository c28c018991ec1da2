import type { Endpoint } from '#domain/core/api.ts'
import { type CallInput, carriesToken, urlOf } from './call.ts'
import { failureOfFetch, failureOfReply } from './failure.ts'
import { session } from './session.ts'
import { toWire } from './wire.ts'

const TIMEOUT_MS = 60_000

/**
 * Saves what a download endpoint answers. By fetch and not by a link, because a link cannot carry the session. Throws a
 * `Failure` with a sentence for the person.
 */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<void> {
  const { token } = session.get()
  const headers = new Headers()
  if (carriesToken(endpoint, token)) headers.set('authorization', `Bearer ${token}`)
  if (endpoint.body) headers.set('content-type', 'application/json')
  const response = await fetch(urlOf(endpoint, input), {
    method: endpoint.method,
    headers,
    ...(endpoint.body ? { body: JSON.stringify(toWire(endpoint.body, input.body)) } : {}),
    credentials: 'same-origin',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw failureOfFetch(error)
  })
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined)
    throw failureOfReply(response.status, body, response.headers.get('retry-after'))
  }
  save(await response.blob(), nameOf(response.headers.get('content-disposition')))
}

/** The name that the server gives the file: RFC 6266's extended form. */
export function nameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return encoded === undefined ? 'archivo' : decodeURIComponent(encoded)
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
