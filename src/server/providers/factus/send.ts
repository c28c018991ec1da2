import { readReplyText } from '#server/providers/reply-text.ts'

/** Why the effect of a call is not known: no reply in time, no connection, a failure of the provider, another shape, too many bytes. */
export type UnknownCause = 'timeout' | 'connection' | 'server' | 'shape' | 'size'

/** An HTTP reply with a JSON body (null when it is empty), or the cause why none can be read. */
export type HttpReply =
  | { kind: 'reply'; status: number; headers: Headers; body: unknown }
  | { kind: 'unknown'; cause: UnknownCause }

export type HttpLimits = { timeoutMs: number; replyMaxBytes: number }

/** Sends one request with limits on its total time and its reply size, without redirects. It does not throw. */
export async function sendRequest(url: string, init: RequestInit, limits: HttpLimits): Promise<HttpReply> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(limits.timeoutMs) })
    const text = await readReplyText(response, limits.replyMaxBytes)
    if (text === null) return { kind: 'unknown', cause: 'size' }
    return toReply(response, text)
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError'
    return { kind: 'unknown', cause: isTimeout ? 'timeout' : 'connection' }
  }
}

function toReply({ status, headers }: Response, text: string): HttpReply {
  if (status >= 500 || status === 408) return { kind: 'unknown', cause: 'server' }
  if (text === '') return { kind: 'reply', status, headers, body: null }
  try {
    return { kind: 'reply', status, headers, body: JSON.parse(text) }
  } catch {
    // A page of a proxy or of maintenance.
    return { kind: 'unknown', cause: 'shape' }
  }
}
