import { clientImportApi, type DoneImport } from '#domain/imports/api.ts'
import { isFailure } from '#web/core/failure.ts'
import { useChange } from '#web/core/queries.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

type Props = {
  done: Pick<DoneImport, 'id' | 'file_name' | 'kind'>
  onClose: () => void
  onDone?: () => void
}

/** Undoes an import: all that it created goes, or nothing when something was built on it. */
export function UndoDialog({ done: { id, file_name, kind }, onClose, onDone }: Props) {
  const undo = useChange(clientImportApi.undo)
  const confirm = async (): Promise<void> => {
    try {
      toastSuccess((await undo.mutateAsync({ params: { id } })).message)
      onDone?.()
    } catch (error) {
      if (!isFailure(error)) throw error
      toastError(error.message)
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Deshacer la carga de ${file_name}`}
      confirm="Deshacer la carga"
      tone="danger"
      busy={undo.isPending ? 'Deshaciendo…' : undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        {kind === 'invoices'
          ? 'Quitamos las facturas del sistema anterior que esta carga trajo.'
          : 'Quitamos los clientes, contratos, planes y saldos que esta carga creó. Los clientes que ya estaban se quedan con los datos que tienen ahora.'}{' '}
        Se puede mientras no les hayas facturado ni recibido un pago.
      </p>
    </ConfirmDialog>
  )
}
