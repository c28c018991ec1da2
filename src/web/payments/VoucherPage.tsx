import { Link, useParams } from 'react-router'
import { dayLabel } from '#domain/core/days.ts'
import { nitLabel } from '#domain/core/identity.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { METHOD_LABELS, type Payment, withheldOf } from '#domain/payments/payment.ts'
import { DocumentTools } from '#web/clients/DocumentTools.tsx'
import { call } from '#web/core/call.ts'
import { download, fetchFile } from '#web/core/download.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { appliedFacts } from './applied-facts.tsx'
import { VoucherActions } from './VoucherActions.tsx'
import './portal.css'

/** A receipt, designed for phones first (TRX-01). */
export function VoucherPage() {
  const { id = '' } = useParams()
  const { user } = useSession()
  const receipt = useRead(paymentApi.receipt, { params: { id } })
  if (receipt.data && user) return <Voucher payment={receipt.data.data} user={user} />
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

function Voucher({ payment, user }: { payment: Payment; user: SignedInUser }) {
  const isDesk = user.metadata.role === 'financial'
  const text = `Recibo ${payment.number} de ${user.company.name}: ${pesosLabel(payment.amount)} pagados el ${dayLabel(payment.paid_on)}.`
  return (
    <Page
      title={`Recibo ${payment.number}`}
      subtitle={`Pagado el ${dayLabel(payment.paid_on)}`}
      actions={isDesk && <DeskTools payment={payment} text={text} />}
    >
      <div className="paying">
        {payment.reversed && (
          <Alert tone="warn">
            Este pago se reversó el {dayLabel(payment.reversed.on)} (reverso {payment.reversed.number}):{' '}
            {payment.reversed.reason}.
          </Alert>
        )}
        <Card>
          <p className="print-only">
            {user.company.name}, NIT {nitLabel(user.company.nit)}
          </p>
          <div className="result">
            <p className="debt__about">Recibimos</p>
            <p className="paying__total">{pesosLabel(payment.amount)}</p>
          </div>
          <Facts facts={factsOf(payment, isDesk)} />
        </Card>
        {!isDesk && <VoucherActions id={payment.id} text={text} />}
      </div>
    </Page>
  )
}

function DeskTools({ payment, text }: { payment: Payment; text: string }) {
  const input = { params: { id: payment.id } }
  return (
    <DocumentTools
      name={`el recibo ${payment.number}`}
      clientId={payment.client_id}
      text={text}
      save={() => download(paymentApi.voucher, input)}
      file={() => fetchFile(paymentApi.voucher, input)}
      {...(payment.reversed === null ? { send: () => call(paymentApi.sendReceipt, input) } : {})}
    />
  )
}

const WITHHELD_LABELS = { retefuente: 'Retefuente', reteiva: 'ReteIVA', reteica: 'ReteICA' } as const

function factsOf(payment: Payment, isDesk: boolean) {
  const { client, client_id } = payment
  const contracts = [...new Set(payment.applied.flatMap(({ no_contract }) => no_contract ?? []))]
  return [
    { label: 'De', value: isDesk ? <Link to={paths.client(client_id)}>{client.name}</Link> : client.name },
    { label: 'Documento', value: client.identification },
    ...contracts.map((no) => ({ label: 'Contrato', value: <Link to={paths.contract(no)}>{no}</Link> })),
    { label: 'Medio', value: METHOD_LABELS[payment.method] },
    ...(payment.reference === null ? [] : [{ label: 'Referencia', value: payment.reference }]),
    ...withheldOf(payment)
      .filter(([, amount]) => amount > 0)
      .map(([name, amount]) => ({ label: WITHHELD_LABELS[name], value: pesosLabel(amount) })),
    ...appliedFacts(payment),
    ...(payment.registered_by === null ? [] : [{ label: 'Recibido por', value: payment.registered_by }]),
  ]
}
