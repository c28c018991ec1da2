import type { Mutation, Query, UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { Endpoint, Reply } from '#domain/core/api.ts'
import { addressOf, type CallInput, call, requestOf, urlOf } from './call.ts'
import { type Failure, isFailure } from './failure.ts'
import type { CallOptions } from './send.ts'
import { session } from './session.ts'
import { toastFailure } from './toast-failure.ts'

const FRESH_MS = 10_000
const RETRIES_MAX = 1

/** The cache of the responses by URL, in memory only (AUT-06). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: (failures, error) => failures < RETRIES_MAX && isTransient(error) },
    // Without a connection a change fails at once. The default would wait and send it later, also after the user cancelled it.
    mutations: { networkMode: 'always' },
  },
})

export type ReadOptions = {
  readonly enabled?: boolean
  /** A request that the user did not make: it does not extend the session. */
  readonly background?: boolean
  /** Shows the last page while the next one loads. */
  readonly keepPrevious?: boolean
  /** Requests again at this interval while the screen is visible, without the cache and without extending the session. */
  readonly pollMs?: number
}

type ReplyOptions<E extends Endpoint> = {
  /** Whether the requests of `pollMs` go on after a reply. Without it: always. */
  readonly pollWhile?: (reply: Reply<E>) => boolean
  /** What the screen shows of a reply: with the changes that `usePending` has. */
  readonly select?: (reply: Reply<E>) => Reply<E>
}

/**
 * Loads an endpoint into a screen: `data` is the decoded reply, `error` a `Failure`. For each GET, and for a POST that changes
 * nothing (a preview): then its body is part of the key.
 */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  {
    enabled = true,
    background = false,
    keepPrevious = false,
    pollMs,
    pollWhile = always,
    select,
  }: ReadOptions & ReplyOptions<E> = {},
): UseQueryResult<Reply<E>, Failure> {
  return useQuery<Reply<E>, Failure>({
    queryKey: endpoint.body ? [urlOf(endpoint, input), input.body] : [urlOf(endpoint, input)],
    queryFn: ({ signal }) => call(endpoint, { ...input, signal, background: background || pollMs !== undefined }),
    enabled,
    ...(pollMs === undefined
      ? {}
      : {
          refetchInterval: ({ state: { data } }) => (data === undefined || pollWhile(data) ? pollMs : false),
          staleTime: 0,
        }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(select === undefined ? {} : { select }),
  })
}

const always = (): boolean => true

/**
 * Loads an endpoint into the cache before its screen renders, when the user may call it. A failure is left to the screen, which reads
 * again.
 */
export function readEarly<E extends Endpoint>(endpoint: E, input: CallInput<E>): void {
  const metadata = session.get().user?.metadata
  if (metadata === undefined || metadata.is_first_login || !endpoint.roles.includes(metadata.role)) return
  void queryClient.prefetchQuery({
    queryKey: [urlOf(endpoint, input)],
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  })
}

export type ChangeOptions = {
  /** The queries to load again, among those that one screen can show together. Without it: all of them. */
  readonly invalidate?: readonly Endpoint[]
  /** For a change that the screen shows before its reply (`usePending`): what to say when it fails, without a full stop. */
  readonly failed?: string
}

/** The longest wait for the new data of the screen after an edit. */
const NEW_DATA_MAX_MS = 2_000

/**
 * Makes a call that changes data. After any response, every cached query is out of date (AUT-06). The edit of a record ends when the
 * screen has the new data: its form, opened again at once, starts from what was saved. The callbacks of `mutate` run also when the
 * new data removed the control: a movement that is paid now has no button to pay it. They do not run when the user had left before
 * the response.
 */
export function useChange<E extends Endpoint>(endpoint: E, { invalidate, failed }: ChangeOptions = {}): Change<E> {
  const client = useQueryClient()
  const isShown = useIsShown()
  /** Of each call: whether its control was on the screen when the response arrived. */
  const wasShownAtReply = useRef(new WeakMap<object, boolean>())
  const mutation = useMutation<Reply<E>, Failure, Input<E>>({
    mutationKey: keyOf(endpoint),
    mutationFn: (input) => call(endpoint, input),
    // Also when its control is no longer on the screen: a notification that opened another one.
    ...(failed === undefined ? {} : { onError: (error: Failure) => toastFailure(error, failed) }),
    onSettled: (_reply, error, input) => {
      wasShownAtReply.current.set(input, isShown.current)
      const refetched = refetchAfterChange(client, invalidate)
      if (error !== null) return undefined
      // What is shown before its reply stays until the screen has it in its data.
      if (failed !== undefined) return refetched
      return isEdit(endpoint) ? Promise.race([refetched, wait(NEW_DATA_MAX_MS)]) : undefined
    },
  })
  const { mutateAsync } = mutation
  const begin = useDoubleTaps()
  const mutate = useCallback(
    (input: Input<E>, { onSuccess, onError, onSettled }: Callbacks<E> = {}): void => {
      const end = begin(JSON.stringify(requestOf(endpoint, input)))
      if (end === null) return
      const run = (callback: () => void, isDone: boolean): void => {
        end(isDone)
        if (wasShownAtReply.current.get(input) !== true) return
        callback()
        onSettled?.()
      }
      mutateAsync(input).then(
        (reply) => run(() => onSuccess?.(reply), true),
        (error: Failure) => run(() => onError?.(error), false),
      )
    },
    [mutateAsync, begin, endpoint],
  )
  return { ...mutation, mutate }
}

type Input<E extends Endpoint> = CallInput<E> & CallOptions

type Callbacks<E extends Endpoint> = {
  readonly onSuccess?: (reply: Reply<E>) => void
  readonly onError?: (error: Failure) => void
  readonly onSettled?: () => void
}

type Mutate<E extends Endpoint> = { readonly mutate: (input: Input<E>, callbacks?: Callbacks<E>) => void }

/** For each member of the union of results, so that `isSuccess` still means that there is `data`. */
type WithMutate<Result, E extends Endpoint> = Result extends unknown ? Omit<Result, 'mutate'> & Mutate<E> : never

type Change<E extends Endpoint> = WithMutate<UseMutationResult<Reply<E>, Failure, Input<E>>, E>

/** The longest time between the two taps of a double one, as browsers count them. */
const DOUBLE_TAP_MS = 500

/**
 * Begins a change, named by what it sends. Null when it is the last one again, and that one is on its way or began so shortly before
 * that both are the taps of a double one: the button is busy only after the first was sent, and a quick answer comes before the
 * second. Else its end, with whether it was done: what failed can be tried again at once.
 */
function useDoubleTaps(): (sent: string) => ((isDone: boolean) => void) | null {
  const last = useRef({ sent: '', until: 0 })
  return useCallback((sent) => {
    const now = Date.now()
    if (last.current.sent === sent && now < last.current.until) return null
    const begun = { sent, until: Infinity }
    last.current = begun
    return (isDone) => {
      begun.until = isDone ? now + DOUBLE_TAP_MS : 0
    }
  }, [])
}

/** Whether the component is on the screen now, for code that runs after a wait. */
function useIsShown(): { readonly current: boolean } {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

/**
 * The inputs of the changes of an endpoint that are on their way. A screen shows them as made (`select` of `useRead`); one that fails
 * is not among them any more, and the screen shows again what is stored.
 */
export function usePending<E extends Endpoint>(endpoint: E): CallInput<E>[] {
  const inputs = useMutationState({
    filters: { status: 'pending', mutationKey: keyOf(endpoint) },
    select: ({ state }: Mutation<Reply<E>, Failure, CallInput<E> & CallOptions>) => state.variables,
  })
  return inputs.filter((input) => input !== undefined)
}

const keyOf = ({ method, path }: Endpoint): readonly [string, string] => [method, path]

/**
 * A call that changes a record that is there: also an action on it, such as a dispute of an invoice. Not the calls of the session: their
 * reply may contain a new token, which the queries then need.
 */
const isEdit = ({ method, path }: Endpoint): boolean =>
  (method === 'PATCH' || method === 'PUT' || (method === 'POST' && path.includes('/:'))) && !path.startsWith('/auth/')

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * After a change every cached query is out of date, and loads again when a screen needs it. The queries on the screen that the
 * change names load again immediately, or all of them when it names none.
 */
export async function refetchAfterChange(client: QueryClient, named?: readonly Endpoint[]): Promise<void> {
  if (named === undefined) return client.invalidateQueries()
  await client.invalidateQueries({ refetchType: 'none' })
  await reload(client, (url) => named.some((endpoint) => isUrlOf(endpoint, url)))
}

/**
 * Loads again the queries on the screen whose URL is accepted. A request in flight may have read before the change, and a query
 * without data does not repeat its request: it is cancelled first.
 */
export async function reload(client: QueryClient, accepts: (url: unknown) => boolean): Promise<void> {
  const filter = { type: 'active' as const, predicate: ({ queryKey: [url] }: Query) => accepts(url) }
  await client.cancelQueries(filter)
  await client.refetchQueries(filter)
}

/** Whether a query key is an address of this endpoint, with any parameters and any query. */
function isUrlOf(endpoint: Endpoint, url: unknown): boolean {
  if (typeof url !== 'string') return false
  const parts = addressOf(endpoint).split('/')
  const urlParts = url.replace(/\?.*$/, '').split('/')
  return (
    parts.length === urlParts.length && parts.every((part, index) => part.startsWith(':') || part === urlParts[index])
  )
}

/** Clears the cache when the session changes, because it may belong to another user. Called once, at the start. */
export function clearCacheOnSessionChange(): void {
  let { token } = session.get()
  session.subscribe(() => {
    const next = session.get().token
    if (next === token) return
    token = next
    if (next === null) queryClient.clear()
    else void queryClient.resetQueries()
  })
}

/** No response, or a status that may change at a second attempt. */
const isTransient = (error: unknown): boolean =>
  isFailure(error) && (error.status === 0 || error.status === 500 || error.status === 502 || error.status === 504)
