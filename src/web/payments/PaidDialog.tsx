import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type Props = { receiptId: string; message: string; onClose: () => void }

/** What follows a payment at the desk: its receipt, to print or send. The button that opens the receipt has the focus. */
export function PaidDialog({ receiptId, message, onClose }: Props) {
  const navigate = useNavigate()
  const receipt = useRef<HTMLButtonElement>(null)
  // After the dialog is open: the browser gave the focus to its first button, the one that closes it.
  useEffect(() => receipt.current?.focus(), [])
  const open = (): void => {
    onClose()
    void navigate(paths.view('voucher', receiptId))
  }
  return (
    <Dialog
      title="Pago registrado"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Listo</Button>
          <button ref={receipt} type="button" className={buttonClass({ variant: 'primary' })} onClick={open}>
            Ver el recibo
          </button>
        </>
      }
    >
      <p>{message}</p>
    </Dialog>
  )
}
