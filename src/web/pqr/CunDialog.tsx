import { pqrApi } from '#domain/pqr/api.ts'
import { type PqrCase, TEXT_MAX } from '#domain/pqr/case.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** The CUN of a case that was filed with an internal reference, or the correction of one that a person wrote. */
export function CunDialog({ pqr, onClose }: { pqr: PqrCase; onClose: () => void }) {
  const setCun = useChange(pqrApi.setCun)
  const form = useForm({
    schema: pqrApi.setCun.body,
    fields: ['cun', 'reason'],
    read: ({ cun, reason }) => ({ cun, ...(pqr.is_cun ? { reason } : {}), version: pqr.version }),
    submit: async (body) => {
      const { message } = await setCun.mutateAsync({ params: { id: pqr.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={pqr.is_cun ? 'Corregir el CUN' : 'Agregar el CUN'}
      label="Guardar CUN"
      form={form}
      onClose={onClose}
    >
      <TextField
        label="CUN"
        hint="16 dígitos, con o sin guiones: 4488-26-0000000001"
        {...form.field('cun')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
      />
      {pqr.is_cun && (
        <TextAreaField
          label="Por qué se corrige"
          hint="Queda en el expediente, con el número de antes"
          {...form.field('reason')}
          rows={3}
          maxLength={TEXT_MAX}
        />
      )}
    </FormDialog>
  )
}
