import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { clauseLabels } from '#domain/contracts/paid.ts'
import { dayLabel, dayOf } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { openOf } from '#domain/invoices/dispute.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { serviceFacts } from '#domain/invoices/invoiced-service.ts'
import { isVoidedPayment, NO_CLAIM_COPY, NO_DISPUTE_COPY } from '#domain/invoices/voided-payment.ts'
import { isRecovered } from '#domain/invoices/written-off.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Facts, Figure } from '#web/ui/Facts.tsx'
import { LazyMenu } from '#web/ui/LazyMenu.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { ClaimWords } from './ClaimWords.tsx'
import { DisputeHistory } from './DisputeHistory.tsx'
import { DocumentActions } from './DocumentActions.tsx'
import { ElectronicBadge, InvoiceBadges } from './InvoiceBadges.tsx'
import type { InvoiceAction } from './InvoiceDialogs.tsx'
import { InvoiceLines, InvoiceMovements } from './InvoiceLines.tsx'
import { InvoiceNotes } from './InvoiceNotes.tsx'
import './invoices.css'

// A chunk of its own: the client who reads the invoice does not load it.
const InvoiceDialogs = lazy(() => import('./InvoiceDialogs.tsx').then((file) => ({ default: file.InvoiceDialogs })))

/** The parts of other modules for the financial desk: the menu that sends the invoice, and the dialog that registers a payment. */
type DeskParts = {
  send: (invoice: InvoiceWithLink) => ReactNode
  payment: (invoice: Invoice, onClose: () => void) => ReactNode
}

/** One invoice: its charges, its payments, and the actions of the financial desk (INV-01). */
export function InvoicePage(parts: DeskParts) {
  const { id = '' } = useParams()
  const { user } = useSession()
  const read = useRead(invoiceApi.get, { params: { id } })
  if (read.data)
    return <InvoiceDetail invoice={read.data.data} isDesk={user?.metadata.role === 'financial'} parts={parts} />
  return (
    <Page title="Factura">
      <ReadState
        of={read}
        lines={8}
        height={28}
        missing={
          <EmptyState title="No encontramos esa factura" action={<Link to={paths.invoices}>Ver las facturas</Link>}>
            Puede que el enlace esté incompleto.
          </EmptyState>
        }
      />
    </Page>
  )
}

type InvoiceWithLink = Invoice & { public_url: string }
type Open = 'payment' | InvoiceAction | null

function InvoiceDetail({ invoice, isDesk, parts }: { invoice: InvoiceWithLink; isDesk: boolean; parts: DeskParts }) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <Page
      title={`Factura ${invoice.number}`}
      subtitle={<Badges invoice={invoice} isDesk={isDesk} />}
      actions={
        <>
          {isDesk ? <PayButton invoice={invoice} onOpen={setOpen} /> : <PayLink invoice={invoice} />}
          <DocumentActions invoice={invoice} isDesk={isDesk} />
          {!isDesk && <ClaimLink invoice={invoice} />}
          {isDesk && parts.send(invoice)}
          {isDesk && <MoreActions invoice={invoice} onOpen={setOpen} />}
        </>
      }
    >
      <div className="figures-row">
        <Figure label="Total" value={pesosLabel(invoice.total)} note={`Emitida el ${dayLabel(invoice.issued_on)}`} />
        <Figure label="Saldo" value={pesosLabel(invoice.balance)} note={dueNote(invoice)} />
        {invoice.written_off > 0 && (
          <Figure label="Castigado" value={pesosLabel(invoice.written_off)} note="No se cobra, y no está pagado" />
        )}
        <Figure label="Por pagar ahora" value={pesosLabel(invoice.payable)} note={payableNote(invoice)} />
      </div>
      <InClaim invoice={invoice} />
      {isDesk && invoice.electronic?.status === 'rejected' && <RejectedByDian invoice={invoice} />}
      {isDesk && invoice.delivery?.is_late && <LateDelivery delivery={invoice.delivery} />}
      <Card title="Qué se cobra">
        <InvoiceLines invoice={invoice} />
      </Card>
      {!isDesk && <Claims invoice={invoice} />}
      <div className="card-pair">
        <Card title="Datos de la factura">
          <Facts facts={factsOf(invoice, isDesk)} />
        </Card>
        <Card title="Movimientos">
          <InvoiceMovements invoice={invoice} />
        </Card>
      </div>
      {invoice.credit_notes.length > 0 && <InvoiceNotes notes={invoice.credit_notes} />}
      <DisputeHistory disputes={invoice.disputes} />
      {open === 'payment' && parts.payment(invoice, close)}
      {open !== null && open !== 'payment' && (
        <Suspense>
          <InvoiceDialogs invoice={invoice} action={open} onClose={close} />
        </Suspense>
      )}
    </Page>
  )
}

const Badges = ({ invoice, isDesk }: { invoice: Invoice; isDesk: boolean }) => (
  <>
    <InvoiceBadges invoice={invoice} /> {isDesk && <ElectronicBadge electronic={invoice.electronic} />}
  </>
)

/** What is in dispute, and what can be paid later: in a payment agreement (SUS-04), or because it was in dispute (R2.15). */
const InClaim = ({ invoice }: { invoice: Invoice }) => (
  <>
    {openOf(invoice.disputes).map(({ id, disputed_amount, reason }) => (
      <Alert key={id} tone="warn">
        En reclamo {pesosLabel(disputed_amount)}: {reason}. Mientras se resuelve, esa parte no se cobra ni se vence.
      </Alert>
    ))}
    {invoice.agreed_to_on !== null && (
      <Alert tone="info">
        Está en un acuerdo de pago: no se vence mientras sus cuotas se paguen a tiempo. La próxima se puede pagar hasta
        el {dayLabel(invoice.agreed_to_on)}.
      </Alert>
    )}
    {invoice.extended_to_on !== null && invoice.balance > 0 && (
      <Alert tone="info">
        {pesosLabel(invoice.extended_amount)} estuvieron en reclamo: esa parte se puede pagar hasta el{' '}
        {dayLabel(invoice.extended_to_on)}.
      </Alert>
    )}
  </>
)

/** How its client complains of it. The charge of a voided payment has no claim. */
const Claims = ({ invoice }: { invoice: Invoice }) =>
  isVoidedPayment(invoice) ? null : (
    <Card title="Tus reclamos">
      <ClaimWords to={paths.newPqrOfInvoice(invoice.id)} claimMonths={invoice.service?.claim_months ?? null} />
    </Card>
  )

/** What the desk can do about a rejected electronic document (EIN-02). */
const RejectedByDian = ({ invoice }: { invoice: Invoice }) => (
  <Alert tone="bad">
    La DIAN rechazó el documento de esta factura. {invoice.electronic_problem} Si es por un dato de{' '}
    <Link to={paths.client(invoice.client_id)}>{invoice.client.name}</Link>, corrígelo y se envía solo.
  </Alert>
)

/** The warning about an invoice that did not reach the client in time (INV-07). */
function LateDelivery({ delivery: { send_by_on, sent_at } }: { delivery: NonNullable<Invoice['delivery']> }) {
  const limit = `La ley pide entregarla a más tardar el ${dayLabel(send_by_on)}.`
  return (
    <Alert tone="warn">
      {sent_at === null
        ? `${limit} No se ha enviado por correo: envíala hoy, si no la entregaste impresa.`
        : `${limit} Se envió tarde, el ${dayLabel(dayOf(new Date(sent_at)))}.`}
    </Alert>
  )
}

const deliveryLabel = ({ send_by_on, sent_at }: NonNullable<Invoice['delivery']>): string =>
  sent_at === null ? `A más tardar el ${dayLabel(send_by_on)}` : `Enviada el ${dayLabel(dayOf(new Date(sent_at)))}`

const ClaimLink = ({ invoice }: { invoice: Invoice }) =>
  isVoidedPayment(invoice) ? (
    <Button disabledReason={NO_CLAIM_COPY}>PQR</Button>
  ) : (
    <LinkButton to={paths.newPqrOfInvoice(invoice.id)}>PQR</LinkButton>
  )

function PayLink({ invoice }: { invoice: Invoice }) {
  if (invoice.payable === 0) return null
  return (
    <LinkButton to={paths.payments} variant="primary">
      Pagar
    </LinkButton>
  )
}

type OpenProps = { invoice: Invoice; onOpen: (open: Open) => void }

const PAID_COPY = 'Esta factura no tiene saldo'

const PayButton = ({ invoice, onOpen }: OpenProps) => (
  <Button
    variant="primary"
    disabledReason={invoice.balance === 0 && !isRecovered(invoice) ? PAID_COPY : undefined}
    onClick={() => onOpen('payment')}
  >
    {isRecovered(invoice) ? 'Registrar recuperación' : 'Registrar pago'}
  </Button>
)

/** What the desk seldom does with an invoice; an action that is not allowed is disabled with its reason. */
function MoreActions({ invoice, onOpen }: OpenProps) {
  const paid = invoice.balance === 0 ? PAID_COPY : undefined
  const voided = isVoidedPayment(invoice)
    ? 'Es el cobro de un pago anulado, no una venta'
    : invoice.status === 'anulado'
      ? 'Esta factura ya está anulada'
      : undefined
  const unclaimable = isVoidedPayment(invoice) ? NO_DISPUTE_COPY : undefined
  const claimed = invoice.payable === 0 ? 'Todo lo que se debe ya está en reclamo' : undefined
  return (
    <LazyMenu
      label={`Acciones de ${invoice.number}`}
      items={[
        { label: 'Nota crédito', disabledReason: voided, onSelect: () => onOpen('credit') },
        ...(invoice.dispute ? [{ label: 'Decidir reclamo', onSelect: () => onOpen('resolve') }] : []),
        { label: 'Abrir reclamo', disabledReason: unclaimable ?? paid ?? claimed, onSelect: () => onOpen('dispute') },
        { label: 'Imprimir', onSelect: () => window.print() },
        { label: 'Anular enlace', isDanger: true, onSelect: () => onOpen('revoke') },
      ]}
    />
  )
}

function dueNote({ due_on, last_payable_on }: Invoice): string {
  const due = `Vence el ${dayLabel(due_on)}`
  return last_payable_on > due_on ? `${due}; se puede pagar hasta el ${dayLabel(last_payable_on)}` : due
}

const payableNote = (invoice: Invoice): string =>
  invoice.disputed_amount > 0 ? `Sin ${pesosLabel(invoice.disputed_amount)} en reclamo` : 'Lo que se puede cobrar hoy'

function factsOf(invoice: Invoice, isDesk: boolean) {
  const range =
    invoice.from_on && invoice.to_on
      ? [{ label: 'Período', value: `${dayLabel(invoice.from_on)} a ${dayLabel(invoice.to_on)}` }]
      : []
  const labels = invoice.permanence && clauseLabels(invoice.permanence)
  const permanence = invoice.permanence &&
    labels && [
      { label: 'Cargo de conexión', value: labels.cost },
      { label: 'Valor descontado', value: labels.discounted },
      {
        label: 'Permanencia',
        value: `${dayLabel(invoice.permanence.from_on)} a ${dayLabel(invoice.permanence.ends_on)}`,
      },
      { label: 'Terminar hoy cuesta', value: labels.exit },
    ]
  return [
    {
      label: 'Cliente',
      value: isDesk ? <Link to={paths.client(invoice.client_id)}>{invoice.client.name}</Link> : invoice.client.name,
    },
    { label: 'Identificación', value: invoice.client.identification },
    ...(invoice.no_contract
      ? [{ label: 'Contrato', value: <Link to={paths.contract(invoice.no_contract)}>{invoice.no_contract}</Link> }]
      : []),
    ...(invoice.service === null
      ? []
      : [
          { label: 'Dirección del servicio', value: `${invoice.service.address}, ${invoice.service.city}` },
          ...serviceFacts(invoice.service),
        ]),
    ...range,
    ...electronicFacts(invoice),
    ...(invoice.delivery ? [{ label: 'Entrega por correo', value: deliveryLabel(invoice.delivery) }] : []),
    { label: 'Saldo anterior al emitirla', value: pesosLabel(invoice.previous_balance) },
    ...(invoice.previous_disputed > 0
      ? [{ label: 'En reclamo al emitirla', value: pesosLabel(invoice.previous_disputed) }]
      : []),
    ...(invoice.credit_taken > 0 ? [{ label: 'Saldo a favor aplicado', value: pesosLabel(invoice.credit_taken) }] : []),
    ...(permanence ?? []),
  ]
}

/** The number of the range and the code of DIAN, only of a validated document. */
const electronicFacts = ({ electronic }: Invoice) =>
  electronic === null || electronic.number === null
    ? []
    : [
        { label: 'Factura electrónica', value: electronic.number },
        { label: 'CUFE', value: <code className="invoice-cufe">{electronic.cufe}</code> },
      ]
