import { clientApi } from '#domain/clients/api.ts'
import { consentApi } from '#domain/consents/api.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { useRead } from '#web/core/queries.ts'
import { whatsappUrl } from '#web/core/share.ts'

/** The address of the chat, or why there is none; both null while the client is read. */
type WhatsApp = { href: string | null; problem: string | null }

/**
 * A message about an invoice to the client's own mobile number. Once the invoice is overdue it is a collection message, so the client
 * must authorise that channel (Ley 2300 de 2023, SUS-05).
 */
export function useWhatsApp({ client_id, status }: Pick<Invoice, 'client_id' | 'status'>, text: string): WhatsApp {
  const client = useRead(clientApi.get, { params: { id: client_id } })
  const consents = useRead(consentApi.list, { query: { client_id } })
  if (!client.data || !consents.data) return { href: null, problem: null }
  const { phone } = client.data.data
  if (!phone) return { href: null, problem: 'El cliente no tiene celular: agrégalo en su ficha' }
  const isAuthorised = consents.data.data.some((one) => one.purpose === 'contact_phone' && one.is_granted)
  return status === 'vencido' && !isAuthorised
    ? { href: null, problem: 'El cliente no autoriza mensajes de cobro por WhatsApp' }
    : { href: whatsappUrl(text, phone), problem: null }
}
