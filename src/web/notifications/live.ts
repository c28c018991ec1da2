import { useEffect, useSyncExternalStore } from 'react'
import { notificationApi } from '#domain/notifications/api.ts'
import { addressOf } from '#web/core/call.ts'
import { queryClient } from '#web/core/queries.ts'

/** What the tabs of a browser tell each other: there is something new to read, the stream came or went, or how does it stand? */
type Word = 'news' | 'live' | 'cut' | 'ask'

const CHANNEL = 'enlace-live'
const RETRY_MS = 3_000
const RETRY_MAX_MS = 60_000

/** Until the first word of the stream whoever shows news asks by the clock. */
let isLive = false
const watchers = new Set<() => void>()

/**
 * Listens to what is new for whoever is signed in (server-sent events over `fetch`, for their token). The tabs of a browser share
 * one stream: whoever holds the lock opens it and tells the others. Called once, by the shell.
 */
export function useLive(token: string | null): void {
  useEffect(() => {
    if (token === null) return
    const leaving = new AbortController()
    const channel = new BroadcastChannel(CHANNEL)
    let isLeading = false
    channel.addEventListener('message', ({ data }) => {
      if (data !== 'ask') heed(data)
      else if (isLeading) say(isLive ? 'live' : 'cut')
    })
    const say = (word: Word): void => {
      heed(word)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
      channel.postMessage(word)
    }
    const listen = (): Promise<void> => {
      isLeading = true
      return keepListening(token, say, leaving.signal)
    }
    say('ask')
    lead(listen, leaving.signal).catch(() => heed('cut'))
    return () => {
      leaving.abort()
      channel.close()
    }
  }, [token])
}

const isLiveNow = (): boolean => isLive

/** False while the stream is cut: whoever shows news then asks by the clock. */
export const useIsLive = (): boolean => useSyncExternalStore(watch, isLiveNow, isLiveNow)

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

function heed(word: unknown): void {
  if (word === 'live' || word === 'cut') {
    isLive = word === 'live'
    for (const watcher of watchers) watcher()
  }
  // Whoever was cut looks again: what happened meanwhile was said to nobody.
  if (word === 'news' || word === 'live')
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isNews(queryKey[0]) })
}

const isNews = (key: unknown): boolean => typeof key === 'string' && key.startsWith(addressOf(notificationApi.list))

/** Waits to be the tab that listens, and listens until it leaves. A browser without locks has each tab listen. */
async function lead(listen: () => Promise<void>, signal: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return listen()
  await navigator.locks.request(CHANNEL, { signal }, listen).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

async function keepListening(token: string, say: (word: Word) => void, signal: AbortSignal): Promise<void> {
  for (let wait = RETRY_MS; !signal.aborted; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
    const began = Date.now()
    await readStream(token, say, signal).catch(() => undefined)
    if (signal.aborted) return
    say('cut')
    // One that lasted was cut by a proxy or a new version: no reason to wait longer than at first.
    if (Date.now() - began > RETRY_MAX_MS) wait = RETRY_MS
    // Not everybody at once when a server comes back.
    await pause(wait * (0.5 + Math.random()), signal)
  }
}

/** Waits, or leaves with whoever leaves: the lock is for the next one. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Reads one stream to its end. Nothing else of server-sent events is needed than the names of the events. */
async function readStream(token: string, say: (word: Word) => void, signal: AbortSignal): Promise<void> {
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}`, 'enlace-background': '1' }
  const { ok, body } = await fetch(addressOf(notificationApi.stream), { headers, signal })
  if (!ok || body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === 'event: notification') say('news')
      if (line === 'event: refresh') say('live')
      if (line === 'event: cut') say('cut')
    }
  }
}
