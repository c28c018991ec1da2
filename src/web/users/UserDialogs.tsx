import { userApi } from '#domain/users/api.ts'
import type { StaffUser } from '#domain/users/user.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { CheckboxField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { PERSON_FIELDS, PersonFields, personBody } from './PersonFields.tsx'
import { useStaffCalls } from './staff-calls.ts'

/** `companyId`: the company that a superadmin opened; without it, the user's own. */
type Props = { companyId?: string; onClose: () => void }

/** Invites a user by e-mail (USR-01, USR-03). */
export function InviteUserDialog({ companyId, onClose }: Props) {
  const { invite } = useStaffCalls(companyId)
  const form = useForm({
    schema: userApi.create.body,
    fields: PERSON_FIELDS,
    read: personBody,
    submit: async (body) => {
      const { message } = await invite(body)
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={companyId === undefined ? 'Invitar usuario' : 'Invitar a una persona'}
      label="Enviar invitación"
      busyLabel="Enviando…"
      form={form}
      onClose={onClose}
    >
      <PersonFields errors={form.errors} />
    </FormDialog>
  )
}

/** Edits a user, and whether the user may log in (USR-02). An administrator keeps its role. */
export function EditUserDialog({ companyId, user, onClose }: Props & { user: StaffUser }) {
  const { change } = useStaffCalls(companyId)
  const hasRole = user.role !== 'admin'
  const form = useForm({
    schema: userApi.update.body,
    fields: ['user.first_name', 'user.last_name', 'user.role', 'user.is_active'],
    read: (typed) => ({
      user: {
        first_name: typed['user.first_name'],
        last_name: typed['user.last_name'],
        ...(hasRole ? { role: typed['user.role'] } : {}),
        is_active: typed['user.is_active'] === true,
      },
    }),
    submit: async (body) => {
      const { message } = await change(user.id, body)
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
