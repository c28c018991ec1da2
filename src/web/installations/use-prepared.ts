import { useEffect, useState } from 'react'
import { ownerOf } from '#web/core/drafts.ts'
import { useSession } from '#web/core/session.ts'
import { listenToReports } from './report-news.ts'

/**
 * The numbers of the contracts that are prepared on this device. Null while they are read. The code of the store loads apart: Tu día
 * opens without it.
 */
export function usePrepared(): ReadonlySet<string> | null {
  const { user } = useSession()
  const owner = ownerOf(user)
  const [prepared, setPrepared] = useState<ReadonlySet<string> | null>(null)
  useEffect(() => {
    let isGone = false
    const load = async (): Promise<ReadonlySet<string>> => {
      if (owner === null) return new Set()
      const { listVisits } = await import('./report-store.ts')
      return new Set((await listVisits(owner, Date.now())).map(({ visit }) => visit.no_contract))
    }
    const show = (): void =>
      void load().then(
        (found) => !isGone && setPrepared(found),
        // Neither the code nor the data of the visits is on this device.
        () => !isGone && setPrepared(new Set()),
      )
    show()
    const stop = listenToReports(show)
    return () => {
      isGone = true
      stop()
    }
  }, [owner])
  return prepared
}
