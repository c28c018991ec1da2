import { useState } from 'react'
import { equalInstalments } from '#domain/collections/promise.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { readAmount } from '#domain/core/amount.ts'
import { addMonths, type Day, dayOf, shortDayLabel } from '#domain/core/days.ts'
import { type Money, pesosLabel, toPesos, ZERO } from '#domain/core/money.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { textOf } from './policy-body.ts'

const COUNT_MAX = 12

/** An agreement in equal monthly instalments over all that a contract owes. */
export function AgreementDialog({ onClose }: { onClose: () => void }) {
  const save = useChange(promiseApi.agree, { invalidate: [promiseApi.agreements] })
  const [firstOn, setFirstOn] = useState<Day | null>(() => addMonths(dayOf(new Date()), 1))
  const [debt, setDebt] = useState(ZERO)
  const [count, setCount] = useState(3)
  const isCount = Number.isInteger(count) && count >= 2 && count <= COUNT_MAX
  const instalments =
    firstOn === null || !isCount
      ? []
      : equalInstalments(debt, count).map((amount, index) => ({ amount, due_on: addMonths(firstOn, index) }))
  const form = useForm({
    schema: promiseApi.agree.body,
    read: (typed) => ({
      agreement: {
        no_contract: textOf(typed, 'agreement.no_contract'),
        instalments: instalments.map(({ amount, due_on }) => ({ amount: toPesos(amount), due_on })),
      },
    }),
    fields: ['agreement.no_contract', 'agreement.instalments', 'agreement.instalments.0.due_on'],
    submit: async (body) => {
      toastSuccess((await save.mutateAsync({ body })).message)
      onClose()
    },
  })
  return (
    <FormDialog title="Nuevo acuerdo de pago" label="Guardar acuerdo" form={form} onClose={onClose}>
      <TextField label="Contrato" {...form.field('agreement.no_contract')} autoComplete="off" maxLength={40} />
      <MoneyField
        label="Todo lo que debe"
        hint="Sin lo que está en reclamo"
        {...form.field('agreement.instalments')}
        onType={(text) => {
          const reading = readAmount(text)
          setDebt(reading.kind === 'amount' ? reading.amount : ZERO)
        }}
      />
      <TextField
        label="Cuotas mensuales"
        hint={`De 2 a ${COUNT_MAX}`}
        inputMode="numeric"
        defaultValue={count}
        onChange={(event) => setCount(Number(event.target.value))}
      />
      <DayField
        label="Día de la primera cuota"
        {...form.field('agreement.instalments.0.due_on')}
        value={firstOn}
        onChange={setFirstOn}
      />
      {debt > 0 && <Instalments of={instalments} />}
    </FormDialog>
  )
}

function Instalments({ of }: { of: readonly { amount: Money; due_on: Day }[] }) {
  return (
    <ul>
      {of.map(({ amount, due_on }) => (
        <li key={due_on}>
          {shortDayLabel(due_on)}: {pesosLabel(amount)}
        </li>
      ))}
    </ul>
  )
}
