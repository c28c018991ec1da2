import { pqrApi } from '#domain/pqr/api.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { PQR_SERVICE_LABELS, PQR_SERVICES, TYPOLOGIES, TYPOLOGY_LABELS } from '#domain/pqr/topics.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** The subject and the service of a case, which the reports count; what was filed does not change (PQR-09). */
export function ClassifyDialog({ pqr, onClose }: { pqr: PqrCase; onClose: () => void }) {
  const classify = useChange(pqrApi.classify)
  const form = useForm({
    schema: pqrApi.classify.body,
    fields: ['typology', 'service'],
    read: (typed) => ({ ...typed, version: pqr.version }),
    submit: async (body) => {
      const { message } = await classify.mutateAsync({ params: { id: pqr.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Corregir el tema" label="Guardar tema" form={form} onClose={onClose}>
      <p>Va a los reportes. Lo que se radicó no cambia, ni se pierde un recurso que el usuario ya tenía.</p>
      <SelectField
        label="Tema"
        {...form.field('typology')}
        defaultValue={pqr.typology}
        options={TYPOLOGIES.map((value) => ({ value, label: TYPOLOGY_LABELS[value] }))}
      />
      <SelectField
        label="Servicio"
        {...form.field('service')}
        defaultValue={pqr.service}
        options={PQR_SERVICES.map((value) => ({ value, label: PQR_SERVICE_LABELS[value] }))}
      />
    </FormDialog>
  )
}
