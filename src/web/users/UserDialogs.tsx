import { userApi } from '#domain/users/api.ts'
import type { StaffUser } from '#domain/users/user.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { CheckboxField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { PERSON_FIELDS, PersonFields, personBody } from './PersonFields.tsx'

/** Invites a user by e-mail (USR-01). */
export function InviteUserDialog({ onClose }: { onClose: () => void }) {
  const create = useChange(userApi.create)
  const form = useForm({
    schema: userApi.create.body,
    fields: PERSON_FIELDS,
    read: personBody,
    submit: async (body) => {
      const { message } = await create.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Invitar usuario" label="Enviar invitación" busyLabel="Enviando…" form={form} onClose={onClose}>
      <PersonFields errors={form.errors} />
    </FormDialog>
  )
}

/** Edits a user, and whether the user may log in (USR-02). */
export function EditUserDialog({ user, onClose }: { user: StaffUser; onClose: () => void }) {
  const update = useChange(userApi.update)
  const form = useForm({
    schema: userApi.update.body,
    fields: ['user.first_name', 'user.last_name', 'user.role', 'user.is_active'],
    read: (typed) => ({
      user: {
        first_name: typed['user.first_name'],
        last_name: typed['user.last_name'],
        role: typed['user.role'],
        is_active: typed['user.is_active'] === true,
      },
    }),
    submit: async (body) => {
      const { message } = await update.mutateAsync({ params: { id: user.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title={`Editar a ${user.first_name}`} label="Guardar cambios" form={form} onClose={onClose}>
      <PersonFields errors={form.errors} person={user} />
      <CheckboxField
        label="Puede entrar. Si lo quitas, sale al momento."
        name="user.is_active"
        defaultChecked={user.is_active}
      />
    </FormDialog>
  )
}
