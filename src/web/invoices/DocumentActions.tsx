import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { share } from '#web/core/share.ts'
import { useDownloadAction } from '#web/core/use-download-action.ts'
import { Button } from '#web/ui/Button.tsx'

type LinkedInvoice = Pick<Invoice, 'id' | 'number' | 'total' | 'payable' | 'last_payable_on'> & { public_url: string }

/** The text of a message with an invoice: its amount, the last day to pay and its link. */
export const paymentTextOf = ({ number, payable, total, last_payable_on, public_url }: LinkedInvoice): string =>
  `Factura ${number} por ${pesosLabel(payable > 0 ? payable : total)}, se puede pagar hasta el ${dayLabel(last_payable_on)}: ${public_url}`

const pdfOf = ({ id }: LinkedInvoice) => ({ params: { id } })
const idOf = ({ id }: LinkedInvoice): string => id

/** Downloads the PDF of the invoice; its client also shares its public link. */
export function DocumentActions({ invoice, isDesk }: { invoice: LinkedInvoice; isDesk: boolean }) {
  const pdf = useDownloadAction({ endpoint: invoiceApi.pdf, inputOf: pdfOf, keyOf: idOf })
  return (
    <>
      <Button busy={pdf.busy?.(invoice)} onClick={() => pdf.onPress(invoice)}>
        Descargar PDF
      </Button>
      {!isDesk && <Button onClick={() => void share(paymentTextOf(invoice))}>Compartir</Button>}
    </>
  )
}
