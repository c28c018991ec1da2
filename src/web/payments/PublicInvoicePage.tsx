import { Link, useParams } from 'react-router'
import { clauseLabels } from '#domain/contracts/paid.ts'
import { dayLabel } from '#domain/core/days.ts'
import { type Money, minus, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { periodLabel } from '#domain/core/period.ts'
import { capitalise } from '#domain/core/text.ts'
import { extendedPartLabel, STATUS_LABELS } from '#domain/invoices/invoice.ts'
import { type PublicService, serviceFacts } from '#domain/invoices/invoiced-service.ts'
import { type PublicInvoice, publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { urlOf } from '#web/core/call.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { share } from '#web/core/share.ts'
import { useShownCompany } from '#web/core/use-brand.ts'
import { ClaimWords } from '#web/invoices/ClaimWords.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { LinkPaymentForm } from './LinkPaymentForm.tsx'
import { LinkSlips } from './LinkSlips.tsx'

/** An invoice opened by the link of a message, designed for phones first, with the form that pays it (INV-12). */
export function PublicInvoicePage() {
  const { token = '' } = useParams()
  const read = useRead(publicInvoiceApi.get, { params: { token } })
  useShownCompany(read.data?.data.company)
  if (read.data) return <InvoiceToPay invoice={read.data.data} token={token} onRefused={() => void read.refetch()} />
  return (
    <Page title="Factura">
      <ReadState
        of={read}
        lines={6}
        height={32}
        missing={
          <EmptyState
            title="Este enlace ya no funciona"
            action={<Link to={paths.payWithoutSession}>Buscar mi factura</Link>}
          >
            Pídele uno nuevo a tu proveedor, o busca tu factura con el número del contrato.
          </EmptyState>
        }
      />
    </Page>
  )
}

type ToPay = { invoice: PublicInvoice; token: string; onRefused: () => void }

function InvoiceToPay({ invoice, token, onRefused }: ToPay) {
  const url = `${window.location.origin}${paths.invoiceLink(token)}`
  const text = `Factura ${invoice.number} de ${invoice.company.name} por ${pesosLabel(amountToShow(invoice))}. Se puede pagar hasta el ${dayLabel(invoice.last_payable_on)}: ${url}`
  return (
    <Page title={`Factura ${invoice.number}`} subtitle={`${invoice.company.name} · NIT ${invoice.company.nit}`}>
      <div className="invoice-link">
        <Card>
          <p className="invoice-link__label">{invoice.payable > 0 ? 'Por pagar' : 'Total'}</p>
          <p className="invoice-link__amount">{pesosLabel(amountToShow(invoice))}</p>
          {invoice.extended && <p className="invoice-link__label">{extendedPartLabel(invoice.extended)}</p>}
          <Facts
            facts={[
              { label: 'Para', value: invoice.client },
              { label: 'Período', value: capitalise(periodLabel(invoice.period)) },
              ...(invoice.disputed_amount > 0
                ? [{ label: 'En reclamo, no se cobra', value: pesosLabel(invoice.disputed_amount) }]
                : []),
              { label: 'Vence', value: dayLabel(invoice.due_on) },
              ...(invoice.payable > 0 && invoice.last_payable_on > invoice.due_on
                ? [{ label: 'Puedes pagar hasta', value: dayLabel(invoice.last_payable_on) }]
                : []),
              { label: 'Estado', value: STATUS_LABELS[invoice.status] },
              ...(invoice.credit_taken > 0
                ? [{ label: 'Saldo a favor aplicado', value: pesosLabel(invoice.credit_taken) }]
                : []),
            ]}
          />
        </Card>
        <PayAction invoice={invoice} token={token} onRefused={onRefused} />
        <Card title="Qué se cobra">
          <Facts facts={invoice.lines.map((line) => ({ label: line.description, value: pesosLabel(line.total) }))} />
        </Card>
        {invoice.credit_notes.length > 0 && <Notes notes={invoice.credit_notes} />}
        {invoice.permanence && <Permanence {...invoice.permanence} />}
        {invoice.service && <Service {...invoice.service} />}
        <a className={buttonClass({ size: 'large' })} href={urlOf(publicInvoiceApi.pdf, { params: { token } })}>
          Descargar PDF
        </a>
        <Button size="large" onClick={() => void share(text)}>
          Compartir
        </Button>
      </div>
    </Page>
  )
}

/** What was given back of the invoice, why, and where it is. Nothing of the other invoices: the link may be forwarded. */
const Notes = ({ notes }: { notes: PublicInvoice['credit_notes'] }) => (
  <Card title="Qué se devolvió">
    {notes.map(({ number, issued_on, concept, total, favour }) => (
      <p key={number}>
        <strong>
          Nota crédito {number}: {pesosLabel(total)}
        </strong>
        , del {dayLabel(issued_on)}. {concept}. {whereCopy(total, favour)}
      </p>
    ))}
  </Card>
)

/** 'Son $ 6.000,00 menos por pagar y $ 4.000,00 que ya se habían pagado y quedaron a tu favor.' */
function whereCopy(total: Money, favour: Money): string {
  const less = minus(total, favour)
  const parts = [
    ...(less > 0 ? [`${pesosLabel(less)} menos por pagar de esta factura`] : []),
    ...(favour > 0 ? [`${pesosLabel(favour)} que ya se habían pagado y quedaron a tu favor`] : []),
  ]
  return `Son ${parts.join(' y ')}.`
}

/** The permanence block of the document (R2.2). */
function Permanence(clause: NonNullable<PublicInvoice['permanence']>) {
  const { cost, discounted, exit } = clauseLabels(clause)
  return (
    <Card title="Permanencia mínima">
      <Facts
        facts={[
          { label: 'Cargo de conexión', value: cost },
          { label: 'Valor descontado', value: discounted },
          { label: 'Permanencia', value: `${dayLabel(clause.from_on)} a ${dayLabel(clause.ends_on)}` },
          { label: 'Terminar hoy cuesta', value: exit },
        ]}
      />
    </Card>
  )
}

/** The speed, the price of a reconnection and how to complain (R2.2). */
const Service = (service: PublicService) => (
  <Card title="Tu servicio y tus reclamos">
    <Facts facts={serviceFacts(service)} />
    <ClaimWords to={paths.filePqr} claimMonths={service.claim_months} />
  </Card>
)

/** What can be paid today; without it, the total of the invoice. */
const amountToShow = ({ payable, total }: PublicInvoice) => (payable > 0 ? payable : total)

/** It is still owed, and no payment online receives it: the company does, and writes it as a recovery. */
const WrittenOff = ({ name, phone }: PublicInvoice['company']) => (
  <Alert>
    Esta factura sigue sin pagar y ya no se recibe en línea. Habla con {name}
    {phone === null ? '' : `, teléfono ${phone},`} para pagarla.
  </Alert>
)

function PayAction({ invoice, token, onRefused }: ToPay) {
  if (invoice.status === 'pagado') return <Alert tone="good">Esta factura ya está pagada. ¡Gracias!</Alert>
  if (invoice.status === 'anulado') return <Alert>Esta factura se anuló: no tienes que pagarla.</Alert>
  if (invoice.status === 'castigado') return <WrittenOff {...invoice.company} />
  if (invoice.payable === 0) return <Alert>Está en reclamo: mientras se resuelve no tienes que pagarla.</Alert>
  if (invoice.open_payment_id !== null)
    return (
      <Alert tone="warn">
        Hay un pago en proceso de esta factura. No pagues de nuevo.{' '}
        <Link to={paths.linkPayment(token, invoice.open_payment_id)}>Ver cómo va</Link>
      </Alert>
    )
  if (invoice.is_payable_online)
    return (
      <>
        <LinkSlips token={token} />
        <LinkPaymentForm token={token} invoice={invoice} onRefused={onRefused} />
      </>
    )
  const { name, phone } = invoice.company
  return (
    <Alert>
      Págala en los puntos de {name}
      {phone === null ? '' : `. Teléfono ${phone}`}.
    </Alert>
  )
}
