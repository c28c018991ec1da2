import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import type { Debts } from '#domain/payments/online.ts'
import { Query } from '#web/core/Query.tsx'
import { Settled } from '#web/core/Settled.tsx'
import { PastInvoices } from '#web/invoices/PastInvoices.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { beginPaying, onlineProblem, payableNow, payableSum } from './begin-payment.ts'
import { DebtCard } from './DebtCard.tsx'
import { DeskCard } from './DeskCard.tsx'
import { isWithoutSignal } from './kept-slips.ts'
import { OpenSlips, useOwnSlips } from './OpenSlips.tsx'
import { payAction } from './pay-action.ts'
import { useDebts } from './use-debts.ts'
import './portal.css'

const TITLE = 'Gestión de pagos'

/** `agreements`: the payment agreements of the client. Those that run are above what it owes: they say what is to be paid by when. */
type Props = { agreements: { isPending: boolean; running: ReactNode; ended: ReactNode } }

/** The invoices that the client owes, with the buttons that pay one or all of them (PAY-01). */
export function DebtsPage({ agreements }: Props) {
  const navigate = useNavigate()
  const read = useDebts()
  const open = useOwnSlips()
  const pay = (invoices: Debts['invoices']): void => {
    if (read.data === undefined) return
    beginPaying(read.data.data, invoices)
    void navigate(paths.paymentMethod)
  }
  return (
    <Page title={TITLE} subtitle="Lo que debes y cómo pagarlo">
      {/* Without a connection the rest of the page waits for it. */}
      {isWithoutSignal(open.read) && <OpenSlips slips={open.slips} />}
      <Settled reads={[read, open.read, agreements]}>
        <div className="paying">
          {open.read.data && <OpenSlips slips={open.slips} />}
          {agreements.running}
          <Query of={read} lines={6} height={48}>
            {({ data }) => <DebtList debts={data} onPay={pay} />}
          </Query>
          {agreements.ended}
        </div>
        <PastInvoices pay={payAction(read.data?.data, pay)} />
      </Settled>
    </Page>
  )
}

type ListProps = { debts: Debts; onPay: (invoices: Debts['invoices']) => void }

function DebtList({ debts, onPay }: ListProps) {
  const payable = payableNow(debts)
  if (debts.invoices.length === 0) {
    return (
      <>
        <EmptyState
          title={debts.written_off > 0 ? 'Nada por pagar en línea' : 'Estás al día'}
          action={<Link to={paths.transactions}>Ver mis transacciones</Link>}
        >
          {debts.written_off > 0
            ? `Debes ${pesosLabel(debts.written_off)} de facturas viejas. Habla con ${debts.desk.name} para pagarlas.`
            : 'No tienes facturas por pagar.'}
          {debts.credit > 0 && ` Tienes ${pesosLabel(debts.credit)} a favor, que se descuentan de la próxima.`}
        </EmptyState>
        <DeskCard desk={debts.desk} />
      </>
    )
  }
  return (
    <>
      {!debts.online.is_available && (
        <Alert tone="warn">
          Pagos en línea no disponibles. Puedes pagar por los medios de {debts.desk.name}, que están abajo.
        </Alert>
      )}
      {debts.invoices.length > 1 && <TotalCard debts={debts} payable={payable} onPay={() => onPay(payable)} />}
      {debts.invoices.map((invoice) => (
        <DebtCard
          key={invoice.id}
          invoice={invoice}
          blocked={onlineProblem(debts, [invoice])}
          onPay={() => onPay([invoice])}
        />
      ))}
      <DeskCard desk={debts.desk} />
    </>
  )
}

type TotalProps = { debts: Debts; payable: Debts['invoices']; onPay: () => void }

function TotalCard({ debts, payable, onPay }: TotalProps) {
  const amount = payableSum(payable)
  const blocked = onlineProblem(debts, payable)
  return (
    <Card>
      <p className="debt__about">Debes en total</p>
      <p className="paying__total">{pesosLabel(debts.total)}</p>
      {debts.disputed > 0 && (
        <p className="debt__about">En reclamo, no se cobra mientras se resuelve: {pesosLabel(debts.disputed)}</p>
      )}
      {amount < debts.total && (
        <p className="debt__about">Por pagar ahora, sin lo que está en proceso: {pesosLabel(amount)}</p>
      )}
      <Button variant="primary" size="large" className="paying__main" disabledReason={blocked} onClick={onPay}>
        Pagar todo ({pesosLabel(amount)})
      </Button>
    </Card>
  )
}
