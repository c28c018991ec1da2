import { clientApi } from '#domain/clients/api.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { contactApi } from '#domain/messages/contact-api.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { whatsappUrl } from '#web/core/share.ts'
import { toastError } from '#web/ui/Toasts.tsx'

/** `problem`: why it may not be written now; null when it may, and while the client is read. */
type WhatsApp = { isReady: boolean; problem: string | null; open: () => void }

/**
 * A message about an invoice to the client's own mobile number. Once the invoice is overdue it is a contact about a debt: the law says
 * whether it may be made now, and it is recorded before the chat opens (Ley 2300 de 2023, SUS-05).
 */
export function useWhatsApp({ client_id, status }: Pick<Invoice, 'client_id' | 'status'>, text: string): WhatsApp {
  const client = useRead(clientApi.get, { params: { id: client_id } })
  const options = useRead(contactApi.options, { query: { client_id } })
  const record = useChange(contactApi.record, { invalidate: [contactApi.options] })
  if (!client.data || !options.data) return { isReady: false, problem: null, open: () => undefined }
  const { phone } = client.data.data
  if (!phone)
    return { isReady: true, problem: 'El cliente no tiene celular: agrégalo en su ficha', open: () => undefined }
  const isDebt = status === 'vencido'
  const problem = isDebt ? (options.data.data.find(({ channel }) => channel === 'whatsapp')?.problem ?? null) : null
  const openChat = (): void => void window.open(whatsappUrl(text, phone), '_blank', 'noopener')
  const recordFirst = (): void =>
    record.mutate(
      { body: { contact: { client_id, channel: 'whatsapp' } } },
      { onSuccess: openChat, onError: ({ message }) => toastError(message) },
    )
  return { isReady: true, problem, open: isDebt ? recordFirst : openChat }
}
