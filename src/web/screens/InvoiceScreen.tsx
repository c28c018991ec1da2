import type { Invoice } from '#domain/invoices/invoice.ts'
import { InvoicePage } from '#web/invoices/InvoicePage.tsx'
import { MailActions } from '#web/messages/MailActions.tsx'
import { PaymentDialog } from '#web/payments/PaymentDialog.tsx'

const mailOf = (invoice: Invoice) => <MailActions invoice={invoice} />
const paymentOf = (invoice: Invoice, onClose: () => void) => (
  <PaymentDialog client={{ id: invoice.client_id, name: invoice.client.name }} invoice={invoice} onClose={onClose} />
)

/** The invoice page with its e-mails and its payments. */
export const InvoiceScreen = () => <InvoicePage mail={mailOf} payment={paymentOf} />
