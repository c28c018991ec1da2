import { useState } from 'react'
import { Link } from 'react-router'
import { dayLabel, dayOf } from '#domain/core/days.ts'
import { type Money, minus, pesosLabel, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { type Dispute, openOf } from '#domain/invoices/dispute.ts'
import type { Invoice, InvoiceRow } from '#domain/invoices/invoice.ts'
import { isVoidedPayment } from '#domain/invoices/voided-payment.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { isLateClaim, paidOn } from '#domain/pqr/claim.ts'
import { useRead } from '#web/core/queries.ts'
import type { useForm } from '#web/core/use-form.ts'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { Alert } from '#web/ui/States.tsx'
import { SelectField } from '#web/ui/TextField.tsx'

type Field = ReturnType<typeof useForm>['field']

const OWED_MAX = 20
const PAID_MAX = 12

type ChoiceProps = { clientId?: string; isDesk?: boolean; no: string; field: Field }

/** The invoices that a complaint about billing may claim: those that are owed first, and the last paid ones. None without any. */
export function ClaimedInvoice({ clientId, isDesk = false, no, field }: ChoiceProps) {
  const [id, setId] = useState('')
  const { rows } = useClaimable({
    ...(clientId === undefined ? {} : { client_id: clientId }),
    ...(no === '' ? {} : { no_contract: no }),
  })
  const chosen = useRead(invoiceApi.get, { params: { id } }, { enabled: id !== '' })
  if (rows.length === 0) return null
  return (
    <>
      <SelectField
        label={isDesk ? 'Factura que reclama (si es sobre una)' : 'Factura que reclamas (si es sobre una)'}
        hint="Con la factura, lo que se reclama no se cobra mientras se responde"
        {...field('pqr.invoice_id')}
        value={id}
        onChange={({ target }) => setId(target.value)}
        options={[
          { value: '', label: 'No es sobre una factura' },
          ...rows.map((row) => ({ value: row.id, label: claimableLabel(row) })),
        ]}
      />
      {id !== '' && chosen.data && <ClaimFields key={id} invoice={chosen.data.data} field={field} isDesk={isDesk} />}
    </>
  )
}

/** The invoices that may be claimed, as a list shows them: those that are owed first, and the last paid ones. */
export function useClaimable(of: { client_id?: string; no_contract?: string; q?: string }) {
  const owed = useRead(invoiceApi.list, { query: { ...of, page: 1, balance: 'con_deuda', page_size: OWED_MAX } })
  const paid = useRead(invoiceApi.list, { query: { ...of, page: 1, balance: 'sin_deuda', page_size: PAID_MAX } })
  const rows = [...(owed.data?.data ?? []), ...(paid.data?.data ?? [])].filter(
    (row) => row.status !== 'anulado' && !isVoidedPayment(row),
  )
  return { rows, isRead: owed.data !== undefined && paid.data !== undefined }
}

/** 'FV-12, del 3 de mayo de 2026, por $ 80.000,00, debe $ 80.000,00'. */
export const claimableLabel = ({ number, issued_on, total, balance, disputed_amount }: InvoiceRow): string => {
  const owed = balance > ZERO ? `debe ${pesosLabel(balance)}` : 'pagada'
  const part = disputed_amount > ZERO ? `${owed}, con ${pesosLabel(disputed_amount)} en reclamo` : owed
  const state = disputed_amount > ZERO && disputed_amount >= balance ? 'en reclamo' : part
  return `${number}, del ${dayLabel(issued_on)}, por ${pesosLabel(total)}, ${state}`
}

type Props = { invoice: Invoice; field: Field; isDesk?: boolean }

/** The claimed invoice, and the part of it that the client does not accept: it is not collected until the answer (INV-11). */
export function ClaimFields({ invoice, field, isDesk = false }: Props) {
  const [today] = useState(() => dayOf(new Date()))
  const { balance } = invoice
  const open = openOf(invoice.disputes)
  const claimed = sum(open.map((dispute) => dispute.amount))
  const left = minus(minus(invoice.total, sum(invoice.credit_notes.map(({ total }) => total))), claimed)
  const free = minus(balance, invoice.disputed_amount)
  if (left <= ZERO && open.length > 0) return <OpenClaims disputes={open} isDesk={isDesk} />
  const paid = balance > ZERO ? null : paidOn(invoice.movements)
  return (
    <>
      {open.length > 0 && <OpenClaims disputes={open} isDesk={isDesk} left={free > ZERO ? free : left} />}
      <Alert>
        Sobre la factura {invoice.number}, por {pesosLabel(invoice.total)}. {effectOf(free, isDesk)}
      </Alert>
      {paid !== null && isLateClaim(paid, today) && (
        <Alert tone="warn">
          Se pagó el {dayLabel(paid)}, hace más de 6 meses, y ese es el plazo para reclamar una factura pagada.{' '}
          {isDesk
            ? 'Se radica igual, y el caso lo dice.'
            : 'Puedes radicar igual: te respondemos con esa fecha en cuenta.'}
        </Alert>
      )}
      <MoneyField
        key={invoice.id}
        label={isDesk ? 'Valor que reclama' : 'Valor que reclamas'}
        hint={
          free > ZERO
            ? `Hasta ${pesosLabel(free)}, que es lo que se debe de ella${open.length > 0 ? ' y no está en reclamo' : ''}`
            : `Hasta ${pesosLabel(left)}, que es lo que se pagó`
        }
        {...field('pqr.amount')}
        refuse={(typed) => (typed > left ? `De esa factura se puede reclamar hasta ${pesosLabel(left)}` : null)}
        initial={toPesos(free > ZERO ? free : left)}
      />
    </>
  )
}

/** What a claim does with an invoice of this balance. */
export function effectOf(balance: Money, isDesk: boolean): string {
  if (balance > ZERO)
    return isDesk
      ? 'Lo que reclame no se cobra ni se vence hasta la respuesta.'
      : 'Lo que reclames no se cobra ni se vence hasta que te respondamos.'
  return isDesk
    ? 'Ya está pagada: si la respuesta es a su favor, se le devuelve lo que corresponda.'
    : 'Ya está pagada: si la respuesta es a tu favor, te devolvemos lo que corresponda.'
}

type OpenProps = { disputes: readonly Dispute[]; isDesk: boolean; left?: Money }

/** What of the invoice is in other claims, with their cases: what is not in them is claimed here, or nothing when `left` is absent. */
function OpenClaims({ disputes, isDesk, left }: OpenProps) {
  return (
    <Alert tone="warn">
      {left === undefined ? 'Toda esa factura ya está en reclamo' : 'De esa factura ya hay valores en reclamo'}
      {disputes.map(({ id, amount, reference }) => (
        <OpenClaim key={id} amount={amount} reference={reference} isDesk={isDesk} />
      ))}
      {left === undefined
        ? '. Escribe allí lo que falta, o radica esta sin la factura.'
        : `. Aquí ${isDesk ? 'se reclama' : 'reclamas'} otro cobro de ella, hasta ${pesosLabel(left)}, y se responde aparte.`}
    </Alert>
  )
}

function OpenClaim({ amount, reference, isDesk }: { amount: Money; reference: string | null; isDesk: boolean }) {
  const read = useRead(
    pqrApi.list,
    { query: { q: reference ?? '', page: 1, page_size: 1 } },
    { enabled: reference !== null },
  )
  const first = read.data?.data[0]
  return (
    <>
      , {pesosLabel(amount)}
      {first && (
        <>
          {' '}
          en la PQR <Link to={isDesk ? paths.pqrCase(first.id) : paths.ownPqr(first.id)}>{first.reference}</Link>
        </>
      )}
    </>
  )
}
