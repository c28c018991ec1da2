import { pqrApi } from '#domain/pqr/api.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { VISIT_KIND_LABELS } from '#domain/visits/visit.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/TextField.tsx'
import { PLAN_FIELDS, PlanFields, planOf, showPlanned } from '#web/visits/VisitForm.tsx'

/** The visit that a case needs, in the contract of the case: its kind, day, hour and technician, in one step (R3.14). */
export function CaseVisitDialog({ pqr, onClose }: { pqr: PqrCase; onClose: () => void }) {
  const create = useChange(pqrApi.visit)
  const form = useForm({
    schema: pqrApi.visit.body,
    fields: ['visit.kind', ...PLAN_FIELDS.map((name) => `visit.${name}`)],
    read: (typed) => ({ visit: { kind: typed['visit.kind'], ...planOf(typed, 'visit.') }, version: pqr.version }),
    submit: async (body) => {
      showPlanned(await create.mutateAsync({ params: { id: pqr.id }, body }))
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Programar una visita en ${pqr.no_contract ?? ''}`}
      label="Programar visita"
      form={form}
      onClose={onClose}
    >
      <SelectField
        label="Tipo de visita"
        {...form.field('visit.kind')}
        options={pqr.visit_kinds.map((value) => ({ value, label: VISIT_KIND_LABELS[value] }))}
        defaultValue={pqr.visit_kinds.includes('revision') ? 'revision' : undefined}
      />
      <PlanFields field={(name) => form.field(`visit.${name}`)} />
    </FormDialog>
  )
}
