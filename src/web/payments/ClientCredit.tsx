import { useState } from 'react'
import { Link } from 'react-router'
import { dayLabel, shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel, sum } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { payableOf } from '#domain/invoices/invoice.ts'
import type { CreditAccount } from '#domain/payments/credit.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useDownloadAction } from '#web/core/use-download-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { CrossCreditDialog } from './CrossCreditDialog.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import './desk-payment.css'

/** The credit in favour of a client: where it came from, what was returned, and the buttons that use it (R7.12). Empty without any. */
export function ClientCredit({ clientId }: { clientId: string }) {
  const read = useRead(creditApi.get, { params: { client_id: clientId } })
  const account = read.data?.data
  if (account === undefined || (account.credit === 0 && account.refunds.length === 0)) return null
  return (
    <Card title="Saldo a favor">
      {account.credit > 0 && <Available account={account} />}
      {account.refunds.length > 0 && <Refunds refunds={account.refunds} />}
    </Card>
  )
}

function Available({ account }: { account: CreditAccount }) {
  const [isRefunding, setRefunding] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const owed = sum(account.owed.map(({ amount }) => amount))
  const open = useRead(manualPaymentApi.account, { params: { client_id: account.client.id } }).data?.data.invoices ?? []
  const payable = open.filter((invoice) => payableOf(invoice) > 0)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const apply = useChange(creditApi.apply)
  const cross = (): void =>
    apply.mutate(
      { params: { client_id: account.client.id }, body: {}, idempotencyKey: key },
      {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (failure) => toastError(failure.message),
        onSettled: () => setKey(crypto.randomUUID()),
      },
    )
  return (
    <>
      <Facts
        facts={account.sources.map(({ document, amount, is_kept }) => ({
          label: is_kept ? `${document}, anticipo` : document,
          value: pesosLabel(amount),
        }))}
      />
      {account.owed.map(({ no_contract, amount, due_on }) => (
        <Alert key={no_contract} tone="warn">
          {pesosLabel(amount)} son por devolver del contrato <Link to={paths.contract(no_contract)}>{no_contract}</Link>
          , que quedó sin efecto
          {due_on === null ? '' : `: a más tardar el ${dayLabel(due_on)}`}. No se cruzan con facturas.
        </Alert>
      ))}
      <div className="credit-actions">
        {account.credit > owed && (
          <Button busy={apply.isPending ? 'Cruzando…' : undefined} onClick={cross}>
            Cruzar con lo que debe
          </Button>
        )}
        {account.credit > owed && payable.length > 1 && (
          <Button onClick={() => setChoosing(true)}>Elegir facturas</Button>
        )}
        <Button onClick={() => setRefunding(true)}>Devolver saldo</Button>
      </div>
      {isChoosing && <CrossCreditDialog account={account} invoices={payable} onClose={() => setChoosing(false)} />}
      {isRefunding && <RefundDialog account={account} onClose={() => setRefunding(false)} />}
    </>
  )
}

function Refunds({ refunds }: Pick<CreditAccount, 'refunds'>) {
  const download = useDownloadAction({
    endpoint: paymentApi.voucher,
    inputOf: ({ id }: CreditAccount['refunds'][number]) => ({ params: { id } }),
    keyOf: ({ id }: CreditAccount['refunds'][number]) => id,
  })
  return (
    <RowList label="Devoluciones">
      {refunds.map((refund) => (
        <li key={refund.id}>
          <span className="two-lines">
            Devolución {refund.number}
            <small>
              {shortDayLabel(refund.paid_on)} · {refund.reason}
            </small>
          </span>
          <strong className="figures">{pesosLabel(refund.amount)}</strong>
          <Button size="dense" onClick={() => download.onPress(refund)}>
            Comprobante <span className="visually-hidden">de la devolución {refund.number}</span>
          </Button>
        </li>
      ))}
    </RowList>
  )
}
