import { useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { type OutgoingWebhook, WEBHOOK_STATE_LABELS, WEBHOOKS_MAX } from '#domain/integrations/outgoing-webhook.ts'
import { outgoingWebhookApi } from '#domain/integrations/outgoing-webhook-api.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/Dialog.tsx'
import { onFirstTap } from '#web/ui/first-tap.ts'
import { Card } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'

type Open =
  | { kind: 'new' }
  | { kind: 'edit' | 'log' | 'rotate' | 'remove'; webhook: OutgoingWebhook }
  | { kind: 'secret'; secret: string }
  | null

const TONES: Readonly<Record<OutgoingWebhook['state'], Tone>> = { on: 'good', off: 'quiet', paused: 'bad' }

/** The webhooks of the company: the programs that receive its events (OPS-05). */
export function WebhooksCard() {
  const read = useRead(outgoingWebhookApi.list, {})
  const [open, setOpen] = useState<Open>(null)
  const count = read.data?.data.length ?? 0
  return (
    <Card
      title="Webhooks"
      actions={
        <Button
          disabledReason={count >= WEBHOOKS_MAX ? `Una empresa tiene máximo ${WEBHOOKS_MAX} webhooks` : undefined}
          onClick={() => setOpen({ kind: 'new' })}
        >
          Crear webhook
        </Button>
      }
    >
      <Query of={read} lines={3} problem="No pudimos leer los webhooks">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="Aún no hay webhooks">
              Con un webhook, Enlace le avisa a otro programa tuyo apenas entra un pago, se emite una factura o se
              suspende un contrato.
            </EmptyState>
          ) : (
            data.map((webhook) => <WebhookPart key={webhook.id} webhook={webhook} onOpen={setOpen} />)
          )
        }
      </Query>
      <Opened open={open} onOpen={setOpen} />
    </Card>
  )
}

function WebhookPart({ webhook, onOpen }: { webhook: OutgoingWebhook; onOpen: (open: Open) => void }) {
  const { id, name, url, events, state, problem, queued, answered_at } = webhook
  const test = useChange(outgoingWebhookApi.test, { invalidate: [outgoingWebhookApi.list] })
  const change = useChange(outgoingWebhookApi.change, { invalidate: [outgoingWebhookApi.list] })
  const onError = (failure: Parameters<typeof toastFailure>[0]): void =>
    toastFailure(failure, 'No se pudo: inténtalo de nuevo')
  const onTest = (): void =>
    test.mutate(
      { params: { id } },
      {
        onSuccess: ({ data, message }) => (data.problem === null ? toastSuccess(message) : toastError(message)),
        onError,
      },
    )
  const onSwitch = (): void =>
    change.mutate(
      { params: { id }, body: { webhook: { state: state === 'on' ? 'off' : 'on' } } },
      { onSuccess: ({ message }) => toastSuccess(message), onError },
    )
  return (
    <section className="integration" aria-label={name}>
      <h3 className="integration__title">
        {name} <Badge tone={TONES[state]}>{WEBHOOK_STATE_LABELS[state]}</Badge>
      </h3>
      <p className="integration__quiet">
        <span className="integration__address">{url}</span>
        {events.length === 1 ? '1 evento' : `${events.length} eventos`}. {queued} en cola.{' '}
        {answered_at === null ? 'Sin entregas todavía.' : `Última entrega: ${instantLabel(new Date(answered_at))}`}
        {problem !== null && ` Última falla: ${problem}.`}
      </p>
      {state === 'paused' && (
        <p>No recibió nada en tres días, así que dejamos de enviarle. Cuando esté listo, enciéndelo.</p>
      )}
      <div className="integration__actions">
        <Button size="dense" onClick={() => onOpen({ kind: 'log', webhook })}>
          Ver envíos
        </Button>
        <Button size="dense" busy={test.isPending ? 'Probando…' : undefined} onClick={onTest}>
          Probar
        </Button>
        <Button size="dense" onClick={() => onOpen({ kind: 'edit', webhook })}>
          Cambiar
        </Button>
        <Button size="dense" busy={change.isPending ? 'Guardando…' : undefined} onClick={onFirstTap(onSwitch)}>
          {state === 'on' ? 'Apagar' : 'Encender'}
        </Button>
        <Button size="dense" onClick={() => onOpen({ kind: 'rotate', webhook })}>
          Cambiar secreto
        </Button>
        <Button size="dense" onClick={() => onOpen({ kind: 'remove', webhook })}>
          Quitar
        </Button>
      </div>
    </section>
  )
}

function Opened({ open, onOpen }: { open: Open; onOpen: (open: Open) => void }) {
  const close = (): void => onOpen(null)
  const onSecret = (secret: string): void => onOpen({ kind: 'secret', secret })
  if (open === null) return null
  if (open.kind === 'secret') return <SecretDialog secret={open.secret} onClose={close} />
  if (open.kind === 'new') return <WebhookDialog webhook={null} onClose={close} onCreated={onSecret} />
  if (open.kind === 'edit') return <WebhookDialog webhook={open.webhook} onClose={close} onCreated={onSecret} />
  if (open.kind === 'log') return <DeliveriesDialog webhook={open.webhook} onClose={close} />
  if (open.kind === 'rotate') return <RotateDialog webhook={open.webhook} onClose={close} onSecret={onSecret} />
  return <RemoveDialog webhook={open.webhook} onClose={close} />
}

const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog title="Copia el secreto ahora" onClose={onClose}>
    <p>No se vuelve a mostrar. Con él, tu programa comprueba que cada aviso es de Enlace.</p>
    <TextField label="Secreto" name="secret" readOnly defaultValue={secret} autoComplete="off" />
  </Dialog>
)

type AskProps = { webhook: OutgoingWebhook; onClose: () => void }

function RotateDialog({ webhook, onClose, onSecret }: AskProps & { onSecret: (secret: string) => void }) {
  const rotate = useChange(outgoingWebhookApi.rotate, { invalidate: [outgoingWebhookApi.list] })
  const confirm = (): void =>
    rotate.mutate(
      { params: { id: webhook.id } },
      {
        onSuccess: ({ secret }) => onSecret(secret),
        onError: (failure) => toastFailure(failure, 'No pudimos cambiar el secreto'),
      },
    )
  return (
    <ConfirmDialog
      title={`¿Cambiar el secreto de ${webhook.name}?`}
      confirm="Cambiar secreto"
      busy={rotate.isPending ? 'Cambiando…' : undefined}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>Durante un día cada aviso lleva las dos firmas, para que alcances a ponerlo en tu programa.</p>
    </ConfirmDialog>
  )
}

function RemoveDialog({ webhook, onClose }: AskProps) {
  const remove = useChange(outgoingWebhookApi.remove, { invalidate: [outgoingWebhookApi.list] })
  const confirm = (): void =>
    remove.mutate(
      { params: { id: webhook.id } },
      {
        onSuccess: ({ message }) => {
          toastSuccess(message)
          onClose()
        },
        onError: (failure) => toastFailure(failure, 'No pudimos quitar el webhook'),
      },
    )
  return (
    <ConfirmDialog
      title={`¿Quitar ${webhook.name}?`}
      confirm="Quitar webhook"
      tone="danger"
      busy={remove.isPending ? 'Quitando…' : undefined}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{webhook.queued > 0 ? `${webhook.queued} avisos en cola no se envían.` : 'No hay avisos en cola.'}</p>
    </ConfirmDialog>
  )
}
