import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#domain/core/api.ts'
import { addressOf, type CallInput, call, urlOf } from './call.ts'
import { type Failure, isFailure } from './failure.ts'
import type { CallOptions } from './send.ts'
import { session } from './session.ts'

const FRESH_MS = 10_000
const RETRIES_MAX = 1

/** What the server said, by URL, in memory only (AUT-06). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: (failures, error) => failures < RETRIES_MAX && isPassing(error) },
  },
})

export type ReadOptions = {
  readonly enabled?: boolean
  /** Nobody asked for it: it does not keep the session alive. */
  readonly background?: boolean
  /** Shows the last page while the next one comes. */
  readonly keepPrevious?: boolean
  /** Asks again by the clock while the screen is seen, past the cache and without keeping the session alive. */
  readonly pollMs?: number
}

/**
 * Reads the API into the screen: `data` is the decoded reply, `error` a `Failure`. For each GET, and for a POST that only asks
 * (a preview): then its body is part of the key.
 */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { enabled = true, background = false, keepPrevious = false, pollMs }: ReadOptions = {},
): UseQueryResult<Reply<E>, Failure> {
  return useQuery<Reply<E>, Failure>({
    queryKey: endpoint.body ? [urlOf(endpoint, input), input.body] : [urlOf(endpoint, input)],
    queryFn: ({ signal }) => call(endpoint, { ...input, signal, background: background || pollMs !== undefined }),
    enabled,
    ...(pollMs === undefined ? {} : { refetchInterval: pollMs, staleTime: 0 }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

export type ChangeOptions = {
  /** The reads that show what it changes, of those that one screen can show together. Without it: all of them. */
  readonly invalidate?: readonly Endpoint[]
}

/** Makes a call that changes something. Whatever it answers, nothing read before it is trusted any more (AUT-06). */
export function useChange<E extends Endpoint>(
  endpoint: E,
  { invalidate }: ChangeOptions = {},
): UseMutationResult<Reply<E>, Failure, CallInput<E> & CallOptions> {
  const client = useQueryClient()
  return useMutation<Reply<E>, Failure, CallInput<E> & CallOptions>({
    mutationFn: (input) => call(endpoint, input),
    onSettled: () => void readAgain(client, invalidate),
  })
}

/**
 * After a change everything in memory is out of date, and is asked again when a screen needs it; at once are asked again the
 * reads on the screen that the change names, or all of them where it names none.
 */
export async function readAgain(client: QueryClient, named?: readonly Endpoint[]): Promise<void> {
  if (named === undefined) return client.invalidateQueries()
  await client.invalidateQueries({ refetchType: 'none' })
  const isNamed = ({ queryKey: [url] }: { queryKey: readonly unknown[] }): boolean =>
    named.some((endpoint) => isUrlOf(endpoint, url))
  await client.refetchQueries({ type: 'active', predicate: isNamed })
}

/** Whether a key is the address of a call of this endpoint, whatever its parameters and its query. */
function isUrlOf(endpoint: Endpoint, url: unknown): boolean {
  if (typeof url !== 'string') return false
  const parts = addressOf(endpoint).split('/')
  const given = url.replace(/\?.*$/, '').split('/')
  return parts.length === given.length && parts.every((part, index) => part.startsWith(':') || part === given[index])
}

/** Forgets what was read whenever it may be another person's. Called once, at start. */
export function forgetWithSession(): void {
  let { token } = session.get()
  session.subscribe(() => {
    const next = session.get().token
    if (next === token) return
    token = next
    if (next === null) queryClient.clear()
    else void queryClient.resetQueries()
  })
}

/** No answer, or one that a second try may change. */
const isPassing = (error: unknown): boolean =>
  isFailure(error) && (error.status === 0 || error.status === 500 || error.status === 502 || error.status === 504)
