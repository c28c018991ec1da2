type Init = { method: string; headers: Headers; body: FormData; signal: AbortSignal }

/**
 * The same as `fetch` for a form, with the progress of the upload, which `fetch` does not report. `onSent` receives the sent part,
 * from 0 to 1.
 */
export const fetchWithProgress = (url: string, init: Init, onSent: (part: number) => void): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method, url)
    request.responseType = 'blob'
    for (const [name, value] of init.headers) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', () => resolve(responseOf(request)))
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    const abort = (): void => {
      request.abort()
      reject(init.signal.reason)
    }
    if (init.signal.aborted) abort()
    else init.signal.addEventListener('abort', abort, { once: true })
    request.send(init.body)
  })

function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after')
  const headers = new Headers(retryAfter === null ? [] : [['retry-after', retryAfter]])
  return new Response(request.response, { status: request.status, headers })
}
