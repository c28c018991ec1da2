import { messageApi } from '#domain/messages/api.ts'
import { useChange } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

/** Sends every invoice of a run by e-mail. A second click sends no invoice again. */
export function SendRun({ id }: { id: string }) {
  const send = useChange(messageApi.sendRun)
  const sendAll = (): void =>
    send.mutate(
      { params: { id } },
      { onSuccess: ({ message }) => toastSuccess(message), onError: (error) => toastError(error.message) },
    )
  return (
    <Button busy={send.isPending ? 'Enviando…' : undefined} onClick={sendAll}>
      Enviar por correo
    </Button>
  )
}
