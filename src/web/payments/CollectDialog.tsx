import { useState } from 'react'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { type DeskInvoice } from '#domain/payments/desk-account.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { copyText } from '#web/core/share.ts'
import { paymentTextOf } from '#web/invoices/DocumentActions.tsx'
import { RemindButton } from '#web/messages/RemindButton.tsx'
import { useWhatsApp } from '#web/messages/use-whatsapp.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { SelectField } from '#web/ui/TextField.tsx'
import './desk-payment.css'

type Props = { client: { id: string; name: string }; onClose: () => void }

/** The messages that ask a client to pay: the payment link to copy, WhatsApp, and the reminder by e-mail. */
export function CollectDialog({ client, onClose }: Props) {
  const read = useRead(manualPaymentApi.account, { params: { client_id: client.id } })
  return (
    <Dialog
      title={`Enviar cobro a ${client.name}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Cerrar</Button>}
    >
      <Query of={read} lines={3}>
        {({ data: { invoices } }) => {
          const [first] = invoices
          return first ? (
            <InvoiceMessages invoices={invoices} first={first} />
          ) : (
            <EmptyState title="No tiene facturas por pagar">No hay nada que cobrarle hoy.</EmptyState>
          )
        }}
      </Query>
    </Dialog>
  )
}

const labelOf = ({ number, balance, due_on }: DeskInvoice): string =>
  `${number} · ${pesosLabel(balance)} · vence ${shortDayLabel(due_on)}`

function InvoiceMessages({ invoices, first }: { invoices: readonly DeskInvoice[]; first: DeskInvoice }) {
  const [id, setId] = useState(first.id)
  const read = useRead(invoiceApi.get, { params: { id } })
  return (
    <>
      <SelectField
        label="Factura"
        hint="De la más vieja a la más nueva"
        value={id}
        onChange={({ target }) => setId(target.value)}
        options={invoices.map((invoice) => ({ value: invoice.id, label: labelOf(invoice) }))}
      />
      <Query of={read} lines={2} height={40}>
        {({ data: invoice }) => (
          <>
            <p className="payment-link">{invoice.public_url}</p>
            <div className="credit-actions">
              <Button variant="primary" onClick={() => void copyText(invoice.public_url, 'Enlace de pago copiado')}>
                Copiar enlace
              </Button>
              <WhatsAppButton invoice={invoice} />
              {invoice.payable > 0 && <RemindButton invoiceId={invoice.id} />}
            </div>
          </>
        )}
      </Query>
    </>
  )
}

function WhatsAppButton({ invoice }: { invoice: Invoice & { public_url: string } }) {
  const { isReady, problem, open } = useWhatsApp(invoice, paymentTextOf(invoice))
  if (!isReady) return null
  return problem === null ? (
    <Button onClick={open}>WhatsApp</Button>
  ) : (
    <Button disabledReason={problem}>WhatsApp</Button>
  )
}
