import { useEffect } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { goesToBank, methodOfType, PAGE_METHOD } from '#domain/integrations/online-method.ts'
import { isOpen } from '#domain/payments/attempt.ts'
import type { PaymentAttempt } from '#domain/payments/online.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { SLIP_METHOD } from '#domain/payments/slip.ts'
import { type Slip, slipApi } from '#domain/payments/slip-api.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { Page } from '#web/ui/Page.tsx'
import { AttemptState } from './AttemptState.tsx'
import { isWithoutSignal, keptSlipOf } from './kept-slips.ts'
import { ProgressCard } from './ProgressCard.tsx'
import { readPaymentSession, writePaymentSession } from './payment-session.ts'
import { isShown, SlipCard, SlipPage } from './SlipCard.tsx'
import './portal.css'

const POLL_MS = 2_000
/** The interval until the address of the bank's page is known; that page then opens. */
const POLL_BANK_MS = 1_000

/** The id of the attempt that the page shows: from its address, or the last one that began in this browser. */
export function useAttemptId(): string | null {
  const [search] = useSearchParams()
  return search.get('pago') ?? readPaymentSession()?.attempt_id ?? null
}

/** The progress of a payment, updated without a reload, also when the tab was closed in between (PAY-05). */
export function ProcessingPage() {
  const id = useAttemptId()
  return id === null ? <Navigate to={paths.payments} replace /> : <AttemptProgress id={id} />
}

function AttemptProgress({ id }: { id: string }) {
  const pollMs = opensBank(id) ? POLL_BANK_MS : POLL_MS
  const read = useRead(paymentApi.get, { params: { id } }, { pollMs })
  const attempt = read.data?.data
  const kept = keptSlipOf(id)
  if (attempt && !isOpen(attempt.status)) return <Navigate to={paths.checkout(id)} replace />
  if (attempt?.method === SLIP_METHOD) return <WaitingSlip attempt={attempt} isLost={read.error !== null} />
  // Without a connection: the slip that this browser keeps.
  if (kept && isWithoutSignal(read))
    return (
      <SlipPage isLost>
        <SlipCard slip={kept} isVerifying={false} />
      </SlipPage>
    )
  return (
    <Page title="Pago en proceso">
      <AttemptState of={read} isOpen back={<Link to={paths.payments}>Ver mis facturas</Link>}>
        {({ data }) => <PendingAttempt attempt={data} />}
      </AttemptState>
    </Page>
  )
}

/** An open payment in cash: its slip, and its preparation until the provider gives the two numbers. */
function WaitingSlip({ attempt, isLost }: { attempt: PaymentAttempt; isLost: boolean }) {
  const shownOf = (slips: readonly Slip[]) => slips.filter(isShown).find(({ id }) => id === attempt.id)
  const read = useRead(slipApi.own, {}, { pollMs: POLL_MS, pollWhile: ({ data }) => !shownOf(data) })
  const verify = useChange(paymentApi.verify)
  const slip = read.data ? shownOf(read.data.data) : keptSlipOf(attempt.id)
  if (!slip)
    return (
      <Page title="Pago en proceso">
        <div className="paying">
          <PendingAttempt attempt={attempt} />
        </div>
      </Page>
    )
  return (
    <SlipPage isLost={isLost}>
      <SlipCard
        slip={slip}
        isVerifying={verify.isPending}
        onVerify={(then) => verify.mutate({ params: { id: attempt.id } }, then)}
      >
        <Link className="button button--secondary button--normal" to={paths.payments}>
          Pagar con otro medio
        </Link>
      </SlipCard>
    </SlipPage>
  )
}

/** Whether this browser opens the bank's page of a payment by itself, as soon as its address is known. */
function opensBank(id: string): boolean {
  const session = readPaymentSession()
  return (
    session?.attempt_id === id &&
    session.payment_method !== null &&
    goesToBank(methodOfType(session.payment_method.type)) &&
    !session.went_to_bank
  )
}

function PendingAttempt({ attempt }: { attempt: PaymentAttempt }) {
  const verify = useChange(paymentApi.verify)
  useGoToBank(attempt)
  return (
    <ProgressCard
      attempt={{ ...attempt, numbers: attempt.invoices.map((invoice) => invoice.number) }}
      isOnItsWay={opensBank(attempt.id)}
      isVerifying={verify.isPending}
      onVerify={(then) => verify.mutate({ params: { id: attempt.id } }, then)}
    >
      {attempt.method === PAGE_METHOD ? (
        <Link className="button button--secondary button--normal" to={paths.payments}>
          Pagar con otro medio
        </Link>
      ) : (
        <Link className="button button--secondary button--normal" to={paths.dashboard}>
          Volver al inicio
        </Link>
      )}
    </ProgressCard>
  )
}

/** Sends the payer to the bank once; a payer who returns from the bank is not sent again. */
function useGoToBank(attempt: PaymentAttempt): void {
  const [search] = useSearchParams()
  const isReturn = search.has('id')
  const { id, redirect_url } = attempt
  useEffect(() => {
    const session = readPaymentSession()
    if (redirect_url === null || isReturn || session?.attempt_id !== id || session.went_to_bank) return
    writePaymentSession({ ...session, went_to_bank: true })
    window.location.assign(redirect_url)
  }, [id, redirect_url, isReturn])
}
