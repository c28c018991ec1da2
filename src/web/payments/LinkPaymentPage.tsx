import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { isOpen } from '#domain/payments/attempt.ts'
import { type LinkAttempt, linkPaymentApi } from '#domain/payments/link-payment-api.ts'
import { METHOD_LABELS } from '#domain/payments/payment.ts'
import { SLIP_METHOD } from '#domain/payments/slip.ts'
import { type Slip, slipApi } from '#domain/payments/slip-api.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { queryClient, useChange, useRead } from '#web/core/queries.ts'
import { useShownCompany } from '#web/core/use-brand.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { AttemptResult } from './AttemptResult.tsx'
import { AttemptState } from './AttemptState.tsx'
import { forgetSlips, isWithoutSignal, keptSlipOf, type ShownSlip } from './kept-slips.ts'
import { ProgressCard } from './ProgressCard.tsx'
import { isShown, SlipCard, SlipPage } from './SlipCard.tsx'
import './portal.css'

const POLL_MS = 2_000

/** A payment that was begun with the link of an invoice: its progress and its end, on one screen and without a session. */
export function LinkPaymentPage() {
  const { token = '', id = '' } = useParams()
  const read = useRead(
    linkPaymentApi.get,
    { params: { token, id } },
    { pollMs: POLL_MS, pollWhile: ({ data }) => isOpen(data.status) },
  )
  const attempt = read.data?.data
  useShownCompany(attempt?.company)
  const isPending = attempt !== undefined && isOpen(attempt.status)
  const waiting = useLinkSlip(token, id, attempt)
  const slip = isWithoutSignal(read) ? keptSlipOf(id) : waiting
  if (slip) return <LinkSlip slip={slip} token={token} isLost={read.error !== null} />
  const title = attempt === undefined || isPending ? 'Pago en proceso' : titleOf(attempt)
  return (
    <Page title={title}>
      <AttemptState of={read} isOpen={isPending} back={<Link to={paths.invoiceLink(token)}>Ver la factura</Link>}>
        {({ data }) =>
          isOpen(data.status) ? <Pending attempt={data} token={token} /> : <Finished attempt={data} token={token} />
        }
      </AttemptState>
    </Page>
  )
}

/** The slip of an open payment in cash that was asked for with the link. */
function useLinkSlip(token: string, id: string, attempt: LinkAttempt | undefined): ShownSlip | undefined {
  const shownOf = (slips: readonly Slip[]) => slips.filter(isShown).find((slip) => slip.id === id)
  const isSlip = attempt?.method === SLIP_METHOD && isOpen(attempt.status)
  const read = useRead(
    slipApi.ofLink,
    { params: { token } },
    { enabled: isSlip, pollMs: POLL_MS, pollWhile: ({ data }) => !shownOf(data) },
  )
  return isSlip && read.data ? shownOf(read.data.data) : undefined
}

function LinkSlip({ slip, token, isLost }: { slip: ShownSlip; token: string; isLost: boolean }) {
  const verify = useChange(linkPaymentApi.verify)
  return (
    <SlipPage isLost={isLost}>
      <SlipCard
        slip={slip}
        isVerifying={verify.isPending}
        onVerify={(then) => verify.mutate({ params: { token, id: slip.id } }, then)}
      >
        <LinkButton to={paths.invoiceLink(token)}>Ver la factura</LinkButton>
      </SlipCard>
    </SlipPage>
  )
}

const titleOf = ({ status }: LinkAttempt): string =>
  status === 'approved' ? 'Pago aprobado' : 'El pago no se completó'

function Pending({ attempt, token }: { attempt: LinkAttempt; token: string }) {
  const verify = useChange(linkPaymentApi.verify)
  const isOnItsWay = useGoToBank(attempt)
  return (
    <ProgressCard
      attempt={attempt}
      isOnItsWay={isOnItsWay}
      isVerifying={verify.isPending}
      onVerify={(then) => verify.mutate({ params: { token, id: attempt.id } }, then)}
    >
      <LinkButton to={paths.invoiceLink(token)}>Ver la factura</LinkButton>
    </ProgressCard>
  )
}

/** Sends the payer to the bank once: a payer who returns, by the bank or by 'back', is not sent again. */
function useGoToBank({ redirect_url }: LinkAttempt): boolean {
  const { state, pathname } = useLocation()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isOnItsWay = state?.opensBank === true && !search.has('id')
  useEffect(() => {
    if (!isOnItsWay || redirect_url === null) return
    void navigate(pathname, { replace: true, state: null })
    window.location.assign(redirect_url)
  }, [isOnItsWay, redirect_url, pathname, navigate])
  return isOnItsWay
}

function Finished({ attempt, token }: { attempt: LinkAttempt; token: string }) {
  useEffect(() => {
    forgetSlips(({ id }) => id === attempt.id)
    // The invoice that was read while the payment was pending is out of date.
    void queryClient.invalidateQueries()
  }, [attempt.id])
  const isApproved = attempt.status === 'approved'
  const mayTryAgain = !isApproved && !attempt.may_be_charged
  return (
    <>
      <Card>
        <AttemptResult attempt={attempt} />
        <Facts
          facts={[
            { label: attempt.numbers.length === 1 ? 'Factura' : 'Facturas', value: attempt.numbers.join(', ') },
            ...(isApproved ? [] : [{ label: 'Valor', value: pesosLabel(attempt.amount) }]),
            { label: 'Medio', value: METHOD_LABELS[attempt.method] },
            ...(attempt.settled_at === null
              ? []
              : [{ label: 'Fecha', value: instantLabel(new Date(attempt.settled_at)) }]),
            ...(attempt.reference === null ? [] : [{ label: 'Referencia', value: attempt.reference }]),
          ]}
        />
        {isApproved && (
          <p className="debt__about">
            El recibo llega al correo que escribiste, o al del titular del servicio si no escribiste ninguno.
          </p>
        )}
      </Card>
      <LinkButton to={paths.invoiceLink(token)} variant={mayTryAgain ? 'primary' : 'secondary'} size="large">
        {mayTryAgain ? 'Intentar de nuevo o con otro medio' : 'Ver la factura'}
      </LinkButton>
    </>
  )
}
