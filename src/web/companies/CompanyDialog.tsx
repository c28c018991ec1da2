import { companyApi } from '#domain/companies/api.ts'
import type { Company } from '#domain/companies/company.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { CompanyFields } from './CompanyFields.tsx'
import { COMPANY_FIELDS, companyBody } from './company-form.ts'

/** Creates a company with its administrator, or edits an existing one (COM-01, COM-02). */
export function CompanyDialog({ company, onClose }: { company?: Company; onClose: () => void }) {
  const create = useChange(companyApi.create)
  const update = useChange(companyApi.update)
  const form = useForm({
    schema: company ? companyApi.update.body : companyApi.create.body,
    fields: COMPANY_FIELDS,
    read: (typed) => companyBody(typed, company === undefined),
    submit: async (body) => {
      const { message } = company
        ? await update.mutateAsync({ params: { id: company.id }, body })
        : await create.mutateAsync({ body: companyApi.create.body.parse(body) })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={company ? 'Editar empresa' : 'Crear empresa'}
      label={company ? 'Guardar cambios' : 'Crear empresa'}
      form={form}
      onClose={onClose}
    >
      <CompanyFields errors={form.errors} {...(company ? { company } : {})} />
      {!company && (
        <TextField
          label="Correo de su administrador"
          hint="Le llega un enlace para crear su contraseña; vale 72 horas."
          {...form.field('admin.user.email')}
          type="email"
        />
      )}
    </FormDialog>
  )
}
