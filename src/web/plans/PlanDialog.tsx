import { useState } from 'react'
import { toPesos } from '#domain/core/money.ts'
import { SEGMENT_LABELS, SEGMENTS } from '#domain/core/segment.ts'
import { planApi } from '#domain/plans/api.ts'
import { CODE_MAX, normaliseCode, type Plan, POSITIVE_PRICE, speedDigits } from '#domain/plans/plan.ts'
import { messageOf } from '#web/core/failure.ts'
import { useChange } from '#web/core/queries.ts'
import { useDraft } from '#web/core/use-draft.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField, SpeedField } from '#web/ui/MoneyField.tsx'
import { CheckboxField, SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { newPlanBody, PLAN_FIELDS, planChangesBody } from './plan-form.ts'

/** PLN-04: creates a plan, always active. */
export function CreatePlanDialog({ onClose }: { onClose: () => void }) {
  const create = useChange(planApi.create, { invalidate: [planApi.list] })
  const form = useForm({
    draft: useDraft('plan/new', 'Crear plan'),
    schema: planApi.create.body,
    read: newPlanBody,
    fields: PLAN_FIELDS,
    submit: async (body) => {
      const { message } = await create.mutateAsync({ body }).catch(toasted('Error al crear el plan'))
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Crear plan" label="Crear plan" busyLabel="Creando…" form={form} onClose={onClose}>
      <PlanFields field={form.field} />
    </FormDialog>
  )
}

/** PLN-05: edits every field but the code, and whether the plan is active. */
export function EditPlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const update = useChange(planApi.update, { invalidate: [planApi.list] })
  const form = useForm({
    draft: useDraft(`plan/${plan.id}`, `Editar plan ${plan.name}`),
    schema: planApi.update.body,
    read: planChangesBody,
    fields: PLAN_FIELDS,
    submit: async (body) => {
      const { message } = await update
        .mutateAsync({ params: { id: plan.id }, body })
        .catch(toasted('Error al actualizar el plan'))
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Editar plan" label="Guardar cambios" busyLabel="Guardando…" form={form} onClose={onClose}>
      <PlanFields plan={plan} field={form.field} />
      <CheckboxField name="plan.is_active" label="Plan Activo" defaultChecked={plan.is_active} />
    </FormDialog>
  )
}

/** Shows the message of the server, or that of the screen (PLN-06), in a toast; the form also shows it on its field. */
const toasted =
  (fallback: string) =>
  (error: unknown): never => {
    toastError(messageOf(error, fallback))
    throw error
  }

function PlanFields({ plan, field }: { plan?: Plan; field: ReturnType<typeof useForm>['field'] }) {
  const [code, setCode] = useState(plan?.reference_code ?? '')
  return (
    <>
      <TextField label="Nombre" {...field('plan.name')} defaultValue={plan?.name} maxLength={80} autoComplete="off" />
      <TextField
        label="Código de referencia"
        {...field('plan.reference_code')}
        hint={plan ? 'El código de referencia no se puede editar' : 'Letras y números, al menos 3. Por ejemplo HOG100'}
        readOnly={plan !== undefined}
        value={code}
        onChange={(event) => setCode(normaliseCode(event.target.value).slice(0, CODE_MAX))}
        autoComplete="off"
      />
      <MoneyField
        label="Precio mensual"
        hint="Pesos al mes, con el IVA o sin él como diga la empresa en sus datos"
        shown="commas"
        invalid={POSITIVE_PRICE}
        {...field('plan.price')}
        initial={plan ? toPesos(plan.price) : undefined}
      />
      <div className="form__pair">
        <SpeedField
          label="Velocidad de descarga"
          {...field('plan.download_speed')}
          initial={speedOf(plan?.download_speed)}
        />
        <SpeedField label="Velocidad de subida" {...field('plan.upload_speed')} initial={speedOf(plan?.upload_speed)} />
      </div>
      <SelectField
        label="Para qué uso"
        hint="Al elegirlo para un contrato de otro uso se avisa"
        {...field('plan.segment')}
        options={USES}
        defaultValue={plan?.segment ?? ''}
      />
      <CheckboxField
        label="Se vende en paquete con televisión o telefonía"
        {...field('plan.is_packaged')}
        defaultChecked={plan?.is_packaged}
      />
    </>
  )
}

const USES = [
  { value: '', label: 'Cualquier uso' },
  ...SEGMENTS.map((value) => ({ value, label: SEGMENT_LABELS[value] })),
]

const speedOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(speedDigits(text))
