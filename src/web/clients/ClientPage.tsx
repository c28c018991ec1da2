import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { clientApi } from '#domain/clients/api.ts'
import type { Client } from '#domain/clients/client.ts'
import { paths } from '#domain/core/paths.ts'
import { ConsentsCard } from '#web/consents/ConsentsCard.tsx'
import { ReadState } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useOpened } from '#web/core/use-opened.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LazyMenu } from '#web/ui/LazyMenu.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { clientFacts, clientSubtitle } from './client-facts.tsx'
import { StatementCard } from './StatementCard.tsx'
import './clients.css'

const ClientDialog = lazy(() => import('./ClientDialog.tsx').then((file) => ({ default: file.ClientDialog })))
const StatusDialog = lazy(() => import('./StatusDialog.tsx').then((file) => ({ default: file.StatusDialog })))

/** The parts of other modules, each for one client: what it owes, its cards, and the dialogs of the actions. */
type ClientParts = {
  owed: (client: Client) => ReactNode
  contracts: (client: Client, onCreate: () => void) => ReactNode
  account: (client: Client) => ReactNode
  credits: (client: Client) => ReactNode
  dialogs: Readonly<Record<ActionDialog, (client: Client, onClose: () => void) => ReactNode>>
}

type ActionDialog = 'payment' | 'charge' | 'collect' | 'contract'
type Open = ActionDialog | 'edit' | 'status' | null

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

function ClientDetail({ client, parts }: { client: Client; parts: ClientParts }) {
  const [chosen, setOpen] = useState<Open>(null)
  // '?new=payment' opens the payment from any page.
  const [opened, setOpened] = useOpened()
  const open: Open = chosen ?? (opened === 'payment' ? 'payment' : null)
  const close = (): void => {
    setOpen(null)
    if (opened !== null) setOpened(null)
  }
  return (
    <Page title={client.name} subtitle={clientSubtitle(client)} actions={<Actions client={client} onOpen={setOpen} />}>
      <div className="client-desk">
        <div className="client-desk__main">
          {parts.owed(client)}
          {parts.contracts(client, () => setOpen('contract'))}
          {parts.account(client)}
        </div>
        <div className="client-desk__side">
          {parts.credits(client)}
          <Card title="Datos">
            <Facts facts={clientFacts(client)} />
          </Card>
          <ConsentsCard clientId={client.id} />
        </div>
      </div>
      <StatementCard clientId={client.id} />
      <Suspense>
        {open === 'edit' && <ClientDialog client={client} onClose={close} onDone={close} />}
        {open === 'status' && <StatusDialog client={client} onClose={close} />}
      </Suspense>
      {open !== null && open !== 'edit' && open !== 'status' && parts.dialogs[open](client, close)}
    </Page>
  )
}

/** One main action, the two that follow it most, and the others in a menu. */
function Actions({ client, onOpen }: { client: Client; onOpen: (open: Open) => void }) {
  const navigate = useNavigate()
  const access = useAccess(client)
  const isActive = client.user.is_active
  return (
    <>
      <Button variant="primary" onClick={() => onOpen('payment')}>
        Registrar pago
      </Button>
      <Button onClick={() => onOpen('charge')}>Nueva factura</Button>
      <Button onClick={() => onOpen('collect')}>Enviar cobro</Button>
      <LazyMenu
        label={`Acciones de ${client.name}`}
        items={[
          { label: 'Editar', onSelect: () => onOpen('edit') },
          { label: 'Crear contrato', onSelect: () => onOpen('contract') },
          {
            label: 'Escribir por WhatsApp',
            disabledReason: client.phone === null ? 'No tiene celular: agrégalo en sus datos' : undefined,
            onSelect: () => window.open(`https://wa.me/57${client.phone ?? ''}`, '_blank', 'noopener'),
          },
          { label: 'Ver facturas', onSelect: () => void navigate(paths.invoicesOf(client.id)) },
          { label: 'Ver mensajes', onSelect: () => void navigate(paths.messagesTo(client.identification)) },
          { label: 'Enviar acceso', onSelect: access.send },
          { label: isActive ? 'Desactivar acceso' : 'Activar acceso', onSelect: () => onOpen('status') },
        ]}
      />
      {access.dialog}
    </>
  )
}

/** The link of the first login: sent by e-mail, or shown here once when the client has no e-mail. */
function useAccess(client: Client) {
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
  const dialog = link !== null && (
    <Dialog title="Enlace de acceso" onClose={() => setLink(null)}>
      <p>{client.name} no tiene correo. Entrégale este enlace: vale 72 horas y sirve una sola vez.</p>
      <p className="client-link">{link}</p>
    </Dialog>
  )
  return { send, dialog }
}
