import { useState } from 'react'
import { contractApi } from '#domain/contracts/api.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import { EXIT_RIGHT_LABELS, exitRightOf } from '#domain/contracts/exit-right.ts'
import { totalLabel } from '#domain/contracts/paid.ts'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { Corrections } from './Corrections.tsx'
import { dayText } from './contract-form.ts'
import type { StepProps } from './StepDialog.tsx'

/** Terminates a contract by the rule of three business days; its day and cost are shown before it is confirmed (CON-06). */
export function TerminateDialog({ contract, onClose }: StepProps) {
  const terminate = useChange(contractApi.terminate)
  const [requestedOn, setRequestedOn] = useState<Day | null>(() => dayOf(new Date()))
  const [right, setRight] = useState('')
  const form = useForm({
    schema: contractApi.terminate.body,
    read: ({ exit_right, ...typed }) => ({
      ...typed,
      requested_on: dayText(typed, 'requested_on'),
      ...(exit_right === '' || exit_right === undefined ? {} : { exit_right }),
    }),
    fields: ['requested_on', 'reason', 'exit_right'],
    submit: async (body) => {
      const { message } = await terminate.mutateAsync({ params: { no: contract.no_contract }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Registrar retiro" label="Registrar retiro" tone="danger" form={form} onClose={onClose}>
      <DayField
        label="Día en que lo pidió"
        {...form.field('requested_on')}
        value={requestedOn}
        onChange={setRequestedOn}
      />
      <TextField label="Motivo" {...form.field('reason')} maxLength={300} />
      {contract.permanence !== null && (
        <ChoiceField
          label="¿Paga la permanencia?"
          {...form.field('exit_right')}
          options={[{ value: '', label: 'Sí' }, ...RIGHTS]}
          value={right}
          onChange={setRight}
        />
      )}
      {requestedOn !== null && <Preview contract={contract} requestedOn={requestedOn} right={right} />}
    </FormDialog>
  )
}

/** Takes back a registered termination, while the contract is in service. */
export function WithdrawDialog({ contract, onClose }: StepProps) {
  const withdraw = useChange(contractApi.withdrawTermination)
  const form = useForm({
    schema: contractApi.withdrawTermination.body,
    fields: ['reason'],
    submit: async (body) => {
      const { message } = await withdraw.mutateAsync({ params: { no: contract.no_contract }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Anular el retiro" label="Anular el retiro" form={form} onClose={onClose}>
      <p>
        El contrato sigue y no se cobra la terminación anticipada. Si tenía un cambio de plan programado, hay que
        programarlo otra vez.
      </p>
      <TextField label="Motivo" {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}

const RIGHTS = Object.entries(EXIT_RIGHT_LABELS).map(([value, label]) => ({ value, label: `No: ${label}` }))

function Preview({ contract, requestedOn, right }: { contract: Contract; requestedOn: Day; right: string }) {
  const exit_right = exitRightOf({ exit_right: right })
  const { data, error } = useRead(
    contractApi.terminatePreview,
    {
      params: { no: contract.no_contract },
      body: { requested_on: requestedOn, ...(exit_right !== null && { exit_right }) },
    },
    { keepPrevious: true },
  )
  return (
    <div aria-live="polite">
      {data && (
        <Alert tone="warn">
          El último día de servicio es el {dayLabel(data.data.ends_on)}. Para que termine en ese corte se pide a más
          tardar el {dayLabel(data.data.last_day_to_ask)}.{' '}
          {data.data.exit_value > 0
            ? `Por la permanencia paga ${totalLabel(data.data.exit_total, contract)}.`
            : data.data.waived_total > 0
              ? `Tiene derecho a terminar sin pagar la permanencia, que cuesta ${totalLabel(data.data.waived_total, contract)}.`
              : 'No paga nada por retirarse.'}
          <Corrections corrections={data.data.corrections} />
        </Alert>
      )}
      {error && <Alert tone="bad">{error.message}</Alert>}
    </div>
  )
}
