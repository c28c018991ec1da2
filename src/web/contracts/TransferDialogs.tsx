import { useState } from 'react'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import type { Reply } from '#domain/core/api.ts'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { CoordinateFields } from '#web/places/CoordinateFields.tsx'
import { PlaceFields } from '#web/places/PlaceFields.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { STRATA } from './ContractFields.tsx'
import { Corrections } from './Corrections.tsx'
import { dayText } from './contract-form.ts'
import type { StepProps } from './StepDialog.tsx'

type Shown = { of: string; data: Reply<typeof transferApi.transferPreview>['data'] }
const FIELDS = ['department', 'city', 'address', 'stratum', 'on', 'latitude', 'longitude'] as const

/** On a phone the cost is below what is visible of the form, and the button under it confirms. */
const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/** Plans the move of the service; its cost is shown before it is confirmed (CON-07). */
export function TransferDialog({ contract, onClose }: StepProps) {
  const params = { no: contract.no_contract }
  const preview = useChange(transferApi.transferPreview, { invalidate: [] })
  const transfer = useChange(transferApi.transfer)
  const [shown, setShown] = useState<Shown | null>(null)
  const form = useForm({
    schema: transferApi.transfer.body,
    read: (typed) => ({
      ...typed,
      on: dayText(typed, 'on'),
      stratum: numberOf(typed['stratum']),
      latitude: numberOf(typed['latitude']),
      longitude: numberOf(typed['longitude']),
    }),
    fields: FIELDS,
    submit: async (body) => {
      const of = JSON.stringify(body)
      if (shown?.of !== of) {
        setShown(null)
        return setShown({ of, data: (await preview.mutateAsync({ params, body })).data })
      }
      const { message } = await transfer.mutateAsync({ params, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Trasladar el servicio"
      label={shown ? 'Trasladar' : 'Ver cuánto cuesta'}
      busyLabel={shown ? 'Guardando…' : 'Calculando…'}
      form={form}
      onClose={onClose}
    >
      {/* A cost is of what was typed when it was asked for. */}
      <div className="form" onChange={() => setShown(null)}>
        <TransferFields contract={contract} form={form} />
      </div>
      <div aria-live="polite">
        {shown && (
          <div ref={bringIntoView}>
            <Cost data={shown.data} />
          </div>
        )}
      </div>
    </FormDialog>
  )
}

type Form = {
  errors: Readonly<Record<string, string>>
  field: (name: string) => { id: string; name: string; error: string | undefined }
}

function TransferFields({ contract, form }: Pick<StepProps, 'contract'> & { form: Form }) {
  const [on, setOn] = useState<Day | null>(() => dayOf(new Date()))
  return (
    <>
      <p>
        Hoy está en {contract.address}, {contract.city}.
      </p>
      <PlaceFields errors={form.errors} place={contract} />
      <TextField label="Dirección nueva" {...form.field('address')} maxLength={160} autoComplete="off" />
      <div className="form__pair">
        <SelectField
          label="Estrato"
          hint="El de la dirección nueva. Decide el IVA"
          {...form.field('stratum')}
          options={STRATA}
        />
        <DayField label="Día del traslado" {...form.field('on')} value={on} onChange={setOn} />
      </div>
      <CoordinateFields errors={form.errors} start={undefined} isOptional />
    </>
  )
}

function Cost({ data: { moves_on, vat_from_on, plan, charge, before, after } }: Pick<Shown, 'data'>) {
  const isSame = before?.total === after?.total && before?.vat === after?.vat
  return (
    <Alert>
      {charge
        ? `El traslado del ${dayLabel(moves_on)} cuesta ${pesosLabel(charge.total)} (${pesosLabel(charge.vat)} son IVA) y va en la próxima factura. `
        : `El traslado del ${dayLabel(moves_on)} no tiene costo. `}
      {after === null || before === null
        ? ''
        : isSame
          ? `El traslado no cambia el precio del mes: desde el ${dayLabel(vat_from_on)} es ${pesosLabel(after.total)} con ${plan}.`
          : `Con ${plan}, el mes pasa de ${pesosLabel(before.total)} (IVA ${pesosLabel(before.vat)}) a ${pesosLabel(after.total)} (IVA ${pesosLabel(after.vat)}) desde el ${dayLabel(vat_from_on)}.`}
    </Alert>
  )
}

/** An empty number is unknown (null); a text that is no number is left for the schema to refuse. */
function numberOf(typed: unknown): unknown {
  if (typeof typed !== 'string' || typed.trim() === '') return null
  const value = Number(typed.replace(',', '.'))
  return Number.isNaN(value) ? typed : value
}

/** Takes back a move that was not made. */
export function CancelTransferDialog({ contract, onClose }: StepProps) {
  const cancel = useChange(transferApi.cancelTransfer)
  const preview = useRead(transferApi.cancelTransferPreview, { params: { no: contract.no_contract } })
  const form = useForm({
    schema: transferApi.cancelTransfer.body,
    fields: ['reason'],
    submit: async (body) => {
      const { message } = await cancel.mutateAsync({ params: { no: contract.no_contract }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Anular el traslado" label="Anular el traslado" form={form} onClose={onClose}>
      <p>El servicio sigue en su dirección y el traslado no se cobra.</p>
      <div aria-live="polite">
        {preview.data && <Corrections corrections={preview.data.data.corrections} />}
        {preview.error && <Alert tone="bad">{preview.error.message}</Alert>}
      </div>
      <TextField label="Motivo" {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}
