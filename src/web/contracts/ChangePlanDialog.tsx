import { useState } from 'react'
import type * as z from 'zod/mini'
import { contractApi } from '#domain/contracts/api.ts'
import { paidLabel, paidTotal } from '#domain/contracts/paid.ts'
import { ASKED_CHANNEL_LABELS, ASKED_CHANNELS } from '#domain/contracts/version.ts'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { planPriceLabel } from '#domain/core/money.ts'
import { planApi } from '#domain/plans/api.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { Corrections } from './Corrections.tsx'
import { dayText } from './contract-form.ts'
import { OtherUse } from './OtherUse.tsx'
import type { StepProps } from './StepDialog.tsx'

type Preview = z.output<typeof contractApi.changePlanPreview.reply>['data']

/** Changes the plan from the period that the law sets; the cost is shown before it is confirmed (CON-06). */
export function ChangePlanDialog({ contract, onClose }: StepProps) {
  const params = { no: contract.no_contract }
  const { data: plans } = useRead(planApi.list, {})
  const preview = useChange(contractApi.changePlanPreview, { invalidate: [] })
  const change = useChange(contractApi.changePlan)
  const form = useForm({
    schema: contractApi.changePlan.body,
    read: (typed) => ({ ...typed, asked_on: dayText(typed, 'asked_on') }),
    fields: ['plan_id', 'asked_by', 'asked_on', 'asked_channel'],
    submit: async (body) => {
      const { message } = await change.mutateAsync({ params, body })
      toastSuccess(message)
      onClose()
    },
  })
  const [planId, setPlanId] = useState('')
  const [askedOn, setAskedOn] = useState<Day | null>(() => dayOf(new Date()))
  const loadPreview = (plan_id: string, asked_on: Day | null): void => {
    setPlanId(plan_id)
    setAskedOn(asked_on)
    if (plan_id === '' || asked_on === null) preview.reset()
    else preview.mutate({ params, body: { plan_id, asked_on } })
  }
  const offered = plans?.data.filter((plan) => plan.is_active && plan.id !== contract.plan.id) ?? []
  return (
    <FormDialog title="Cambiar de plan" label="Cambiar de plan" form={form} onClose={onClose}>
      <p>
        Hoy tiene {contract.plan.name} por {paidLabel(contract.price, contract)} al mes.
      </p>
      <SelectField
        label="Plan nuevo"
        {...form.field('plan_id')}
        options={[
          { value: '', label: 'Elige' },
          ...offered.map((plan) => ({
            value: plan.id,
            label: `${plan.name} · ${planPriceLabel(paidTotal(plan.price, contract))}`,
          })),
        ]}
        onChange={({ target }) => loadPreview(target.value, askedOn)}
      />
      <OtherUse plan={offered.find(({ id }) => id === planId)} use={contract.segment} />
      <AskedFields
        field={form.field}
        name={contract.client.name}
        day={askedOn}
        onDay={(day) => loadPreview(planId, day)}
      />
      <div aria-live="polite">
        {preview.data && (
          <Alert>
            {changeCopy(preview.data.data, contract.price_includes_vat)}
            <Corrections corrections={preview.data.data.corrections} />
          </Alert>
        )}
        {preview.error && <Alert tone="bad">{preview.error.message}</Alert>}
      </div>
    </FormDialog>
  )
}

/** From when the new plan is paid, with its VAT, and until when it is asked for. */
const changeCopy = (
  { from_on, new_price, new_month: vat, last_day_to_ask }: Preview,
  price_includes_vat: boolean,
): string =>
  `Desde el ${dayLabel(from_on)} paga ${paidLabel(new_price, { price_includes_vat, vat })} al mes. Para que rija desde ese día se pide a más tardar el ${dayLabel(last_day_to_ask)}.`

type AskedProps = {
  field: ReturnType<typeof useForm>['field']
  name: string
  day: Day | null
  onDay: (day: Day | null) => void
}

/** Who asked for the change, when and how: the change must be provable (R2.10). The day decides the first period. */
function AskedFields({ field, name, day, onDay }: AskedProps) {
  const options = ASKED_CHANNELS.map((value) => ({ value, label: ASKED_CHANNEL_LABELS[value] }))
  return (
    <>
      <TextField label="Quién lo pidió" {...field('asked_by')} defaultValue={name} maxLength={120} />
      <DayField label="Día en que lo pidió" {...field('asked_on')} value={day} onChange={onDay} />
      <SelectField
        label="Por dónde lo pidió"
        {...field('asked_channel')}
        options={[{ value: '', label: 'Elige' }, ...options]}
      />
    </>
  )
}

/** Takes back a change of plan that is not in force yet. */
export function CancelPlanChangeDialog({ contract, onClose }: StepProps) {
  const cancel = useChange(contractApi.cancelPlanChange)
  const form = useForm({
    schema: contractApi.cancelPlanChange.body,
    fields: ['reason'],
    submit: async (body) => {
      const { message } = await cancel.mutateAsync({ params: { no: contract.no_contract }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Anular el cambio de plan" label="Anular el cambio" form={form} onClose={onClose}>
      <p>
        El contrato sigue con {contract.plan.name} por {paidLabel(contract.price, contract)} al mes.
      </p>
      <TextField label="Motivo" {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}
