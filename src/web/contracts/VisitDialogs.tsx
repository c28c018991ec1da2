import { useState } from 'react'
import { contractApi } from '#domain/contracts/api.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { CoordinateFields } from '#web/places/CoordinateFields.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { STRATA } from './ContractFields.tsx'
import { contractBody, dayText } from './contract-form.ts'
import type { StepProps } from './StepDialog.tsx'

/** Sets the first day of service, from which it is charged. */
export function ActivateDialog({ contract, onClose }: StepProps) {
  const activate = useChange(contractApi.activate)
  const [on, setOn] = useState<Day | null>(() => dayOf(new Date()))
  const form = useForm({
    schema: contractApi.activate.body,
    read: (typed) => ({ activated_on: dayText(typed, 'activated_on') }),
    fields: ['activated_on'],
    submit: async (body) => {
      const { message } = await activate.mutateAsync({ params: { no: contract.no_contract }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Activar servicio" label="Activar servicio" form={form} onClose={onClose}>
      <p>El primer período se cobra desde este día, en proporción.</p>
      <DayField label="Primer día de servicio" {...form.field('activated_on')} value={on} onChange={setOn} />
    </FormDialog>
  )
}

/** The fields that can still be filled in after the signature. */
export function CompleteDialog({ contract, onClose }: StepProps) {
  const update = useChange(contractApi.update)
  const form = useForm({
    schema: contractApi.update.body,
    read: (typed) => {
      const { latitude, longitude, stratum } = contractBody(typed)
      return { contract: { latitude, longitude, ...(contract.stratum === null ? { stratum } : {}) } }
    },
    fields: ['contract.latitude', 'contract.longitude', 'contract.stratum'],
    submit: async (body) => {
      const { message } = await update.mutateAsync({ params: { no: contract.no_contract }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Completar datos" label="Guardar cambios" form={form} onClose={onClose}>
      {contract.stratum === null && (
        <SelectField
          label="Estrato"
          hint="El de la dirección del servicio. Decide el IVA"
          {...form.field('contract.stratum')}
          options={STRATA}
        />
      )}
      <CoordinateFields of="contract." errors={form.errors} start={contract} isOptional />
    </FormDialog>
  )
}
