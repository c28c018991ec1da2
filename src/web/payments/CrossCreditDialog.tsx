import { useState } from 'react'
import { shortDayLabel } from '#domain/core/days.ts'
import { minus, pesosLabel, sum } from '#domain/core/money.ts'
import { payableOf } from '#domain/invoices/invoice.ts'
import type { CreditAccount } from '#domain/payments/credit.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import type { DeskInvoice } from '#domain/payments/desk-account.ts'
import { applyUndisputedFirst } from '#domain/payments/payment.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { CheckboxField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

type Props = { account: CreditAccount; invoices: readonly DeskInvoice[]; onClose: () => void }

/** Which open invoices the credit in favour of a client pays, the oldest of the chosen ones first. */
export function CrossCreditDialog({ account, invoices, onClose }: Props) {
  const apply = useChange(creditApi.apply)
  const [key] = useState(() => crypto.randomUUID())
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = invoices.filter(({ id }) => ids.has(id))
  const usable = minus(account.credit, sum(account.owed.map(({ amount }) => amount)))
  const { applied, rest } = applyUndisputedFirst(usable, chosen)
  const toggle = (id: string): void =>
    setIds((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]))
  const form = useForm({
    schema: creditApi.apply.body,
    read: () => ({ invoice_ids: chosen.map(({ id }) => id) }),
    fields: ['invoice_ids'],
    submit: async (body) => {
      const params = { client_id: account.client.id }
      const { message } = await apply.mutateAsync({ params, body, idempotencyKey: key })
      toastSuccess(message)
      onClose()
    },
  })
  const error = form.errors['invoice_ids']
  return (
    <FormDialog
      title={`Cruzar saldo a favor de ${account.client.name}`}
      label="Cruzar"
      busyLabel="Cruzando…"
      form={form}
      onClose={onClose}
    >
      <p>Tiene {pesosLabel(usable)} a favor. Elige qué facturas paga.</p>
      <fieldset className="choices" id="invoice_ids" tabIndex={-1}>
        <legend>Facturas por pagar</legend>
        <ul className="paid-invoices">
          {invoices.map((invoice) => {
            const amount = applied.find(({ id }) => id === invoice.id)?.amount
            return (
              <li key={invoice.id} className="paid-invoice">
                <div className="paid-invoice__name">
                  <CheckboxField
                    label={`${invoice.number}, debe ${pesosLabel(payableOf(invoice))}, vence el ${shortDayLabel(invoice.due_on)}`}
                    checked={ids.has(invoice.id)}
                    onChange={() => toggle(invoice.id)}
                  />
                </div>
                {ids.has(invoice.id) && <strong className="figures">{amount ? pesosLabel(amount) : 'Nada'}</strong>}
              </li>
            )
          })}
        </ul>
        {error && <p className="field__error">{error}</p>}
      </fieldset>
      <p aria-live="polite">{chosen.length > 0 && `Le quedan ${pesosLabel(rest)} a favor.`}</p>
    </FormDialog>
  )
}
