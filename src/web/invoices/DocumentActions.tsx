import { useState } from 'react'
import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { download } from '#web/core/download.ts'
import { isFailure } from '#web/core/failure.ts'
import { share } from '#web/core/share.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastError } from '#web/ui/Toasts.tsx'

type Props = { invoice: Pick<Invoice, 'id' | 'number' | 'total' | 'due_on'> & { public_url: string } }

/** Downloads the PDF of the invoice, and copies its public link for a message. */
export function DocumentActions({ invoice }: Props) {
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
  const text = `Factura ${invoice.number} por ${pesosLabel(invoice.total)}, vence el ${dayLabel(invoice.due_on)}: ${invoice.public_url}`
  return (
    <>
      <Button busy={isBusy ? 'Preparando…' : undefined} onClick={() => void save()}>
        Descargar PDF
      </Button>
      <Button onClick={() => share(text)}>Compartir</Button>
    </>
  )
}
