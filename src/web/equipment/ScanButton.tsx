import { ScanBarcode } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { CancelButton, Dialog } from '#web/ui/Dialog.tsx'
import { toastError } from '#web/ui/Toasts.tsx'
import { CANNOT_SCAN, canScan, scanCode } from './scan-code.ts'
import './equipment.css'

type Props = {
  onCode: (code: string) => void
  /** Whether it says that the serial is typed where this browser cannot read it; not beside a search. */
  hasHint?: boolean
}

/** Reads a serial with the camera, where the browser can; elsewhere it says that the serial is typed. */
export function ScanButton({ onCode, hasHint = true }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (!canScan()) return hasHint ? <p className="field__hint">{CANNOT_SCAN}</p> : null
  return (
    <>
      <Button icon={<ScanBarcode size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Leer con la cámara
      </Button>
      {isOpen && <ScanDialog onCode={onCode} onClose={() => setOpen(false)} />}
    </>
  )
}

function ScanDialog({ onCode, onClose }: Props & { onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const finish = useEffectEvent((code: string | null) => {
    if (code !== null) onCode(code)
    onClose()
  })
  const fail = useEffectEvent((problem: Error) => {
    toastError(problem.message)
    onClose()
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    if (video.current) {
      scanCode(video.current, signal).then(
        (code) => !signal.aborted && finish(code),
        (error: unknown) => !signal.aborted && error instanceof Error && fail(error),
      )
    }
    return () => controller.abort()
  }, [])
  return (
    <Dialog title="Leer el serial" onClose={onClose} footer={<CancelButton />}>
      <p>Apunta la cámara al código de barras de la etiqueta.</p>
      <video ref={video} className="scan__video" muted playsInline aria-label="Lo que ve la cámara" />
    </Dialog>
  )
}
