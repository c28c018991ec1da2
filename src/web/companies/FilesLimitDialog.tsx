import { companyApi } from '#domain/companies/api.ts'
import type { CompanyFiles } from '#domain/companies/files.ts'
import { MEGABYTE, sizeLabel } from '#domain/core/megabytes.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

type Props = { companyId: string; storage: CompanyFiles['storage']; onClose: () => void }

/** Changes what the pictures and documents of a company may have together (COM-02). */
export function FilesLimitDialog({ companyId, storage, onClose }: Props) {
  const change = useChange(companyApi.changeFilesLimit)
  const form = useForm({
    schema: companyApi.changeFilesLimit.body,
    fields: ['max_megabytes'],
    read: ({ max_megabytes }) => ({ max_megabytes: Number(max_megabytes) }),
    submit: async (body) => {
      const { message } = await change.mutateAsync({ params: { id: companyId }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Cambiar el límite de archivos" label="Cambiar límite" form={form} onClose={onClose}>
      <p>
        Sus fotos y documentos ocupan {sizeLabel(storage.bytes)}. Con un límite menor no se borra nada, pero no se
        guarda ningún archivo más.
      </p>
      <TextField
        label="Límite en MB"
        {...form.field('max_megabytes')}
        inputMode="numeric"
        maxLength={6}
        defaultValue={String(Math.floor(storage.max_bytes / MEGABYTE))}
      />
    </FormDialog>
  )
}
