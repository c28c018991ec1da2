import type { Invoice } from '#domain/invoices/invoice.ts'
import { messageApi } from '#domain/messages/api.ts'
import { useChange } from '#web/core/queries.ts'
import { copyText } from '#web/core/share.ts'
import { paymentTextOf } from '#web/invoices/DocumentActions.tsx'
import { LazyMenu } from '#web/ui/LazyMenu.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { useWhatsApp } from './use-whatsapp.ts'

/** The ways to send an invoice: to its client's e-mail, the first time or as a reminder while it is unpaid, by WhatsApp, or its link. */
export function SendMenu({ invoice }: { invoice: Invoice & { public_url: string } }) {
  const send = useChange(messageApi.sendInvoice)
  const remind = useChange(messageApi.remind)
  const whatsapp = useWhatsApp(invoice, paymentTextOf(invoice))
  const callbacks = {
    onSuccess: ({ message }: { message: string }) => toastSuccess(message),
    onError: (failure: Error) => toastError(failure.message),
  }
  const params = { id: invoice.id }
  const isBusy = send.isPending || remind.isPending
  return (
    <LazyMenu
      label={`Enviar la factura ${invoice.number}`}
      face={isBusy ? 'Enviando…' : 'Enviar'}
      items={[
        { label: 'Por correo', onSelect: () => send.mutate({ params, body: { channel: 'email' } }, callbacks) },
        ...(invoice.payable > 0
          ? [{ label: 'Recordar el pago por correo', onSelect: () => remind.mutate({ params }, callbacks) }]
          : []),
        {
          label: 'Por WhatsApp',
          disabledReason: whatsapp.problem ?? (whatsapp.isReady ? undefined : 'Estamos buscando su celular'),
          onSelect: whatsapp.open,
        },
        {
          label: 'Copiar el enlace de pago',
          onSelect: () => void copyText(invoice.public_url, 'Enlace de pago copiado'),
        },
      ]}
    />
  )
}
