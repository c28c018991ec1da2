import { messageApi } from '#domain/messages/api.ts'
import { useChange } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

/** Reminds a client of an unpaid invoice by e-mail. */
export function RemindButton({ invoiceId }: { invoiceId: string }) {
  const remind = useChange(messageApi.remind)
  const send = (): void =>
    remind.mutate(
      { params: { id: invoiceId } },
      { onSuccess: ({ message }) => toastSuccess(message), onError: (failure) => toastError(failure.message) },
    )
  return (
    <Button busy={remind.isPending ? 'Enviando…' : undefined} onClick={send}>
      Recordar por correo
    </Button>
  )
}
