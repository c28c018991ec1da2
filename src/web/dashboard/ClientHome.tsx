import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { displayName } from '#domain/core/signed-in-user.ts'
import { type ClientHome, dashboardApi } from '#domain/dashboard/api.ts'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { beginPaying, onlineProblem, payableNow, payableSum } from '#web/payments/begin-payment.ts'
import { DebtBadge, dueLabel } from '#web/payments/DebtCard.tsx'
import { LastPayments } from '#web/payments/LastPayments.tsx'
import { useReadAgain } from '#web/payments/use-debts.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert, ErrorState, Skeleton } from '#web/ui/States.tsx'
import { ServiceCard } from './ServiceCard.tsx'
import '#web/payments/portal.css'

// A chunk of its own: most clients wait for no visit.
const NextVisits = lazy(() => import('#web/visits/NextVisits.tsx').then((file) => ({ default: file.NextVisits })))

// Most clients have no outage.
const OwnOutages = lazy(() => import('#web/outages/OwnOutages.tsx').then((file) => ({ default: file.OwnOutages })))

/** The client's first screen (DSH-01): the debt and its due date, the services, the open PQR (`cases`), the last payments. */
export function ClientHome({ cases }: { cases: ReactNode }) {
  const { user } = useSession()
  const { data, error, refetch } = useRead(dashboardApi.get, {})
  useReadAgain(refetch)
  const [firstName = ''] = user === null ? [] : displayName(user).split(' ')
  return (
    <Page title={`Hola, ${firstName}`}>
      <div className="paying">
        {data?.data.client ? (
          <HomeContent home={data.data.client} cases={cases} />
        ) : error ? (
          <ErrorState message={error.message} code={error.code} onRetry={() => void refetch()} />
        ) : (
          <HomeSkeleton />
        )}
      </div>
    </Page>
  )
}

/** As high as the loaded content, so that the page does not move. */
function HomeSkeleton() {
  return (
    <>
      <Card className="home__balance">
        <Skeleton lines={3} height={36} />
      </Card>
      <Card>
        <Skeleton lines={2} height={24} />
      </Card>
    </>
  )
}

const CardSkeleton = ({ lines = 2, height = 24 }) => (
  <Card>
    <Skeleton lines={lines} height={height} />
  </Card>
)

function HomeContent({ home, cases }: { home: ClientHome; cases: ReactNode }) {
  const { debts, services, last_payments, visits, has_outages } = home
  return (
    <>
      <BalanceCard home={home} />
      {has_outages && (
        <Suspense fallback={<CardSkeleton />}>
          <OwnOutages pending={<CardSkeleton />} />
        </Suspense>
      )}
      {visits.length > 0 && (
        <Suspense fallback={<CardSkeleton lines={visits.length + 1} height={56} />}>
          <NextVisits visits={visits} />
        </Suspense>
      )}
      {services.map((service) => (
        <ServiceCard key={service.no_contract} service={service} />
      ))}
      {cases}
      <LastPayments payments={last_payments} />
      {debts.desk.whatsapp_url && (
        <a className="home__help" href={debts.desk.whatsapp_url} target="_blank" rel="noreferrer">
          Escríbenos por WhatsApp
        </a>
      )}
    </>
  )
}

/** Nothing is payable here, and the client still owes what the company wrote off. */
const WrittenOffCard = ({ debts }: { debts: ClientHome['debts'] }) => (
  <Card className="home__balance">
    <div className="debt__head">
      <span className="debt__about">Tu saldo</span>
      <Badge tone="warn">Sin pagar</Badge>
    </div>
    <p className="paying__total">{pesosLabel(debts.written_off)}</p>
    <p>De facturas viejas, que ya no se reciben en línea. Habla con {debts.desk.name} para pagarlas.</p>
  </Card>
)

function BalanceCard({ home: { debts, next_invoice_on } }: { home: ClientHome }) {
  const first = debts.invoices.find(({ payable }) => payable > 0) ?? debts.invoices[0]
  if (!first && debts.written_off > 0) return <WrittenOffCard debts={debts} />
  if (!first) {
    return (
      <Card className="home__balance">
        <div className="debt__head">
          <span className="debt__about">Tu saldo</span>
          <Badge tone="good">Al día</Badge>
        </div>
        <p className="paying__total">{pesosLabel(debts.total)}</p>
        <p>
          Estás al día. {next_invoice_on && `Tu próxima factura llega el ${dayLabel(next_invoice_on)}.`}
          {debts.credit > 0 && ` Tienes ${pesosLabel(debts.credit)} a favor.`}
        </p>
      </Card>
    )
  }
  return (
    <Card className="home__balance">
      <div className="debt__head">
        <span className="debt__about">Tu saldo</span>
        <DebtBadge invoice={first} />
      </div>
      <p className="paying__total">{pesosLabel(debts.total)}</p>
      {debts.disputed > 0 && (
        <p className="debt__about">En reclamo, no se cobra mientras se resuelve: {pesosLabel(debts.disputed)}</p>
      )}
      <p className="debt__about">
        {dueLabel(first)}
        {debts.invoices.length > 1 && ` · ${debts.invoices.length} facturas`}
      </p>
      <PayNow home={debts} />
    </Card>
  )
}

/** The button to pay, or a message in its place: a payment in progress, or another way to pay. */
function PayNow({ home: debts }: { home: ClientHome['debts'] }) {
  const navigate = useNavigate()
  const payable = payableNow(debts)
  const attemptId = debts.invoices.find((invoice) => invoice.attempt_id !== null)?.attempt_id ?? null
  const problem = onlineProblem(debts, payable)
  if (attemptId !== null) {
    return (
      <Alert>
        Hay un pago en proceso. No pagues de nuevo. <Link to={paths.processing(attemptId)}>Ver cómo va</Link>
      </Alert>
    )
  }
  if (problem !== undefined) {
    return (
      <Alert>
        {problem}. <Link to={paths.payments}>Ver cómo pagar</Link>
      </Alert>
    )
  }
  const pay = (): void => {
    beginPaying(debts, payable)
    void navigate(paths.paymentMethod)
  }
  return (
    <>
      <Button variant="primary" size="large" className="paying__main" onClick={pay}>
        {payable.length === 1 ? 'Pagar ahora' : `Pagar todo (${pesosLabel(payableSum(payable))})`}
      </Button>
      {payable.length > 1 && <Link to={paths.payments}>Ver y pagar una por una</Link>}
    </>
  )
}
