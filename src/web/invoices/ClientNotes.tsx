import { Link } from 'react-router'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { creditNoteApi } from '#domain/invoices/credit-note-api.ts'
import { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'

const SHOWN_MAX = 3

/** The last credit notes of a client, each with its page, and a link to all of them. Empty without any. */
export function ClientNotes({ clientId }: { clientId: string }) {
  const read = useRead(creditNoteApi.list, { query: { client_id: clientId, page: 1, page_size: SHOWN_MAX } })
  const { data: notes = [], totals } = read.data ?? {}
  if (notes.length === 0) return null
  return (
    <Card title="Notas crédito">
      <RowList label="Últimas notas crédito">
        {notes.map((note) => (
          <li key={note.id}>
            <span className="two-lines">
              <Link to={paths.view('credit-note', note.id)}>{note.number}</Link>
              <small>
                {shortDayLabel(note.issued_on)} · de {note.invoice.number}
              </small>
            </span>
            <strong className="figures">{pesosLabel(note.total)}</strong>
          </li>
        ))}
      </RowList>
      <Link to={paths.notesOf(clientId)}>
        {totals?.count === 1 ? 'Ver su nota en la lista' : `Ver sus ${totals?.count ?? ''} notas crédito`}
      </Link>
    </Card>
  )
}
