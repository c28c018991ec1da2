import { useEffect, useState } from 'react'
import { installationReportApi } from '#domain/installations/api.ts'
import type { Visit } from '#domain/installations/report.ts'
import { isClockOff } from '#domain/installations/visit-time.ts'
import { call } from '#web/core/call.ts'
import { ownerOf } from '#web/core/drafts.ts'
import { type Failure, isFailure } from '#web/core/failure.ts'
import { session } from '#web/core/session.ts'
import { keepCode } from './keep-code.ts'
import { readVisit, saveVisit } from './report-store.ts'

/** `isClockOff`: when the visit was read, the clock of this device and the server's differed. */
type VisitState = { visit: Visit | null; failure: Failure | null; isClockOff: boolean }

/** The contract of a visit: from the server, which keeps it on this device too, or from this device without a connection. */
export function useVisit(owner: string, no: string, identification: string): VisitState {
  const [visit, setVisit] = useState<Visit | null>(null)
  const [isOff, setOff] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  useEffect(() => {
    let isGone = false
    const show = (shown: Visit, readAt: number): void => {
      if (isGone) return
      setVisit(shown)
      setOff(isClockOff(readAt, Date.parse(shown.now)))
    }
    const load = async (): Promise<void> => {
      // The kept one first: the form opens at once, and the answer of the server replaces it.
      const kept = await readVisit(owner, no, Date.now()).catch(() => null)
      if (kept && kept.visit.client.identification === identification) show(kept.visit, kept.saved_at)
      try {
        const { data } = await fetchVisit(owner, no, identification)
        show(data, Date.now())
        void keepCode()
      } catch (error) {
        if (!isFailure(error)) throw error
        if (!isGone) setFailure(error)
      }
    }
    void load()
    return () => {
      isGone = true
    }
  }, [owner, no, identification])
  return { visit, failure, isClockOff: isOff }
}

/** Reads the contract of a visit and keeps it on this device. A full device shows it and does not keep it. */
export async function fetchVisit(owner: string, no: string, identification: string): Promise<{ data: Visit }> {
  const query = identification === '' ? {} : { identification }
  // What is read with the session of another person is not kept as this one's.
  const maySend = (): boolean => ownerOf(session.get().user) === owner
  const reply = await call(installationReportApi.visit, { params: { id: no }, query, maySend })
  await saveVisit(owner, reply.data, Date.now()).catch(() => undefined)
  return reply
}
