import { useState } from 'react'
import {
  type ContractDefaults,
  isSameDefaults,
  MONEY_FIELDS,
  type MoneyField as MoneyName,
  NOT_NEGATIVE,
  reconnectionWarning,
} from '#domain/contracts/defaults.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { readAmount } from '#domain/core/amount.ts'
import { dayOf } from '#domain/core/days.ts'
import { type Money, pesosLabel, toPesos } from '#domain/core/money.ts'
import { messageOf } from '#web/core/failure.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { DayOfMonthField, MoneyField } from '#web/ui/MoneyField.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastError, toastInfo, toastSuccess } from '#web/ui/Toasts.tsx'
import { CUT_DAY, DEFAULTS_FIELDS, DEFAULTS_LABELS, defaultsBody, defaultsSchema, nameOf } from './defaults-form.ts'

const SAVE_FAILED = 'Error al guardar los datos por defecto'

type Cap = { value: Money; legal_basis: string } | null

/** PLN-07: the default values of a new contract. */
export function DefaultsDialog({ onClose }: { onClose: () => void }) {
  const read = useRead(contractDefaultsApi.get, {})
  const { data } = read
  if (data) return <DefaultsForm loaded={data.data} cap={data.meta.reconnection_cap} onClose={onClose} />
  return (
    <Dialog title="Configurar plantillas" onClose={onClose}>
      <ReadState of={read} lines={6} height={44} />
    </Dialog>
  )
}

function DefaultsForm({ loaded, cap, onClose }: { loaded: ContractDefaults | null; cap: Cap; onClose: () => void }) {
  const save = useChange(contractDefaultsApi.save, { invalidate: [contractDefaultsApi.get] })
  const [today] = useState(() => dayOf(new Date()))
  const form = useForm({
    schema: defaultsSchema(today),
    read: defaultsBody,
    fields: DEFAULTS_FIELDS,
    submit: async (body) => {
      if (loaded && isSameDefaults(loaded, body.billing_config))
        return toastInfo('No se detectaron cambios en los valores')
      try {
        const { message } = await save.mutateAsync({ body })
        toastSuccess(message)
        onClose()
      } catch (error) {
        toastError(messageOf(error, SAVE_FAILED))
        throw error
      }
    },
  })
  return (
    <FormDialog title="Configurar plantillas" label="Guardar cambios" form={form} onClose={onClose}>
      <p>Con estos datos empieza cada contrato nuevo. Los contratos ya firmados no cambian.</p>
      <div className="form__pair">
        {MONEY_FIELDS.map((field) => (
          <AmountOf key={field} field={field} loaded={loaded} cap={cap} control={form.field(nameOf(field))} />
        ))}
        <DayOfMonthField
          label="Día de corte"
          hint="De 1 a 31. En los meses sin ese día, el corte es el último día del mes."
          {...form.field(CUT_DAY)}
          initial={loaded?.billing_cut_day}
        />
      </div>
    </FormDialog>
  )
}

function AmountOf({
  field,
  loaded,
  cap,
  control,
}: {
  field: MoneyName
  loaded: ContractDefaults | null
  cap: Cap
  control: ReturnType<ReturnType<typeof useForm>['field']>
}) {
  const [typed, setTyped] = useState<Money | null>(loaded?.[field] ?? null)
  const warning = field === 'reconnection_cost' && typed !== null ? reconnectionWarning(typed, cap, pesosLabel) : null
  return (
    <div className="form">
      <MoneyField
        label={DEFAULTS_LABELS[field]}
        {...control}
        initial={loaded ? toPesos(loaded[field]) : undefined}
        shown="commas"
        invalid={NOT_NEGATIVE}
        onType={(text) => setTyped(amountIn(text))}
      />
      {warning && <Alert tone="warn">{warning}</Alert>}
    </div>
  )
}

function amountIn(text: string): Money | null {
  const reading = readAmount(text)
  return reading.kind === 'amount' ? reading.amount : null
}
