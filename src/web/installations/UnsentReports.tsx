import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { ownerOf } from '#web/core/drafts.ts'
import { session } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { CancelButton, ConfirmDialog, Dialog } from '#web/ui/Dialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { orderName } from './order-name.ts'
import { sendWaiting } from './outbox.ts'
import { type DeviceReport, isTouched, listFiles, listReports, removeAll, saveReport } from './report-store.ts'

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
  const [isDiscarding, setDiscarding] = useState(false)
  useEffect(() => {
    listUnsent().then(setUnsent, () => setUnsent([]))
  }, [])
  if (unsent === null) return null
  if (unsent.length === 0) return children
  const leave = async (how: 'keep' | 'discard'): Promise<void> => {
    setBusy(how)
    const owner = ownerOf(session.get().user)
    if (how === 'discard' && owner !== null) await removeAll(owner)
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
  if (isDiscarding)
    return (
      <DiscardAll
        unsent={unsent}
        isBusy={busy === 'discard'}
        onDiscard={() => void leave('discard')}
        onClose={() => setDiscarding(false)}
      />
    )
  return (
    <Dialog
      title="¿Cerrar sesión?"
      role="alertdialog"
      onClose={onCancel}
      footer={
        <Choices
          busy={busy}
          onKeep={() => void leave('keep')}
          onDiscard={() => setDiscarding(true)}
          onSend={() => void send()}
        />
      }
    >
      <p>Tienes {countOf(unsent)} sin enviar. ¿Cerrar sesión de todos modos?</p>
      {hasTried && <StillUnsent unsent={unsent} onClose={onCancel} />}
    </Dialog>
  )
}

function StillUnsent({ unsent, onClose }: { unsent: readonly DeviceReport[]; onClose: () => void }) {
  const navigate = useNavigate()
  const show = (): void => {
    onClose()
    void navigate(paths.deviceReports)
  }
  return (
    <Alert tone="warn">
      Queda {countOf(unsent)} sin enviar: no hay conexión o le faltan datos.{' '}
      <Button variant="link" size="dense" onClick={show}>
        Ver actas en este teléfono
      </Button>
    </Alert>
  )
}

type Busy = 'send' | 'keep' | 'discard' | null
type ChoicesProps = { busy: Busy; onKeep: () => void; onDiscard: () => void; onSend: () => void }

const Choices = ({ busy, onKeep, onDiscard, onSend }: ChoicesProps) => (
  <>
    <CancelButton />
    <Button variant="danger" onClick={onDiscard}>
      Descartar
    </Button>
    <Button busy={busy === 'keep' ? 'Cerrando…' : undefined} onClick={onKeep}>
      Conservar en este teléfono
    </Button>
    <Button busy={busy === 'send' ? 'Enviando…' : undefined} variant="primary" onClick={onSend}>
      Enviar ahora
    </Button>
  </>
)

type DiscardProps = { unsent: readonly DeviceReport[]; isBusy: boolean; onDiscard: () => void; onClose: () => void }

/** The question before the reports are removed: a signed one cannot be written again. */
const DiscardAll = ({ unsent, isBusy, onDiscard, onClose }: DiscardProps) => (
  <ConfirmDialog
    title={`¿Descartar ${countOf(unsent)} sin enviar?`}
    confirm="Descartar y salir"
    tone="danger"
    busy={isBusy ? 'Descartando…' : undefined}
    onConfirm={onDiscard}
    onCancel={onClose}
  >
    <p>
      Se borran de este teléfono lo que escribiste, las fotos y las firmas, que el servidor no tiene:{' '}
      {unsent.map(nameOf).join(', ')}. También los contratos que preparaste.
    </p>
  </ConfirmDialog>
)

/** 'Retiro de Ana Ruiz'. */
const nameOf = (report: DeviceReport): string => `${orderName(report)} de ${report.client}`

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
