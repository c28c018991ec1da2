import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { ownerOf } from '#web/core/drafts.ts'
import { session } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { CancelButton, Dialog } from '#web/ui/Dialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { sendWaiting } from './outbox.ts'
import { type DeviceReport, isTouched, listFiles, listReports, removeReport, saveReport } from './report-store.ts'

type Props = {
  onLeave: () => Promise<void>
  onCancel: () => void
  /** The ordinary confirmation, when nothing is unsent. */
  children: ReactNode
}

/** The question before a logout with reports that were not sent: they can be sent, kept on this device, or removed. */
export function UnsentReports({ onLeave, onCancel, children }: Props) {
  const [unsent, setUnsent] = useState<readonly DeviceReport[] | null>(null)
  const [busy, setBusy] = useState<Busy>(null)
  const [hasTried, setTried] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    listUnsent().then(setUnsent, () => setUnsent([]))
  }, [])
  if (unsent === null) return null
  if (unsent.length === 0) return children
  const leave = async (how: 'keep' | 'discard'): Promise<void> => {
    setBusy(how)
    if (how === 'discard') await Promise.all(unsent.map(({ id }) => removeReport(id)))
    await onLeave()
  }
  const send = async (): Promise<void> => {
    setBusy('send')
    for (const report of unsent)
      if (report.status === 'failed') await saveReport({ ...report, status: 'waiting', failure: null })
    await sendWaiting()
    const left = await listUnsent()
    if (left.length === 0) return onLeave()
    setUnsent(left)
    setTried(true)
    setBusy(null)
  }
  return (
    <Dialog
      title="¿Cerrar sesión?"
      role="alertdialog"
      onClose={onCancel}
      footer={<Choices busy={busy} onLeave={(how) => void leave(how)} onSend={() => void send()} />}
    >
      <p>Tienes {countOf(unsent)} sin enviar. ¿Cerrar sesión de todos modos?</p>
      {hasTried && (
        <Alert tone="warn">
          Queda {countOf(unsent)} sin enviar: no hay conexión o le faltan datos.{' '}
          <Button
            variant="link"
            size="dense"
            onClick={() => {
              onCancel()
              void navigate(paths.deviceReports)
            }}
          >
            Ver actas en este teléfono
          </Button>
        </Alert>
      )}
    </Dialog>
  )
}

type Busy = 'send' | 'keep' | 'discard' | null
type ChoicesProps = { busy: Busy; onLeave: (how: 'keep' | 'discard') => void; onSend: () => void }

const Choices = ({ busy, onLeave, onSend }: ChoicesProps) => (
  <>
    <CancelButton />
    <Button busy={busy === 'discard' ? 'Descartando…' : undefined} variant="danger" onClick={() => onLeave('discard')}>
      Descartar
    </Button>
    <Button busy={busy === 'keep' ? 'Cerrando…' : undefined} onClick={() => onLeave('keep')}>
      Conservar en este teléfono
    </Button>
    <Button busy={busy === 'send' ? 'Enviando…' : undefined} variant="primary" onClick={onSend}>
      Enviar ahora
    </Button>
  </>
)

const countOf = ({ length }: readonly unknown[]): string => (length === 1 ? '1 acta' : `${length} actas`)

/** The reports of the signed-in user with something written that the server does not have. */
async function listUnsent(): Promise<DeviceReport[]> {
  const owner = ownerOf(session.get().user)
  if (owner === null) return []
  const found: DeviceReport[] = []
  for (const report of await listReports(owner, Date.now()))
    if (report.status !== 'sent' && isTouched(report, await listFiles(report.id))) found.push(report)
  return found
}
