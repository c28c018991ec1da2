import { useEffect, useSyncExternalStore } from 'react'
import { notificationApi } from '#domain/notifications/api.ts'
import { addressOf } from '#web/core/call.ts'
import { queryClient, reload } from '#web/core/queries.ts'

/** The messages between the tabs of a browser: new notifications, the stream connected or disconnected, or a request for its state. */
type LiveMessage = 'news' | 'live' | 'cut' | 'ask'

const CHANNEL = 'enlace-live'
const RETRY_MS = 3_000
const RETRY_MAX_MS = 60_000

/** False until the first event of the stream: the notifications are then polled. */
let isLive = false
const watchers = new Set<() => void>()

/**
 * Receives the notifications of the user (server-sent events over `fetch`, which can send the token). The tabs of a browser share
 * one stream: the tab with the lock opens it and posts its events to the others. Called once, by the shell.
 */
export function useLive(token: string | null): void {
  useEffect(() => {
    if (token === null) return
    const controller = new AbortController()
    const channel = new BroadcastChannel(CHANNEL)
    let isLeader = false
    channel.addEventListener('message', ({ data }) => {
      if (data !== 'ask') handleMessage(data)
      else if (isLeader) publish(isLive ? 'live' : 'cut')
    })
    const publish = (message: LiveMessage): void => {
      handleMessage(message)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
      channel.postMessage(message)
    }
    const listen = (): Promise<void> => {
      isLeader = true
      return keepListening(token, publish, controller.signal)
    }
    publish('ask')
    listenWithLock(listen, controller.signal).catch(() => handleMessage('cut'))
    return () => {
      controller.abort()
      channel.close()
    }
  }, [token])
}

const isLiveNow = (): boolean => isLive

/** False while the stream is disconnected: the notifications are then polled. */
export const useIsLive = (): boolean => useSyncExternalStore(watch, isLiveNow, isLiveNow)

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

function handleMessage(message: unknown): void {
  if (message === 'live' || message === 'cut') {
    isLive = message === 'live'
    for (const watcher of watchers) watcher()
  }
  // After a reconnection the list loads again, because the events during the interruption were not received.
  if (message === 'news' || message === 'live') void reload(queryClient, isNotificationUrl)
}

const isNotificationUrl = (url: unknown): boolean =>
  typeof url === 'string' && url.startsWith(addressOf(notificationApi.list))

/** Waits for the lock, and listens until the signal aborts. In a browser without locks each tab listens. */
async function listenWithLock(listen: () => Promise<void>, signal: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return listen()
  await navigator.locks.request(CHANNEL, { signal }, listen).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

async function keepListening(
  token: string,
  publish: (message: LiveMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let wait = RETRY_MS; !signal.aborted; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
    const startedAt = Date.now()
    await readStream(token, publish, signal).catch(() => undefined)
    if (signal.aborted) return
    publish('cut')
    // A proxy or a new version of the server closed a stream that was open for a long time: the wait starts again at its minimum.
    if (Date.now() - startedAt > RETRY_MAX_MS) wait = RETRY_MS
    // A random wait, so that the browsers do not reconnect at the same time after a restart of the server.
    await pause(wait * (0.5 + Math.random()), signal)
  }
}

/** Waits, or returns when the signal aborts, so that the lock is released. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Reads one stream to its end. Only the names of the events are used. */
async function readStream(token: string, publish: (message: LiveMessage) => void, signal: AbortSignal): Promise<void> {
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}`, 'enlace-background': '1' }
  const { ok, body } = await fetch(addressOf(notificationApi.stream), { headers, signal })
  if (!ok || body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const lines = (buffer + chunk.value).split('\n')
    buffer = lines.pop() ?? ''
    for (const line of lines) {
      if (line === 'event: notification') publish('news')
      if (line === 'event: refresh') publish('live')
      if (line === 'event: cut') publish('cut')
    }
  }
}
