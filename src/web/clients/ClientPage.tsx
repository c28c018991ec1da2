import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { clientApi } from '#domain/clients/api.ts'
import { type Client, IDENTIFICATION_LABELS } from '#domain/clients/client.ts'
import { minus, pesosLabel, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { SEGMENT_LABELS } from '#domain/core/segment.ts'
import { ConsentsCard } from '#web/consents/ConsentsCard.tsx'
import { ReadState } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useOpened } from '#web/core/use-opened.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts, Figure } from '#web/ui/Facts.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { ClientDialog } from './ClientDialog.tsx'
import { StatementCard } from './StatementCard.tsx'
import { StatusDialog } from './StatusDialog.tsx'
import './clients.css'

/** The parts of other modules: the contracts, the invoices and payments of the client, and the dialog that registers a payment. */
type ClientParts = {
  contracts: (client: Client) => ReactNode
  account: (client: Client) => ReactNode
  payment: (client: Client, onClose: () => void) => ReactNode
}

/** One client: personal data, contracts, invoices, payments and statement of account (CLI-03). */
export function ClientPage(parts: ClientParts) {
  const { id = '' } = useParams()
  const read = useRead(clientApi.get, { params: { id } })
  if (read.data) return <ClientDetail client={read.data.data} parts={parts} />
  return (
    <Page title="Cliente">
      <ReadState
        of={read}
        lines={8}
        height={28}
        missing={
          <EmptyState title="No encontramos ese cliente" action={<Link to={paths.clients}>Ver los clientes</Link>}>
            Puede que el enlace esté incompleto.
          </EmptyState>
        }
      />
    </Page>
  )
}

type Open = 'edit' | 'status' | null

function ClientDetail({ client, parts }: { client: Client; parts: ClientParts }) {
  const [open, setOpen] = useState<Open>(null)
  const [opened, setOpened] = useOpened()
  const close = (): void => setOpen(null)
  return (
    <Page
      title={client.name}
      subtitle={`${IDENTIFICATION_LABELS[client.type_identification]} ${client.identification}`}
      actions={<Actions client={client} onOpen={setOpen} onPay={() => setOpened('payment')} />}
    >
      <div className="figures-row">
        <Figure
          label={client.balance < 0 ? 'Saldo a favor' : 'Debe'}
          value={pesosLabel(client.balance < 0 ? minus(ZERO, client.balance) : client.balance)}
          note={balanceNote(client)}
        />
        <Figure label="Contratos" value={client.contracts.length} note={placeLabel(client)} />
        <Figure
          label="Acceso al portal"
          value={client.user.is_active ? 'Activo' : 'Inactivo'}
          note={client.user.is_first_login ? 'Todavía no ha entrado' : `Usuario ${client.user.username}`}
        />
      </div>
      <div className="card-pair">
        <Card title="Datos">
          <Facts facts={factsOf(client)} />
        </Card>
        {parts.contracts(client)}
      </div>
      <div className="card-pair">{parts.account(client)}</div>
      <StatementCard clientId={client.id} />
      <ConsentsCard clientId={client.id} />
      {open === 'edit' && <ClientDialog client={client} onClose={close} onDone={close} />}
      {opened === 'payment' && parts.payment(client, () => setOpened(null))}
      {open === 'status' && <StatusDialog client={client} onClose={close} />}
    </Page>
  )
}

/** What the balance counts: an advance in favour can be kept beside open invoices. */
function balanceNote({ balance }: Client): string {
  if (balance > 0) return 'Sus facturas abiertas, menos su saldo a favor'
  return balance < 0 ? 'Después de cubrir sus facturas abiertas' : 'No tiene saldo por pagar'
}

const placeLabel = (client: Client): string => `${client.city}, ${client.department}`

function factsOf(client: Client) {
  return [
    { label: 'Uso', value: SEGMENT_LABELS[client.segment] },
    { label: 'Estrato', value: client.stratum ?? 'Sin estrato' },
    { label: 'Celular', value: client.phone ? <a href={`tel:+57${client.phone}`}>{client.phone}</a> : '—' },
    { label: 'Teléfono fijo', value: client.telephone ?? '—' },
    { label: 'Correo', value: client.email ?? '—' },
    { label: 'Dirección', value: client.address },
    { label: 'Municipio', value: `${placeLabel(client)} (${client.municipality_code})` },
    ...(client.nacionality === null ? [] : [{ label: 'Nacionalidad', value: client.nacionality }]),
    { label: 'Día de pago', value: client.payment_date ?? 'Diez días después de emitida' },
  ]
}

type ActionProps = { client: Client; onOpen: (open: Open) => void; onPay: () => void }

function Actions({ client, onOpen, onPay }: ActionProps) {
  return (
    <>
      {client.phone && (
        <a className={buttonClass()} href={`https://wa.me/57${client.phone}`} rel="noreferrer" target="_blank">
          WhatsApp
        </a>
      )}
      <Link className={buttonClass()} to={paths.invoicesOf(client.id)}>
        Ver facturas
      </Link>
      <AccessButton client={client} />
      <Button onClick={() => onOpen('status')}>{client.user.is_active ? 'Desactivar acceso' : 'Activar acceso'}</Button>
      <Button onClick={() => onOpen('edit')}>Editar</Button>
      <Button variant="primary" onClick={onPay}>
        Registrar pago
      </Button>
    </>
  )
}

/** The link of the first login: sent by e-mail, or shown here once when the client has no e-mail. */
function AccessButton({ client }: { client: Client }) {
  const access = useChange(clientApi.access)
  const [link, setLink] = useState<string | null>(null)
  const send = (): void =>
    access.mutate(
      { params: { id: client.id } },
      {
        onSuccess: ({ data, message }) => (data.link === null ? toastSuccess(message) : setLink(data.link)),
        onError: (error) => toastError(error.message),
      },
    )
  return (
    <>
      <Button busy={access.isPending ? 'Enviando…' : undefined} onClick={send}>
        Enviar acceso
      </Button>
      {link !== null && (
        <Dialog title="Enlace de acceso" onClose={() => setLink(null)}>
          <p>{client.name} no tiene correo. Entrégale este enlace: vale 72 horas y sirve una sola vez.</p>
          <p className="client-link">{link}</p>
        </Dialog>
      )}
    </>
  )
}
