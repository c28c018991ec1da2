import type { Invoice } from '#domain/invoices/invoice.ts'
import { CreditNoteDialog } from './CreditNoteDialog.tsx'
import { DisputeDialog, ResolveDialog } from './DisputeDialog.tsx'
import { RevokeLinkDialog } from './RevokeLinkDialog.tsx'

export type InvoiceAction = 'credit' | 'dispute' | 'resolve' | 'revoke'

type Props = { invoice: Invoice; action: InvoiceAction; onClose: () => void }

/** The dialog of an action of the financial desk on an invoice. */
export function InvoiceDialogs({ invoice, action, onClose }: Props) {
  if (action === 'credit') return <CreditNoteDialog invoice={invoice} onClose={onClose} />
  if (action === 'dispute') return <DisputeDialog invoice={invoice} onClose={onClose} />
  if (action === 'resolve') return <ResolveDialog invoice={invoice} onClose={onClose} />
  return <RevokeLinkDialog invoice={invoice} onClose={onClose} />
}
