import { whatsappApi } from '#domain/integrations/whatsapp-api.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const FIELDS = [
  { name: 'phone_number_id', label: 'Identificador del número', hint: 'Solo números, de la página de tu app en Meta' },
  { name: 'waba_id', label: 'Identificador de la cuenta', hint: 'El de la cuenta de WhatsApp Business, solo números' },
  { name: 'token', label: 'Token', hint: 'De un usuario del sistema, sin fecha de vencimiento' },
  { name: 'app_secret', label: 'Secreto de la app', hint: 'En Meta: Configuración, Básica' },
  { name: 'verify_token', label: 'Token de verificación', hint: 'Invéntalo aquí y escríbelo igual en Meta' },
] as const

type Props = { query: { company_id?: string }; onClose: () => void }

/** Writes the keys of the WhatsApp number of a company; they are never shown again. */
export function WhatsappDialog({ query, onClose }: Props) {
  const save = useChange(whatsappApi.save, { invalidate: [whatsappApi.get] })
  const form = useForm({
    schema: whatsappApi.save.body,
    read: (typed) => ({
      credentials: Object.fromEntries(FIELDS.map(({ name }) => [name, typed[fieldOf(name)]])),
    }),
    fields: FIELDS.map(({ name }) => fieldOf(name)),
    submit: async (body) => {
      const { message } = await save.mutateAsync({ query, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Llaves de WhatsApp" label="Guardar llaves" form={form} onClose={onClose}>
      <p>Quedan cifradas y no se vuelven a mostrar. Cópialas de developers.facebook.com, en la app de tu empresa.</p>
      {FIELDS.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          {...form.field(fieldOf(name))}
          autoComplete="off"
          spellCheck={false}
        />
      ))}
    </FormDialog>
  )
}

const fieldOf = (name: string): string => `credentials.${name}`
