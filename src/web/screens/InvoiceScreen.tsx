import { lazy, Suspense } from 'react'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { isRecovered } from '#domain/invoices/written-off.ts'
import { InvoicePage } from '#web/invoices/InvoicePage.tsx'
import { SendMenu } from '#web/messages/SendMenu.tsx'

// Chunks of their own: the client who reads the invoice does not load them.
const PaymentDialog = lazy(() =>
  import('#web/payments/PaymentDialog.tsx').then((file) => ({ default: file.PaymentDialog })),
)
const RecoveryDialog = lazy(() =>
  import('#web/payments/RecoveryDialog.tsx').then((file) => ({ default: file.RecoveryDialog })),
)

const sendOf = (invoice: Invoice & { public_url: string }) => <SendMenu invoice={invoice} />
const paymentOf = (invoice: Invoice, onClose: () => void) => (
  <Suspense>
    {isRecovered(invoice) ? (
      <RecoveryDialog invoice={invoice} onClose={onClose} />
    ) : (
      <PaymentDialog
        client={{ id: invoice.client_id, name: invoice.client.name }}
        invoice={invoice}
        onClose={onClose}
      />
    )}
  </Suspense>
)

/** The invoice page with its messages and its payments. */
export const InvoiceScreen = () => <InvoicePage send={sendOf} payment={paymentOf} />
