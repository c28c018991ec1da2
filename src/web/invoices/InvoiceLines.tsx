import { Link } from 'react-router'
import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { MOVEMENT_LABELS } from '#domain/ledger/movement.ts'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'

const TREATMENTS = { exento: 'Exento', excluido: 'Excluido', gravado: 'IVA' } as const

/** Each charge on its own line, with its VAT treatment: exempt, excluded and taxed are three different ones. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  return (
    <div className="sheet">
      <table>
        <caption className="visually-hidden">Líneas de la factura {invoice.number}</caption>
        <thead>
          <tr>
            <th scope="col">Descripción</th>
            <th scope="col">IVA</th>
            <th scope="col" className="sheet__end sheet__base">
              Base
            </th>
            <th scope="col" className="sheet__end">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line, index) => (
            <tr key={index}>
              <td>
                {line.description}
                {line.quantity > 1 && <small> × {line.quantity}</small>}
              </td>
              <td>
                {TREATMENTS[line.vat_treatment]}
                {line.vat_treatment === 'gravado' && ` ${Math.round(line.vat_rate * 100)}\u00A0%`}
              </td>
              <td className="sheet__end sheet__base figures">{pesosLabel(line.base)}</td>
              <td className="sheet__end figures">{pesosLabel(line.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sum label="Subtotal" value={pesosLabel(invoice.subtotal)} />
          <Sum label="IVA" value={pesosLabel(invoice.vat)} />
          <Sum label="Total" value={pesosLabel(invoice.total)} />
        </tfoot>
      </table>
    </div>
  )
}

function Sum({ label, value }: { label: string; value: string }) {
  return (
    <tr>
      <td className="sheet__base" />
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td className="sheet__end figures">{value}</td>
    </tr>
  )
}

/** The document of a movement, with its page when it has one. */
function MovementDocument({ movement }: { movement: Invoice['movements'][number] }) {
  const { document, payment_id, credit_note_id } = movement
  if (payment_id !== null) return <Link to={paths.view('voucher', payment_id)}>{document}</Link>
  if (credit_note_id !== null) return <Link to={paths.view('credit-note', credit_note_id)}>{document}</Link>
  return document
}

/** The movements of the balance, in order. */
export function InvoiceMovements({ invoice }: { invoice: Invoice }) {
  if (invoice.movements.length === 0) return <EmptyState title="Sin movimientos" />
  return (
    <RowList>
      {invoice.movements.map((movement, index) => (
        <li key={index}>
          <span className="two-lines">
            <span>
              {MOVEMENT_LABELS[movement.kind]} <MovementDocument movement={movement} />
            </span>
            <small>{dayLabel(movement.day)}</small>
          </span>
          <span className="figures">{pesosLabel(movement.amount)}</span>
        </li>
      ))}
    </RowList>
  )
}
