import type { CreditNoteRow } from '#domain/invoices/credit-note-api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { useChange } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

/** Sends a credit note to its client's e-mail. */
export function SendNote({ note }: { note: CreditNoteRow }) {
  const send = useChange(messageApi.sendNote)
  return (
    <Button
      size="dense"
      aria-label={`Enviar ${note.number} por correo`}
      busy={send.isPending ? 'Enviando…' : undefined}
      onClick={() =>
        send.mutate(
          { params: { id: note.id } },
          {
            onSuccess: ({ message }) => toastSuccess(message),
            onError: (failure) => toastError(failure.message),
          },
        )
      }
    >
      Enviar
    </Button>
  )
}
