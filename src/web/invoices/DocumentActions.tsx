import { useState } from 'react'
import { clientApi } from '#domain/clients/api.ts'
import { consentApi } from '#domain/consents/api.ts'
import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { download } from '#web/core/download.ts'
import { isFailure } from '#web/core/failure.ts'
import { useRead } from '#web/core/queries.ts'
import { share, whatsappUrl } from '#web/core/share.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { toastError } from '#web/ui/Toasts.tsx'

type Props = {
  invoice: Pick<Invoice, 'id' | 'number' | 'total' | 'payable' | 'last_payable_on' | 'client_id' | 'status'> & {
    public_url: string
  }
  isDesk: boolean
}

/** Downloads the PDF of the invoice, and copies its public link for a message. */
export function DocumentActions({ invoice, isDesk }: Props) {
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await download(invoiceApi.pdf, { params: { id: invoice.id } })
    } catch (error) {
      if (!isFailure(error)) throw error
      toastError(error.message)
    } finally {
      setBusy(false)
    }
  }
  const text = `Factura ${invoice.number} por ${pesosLabel(invoice.payable > 0 ? invoice.payable : invoice.total)}, se puede pagar hasta el ${dayLabel(invoice.last_payable_on)}: ${invoice.public_url}`
  return (
    <>
      <Button busy={isBusy ? 'Preparando…' : undefined} onClick={() => void save()}>
        Descargar PDF
      </Button>
      {isDesk ? <WhatsAppLink invoice={invoice} text={text} /> : <Button onClick={() => share(text)}>Compartir</Button>}
    </>
  )
}

/**
 * Opens a chat with the client's own mobile number. Once the invoice is overdue the message is a collection message, so the client
 * must authorise that channel (Ley 2300 de 2023, SUS-05).
 */
function WhatsAppLink({ invoice, text }: { invoice: Pick<Invoice, 'client_id' | 'status'>; text: string }) {
  const { client_id } = invoice
  const client = useRead(clientApi.get, { params: { id: client_id } })
  const consents = useRead(consentApi.list, { query: { client_id } })
  const phone = client.data?.data.phone
  const isAuthorised = consents.data?.data.some((one) => one.purpose === 'contact_phone' && one.is_granted)
  if (!client.data || !consents.data) return null
  if (!phone) return <Button disabledReason="El cliente no tiene celular: agrégalo en su ficha">WhatsApp</Button>
  if (invoice.status === 'vencido' && !isAuthorised) {
    return <Button disabledReason="El cliente no autoriza mensajes de cobro por WhatsApp">WhatsApp</Button>
  }
  return (
    <a className={buttonClass()} href={whatsappUrl(text, phone)} target="_blank" rel="noreferrer">
      WhatsApp
    </a>
  )
}
