import { Link } from 'react-router'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { creditNoteApi } from '#domain/invoices/credit-note-api.ts'
import type { CreditNote } from '#domain/invoices/invoice.ts'
import { download } from '#web/core/download.ts'
import { isFailure } from '#web/core/failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { toastError } from '#web/ui/Toasts.tsx'

/** The credit notes of an invoice, each with its PDF. */
export const InvoiceNotes = ({ notes }: { notes: readonly CreditNote[] }) => (
  <Card title="Notas crédito">
    <RowList label="Notas crédito de la factura">
      {notes.map((note) => (
        <li key={note.id}>
          <span className="two-lines">
            <span>
              <Link to={paths.view('credit-note', note.id)}>{note.number}</Link> · {pesosLabel(note.total)}
            </span>
            <small>
              {shortDayLabel(note.issued_on)} · {note.concept}
            </small>
          </span>
          <Button size="dense" aria-label={`Descargar ${note.number} en PDF`} onClick={() => void save(note)}>
            PDF
          </Button>
        </li>
      ))}
    </RowList>
  </Card>
)

async function save({ id }: CreditNote): Promise<void> {
  try {
    await download(creditNoteApi.pdf, { params: { id } })
  } catch (error) {
    if (!isFailure(error)) throw error
    toastError(error.message)
  }
}
