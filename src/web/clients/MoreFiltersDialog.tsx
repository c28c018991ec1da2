import { useState } from 'react'
import * as z from 'zod/mini'
import { type Day, isDay, parseDay } from '#domain/core/days.ts'
import { useForm } from '#web/core/use-form.ts'
import { PlaceFields } from '#web/places/PlaceFields.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { type ClientFilters, DAY_FILTERS, TEXT_FILTERS } from './client-filters.ts'

const isEmptyOrDay = (text: string): boolean => text === '' || isDay(text)
const DayFilter = z.string().check(z.refine(isEmptyOrDay, { error: 'Escribe el día así: 05/12/2026' }))
const Values = z.record(z.string(), z.string())
const Filters = z.intersection(Values, z.object({ createdAt: DayFilter, date_contract: DayFilter }))

type Props = {
  filters: ClientFilters
  place: { department: string; city: string } | undefined
  /** Receives every filter of the form; an empty text removes one. */
  onApply: (changes: Readonly<Record<string, string>>) => void
  onClose: () => void
}

/** The filters of a list of clients that are seldom used, in one form (CLI-01). */
export function MoreFiltersDialog({ filters, place, onApply, onClose }: Props) {
  const [days, setDays] = useState<Readonly<Record<string, Day | null>>>(filters.days)
  const form = useForm({
    schema: Filters,
    fields: [...TEXT_FILTERS, ...DAY_FILTERS].map(({ name }) => name),
    read: (typed) => ({
      ...typed,
      ...Object.fromEntries(DAY_FILTERS.map(({ name }) => [name, parseDay(String(typed[name])) ?? typed[name]])),
    }),
    submit: async ({ 'place.department': department = '', 'place.city': city = '', ...values }) => {
      onApply({ ...values, municipality_code: await codeOf(department, city) })
      onClose()
    },
  })
  return (
    <FormDialog title="Más filtros" label="Filtrar" form={form} onClose={onClose}>
      <div className="form__pair">
        {TEXT_FILTERS.map(({ name, label, max }) => (
          <TextField
            key={name}
            label={label}
            {...form.field(name)}
            maxLength={max}
            defaultValue={filters.texts[name]}
          />
        ))}
        {DAY_FILTERS.map(({ name, label }) => (
          <DayField
            key={name}
            label={label}
            {...form.field(name)}
            value={days[name] ?? null}
            onChange={(day) => setDays({ ...days, [name]: day })}
          />
        ))}
      </div>
      <PlaceFields of="place" errors={form.errors} place={place} />
    </FormDialog>
  )
}

/** DANE's code of a chosen municipality; empty without one. */
async function codeOf(department: string, city: string): Promise<string> {
  const { findMunicipality, isPlaceProblem } = await import('#domain/places/place.ts')
  const found = findMunicipality(department, city)
  return isPlaceProblem(found) ? '' : found.code
}
