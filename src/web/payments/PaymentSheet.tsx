import { useState } from 'react'
import { Link } from 'react-router'
import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { isOnlineMethod } from '#domain/integrations/online-method.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { NO_ACCOUNT_LABEL } from '#domain/payments/money-account.ts'
import { METHOD_LABELS, ONLINE_REVERSAL_COPY, type Payment } from '#domain/payments/payment.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { appliedFacts } from './applied-facts.tsx'
import { CertificateDialog } from './CertificateDialog.tsx'

type Props = { payment: Payment; onClose: () => void }

/** One payment: its amount, the invoices it paid, and the button that reverses it (TRX-04). */
export function PaymentSheet({ payment, onClose }: Props) {
  const [isReversing, setReversing] = useState(false)
  const [isCertifying, setCertifying] = useState(false)
  if (isReversing) return <ReversalDialog payment={payment} onClose={onClose} />
  if (isCertifying) return <CertificateDialog payment={payment} onClose={onClose} />
  const { reversed } = payment
  const isWithheld = Object.values(payment.retentions).some((amount) => amount > 0)
  return (
    <Dialog
      title={`Recibo ${payment.number}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cerrar</Button>
          {isWithheld && !reversed && <Button onClick={() => setCertifying(true)}>Certificado</Button>}
          <Button variant="danger" disabledReason={reversalProblem(payment)} onClick={() => setReversing(true)}>
            Reversar pago
          </Button>
        </>
      }
    >
      {reversed && (
        <Alert tone="warn">
          Reverso {reversed.number}, del {dayLabel(reversed.on)}: {reversed.reason}. Las facturas que había pagado, o
          que usaban su saldo a favor, se deben de nuevo.
        </Alert>
      )}
      <Facts facts={factsOf(payment)} />
    </Dialog>
  )
}

/** Why the desk cannot reverse a payment. */
function reversalProblem({ reversed, method }: Payment): string | undefined {
  if (reversed) return 'Este pago ya se reversó'
  return isOnlineMethod(method) ? ONLINE_REVERSAL_COPY : undefined
}

function factsOf(payment: Payment) {
  const withheld = [
    ['Retefuente', payment.retentions.retefuente],
    ['ReteIVA', payment.retentions.reteiva],
    ['ReteICA', payment.retentions.reteica],
  ] as const
  return [
    { label: 'Cliente', value: <Link to={paths.client(payment.client_id)}>{payment.client.name}</Link> },
    { label: 'Recibido', value: pesosLabel(payment.amount) },
    ...withheld.filter(([, amount]) => amount > 0).map(([label, amount]) => ({ label, value: pesosLabel(amount) })),
    ...(payment.certificate === null
      ? []
      : [{ label: 'Certificado de retención', value: certificateLabel(payment.certificate) }]),
    { label: 'Fecha', value: dayLabel(payment.paid_on) },
    ...(payment.posted_on === payment.paid_on
      ? []
      : [
          {
            label: 'Fecha contable',
            value: `${dayLabel(payment.posted_on)}, porque el día del pago ya estaba cerrado`,
          },
        ]),
    { label: 'Medio', value: METHOD_LABELS[payment.method] },
    { label: 'Cuenta', value: payment.account?.name ?? NO_ACCOUNT_LABEL },
    ...(payment.registered_by === null ? [] : [{ label: 'Registrado por', value: payment.registered_by }]),
    ...(payment.turn === null
      ? []
      : [
          {
            label: 'Turno de caja',
            value: <Link to={paths.cashTurn(payment.turn.id)}>Turno {payment.turn.number}</Link>,
          },
        ]),
    ...(payment.reference === null ? [] : [{ label: 'Referencia', value: payment.reference }]),
    ...appliedFacts(payment),
  ]
}

const certificateLabel = ({ number, issued_on }: NonNullable<Payment['certificate']>): string =>
  issued_on === null ? number : `${number}, del ${dayLabel(issued_on)}`

function ReversalDialog({ payment, onClose }: Props) {
  const reverse = useChange(manualPaymentApi.reverse)
  const [key] = useState(() => crypto.randomUUID())
  const isCash = payment.method === 'efectivo'
  // A payment of no turn: its cash was never counted, so the usual answer is chosen.
  const [leaves, setLeaves] = useState<'yes' | 'no' | null>(payment.turn === null ? 'yes' : null)
  const form = useForm({
    schema: manualPaymentApi.reverse.body,
    fields: ['leaves_box', 'reason'],
    read: ({ reason }) => ({ reason, ...(isCash ? { leaves_box: leaves === null ? null : leaves === 'yes' } : {}) }),
    submit: async (body) => {
      const { message } = await reverse.mutateAsync({ params: { id: payment.id }, body, idempotencyKey: key })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Reversar el recibo ${payment.number}`}
      label="Reversar pago"
      busyLabel="Reversando…"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      <p>
        Se quitan {pesosLabel(payment.amount)} de lo pagado por {payment.client.name}. El recibo no se borra: queda como
        reversado, con su motivo.
      </p>
      {isCash && (
        <ChoiceField
          label="¿Sale el dinero de la caja?"
          {...form.field('leaves_box')}
          options={[
            { value: 'yes', label: 'Sí', about: 'Se le devuelve al cliente, o todavía está en el turno de ese pago' },
            { value: 'no', label: 'No', about: 'Ese dinero nunca entró: el turno de hoy lo nombra y no lo descuenta' },
          ]}
          value={leaves}
          onChange={setLeaves}
        />
      )}
      <TextField label="Motivo" {...form.field('reason')} maxLength={200} />
    </FormDialog>
  )
}
