import { InvoicePage } from '#web/invoices/InvoicePage.tsx'
import { MailActions } from '#web/messages/MailActions.tsx'
import { PaymentDialog } from '#web/payments/PaymentDialog.tsx'

/** An invoice, with its e-mails and its payments. */
export function InvoiceScreen() {
  return (
    <InvoicePage
      mail={(invoice) => <MailActions invoice={invoice} />}
      payment={(invoice, onClose) => <PaymentDialog invoice={invoice} onClose={onClose} />}
    />
  )
}
