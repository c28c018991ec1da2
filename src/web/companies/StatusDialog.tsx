import * as z from 'zod/mini'
import { companyApi } from '#domain/companies/api.ts'
import { COMPANY_STATUS_LABELS, type Company, type CompanyStatus } from '#domain/companies/company.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const Body = z.object({ reason: z.optional(z.string()) })

const EFFECTS: Readonly<Record<CompanyStatus, string>> = {
  active: 'Sus usuarios vuelven a entrar con su misma contraseña.',
  suspended: 'Sus usuarios salen al momento y, al intentar entrar, leen el motivo. Nada se borra.',
  closed: 'Sus usuarios no vuelven a entrar y no llegan más pagos en línea. Sus datos se conservan.',
}

type Props = { company: Pick<Company, 'id' | 'name'>; status: CompanyStatus; onClose: () => void }

/** Changes the status of a company, with the reason; it shows the effect on the company's users (COM-03). */
export function StatusDialog({ company, status, onClose }: Props) {
  const change = useChange(companyApi.changeStatus)
  const form = useForm({
    schema: Body,
    fields: ['reason'],
    submit: async (body) => {
      const { message } = await change.mutateAsync({ params: { status, id: company.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  const label = COMPANY_STATUS_LABELS[status].toLowerCase()
  return (
    <FormDialog
      title={`Dejar ${company.name} ${label}`}
      label={`Dejar ${label}`}
      tone={status === 'active' ? 'primary' : 'danger'}
      form={form}
      onClose={onClose}
    >
      <p>{EFFECTS[status]}</p>
      {status !== 'active' && <TextField label="Motivo" {...form.field('reason')} maxLength={300} />}
    </FormDialog>
  )
}
