import { type Environment } from '#domain/core/environment.ts'
import { integrationApi } from '#domain/integrations/api.ts'
import { WOMPI_PREFIXES } from '#domain/integrations/credentials.ts'
import { ENVIRONMENT_LABELS } from '#domain/integrations/integration.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const LABELS = {
  public_key: 'Llave pública',
  private_key: 'Llave privada',
  integrity_secret: 'Secreto de integridad',
  event_key: 'Secreto de eventos',
} as const
const NAMES = ['public_key', 'private_key', 'integrity_secret', 'event_key'] as const

type Props = { environment: Environment; query: { company_id?: string }; onClose: () => void }

/** Writes the four keys of an environment; they are never shown again. */
export function KeysDialog({ environment, query, onClose }: Props) {
  const save = useChange(integrationApi.saveWompi)
  const form = useForm({
    schema: integrationApi.saveWompi.body,
    read: (typed) => ({
      credentials: { environment, ...Object.fromEntries(NAMES.map((name) => [name, typed[fieldOf(name)]])) },
    }),
    fields: NAMES.map(fieldOf),
    submit: async (body) => {
      const { message } = await save.mutateAsync({ query, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Llaves de Wompi, ${ENVIRONMENT_LABELS[environment].toLowerCase()}`}
      label="Guardar llaves"
      form={form}
      onClose={onClose}
    >
      <p>Quedan cifradas y no se vuelven a mostrar. Cópialas de comercios.wompi.co, sección Desarrolladores.</p>
      {NAMES.map((name) => (
        <TextField
          key={name}
          label={LABELS[name]}
          hint={`Empieza por ${WOMPI_PREFIXES[environment][name]}`}
          {...form.field(fieldOf(name))}
          autoComplete="off"
          spellCheck={false}
        />
      ))}
    </FormDialog>
  )
}

const fieldOf = (name: (typeof NAMES)[number]): string => `credentials.${name}`
