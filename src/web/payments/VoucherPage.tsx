import { Link, useParams } from 'react-router'
import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { METHOD_LABELS, type Payment } from '#domain/payments/payment.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { appliedFacts } from './applied-facts.tsx'
import { VoucherActions } from './VoucherActions.tsx'
import './portal.css'

/** A receipt, designed for phones first (TRX-01). */
export function VoucherPage() {
  const { id = '' } = useParams()
  const receipt = useRead(paymentApi.receipt, { params: { id } })
  if (receipt.data) return <Voucher payment={receipt.data.data} />
  return (
    <Page title="Recibo">
      <ReadState
        of={receipt}
        lines={6}
        height={32}
        missing={
          <EmptyState
            title="No encontramos ese recibo"
            action={<Link to={paths.transactions}>Ver las transacciones</Link>}
          />
        }
      />
    </Page>
  )
}

function Voucher({ payment }: { payment: Payment }) {
  return (
    <Page title={`Recibo ${payment.number}`} subtitle={`Pagado el ${dayLabel(payment.paid_on)}`}>
      <div className="paying">
        {payment.reversed && (
          <Alert tone="warn">
            Este pago se reversó el {dayLabel(payment.reversed.on)} (reverso {payment.reversed.number}):{' '}
            {payment.reversed.reason}.
          </Alert>
        )}
        <Card>
          <div className="result">
            <p className="debt__about">Recibimos</p>
            <p className="paying__total">{pesosLabel(payment.amount)}</p>
          </div>
          <Facts facts={factsOf(payment)} />
        </Card>
        <VoucherActions
          id={payment.id}
          text={`Recibo ${payment.number}: ${pesosLabel(payment.amount)} pagados el ${dayLabel(payment.paid_on)}.`}
        />
      </div>
    </Page>
  )
}

const factsOf = (payment: Payment) => [
  { label: 'De', value: payment.client.name },
  { label: 'Documento', value: payment.client.identification },
  { label: 'Medio', value: METHOD_LABELS[payment.method] },
  ...(payment.reference === null ? [] : [{ label: 'Referencia', value: payment.reference }]),
  ...appliedFacts(payment),
]
