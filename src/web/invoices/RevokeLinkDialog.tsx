import { invoiceApi } from '#domain/invoices/api.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { isFailure } from '#web/core/failure.ts'
import { useChange } from '#web/core/queries.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

type Props = { invoice: Pick<Invoice, 'id' | 'number'>; onClose: () => void }

/** Ends the link that opens the invoice without a session, for example when it was sent to another person (INV-12). */
export function RevokeLinkDialog({ invoice: { id, number }, onClose }: Props) {
  const revoke = useChange(invoiceApi.revokeLink)
  const confirm = async (): Promise<void> => {
    try {
      toastSuccess((await revoke.mutateAsync({ params: { id } })).message)
    } catch (error) {
      if (!isFailure(error)) throw error
      toastError(error.message)
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Anular el enlace de ${number}`}
      confirm="Anular enlace"
      tone="danger"
      busy={revoke.isPending ? 'Anulando…' : undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        Quien tenga el enlace que ya enviaste no podrá abrir más esta factura con él: ni la página, ni el PDF, ni el
        código QR. Tu cliente la sigue viendo con su usuario. Desde ahora sus mensajes y su PDF llevan un enlace nuevo.
      </p>
    </ConfirmDialog>
  )
}
