import { DEBT_FILTERS, DEBT_LABELS, type DebtFilter } from '#domain/clients/client.ts'
import { type Day, isDay, shortDayLabel } from '#domain/core/days.ts'
import { idFilterOf } from '#web/core/table-address.ts'
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
  debt: DebtFilter | undefined
  plan_id: string | undefined
  municipality_code: string | undefined
  texts: Partial<Record<(typeof TEXT_FILTERS)[number]['name'], string>>
  days: Partial<Record<(typeof DAY_FILTERS)[number]['name'], Day>>
}

/** The filters of the list of clients in the page address; other parameters are ignored. */
export function readClientFilters(filters: Readonly<Record<string, string>>): ClientFilters {
  const status = USER_STATUSES.find(({ value }) => value === filters['is_active'])
  const code = filters['municipality_code'] ?? ''
  return {
    is_active: status && status.value === 'true',
    debt: DEBT_FILTERS.find((known) => known === filters['debt']),
    plan_id: idFilterOf(filters, 'plan_id'),
    municipality_code: /^\d{5}$/.test(code) ? code : undefined,
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

/** The filters as the query of the list. */
export const queryOf = ({ texts, days, ...filters }: ClientFilters) => ({ ...texts, ...days, ...filters })

/** The names that the address has only as a code or an id, when they are known. */
export type FilterNames = { plans: readonly { id: string; name: string }[]; city: string | undefined }

/** The label of each active filter beside «Más filtros». */
export const filterChips = ({ is_active, debt, plan_id }: ClientFilters, { plans }: FilterNames): Chip[] => {
  const status = USER_STATUSES.find(({ value }) => value === String(is_active))
  const plan = plans.find(({ id }) => id === plan_id)?.name
  return [
    ...(status ? [{ key: 'is_active', label: `Estado: ${status.label}` }] : []),
    ...(debt ? [{ key: 'debt', label: `Deuda: ${DEBT_LABELS[debt]}` }] : []),
    ...(plan_id ? [{ key: 'plan_id', label: `Plan: ${plan ?? 'uno'}` }] : []),
  ]
}

/** The label of each active filter of «Más filtros». */
export const moreFilterChips = (
  { texts, days, municipality_code }: ClientFilters,
  city: string | undefined,
): Chip[] => [
  ...(municipality_code ? [{ key: 'municipality_code', label: `Municipio: ${city ?? municipality_code}` }] : []),
  ...TEXT_FILTERS.flatMap(({ name, label }) => {
    const text = texts[name]
    return text === undefined ? [] : [{ key: name, label: `${label}: ${text}` }]
  }),
  ...DAY_FILTERS.flatMap(({ name, label }) => {
    const day = days[name]
    return day === undefined ? [] : [{ key: name, label: `${label}: ${shortDayLabel(day)}` }]
  }),
]
