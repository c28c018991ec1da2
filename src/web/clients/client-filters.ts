import { type Day, isDay, shortDayLabel } from '#domain/core/days.ts'
import type { Chip } from '#web/ui/FilterChips.tsx'

/** Whether a client may sign in. */
export const USER_STATUSES = [
  { value: 'true', label: 'Activo' },
  { value: 'false', label: 'Inactivo' },
] as const

/** The text filters of «Más filtros» (TBL-03), with their maximum lengths. */
export const TEXT_FILTERS = [
  { name: 'first_name', label: 'Nombre', max: 60 },
  { name: 'identification', label: 'Identificación', max: 20 },
  { name: 'username', label: 'Usuario', max: 60 },
  { name: 'no_contract', label: 'No. contrato', max: 20 },
] as const
/** The day filters. Each one matches that day. */
export const DAY_FILTERS = [
  { name: 'createdAt', label: 'Creado el' },
  { name: 'date_contract', label: 'Contrato del' },
] as const

export type ClientFilters = {
  is_active: boolean | undefined
  texts: Partial<Record<(typeof TEXT_FILTERS)[number]['name'], string>>
  days: Partial<Record<(typeof DAY_FILTERS)[number]['name'], Day>>
}

/** The filters of the list of clients in the page address; other parameters are ignored. */
export function readClientFilters(filters: Readonly<Record<string, string>>): ClientFilters {
  const status = USER_STATUSES.find(({ value }) => value === filters['is_active'])
  return {
    is_active: status && status.value === 'true',
    texts: Object.fromEntries(
      TEXT_FILTERS.flatMap(({ name, max }) => {
        const text = filters[name]
        return text === undefined ? [] : [[name, text.slice(0, max)]]
      }),
    ),
    days: Object.fromEntries(
      DAY_FILTERS.flatMap(({ name }) => {
        const day = filters[name]
        return day !== undefined && isDay(day) ? [[name, day]] : []
      }),
    ),
  }
}

/** The label of each active filter of «Más filtros». */
export const moreFilterChips = ({ texts, days }: ClientFilters): Chip[] => [
  ...TEXT_FILTERS.flatMap(({ name, label }) => {
    const text = texts[name]
    return text === undefined ? [] : [{ key: name, label: `${label}: ${text}` }]
  }),
  ...DAY_FILTERS.flatMap(({ name, label }) => {
    const day = days[name]
    return day === undefined ? [] : [{ key: name, label: `${label}: ${shortDayLabel(day)}` }]
  }),
]
