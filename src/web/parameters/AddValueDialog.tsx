import { useState } from 'react'
import type { Day } from '#domain/core/days.ts'
import { parameterApi } from '#domain/parameters/api.ts'
import { isYearly } from '#domain/parameters/new-value.ts'
import { type ParameterHistory, valueLabel } from '#domain/parameters/parameter.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { typedValue, VALUE_HINTS } from './typed-value.ts'

const FIELDS = ['value', 'valid_from', 'valid_to', 'legal_basis', 'certainty', 'note'].map(
  (name) => `parameter.${name}`,
)

const CERTAINTIES = [
  { value: 'verified', label: 'Leído en la norma oficial' },
  { value: 'partial', label: 'De prensa, un proyecto o la práctica' },
  { value: 'general', label: 'Conocimiento general, por confirmar' },
]

/** Adds a value of a regulated number from a day on. The days that have come keep theirs. */
export function AddValueDialog({ history, onClose }: { history: ParameterHistory; onClose: () => void }) {
  const { key, label, current, others } = history
  const last = current ?? others[0]
  const add = useChange(parameterApi.add)
  const [from, setFrom] = useState<Day | null>(null)
  const [to, setTo] = useState<Day | null>(null)
  const days = { from, to, setFrom, setTo }
  const form = useForm({
    schema: parameterApi.add.body,
    read: (typed) => ({
      parameter: {
        key,
        value: typedValue(last?.unit ?? 'times', textOf(typed, 'value')),
        valid_from: from ?? '',
        // A text that is not a day must not mean 'without an end'.
        valid_to: textOf(typed, 'valid_to') === '' ? null : (to ?? ''),
        legal_basis: textOf(typed, 'legal_basis'),
        certainty: textOf(typed, 'certainty'),
        note: textOf(typed, 'note'),
      },
    }),
    fields: FIELDS,
    submit: async (body) => {
      const { message } = await add.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title={`Nuevo valor: ${label}`} label="Registrar valor" form={form} onClose={onClose}>
      <p>
        {current ? `Hoy rige ${valueLabel(current)}. ` : 'Hoy no tiene valor. '}
        Los días que ya pasaron conservan su valor; el nuevo rige para todas las empresas desde su primer día.
      </p>
      <ValueFields form={form} hint={last && VALUE_HINTS[last.unit]} needsEnd={isYearly(key)} days={days} />
    </FormDialog>
  )
}

function textOf(typed: Readonly<Record<string, unknown>>, name: string): string {
  const value = typed[`parameter.${name}`]
  return typeof value === 'string' ? value : ''
}

type FieldsProps = {
  form: { field: (name: string) => { id: string; name: string; error: string | undefined } }
  hint: string | undefined
  needsEnd: boolean
  days: { from: Day | null; to: Day | null; setFrom: (day: Day | null) => void; setTo: (day: Day | null) => void }
}

function ValueFields({ form, hint, needsEnd, days }: FieldsProps) {
  return (
    <>
      <TextField label="Valor" hint={hint} {...form.field('parameter.value')} inputMode="decimal" autoComplete="off" />
      <div className="form__pair">
        <DayField
          label="Rige desde"
          {...form.field('parameter.valid_from')}
          value={days.from}
          onChange={days.setFrom}
        />
        <DayField
          label={needsEnd ? 'Rige hasta' : 'Rige hasta (opcional)'}
          {...form.field('parameter.valid_to')}
          value={days.to}
          onChange={days.setTo}
        />
      </div>
      <TextField
        label="Norma"
        hint="Tipo, número y año, por ejemplo Res. DIAN 000238 de 2025"
        {...form.field('parameter.legal_basis')}
        maxLength={200}
        autoComplete="off"
      />
      <SelectField label="De dónde sale" {...form.field('parameter.certainty')} options={CERTAINTIES} />
      <TextField label="Nota (opcional)" {...form.field('parameter.note')} maxLength={300} autoComplete="off" />
    </>
  )
}
