import { companyApi } from '#domain/companies/api.ts'
import type { Company } from '#domain/companies/company.ts'
import { useChange } from '#web/core/queries.ts'
import { useDraft } from '#web/core/use-draft.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { BrandFields, ContactFields, IdentityFields } from './CompanyFields.tsx'
import { COMPANY_FIELDS, companyBody } from './company-form.ts'

type Props = { company: Company; onClose: () => void }

/** Edits a company (COM-02). */
export function CompanyDialog({ company, onClose }: Props) {
  const update = useChange(companyApi.update)
  const form = useForm({
    draft: useDraft(`company/${company.id}`, 'Editar empresa'),
    schema: companyApi.update.body,
    fields: COMPANY_FIELDS,
    read: (typed) => companyBody(typed, false),
    submit: async (body) => {
      const { message } = await update.mutateAsync({ params: { id: company.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  const fields = { errors: form.errors, company }
  return (
    <FormDialog title="Editar empresa" label="Guardar cambios" form={form} onClose={onClose}>
      <IdentityFields {...fields} />
      <ContactFields {...fields} />
      <BrandFields {...fields} />
    </FormDialog>
  )
}
