import * as z from 'zod/mini'
import { EQUIPMENT_KINDS, type EquipmentKind } from '#domain/core/equipment-kind.ts'
import { type Money, Pesos, pesosField } from '#domain/core/money.ts'

/** What a client pays for a piece of lent equipment that is not returned, by its kind; null: no value (R2.21). */
export const EquipmentValues = z.object({
  onu: z.nullable(Pesos),
  router: z.nullable(Pesos),
  antena: z.nullable(Pesos),
  decodificador: z.nullable(Pesos),
  otro: z.nullable(Pesos),
} satisfies Record<EquipmentKind, unknown>)
export type EquipmentValues = z.output<typeof EquipmentValues>

/** The message of a value that is not an amount, or is zero or less. */
export const POSITIVE_VALUE = 'Escribe un valor mayor que cero, o deja el campo vacío'
const Value = z.nullable(
  pesosField({ required: POSITIVE_VALUE, invalid: POSITIVE_VALUE }).check(
    z.refine((amount: Money) => amount > 0, { error: POSITIVE_VALUE }),
  ),
)

/** The values that can be saved: each kind has its value, or null. */
export const NewEquipmentValues = z.strictObject({
  onu: Value,
  router: Value,
  antena: Value,
  decodificador: Value,
  otro: Value,
} satisfies Record<EquipmentKind, unknown>)

/** The values before a company writes its own. */
export const NO_EQUIPMENT_VALUES: EquipmentValues = {
  onu: null,
  router: null,
  antena: null,
  decodificador: null,
  otro: null,
}

/** The kinds that have a value, in the order of the list. */
export const valuedKinds = (values: EquipmentValues): { kind: EquipmentKind; value: Money }[] =>
  EQUIPMENT_KINDS.flatMap((kind) => {
    const value = values[kind]
    return value === null ? [] : [{ kind, value }]
  })

/** Whether both have the same value for each kind. */
export const isSameValues = (a: EquipmentValues, b: EquipmentValues): boolean =>
  EQUIPMENT_KINDS.every((kind) => a[kind] === b[kind])
