import type { Endpoint } from '#domain/core/api.ts'
import { type CallInput, requestOf } from './call.ts'
import { send } from './send.ts'

/**
 * Saves the file of a download endpoint. It uses `fetch` because a link cannot send the session token. Throws a
 * `Failure` with a sentence for the user.
 */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<void> {
  const file = await fetchFile(endpoint, input)
  save(file, file.name)
}

/** The file of a download endpoint, with its name. Throws a `Failure`. */
export const fetchFile = <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<File> =>
  fetchFileAt(endpoint, requestOf(endpoint, input))

/** The same by the address of the call. */
export const fetchFileAt = (endpoint: Endpoint, request: { url: string; body?: string }): Promise<File> =>
  send(endpoint, request, async (response) => {
    const blob = await response.blob()
    return new File([blob], nameOf(response.headers.get('content-disposition')), { type: blob.type })
  })

/** The name that the server gives the file: RFC 6266's extended form. */
function nameOf(disposition: string | null): string {
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
