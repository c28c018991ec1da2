import { Link, useParams } from 'react-router'
import { dayLabel } from '#domain/core/days.ts'
import { nitLabel } from '#domain/core/identity.ts'
import { pesosLabel, plus } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { type CreditNoteDetail, creditNoteApi } from '#domain/invoices/credit-note-api.ts'
import { DocumentTools } from '#web/clients/DocumentTools.tsx'
import { download, fetchFile } from '#web/core/download.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { useDownloadAction } from '#web/core/use-download-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'

/** `send`: sends the note to the e-mail of its client. */
type Props = { send: (id: string) => Promise<{ message: string }> }

/** One credit note: what it gives back of its invoice, and the document to print, save or send (INV-10). */
export function CreditNotePage({ send }: Props) {
  const { id = '' } = useParams()
  const { user } = useSession()
  const read = useRead(creditNoteApi.get, { params: { id } })
  if (read.data && user) return <Note note={read.data.data} user={user} send={send} />
  return (
    <Page title="Nota crédito">
      <ReadState
        of={read}
        lines={6}
        height={28}
        missing={
          <EmptyState title="No encontramos esa nota" action={<Link to={paths.dashboard}>Ir al inicio</Link>}>
            Puede que el enlace esté incompleto.
          </EmptyState>
        }
      />
    </Page>
  )
}

function Note({ note, user, send }: { note: CreditNoteDetail; user: SignedInUser } & Props) {
  const isDesk = user.metadata.role === 'financial'
  const input = { params: { id: note.id } }
  const text = `Nota crédito ${note.number} de ${user.company.name} por ${pesosLabel(note.total)}, de la factura ${note.invoice.number}.`
  return (
    <Page
      title={`Nota crédito ${note.number}`}
      subtitle={`Emitida el ${dayLabel(note.issued_on)}`}
      actions={
        isDesk ? (
          <DocumentTools
            name={`la nota ${note.number}`}
            clientId={note.client.id}
            text={text}
            save={() => download(creditNoteApi.pdf, input)}
            file={() => fetchFile(creditNoteApi.pdf, input)}
            send={() => send(note.id)}
          />
        ) : (
          <DownloadButton note={note} />
        )
      }
    >
      <p className="print-only">
        {user.company.name}, NIT {nitLabel(user.company.nit)}
      </p>
      <div className="card-pair">
        <Card title="Qué se devuelve">
          <RowList label="Líneas de la nota">
            {note.lines.map((line, index) => (
              <li key={index}>
                <span className="two-lines">
                  {line.description}
                  <small>
                    Base <span className="figures">{pesosLabel(line.base)}</span>, IVA{' '}
                    <span className="figures">{pesosLabel(line.vat)}</span>
                  </small>
                </span>
                <strong className="figures">{pesosLabel(plus(line.base, line.vat))}</strong>
              </li>
            ))}
          </RowList>
          <Facts
            facts={[
              { label: 'Base', value: pesosLabel(note.subtotal) },
              { label: 'IVA', value: pesosLabel(note.vat) },
              { label: 'Total', value: pesosLabel(note.total) },
            ]}
          />
        </Card>
        <Card title="Datos de la nota">
          <Facts facts={factsOf(note, isDesk)} />
        </Card>
      </div>
    </Page>
  )
}

/** The PDF of the note, for its client. */
function DownloadButton({ note }: { note: CreditNoteDetail }) {
  const pdf = useDownloadAction({ endpoint: creditNoteApi.pdf, inputOf: pdfOf, keyOf: idOf })
  return (
    <Button variant="primary" busy={pdf.busy?.(note)} onClick={() => pdf.onPress(note)}>
      Descargar PDF
    </Button>
  )
}

const pdfOf = ({ id }: CreditNoteDetail) => ({ params: { id } })
const idOf = ({ id }: CreditNoteDetail): string => id

function factsOf(
  { client, invoice, no_contract, concept, concept_code, concept_name }: CreditNoteDetail,
  isDesk: boolean,
) {
  return [
    { label: 'Cliente', value: isDesk ? <Link to={paths.client(client.id)}>{client.name}</Link> : client.name },
    { label: 'Identificación', value: client.identification },
    { label: 'Factura', value: <Link to={paths.view('invoice', invoice.id)}>{invoice.number}</Link> },
    ...(no_contract === null
      ? []
      : [{ label: 'Contrato', value: <Link to={paths.contract(no_contract)}>{no_contract}</Link> }]),
    { label: 'Motivo', value: concept },
    ...(concept_name === null ? [] : [{ label: 'Concepto para la DIAN', value: `${concept_code}. ${concept_name}` }]),
  ]
}
