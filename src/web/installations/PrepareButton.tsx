import { useState } from 'react'
import { ownerOf } from '#web/core/drafts.ts'
import { useSession } from '#web/core/session.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { notifyReports } from './report-news.ts'

/** Keeps on this device what the visits until today need (ACT-11). Its code loads at the first use: Tu día opens without it. */
export function PrepareButton({ variant }: { variant?: 'primary' | 'secondary' }) {
  const { user } = useSession()
  const [busy, run] = useBusy<'prepare'>()
  const [progress, setProgress] = useState('')
  const owner = ownerOf(user)
  const userId = user?.metadata.user_id
  if (owner === null || userId === undefined) return null
  const prepare = async (): Promise<void> => {
    const { preparedLabel, prepareDay } = await import('./prepare.ts')
    const count = await prepareDay({ owner, userId }, new Date(), (done, of) =>
      setProgress(`Preparando ${done} de ${of}…`),
    )
    notifyReports({ kind: 'changed', id: 'visits' })
    toastSuccess(preparedLabel(count))
  }
  return (
    <Button
      {...(variant ? { variant } : {})}
      busy={busy === null ? undefined : progress || 'Preparando…'}
      onClick={() => void run('prepare', prepare)}
    >
      Preparar para sin conexión
    </Button>
  )
}
