import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { type Answer, limitedBy, retrySeconds } from './answer.ts'
import { sendRequest } from './send.ts'
import { TokenError, TokenReply } from './shapes.ts'

/** What signs in to Factus, all four issued by it. The environment is the address. */
export type FactusKeys = { user: string; password: string; client_id: string; client_secret: string }

/** The token of a company: it is asked for once until it expires, also by calls at the same time. */
export type TokenSource = {
  get(): Promise<Answer<string>>
  /** Forgets a token that the provider refused, unless a newer one is known already. */
  forget(token: string): void
}

const EARLY_SECONDS = 60
const TOKENS_MAX = 2_000
/** The longest wait for a token, in milliseconds. */
export const TOKEN_TIMEOUT_MS = 10_000
const REPLY_MAX_BYTES = 64 * 1024

type Known = { token: string; until: number }
type Entry = { known: Known | null; inFlight: Promise<Answer<string>> | null }

/** The tokens of every company at one address, in memory. The oldest entry leaves when there are too many. */
export function tokenStore(
  baseUrl: string,
  timeoutMs = TOKEN_TIMEOUT_MS,
  now: () => number = Date.now,
): (keys: FactusKeys) => TokenSource {
  const entries = new Map<string, Entry>()
  return (keys) => {
    const entry = entryOf(entries, keys)
    return {
      get: () => {
        if (entry.known !== null && now() < entry.known.until)
          return Promise.resolve({ kind: 'ok', data: entry.known.token })
        entry.inFlight ??= renew(entry, baseUrl, keys, timeoutMs, now).finally(() => {
          entry.inFlight = null
        })
        return entry.inFlight
      },
      forget: (token) => {
        if (entry.known?.token === token) entry.known = null
      },
    }
  }
}

function entryOf(entries: Map<string, Entry>, keys: FactusKeys): Entry {
  const id = hash('sha256', JSON.stringify([keys.client_id, keys.client_secret, keys.user, keys.password]))
  const found = entries.get(id)
  if (found) return found
  const [oldest] = entries.keys()
  if (entries.size >= TOKENS_MAX && oldest !== undefined) entries.delete(oldest)
  const created: Entry = { known: null, inFlight: null }
  entries.set(id, created)
  return created
}

async function renew(
  entry: Entry,
  baseUrl: string,
  keys: FactusKeys,
  timeoutMs: number,
  now: () => number,
): Promise<Answer<string>> {
  const startedAt = now()
  const answer = await requestToken(baseUrl, keys, timeoutMs)
  if (answer.kind !== 'ok') return answer
  const { access_token, expires_in } = answer.data
  // Counted from before the call. A token shorter than the margin is used for half of its life.
  const lifeSeconds = Math.max(expires_in - EARLY_SECONDS, expires_in / 2)
  entry.known = { token: access_token, until: startedAt + lifeSeconds * 1_000 }
  return { kind: 'ok', data: access_token }
}

async function requestToken(
  baseUrl: string,
  keys: FactusKeys,
  timeoutMs: number,
): Promise<Answer<{ access_token: string; expires_in: number }>> {
  const body = new URLSearchParams({
    grant_type: 'password',
    client_id: keys.client_id,
    client_secret: keys.client_secret,
    username: keys.user,
    password: keys.password,
  })
  const init = { method: 'POST', headers: { accept: 'application/json' }, body }
  const reply = await sendRequest(`${baseUrl}/oauth/token`, init, { timeoutMs, replyMaxBytes: REPLY_MAX_BYTES })
  if (reply.kind === 'unknown') return reply
  if (reply.status === 429) return limitedBy('provider', retrySeconds(reply.headers))
  if (reply.status >= 400) return { kind: 'unauthorized', reason: refusedPart(reply.body) }
  const parsed = z.safeParse(TokenReply, reply.body)
  return parsed.success ? { kind: 'ok', data: parsed.data } : { kind: 'unknown', cause: 'shape' }
}

/** Which pair was not accepted: the client's or the user's. */
function refusedPart(body: unknown): 'client' | 'user' {
  const parsed = z.safeParse(TokenError, body)
  return parsed.success && parsed.data.error === 'invalid_grant' ? 'user' : 'client'
}
