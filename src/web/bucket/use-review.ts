import { useEffect, useState } from 'react'
import { bucketApi } from '#domain/bucket/api.ts'
import { messageOf } from '#web/core/failure.ts'
import { useChange } from '#web/core/queries.ts'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

const POLL_MS = 1_500
/** A review that takes longer goes on without this screen. */
const WATCH_MAX_MS = 60_000

type Reviewed = { reviewed_at: string | null }

/** Asks for a review of a company, and makes its list read again until the review has ended. */
export function useReview(companyId: string) {
  const ask = useChange(bucketApi.review, { invalidate: [bucketApi.list] })
  /** The last review before the one that was asked for. */
  const [watched, setWatched] = useState<{ before: string | null } | null>(null)
  useEffect(() => {
    if (watched === null) return undefined
    const timer = setTimeout(() => setWatched(null), WATCH_MAX_MS)
    return () => clearTimeout(timer)
  }, [watched])
  const start = async (before: string | null): Promise<void> => {
    try {
      const { message } = await ask.mutateAsync({ query: { company_id: companyId } })
      toastSuccess(message)
      setWatched({ before })
    } catch (error) {
      toastError(messageOf(error, 'No pudimos pedir la revisión: intenta de nuevo'))
    }
  }
  const isAwaited = ({ reviewed_at }: Reviewed): boolean => watched !== null && reviewed_at === watched.before
  return {
    start,
    isRunning: (reviewed_at: string | null): boolean => ask.isPending || isAwaited({ reviewed_at }),
    reading: watched === null ? {} : { pollMs: POLL_MS, pollWhile: isAwaited },
  }
}
