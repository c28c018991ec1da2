import { normaliseSerial, REPORTED_MAX, serialProblem } from '#domain/equipment/equipment.ts'
import type { Values } from './report-values.ts'

const NAMES = ['action', 'serial', 'kind', 'brand'] as const

/** The name of a field of one piece of equipment in a draft. */
export const equipmentField = (row: number, name: (typeof NAMES)[number]): string => `equipment_moves.${row}.${name}`

const ROWS = Array.from({ length: REPORTED_MAX }, (_, row) => row)

/** The rows of equipment that a draft has: those with an action. */
export const listedRows = (values: Values): number[] => ROWS.filter((row) => values[equipmentField(row, 'action')])

/** The changes that add a piece in the first free row. */
export function rowWith(values: Values, piece: { action: string; serial?: string }): Values {
  const free = ROWS.find((row) => !values[equipmentField(row, 'action')])
  if (free === undefined) return {}
  return { [equipmentField(free, 'action')]: piece.action, [equipmentField(free, 'serial')]: piece.serial ?? '' }
}

/** What is wrong with the serials of a draft. */
export function equipmentMissing(values: Values): { field: string; message: string }[] {
  const serials = listedRows(values).map((row) => normaliseSerial(values[equipmentField(row, 'serial')] ?? ''))
  return listedRows(values).flatMap((row, index) => {
    const serial = serials[index] ?? ''
    const problem = serialProblem(serial) ?? (serials.indexOf(serial) < index ? 'Este serial ya está en el acta' : null)
    return problem === null ? [] : [{ field: equipmentField(row, 'serial'), message: problem }]
  })
}

/** The equipment of the report to send; null when the draft says nothing about equipment. */
export function equipmentOf(values: Values): unknown {
  const rows = listedRows(values)
  if (rows.length === 0) return null
  return rows.map((row) =>
    Object.fromEntries(NAMES.map((name) => [name, values[equipmentField(row, name)]?.trim() || null])),
  )
}
