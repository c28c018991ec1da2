import { userApi } from '#domain/users/api.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** Invites the first financial user of a company, which needs no integration (USR-01). */
export function FirstFinancialDialog({ onClose }: { onClose: () => void }) {
  const invite = useChange(userApi.inviteFirst)
  const form = useForm({
    schema: userApi.inviteFirst.body,
    fields: ['user.first_name', 'user.last_name', 'user.email'],
    read: (typed) => ({
      user: {
        first_name: typed['user.first_name'],
        last_name: typed['user.last_name'],
        email: typed['user.email'],
      },
    }),
    submit: async (body) => {
      const { message } = await invite.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Invitar a tu financiero"
      label="Enviar invitación"
      busyLabel="Enviando…"
      form={form}
      onClose={onClose}
    >
      <p>
        Crea los planes, trae los clientes y emite las facturas. Si eres tú, escribe un correo distinto del de
        administrador.
      </p>
      <div className="form__pair">
        <TextField label="Nombres" {...form.field('user.first_name')} maxLength={60} />
        <TextField label="Apellidos" {...form.field('user.last_name')} maxLength={60} />
      </div>
      <TextField
        label="Correo"
        hint="Con él entra, y ahí le llega el enlace."
        {...form.field('user.email')}
        type="email"
      />
    </FormDialog>
  )
}
