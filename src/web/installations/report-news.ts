import { useSyncExternalStore } from 'react'

/** The part of a report that is being sent: '2 de 5'. */
export type Sending = { readonly at: number; readonly of: number }

/** What the tabs of a browser say to each other: a report changed, or a tab has its form open. */
export type ReportNews = { readonly kind: 'changed' | 'open' | 'here'; readonly id: string }
type Listener = (news: ReportNews, isOwn: boolean) => void

const CHANNEL = 'enlace-reports'

const sending = new Map<string, Sending>()
const listeners = new Set<Listener>()
let channel: BroadcastChannel | null = null

/** Notifies this tab and the others. */
export function notifyReports(news: ReportNews): void {
  notifyListeners(news, true)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channelOf().postMessage(news)
}

export function listenToReports(listener: Listener): () => void {
  channelOf()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Records the progress of a report; null when it is no longer being sent. */
export function setSending(id: string, progress: Sending | null): void {
  if (progress === null) sending.delete(id)
  else sending.set(id, progress)
  notifyListeners({ kind: 'changed', id }, true)
}

/** The progress of a report that this tab is sending; null otherwise. */
export const useSending = (id: string): Sending | null =>
  useSyncExternalStore(listenToReports, () => sending.get(id) ?? null)

function channelOf(): BroadcastChannel {
  if (channel === null) {
    channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', ({ data }: MessageEvent<ReportNews>) => notifyListeners(data, false))
  }
  return channel
}

function notifyListeners(news: ReportNews, isOwn: boolean): void {
  for (const listener of listeners) listener(news, isOwn)
}
