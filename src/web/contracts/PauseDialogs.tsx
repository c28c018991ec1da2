import { useState } from 'react'
import { contractApi } from '#domain/contracts/api.ts'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { billingPeriodOf, nextPeriod, periodBounds } from '#domain/core/period.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { Corrections } from './Corrections.tsx'
import type { StepProps } from './StepDialog.tsx'

/** The first days that the form offers. */
const OFFERED = 6
const MONTHS = [
  { value: '1', label: 'Un mes' },
  { value: '2', label: 'Dos meses' },
]

/** Plans a pause at the request of the client; its days and what it changes are shown before it is confirmed (CON-07). */
export function PauseDialog({ contract, onClose }: StepProps) {
  const pause = useChange(contractApi.pause)
  const [days] = useState(() => firstDays(dayOf(new Date()), contract.billing_cut_day))
  const [from, setFrom] = useState(days[0])
  const [months, setMonths] = useState(1)
  const form = useForm({
    schema: contractApi.pause.body,
    read: () => ({ from, months }),
    fields: ['from', 'months'],
    submit: async (body) => {
      const { message } = await pause.mutateAsync({ params: { no: contract.no_contract }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Pausar a pedido del cliente" label="Pausar" form={form} onClose={onClose}>
      <p>La pausa toma períodos completos, no se cobra y termina sola. Para terminarla antes, reconecta el servicio.</p>
      <SelectField
        label="Desde"
        {...form.field('from')}
        options={days.map((value) => ({ value, label: dayLabel(value) }))}
        onChange={({ target }) => setFrom(days.find((day) => day === target.value) ?? from)}
      />
      <SelectField
        label="Por cuánto tiempo"
        {...form.field('months')}
        options={MONTHS}
        onChange={({ target }) => setMonths(Number(target.value))}
      />
      <PausePreview key={`${from} ${months}`} no={contract.no_contract} body={{ from, months }} />
    </FormDialog>
  )
}

/** The first days of the next periods. */
function firstDays(today: Day, cutDay: number): [Day, ...Day[]] {
  let period = nextPeriod(billingPeriodOf(today, cutDay))
  const days: [Day, ...Day[]] = [periodBounds(period, cutDay).from_on]
  while (days.length < OFFERED) {
    period = nextPeriod(period)
    days.push(periodBounds(period, cutDay).from_on)
  }
  return days
}

function PausePreview({ no, body }: { no: string; body: { from: Day; months: number } }) {
  const { data, error } = useRead(contractApi.pausePreview, { params: { no }, body })
  if (error) return <Alert tone="bad">{error.message}</Alert>
  if (!data) return null
  const { from_on, to_on, permanence_ends_on, corrections } = data.data
  return (
    <div aria-live="polite">
      <Alert>
        Sin servicio del {dayLabel(from_on)} al {dayLabel(to_on)}.
        {permanence_ends_on !== null && ` La permanencia se alarga hasta el ${dayLabel(permanence_ends_on)}.`}
        <Corrections corrections={corrections} />
      </Alert>
    </div>
  )
}

/** Takes back a pause that has not begun. */
export function CancelPauseDialog({ contract, onClose }: StepProps) {
  const cancel = useChange(contractApi.cancelPause)
  const form = useForm({
    schema: contractApi.cancelPause.body,
    fields: ['reason'],
    submit: async (body) => {
      const { message } = await cancel.mutateAsync({ params: { no: contract.no_contract }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Anular la pausa" label="Anular la pausa" form={form} onClose={onClose}>
      <p>El servicio sigue y se cobra completo.</p>
      <TextField label="Motivo" {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}
