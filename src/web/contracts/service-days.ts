import { type Day, shortDayLabel } from '#domain/core/days.ts'
import { dayFilterOf } from '#web/core/table-address.ts'
import type { Chip } from '#web/ui/FilterChips.tsx'

const LABELS = {
  joined_from: 'En servicio desde',
  joined_to: 'En servicio hasta',
  left_from: 'Retirado desde',
  left_to: 'Retirado hasta',
} as const
const NAMES = ['joined_from', 'joined_to', 'left_from', 'left_to'] as const

/** The filters by the first and the last day of service, which come from a link of the reports. */
export const serviceDays = (filters: Readonly<Record<string, string>>): Partial<Record<keyof typeof LABELS, Day>> =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const day = dayFilterOf(filters, name)
      return day === undefined ? [] : [[name, day]]
    }),
  )

/** The label of each of them. */
export const serviceDayChips = (filters: Readonly<Record<string, string>>): Chip[] =>
  NAMES.flatMap((key) => {
    const day = dayFilterOf(filters, key)
    return day === undefined ? [] : [{ key, label: `${LABELS[key]}: ${shortDayLabel(day)}` }]
  })
