import type { Invoice } from '#domain/invoices/invoice.ts'
import { messageApi } from '#domain/messages/api.ts'
import { useChange } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

/** Sends an invoice to its client's e-mail: the first time, or as a reminder while it is unpaid. */
export function MailActions({ invoice }: { invoice: Pick<Invoice, 'id' | 'payable'> }) {
  const send = useChange(messageApi.sendInvoice)
  const remind = useChange(messageApi.remind)
  const callbacks = {
    onSuccess: ({ message }: { message: string }) => toastSuccess(message),
    onError: (failure: Error) => toastError(failure.message),
  }
  const params = { id: invoice.id }
  return (
    <>
      <Button
        busy={send.isPending ? 'Enviando…' : undefined}
        onClick={() => send.mutate({ params, body: { channel: 'email' } }, callbacks)}
      >
        Enviar por correo
      </Button>
      {invoice.payable > 0 && (
        <Button busy={remind.isPending ? 'Enviando…' : undefined} onClick={() => remind.mutate({ params }, callbacks)}>
          Recordar pago
        </Button>
      )}
    </>
  )
}
