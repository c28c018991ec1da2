import { type ReactNode, useState } from 'react'
import { pesosLabel } from '#domain/core/money.ts'
import type { DeskAccount } from '#domain/payments/desk-account.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { receivedOf } from '#domain/payments/payment.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { PAYMENT_FIELDS, partField, paymentBody } from '#web/invoices/desk-forms.ts'
import { ComputedMoneyField } from '#web/ui/ComputedMoneyField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { PaidDialog } from './PaidDialog.tsx'
import { PaidInvoices } from './PaidInvoices.tsx'
import { ReceivingFields } from './ReceivingFields.tsx'
import { TurnNotice } from './TurnNotice.tsx'
import { useUnusualPayment } from './UnusualPayment.tsx'
import { usePaymentParts } from './use-payment-parts.ts'
import { WithholdingFields } from './WithholdingFields.tsx'

type Props = {
  client: { id: string; name: string }
  /** The invoice that the user came from: it is chosen at first. Without it the payment goes to the oldest first. */
  invoice?: { id: string; number: string }
  onClose: () => void
}

/** A payment received at the desk: over the oldest invoices or over chosen ones, with the amounts that a company withheld (INV-09, TRX-03). */
export function PaymentDialog(props: Props) {
  const read = useRead(manualPaymentApi.account, { params: { client_id: props.client.id } })
  const [account, setAccount] = useState<DeskAccount | null>(null)
  // The form keeps the account that it started with: a later answer must not replace what the user typed.
  if (account === null && read.data && !read.isFetching) setAccount(read.data.data)
  if (account !== null) return <PaymentForm {...props} account={account} />
  return (
    <Dialog title={titleOf(props)} onClose={props.onClose}>
      <Query of={{ data: undefined, error: read.error, refetch: read.refetch }} lines={6}>
        {() => null}
      </Query>
    </Dialog>
  )
}

const titleOf = ({ client, invoice }: Props): string => `Registrar pago de ${invoice?.number ?? client.name}`

function PaymentForm({ account, ...props }: Props & { account: DeskAccount }) {
  const { client, onClose } = props
  const create = useChange(manualPaymentApi.create)
  const [key] = useState(() => crypto.randomUUID())
  const [paid, setPaid] = useState<{ receiptId: string; message: string } | null>(null)
  const { confirmed, question } = useUnusualPayment()
  const parts = usePaymentParts(account, props.invoice?.id ?? null)
  const form = useForm({
    schema: manualPaymentApi.create.body,
    read: (typed) =>
      paymentBody(typed, { client_id: client.id, chosen: parts.chosen, keepsAdvance: parts.keepsAdvance }),
    fields: [...PAYMENT_FIELDS, ...account.invoices.map((_, index) => partField(index))],
    submit: async (body) => {
      if (!(await confirmed(receivedOf(body.payment), parts.owed))) return
      const { data, message } = await create.mutateAsync({ body, idempotencyKey: key })
      if (props.invoice) {
        toastSuccess(message)
        onClose()
      } else setPaid({ receiptId: data.id, message })
    },
  })
  if (paid !== null) return <PaidDialog {...paid} onClose={onClose} />
  return (
    <>
      <FormDialog title={titleOf(props)} label="Registrar pago" busyLabel="Registrando…" form={form} onClose={onClose}>
        <DebtNotice account={account} />
        <ComputedMoneyField
          label="Dinero recibido"
          {...form.field('payment.amount')}
          amount={parts.money}
          isTyped={parts.isMoneyTyped}
          onType={parts.onMoney}
        />
        <PaidInvoices account={account} parts={parts} form={form} />
        <ReceivingFields field={form.field} />
        <WithholdingFields account={account} parts={parts} form={form} />
      </FormDialog>
      {question}
    </>
  )
}

const DebtNotice = ({ account }: { account: DeskAccount }) => (
  <>
    <TurnNotice />
    <p>{debtSentence(account)}</p>
  </>
)

function debtSentence({ client, invoices, balance }: DeskAccount): ReactNode {
  if (invoices.length === 0) return `${client.name} no debe nada: lo que pague queda a su favor.`
  const count = invoices.length === 1 ? 'de una factura' : `en ${invoices.length} facturas`
  return (
    <>
      {client.name} debe <span className="amount">{pesosLabel(balance)}</span> {count}. Si paga de más, queda a su
      favor.
    </>
  )
}
