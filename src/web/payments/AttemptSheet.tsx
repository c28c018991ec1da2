import { useState } from 'react'
import { Link } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { ATTEMPT_LABELS, isOpen } from '#domain/payments/attempt.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { METHOD_LABELS } from '#domain/payments/payment.ts'
import { SLIP_METHOD } from '#domain/payments/slip.ts'
import type { Transaction } from '#domain/payments/transaction.ts'
import { useChange } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { ChargebackDialog } from './ChargebackDialog.tsx'

type Props = { attempt: Transaction; onClose: () => void }

/** One attempt: its request, its result, the button that reads its status at the provider again, and its chargeback (TRX-02). */
export function AttemptSheet({ attempt, onClose }: Props) {
  const verify = useChange(paymentApi.verify)
  const [isTakenBack, setTakenBack] = useState(false)
  if (isTakenBack) return <ChargebackDialog attempt={attempt} onClose={onClose} />
  const { status } = attempt
  const isGoing = status !== 'received' && status !== 'reversed' && status !== 'refunded' && isOpen(status)
  const ask = (): void =>
    verify.mutate(
      { params: { id: attempt.id } },
      {
        onSuccess: ({ data }) => toastSuccess(`Wompi dice: ${ATTEMPT_LABELS[data.status]}`),
        onError: (failure) => toastError(failure.message),
      },
    )
  return (
    <Dialog
      title={`Pago de ${attempt.client.name}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cerrar</Button>
          {status === 'approved' && (
            <Button variant="danger" onClick={() => setTakenBack(true)}>
              Registrar contracargo
            </Button>
          )}
          <Button variant="primary" busy={verify.isPending ? 'Preguntando…' : undefined} onClick={ask}>
            Verificar estado
          </Button>
        </>
      }
    >
      {isGoing && <Alert>{attempt.method === SLIP_METHOD ? SLIP_GOING : GOING}</Alert>}
      {attempt.problem && <Alert tone="warn">{attempt.problem}</Alert>}
      <Facts facts={factsOf(attempt)} />
    </Dialog>
  )
}

const GOING = 'Sigue en proceso. Preguntamos por él a sus horas, y sus facturas no se pueden pagar dos veces.'
const SLIP_GOING =
  'Espera a que se pague en un corresponsal. Si la factura se paga antes de otra forma, lo que llegue queda como saldo a favor.'

const factsOf = (attempt: Transaction) => [
  { label: 'Cliente', value: <Link to={paths.client(attempt.client.id)}>{attempt.client.name}</Link> },
  { label: 'Valor', value: pesosLabel(attempt.amount) },
  { label: 'Fecha', value: instantLabel(new Date(attempt.at)) },
  { label: 'Medio', value: METHOD_LABELS[attempt.method] },
  { label: 'Facturas', value: attempt.invoices.join(', ') },
  ...(attempt.reference === null ? [] : [{ label: 'Referencia', value: attempt.reference }]),
  ...(attempt.transaction_id === null ? [] : [{ label: 'Transacción Wompi', value: attempt.transaction_id }]),
  ...(attempt.receipt
    ? [{ label: 'Recibo', value: <Link to={paths.view('voucher', attempt.receipt.id)}>{attempt.receipt.number}</Link> }]
    : []),
]
