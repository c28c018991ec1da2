import { useState } from 'react'
import type { Day } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import { fileIssuerApi } from '#domain/einvoices/file-issuer.ts'
import { ENVIRONMENT_LABELS } from '#domain/integrations/integration.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { PasswordField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import type { CompanyQuery } from './company-query.ts'

const TEXTS = ['prefix', 'resolution', 'technical_key', 'note_prefix', 'pin'] as const
const NUMBERS = ['from_number', 'to_number', 'next_number', 'note_next_number'] as const
const fieldOf = (name: string): string => `issuer.${name}`
const FIELDS = [
  'environment',
  'prefix',
  'resolution',
  'from_number',
  'to_number',
  'next_number',
  'starts_on',
  'ends_on',
  'technical_key',
  'note_prefix',
  'note_next_number',
  'pin',
].map(fieldOf)

/** A typed number without its dots; a text that is not one fails in the schema. */
const numberOf = (typed: unknown): number =>
  typeof typed === 'string' && typed.trim() !== '' ? Number(typed.replaceAll(/[.\s]/g, '')) : Number.NaN

/** Writes the authorised numbers of the files; the technical key and the PIN are never shown again. */
export function FileIssuerDialog({ company, onClose }: { company: CompanyQuery; onClose: () => void }) {
  const [environment, setEnvironment] = useState<Environment>('test')
  const [days, setDays] = useState<Days>({ starts_on: null, ends_on: null })
  const form = useFileForm({ company, environment, days, onClose })
  const own = (name: string) => ({ ...form.field(fieldOf(name)), autoComplete: 'off', spellCheck: false })
  const number = (name: string) => ({ ...own(name), inputMode: 'numeric' as const })
  const day = (name: keyof Days) => ({
    ...form.field(fieldOf(name)),
    value: days[name],
    onChange: (value: Day | null) => setDays((before) => ({ ...before, [name]: value })),
  })
  return (
    <FormDialog title="Archivo UBL" label="Guardar y encender" form={form} onClose={onClose}>
      <p>Copia estos datos de tu autorización de numeración de la DIAN.</p>
      <ChoiceField
        label="Ambiente"
        name={fieldOf('environment')}
        options={(['test', 'production'] as const).map((value) => ({ value, label: ENVIRONMENT_LABELS[value] }))}
        value={environment}
        onChange={setEnvironment}
      />
      <TextField label="Prefijo de las facturas" {...own('prefix')} />
      <TextField label="Número de la autorización" {...number('resolution')} />
      <TextField label="Primer número" {...number('from_number')} />
      <TextField label="Último número" {...number('to_number')} />
      <TextField label="Número de la próxima factura" {...number('next_number')} />
      <DayField label="Rige desde" {...day('starts_on')} />
      <DayField label="Vence" {...day('ends_on')} />
      <PasswordField label="Clave técnica" {...own('technical_key')} />
      <TextField label="Prefijo de las notas crédito" {...own('note_prefix')} />
      <TextField label="Número de la próxima nota crédito" {...number('note_next_number')} />
      <PasswordField
        label="PIN del programa"
        hint="El del programa que firma las notas, en el portal de la DIAN"
        {...own('pin')}
      />
    </FormDialog>
  )
}

type Days = { starts_on: Day | null; ends_on: Day | null }
type FormInput = { company: CompanyQuery; environment: Environment; days: Days; onClose: () => void }

function useFileForm({ company, environment, days, onClose }: FormInput) {
  const save = useChange(fileIssuerApi.saveFileIssuer)
  return useForm({
    schema: fileIssuerApi.saveFileIssuer.body,
    fields: FIELDS,
    read: (typed) => ({
      issuer: {
        environment,
        ...days,
        ...Object.fromEntries(TEXTS.map((name) => [name, typed[fieldOf(name)]])),
        ...Object.fromEntries(NUMBERS.map((name) => [name, numberOf(typed[fieldOf(name)])])),
      },
    }),
    submit: async (body) => {
      const { message } = await save.mutateAsync({ query: company, body })
      toastSuccess(message)
      onClose()
    },
  })
}
