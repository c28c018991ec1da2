import { type OutgoingWebhook, WEBHOOK_EVENT_LABELS, WEBHOOK_EVENTS } from '#domain/integrations/outgoing-webhook.ts'
import { outgoingWebhookApi } from '#domain/integrations/outgoing-webhook-api.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { CheckboxField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const NAME = 'webhook.name'
const URL_FIELD = 'webhook.url'
const EVENTS = 'webhook.events'

type Props = { webhook: OutgoingWebhook | null; onClose: () => void; onCreated: (secret: string) => void }

/** A new webhook, or the changes of one: its address and the events that it receives. */
export function WebhookDialog({ webhook, onClose, onCreated }: Props) {
  const lists = { invalidate: [outgoingWebhookApi.list] }
  const create = useChange(outgoingWebhookApi.create, lists)
  const change = useChange(outgoingWebhookApi.change, lists)
  const form = useForm({
    schema: outgoingWebhookApi.create.body,
    fields: [NAME, URL_FIELD, EVENTS],
    read: (typed) => ({
      webhook: {
        name: typed[NAME],
        url: typed[URL_FIELD],
        events: WEBHOOK_EVENTS.filter((event) => typed[event] === true),
      },
    }),
    submit: async (body) => {
      if (webhook !== null) {
        const { message } = await change.mutateAsync({ params: { id: webhook.id }, body })
        toastSuccess(message)
        return onClose()
      }
      const { message, secret } = await create.mutateAsync({ body })
      toastSuccess(message)
      onCreated(secret)
    },
  })
  return (
    <FormDialog
      title={webhook === null ? 'Crear un webhook' : `Cambiar ${webhook.name}`}
      label={webhook === null ? 'Crear webhook' : 'Guardar webhook'}
      form={form}
      onClose={onClose}
    >
      <TextField
        label="A qué programa le avisas"
        hint="Por ejemplo: CRM de ventas"
        {...form.field(NAME)}
        defaultValue={webhook?.name ?? ''}
        maxLength={60}
        autoComplete="off"
      />
      <TextField
        label="Dirección"
        hint="Como https://miempresa.co/enlace"
        {...form.field(URL_FIELD)}
        defaultValue={webhook?.url ?? ''}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <EventChoices chosen={webhook?.events ?? []} error={form.field(EVENTS).error} />
    </FormDialog>
  )
}

function EventChoices({ chosen, error }: { chosen: OutgoingWebhook['events']; error: string | undefined }) {
  return (
    <fieldset id={EVENTS} className="integration__scopes">
      <legend>Eventos</legend>
      {WEBHOOK_EVENTS.map((event) => (
        <CheckboxField
          key={event}
          name={event}
          label={WEBHOOK_EVENT_LABELS[event]}
          defaultChecked={chosen.includes(event)}
        />
      ))}
      <p className="field__error">{error}</p>
    </fieldset>
  )
}
