import type { Invoice } from '#domain/invoices/invoice.ts'
import { InvoicePage } from '#web/invoices/InvoicePage.tsx'
import { SendMenu } from '#web/messages/SendMenu.tsx'
import { PaymentDialog } from '#web/payments/PaymentDialog.tsx'

const sendOf = (invoice: Invoice & { public_url: string }) => <SendMenu invoice={invoice} />
const paymentOf = (invoice: Invoice, onClose: () => void) => (
  <PaymentDialog client={{ id: invoice.client_id, name: invoice.client.name }} invoice={invoice} onClose={onClose} />
)

/** The invoice page with its messages and its payments. */
export const InvoiceScreen = () => <InvoicePage send={sendOf} payment={paymentOf} />
