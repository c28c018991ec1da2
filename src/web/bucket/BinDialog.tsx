import { bucketApi } from '#domain/bucket/api.ts'
import { BIN_DAYS, type BucketFile, FILE_KIND_LABELS } from '#domain/bucket/bucket.ts'
import { sizeLabel } from '#domain/core/megabytes.ts'
import { messageOf } from '#web/core/failure.ts'
import { useChange } from '#web/core/queries.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

type Props = { companyId: string; file: BucketFile; onClose: () => void }

/** Puts a file that nothing uses in the bin (BKT-02). */
export function BinDialog({ companyId, file, onClose }: Props) {
  const remove = useChange(bucketApi.remove)
  const confirm = async (): Promise<void> => {
    try {
      const { message } = await remove.mutateAsync({ params: { id: file.id }, query: { company_id: companyId } })
      toastSuccess(message ?? 'Lo enviamos a la papelera')
      onClose()
    } catch (error) {
      toastError(messageOf(error, 'No pudimos enviarlo a la papelera: intenta de nuevo'))
      onClose()
    }
  }
  return (
    <ConfirmDialog
      title="¿Enviar este archivo a la papelera?"
      confirm="Enviar a la papelera"
      tone="danger"
      busy={remove.isPending ? 'Enviando…' : undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        {FILE_KIND_LABELS[file.kind]}, {sizeLabel(file.bytes)} ({file.name}). Nadie lo usa. Puedes sacarlo de la
        papelera durante {BIN_DAYS} días; después se borra para siempre.
      </p>
    </ConfirmDialog>
  )
}
