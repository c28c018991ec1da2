import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { isOpen } from '#domain/payments/attempt.ts'
import { type LinkAttempt, linkPaymentApi } from '#domain/payments/link-payment-api.ts'
import { METHOD_LABELS } from '#domain/payments/payment.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useShownCompany } from '#web/core/use-brand.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { AttemptResult } from './AttemptResult.tsx'
import { AttemptState } from './AttemptState.tsx'
import { ProgressCard } from './ProgressCard.tsx'
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
