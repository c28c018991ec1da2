import { type Environment } from '#domain/core/environment.ts'
import { factusApi } from '#domain/integrations/api.ts'
import { ENVIRONMENT_LABELS } from '#domain/integrations/integration.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { PasswordField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const NAMES = ['user', 'password', 'client_id', 'client_secret'] as const
type Name = (typeof NAMES)[number]

type Props = { environment: Environment; query: { company_id?: string }; onClose: () => void }

/** Writes the credentials of an environment of Factus; they are never shown again. */
export function FactusDialog({ environment, query, onClose }: Props) {
  const save = useChange(factusApi.saveFactus)
  const form = useForm({
    schema: factusApi.saveFactus.body,
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
  const own = (name: Name) => ({ ...form.field(fieldOf(name)), autoComplete: 'off', spellCheck: false })
  return (
    <FormDialog
      title={`Credenciales de Factus, ${ENVIRONMENT_LABELS[environment].toLowerCase()}`}
      label="Guardar credenciales"
      form={form}
      onClose={onClose}
    >
      <p>
        Quedan cifradas y no se vuelven a mostrar. Factus te las da por correo, unas de pruebas y otras de producción.
      </p>
      <TextField label="Usuario" hint="El correo con el que te registró Factus" {...own('user')} />
      <PasswordField label="Contraseña" {...form.field(fieldOf('password'))} autoComplete="off" />
      <TextField label="Client id" {...own('client_id')} />
      <TextField label="Client secret" {...own('client_secret')} />
    </FormDialog>
  )
}

const fieldOf = (name: Name): string => `credentials.${name}`
