import { clientApi } from '#domain/clients/api.ts'
import type { Client } from '#domain/clients/client.ts'
import { useChange } from '#web/core/queries.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toastError, toastSuccess, toastUndo } from '#web/ui/Toasts.tsx'

/** Activates or deactivates the access of a client to the portal, after a confirmation. */
export function StatusDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const change = useChange(clientApi.switchStatus)
  const { is_active } = client.user
  const undo = (): void =>
    change.mutate(
      { params: { id: client.id }, body: { is_active } },
      {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (error) => toastError(error.message),
      },
    )
  const confirm = (): void =>
    change.mutate(
      { params: { id: client.id }, body: { is_active: !is_active } },
      {
        onSuccess: ({ message }) => {
          toastUndo(message, undo)
          onClose()
        },
        onError: (error) => toastError(error.message),
      },
    )
  return (
    <ConfirmDialog
      title={is_active ? '¿Desactivar el acceso?' : '¿Activar el acceso?'}
      confirm={is_active ? 'Desactivar' : 'Activar'}
      tone={is_active ? 'danger' : 'primary'}
      busy={change.isPending ? 'Guardando…' : undefined}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {is_active
        ? `${client.name} no podrá entrar al portal y se cierran sus sesiones. Sus contratos y sus facturas siguen igual.`
        : `${client.name} podrá entrar otra vez al portal.`}
    </ConfirmDialog>
  )
}
