import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel, ZERO } from '#domain/core/money.ts'
import { STATUS_LABELS } from '#domain/invoices/invoice.ts'
import type { DeskAccount, DeskInvoice } from '#domain/payments/desk-account.ts'
import { partField } from '#web/invoices/desk-forms.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ComputedMoneyField } from '#web/ui/ComputedMoneyField.tsx'
import { CheckboxField } from '#web/ui/TextField.tsx'
import type { PaymentFormFields, PaymentParts } from './use-payment-parts.ts'
import './desk-payment.css'

type Props = {
  account: DeskAccount
  parts: PaymentParts
  form: PaymentFormFields
}

/** Which invoices a payment pays and how much of each: the oldest first, or as the user chooses (INV-09). */
export function PaidInvoices({ account: { invoices }, parts, form }: Props) {
  const error = form.errors['payment.parts']
  // With one invoice there is nothing to choose.
  if (invoices.length < 2) return null
  return (
    <fieldset className="choices" id="payment.parts" tabIndex={-1}>
      <legend>A qué facturas va</legend>
      <label className="check">
        <input type="radio" name="scope" checked={parts.isOldestFirst} onChange={() => parts.choose(true)} />
        <span>Las más viejas primero</span>
      </label>
      <label className="check">
        <input type="radio" name="scope" checked={!parts.isOldestFirst} onChange={() => parts.choose(false)} />
        <span>Elegir las facturas y cuánto a cada una</span>
      </label>
      <ul className="paid-invoices">
        {invoices.map((invoice) => (
          <li key={invoice.id} className="paid-invoice">
            {parts.isOldestFirst ? (
              <OldestFirst invoice={invoice} parts={parts} />
            ) : (
              <Chosen invoice={invoice} parts={parts} form={form} />
            )}
          </li>
        ))}
        {parts.rest > 0 && (
          <li className="paid-invoice">
            <span className="paid-invoice__name">
              {parts.isOldestFirst || parts.keepsAdvance
                ? 'Queda a su favor'
                : 'Paga las otras y el resto queda a su favor'}
            </span>
            <strong className="figures">{pesosLabel(parts.rest)}</strong>
          </li>
        )}
      </ul>
      {!parts.isOldestFirst && parts.rest > 0 && (
        <CheckboxField
          label="Dejar el excedente como anticipo"
          checked={parts.keepsAdvance}
          onChange={(event) => parts.onKeepsAdvance(event.target.checked)}
        />
      )}
      {error && <p className="field__error">{error}</p>}
    </fieldset>
  )
}

function OldestFirst({ invoice, parts }: { invoice: DeskInvoice; parts: PaymentParts }) {
  const amount = parts.amounts.get(invoice.id) ?? ZERO
  return (
    <>
      <span className="paid-invoice__name">
        <InvoiceName invoice={invoice} />
      </span>
      <strong className="figures">{amount === 0 ? 'Nada' : pesosLabel(amount)}</strong>
    </>
  )
}

function Chosen({ invoice, parts, form }: { invoice: DeskInvoice } & Omit<Props, 'account'>) {
  const index = parts.chosen?.findIndex(({ id }) => id === invoice.id) ?? -1
  const amount = parts.amounts.get(invoice.id) ?? ZERO
  return (
    <>
      <div className="paid-invoice__name">
        <CheckboxField
          label={<InvoiceName invoice={invoice} />}
          checked={index >= 0}
          onChange={() => parts.toggle(invoice.id)}
        />
      </div>
      {index >= 0 && (
        <ComputedMoneyField
          label={`Abono a ${invoice.number}`}
          {...form.field(partField(index))}
          amount={amount}
          isTyped={parts.isTyped(invoice.id)}
          onType={(text) => parts.onPart(invoice.id, text)}
        />
      )}
    </>
  )
}

function InvoiceName({ invoice }: { invoice: DeskInvoice }) {
  return (
    <span className="two-lines">
      <span>
        {invoice.number} {invoice.status === 'vencido' && <Badge tone="bad">{STATUS_LABELS.vencido}</Badge>}
      </span>
      <small>
        Debe <span className="amount">{pesosLabel(invoice.balance)}</span>, vence el {shortDayLabel(invoice.due_on)}
        {invoice.disputed_amount > 0 && (
          <>
            . En reclamo <span className="amount">{pesosLabel(invoice.disputed_amount)}</span>
          </>
        )}
      </small>
    </span>
  )
}
