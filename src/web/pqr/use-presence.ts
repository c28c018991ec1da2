import { useEffect, useState } from 'react'
import type { Reply } from '#domain/core/api.ts'
import { PRESENCE, type PresentPerson, pqrPresenceApi } from '#domain/pqr/presence-api.ts'
import { call } from '#web/core/call.ts'
import { presenceText } from './presence-text.ts'

/**
 * Says each some seconds, while the page is visible, that this user has a case open, and what it does. Returns the sentence with the
 * other people of the desk on it, as of the last time (PQR-03).
 */
export function usePresence(id: string, doing: PresentPerson['doing']): string {
  const [others, setOthers] = useState<readonly PresentPerson[]>([])
  useEffect(() => {
    let isShown = true
    const show = (): void => {
      if (document.visibilityState !== 'visible') return
      sign(id, doing).then(
        ({ data }) => isShown && setOthers(data),
        // Without an answer no one is named: what was known is not known any more.
        () => isShown && setOthers([]),
      )
    }
    const timer = setInterval(show, PRESENCE.everyS * 1_000)
    document.addEventListener('visibilitychange', show)
    show()
    return () => {
      isShown = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', show)
    }
  }, [id, doing])
  useEffect(() => () => void sign(id, 'left').catch(() => undefined), [id])
  return presenceText(others)
}

/** The sign before: two on their way at once may arrive in the other order, and an answer that is begun would be read as 'reading'. */
let previous: Promise<unknown> = Promise.resolve()
/** The longest wait for a sign, so that one without an answer does not hold the next ones. */
const SIGN_MAX_MS = 10_000

/** A sign of the page, which is no act of a person: it does not extend the session. */
function sign(id: string, doing: PresentPerson['doing'] | 'left'): Promise<Reply<typeof pqrPresenceApi.record>> {
  const send = () => {
    const signal = AbortSignal.timeout(SIGN_MAX_MS)
    return call(pqrPresenceApi.record, { params: { id }, body: { doing }, background: true, signal })
  }
  const sent = previous.then(send, send)
  previous = sent
  return sent
}
