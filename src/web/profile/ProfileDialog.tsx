import { type Profile, profileApi } from '#domain/profile/api.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

type Field = { name: string; label: string; value: string | null; hint?: string; type?: string; isOptional?: boolean }

const staffFields = ({ first_name, last_name }: Profile): Field[] => [
  { name: 'first_name', label: 'Nombres', value: first_name },
  { name: 'last_name', label: 'Apellidos', value: last_name },
]
const clientFields = ({ email, phone, telephone }: Profile): Field[] => [
  { name: 'phone', label: 'Celular', value: phone, hint: '10 dígitos', type: 'tel', isOptional: true },
  {
    name: 'telephone',
    label: 'Teléfono fijo',
    value: telephone,
    hint: 'Con el 60 y el indicativo',
    type: 'tel',
    isOptional: true,
  },
  {
    name: 'email',
    label: 'Correo',
    value: email,
    hint: 'Aquí llegan tus facturas y tus códigos',
    type: 'email',
    isOptional: true,
  },
]

/** Edits the user's own data: the name of a staff user, the contact data of a client. */
export function ProfileDialog({
  profile,
  isClient,
  onClose,
}: {
  profile: Profile
  isClient: boolean
  onClose: () => void
}) {
  const update = useChange(profileApi.update)
  const fields = isClient ? clientFields(profile) : staffFields(profile)
  const form = useForm({
    schema: profileApi.update.body,
    fields: fields.map(({ name }) => `profile.${name}`),
    read: (typed) => ({
      profile: Object.fromEntries(
        fields.map(({ name, isOptional }) => {
          const written = typed[`profile.${name}`]
          const text = typeof written === 'string' ? written.trim() : ''
          return [name, text === '' && isOptional ? null : text]
        }),
      ),
    }),
    submit: async (body) => {
      const { message } = await update.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Tus datos" label="Guardar cambios" form={form} onClose={onClose}>
      {fields.map(({ name, label, value, hint, type = 'text', isOptional }) => (
        <TextField
          key={name}
          label={isOptional ? `${label} (opcional)` : label}
          {...form.field(`profile.${name}`)}
          type={type}
          defaultValue={value ?? ''}
          {...(hint === undefined ? {} : { hint })}
        />
      ))}
    </FormDialog>
  )
}
