import * as z from 'zod/mini'
import { type Money, Pesos, pesosField } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { formed, line, text } from '#domain/core/text.ts'

/** Plans a company may have, inactive ones included (PLN-01, PLN-03). */
export const PLANS_MAX = 12
const CODE_MIN = 3
export const CODE_MAX = 20

/** What a person types as a code becomes this: uppercase, letters and digits only (PLN-04). */
export const normaliseCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** With the blanks and signs that the code loses. */
const CODE_TYPED_MAX = 60
const CODE_TOO_LONG = `El código debe tener máximo ${CODE_MAX} caracteres`

const ReferenceCode = z.pipe(
  z.pipe(
    text(CODE_TYPED_MAX, { required: 'El código de referencia es requerido', tooLong: CODE_TOO_LONG }),
    z.transform(normaliseCode),
  ),
  z
    .string()
    .check(
      z.minLength(1, { error: 'El código de referencia es requerido', abort: true }),
      z.minLength(CODE_MIN, { error: `El código debe tener al menos ${CODE_MIN} caracteres` }),
      z.maxLength(CODE_MAX, { error: CODE_TOO_LONG, abort: true }),
    ),
)

/** '100 Mbps': a positive whole number and the unit, as it goes over the wire and into the table. */
const speed = (required: string) =>
  formed(20, /^0*[1-9]\d{0,5} Mbps$/, 'La velocidad debe ser un número positivo', required)

/** 'Mbps' typed as digits → the text of the wire. Empty stays empty, so that 'required' is said and not 'positive'. */
export const speedText = (digits: string): string => (digits === '' ? '' : `${digits} Mbps`)
export const speedDigits = (speedOnWire: string): string => speedOnWire.replace(/\D/g, '')

const isWholePesos = (price: Money): boolean => price > 0 && price % 100 === 0

/** What the price says of a text that is none, or is not whole pesos above zero (PLN-04). */
export const POSITIVE_PRICE = 'El precio debe ser un número positivo'
const Price = pesosField({ required: 'El precio es requerido', invalid: POSITIVE_PRICE }).check(
  z.refine(isWholePesos, { error: POSITIVE_PRICE }),
)

const fields = {
  name: line('El nombre es requerido', 80),
  price: Price,
  download_speed: speed('La velocidad de descarga es requerida'),
  upload_speed: speed('La velocidad de subida es requerida'),
}

export const NewPlan = z.strictObject({
  ...fields,
  reference_code: ReferenceCode,
  // The call carries it, and it is always true: a plan is created active (PLN-04).
  is_active: z.optional(z.literal(true, { error: 'Un plan nuevo siempre se crea activo' })),
})
export type NewPlan = z.output<typeof NewPlan>

/** The code comes along in the specification's call and must be the one it has: it cannot be edited (PLN-05). */
export const PlanChanges = z.strictObject({
  ...fields,
  reference_code: z.optional(ReferenceCode),
  is_active: z.boolean(),
})
export type PlanChanges = z.output<typeof PlanChanges>

export const Plan = z.object({
  id: z.uuid(),
  name: z.string(),
  reference_code: z.string(),
  price: Pesos,
  download_speed: z.string(),
  upload_speed: z.string(),
  is_active: z.boolean(),
})
export type Plan = z.output<typeof Plan>

export const hasRoomForPlan = (existing: number): boolean => existing < PLANS_MAX

/** Refuses the thirteenth plan. */
export function assertRoomForPlan(existing: number): void {
  if (!hasRoomForPlan(existing)) throw new Refusal('limit_reached', 'Límite alcanzado')
}

/** Refuses to delete a plan that contracts use, ended ones included: their price came from it (PLN-03). */
export function assertPlanUnused(contracts: number): void {
  if (contracts === 0) return
  const many = contracts === 1 ? '1 contrato lo usa' : `${contracts} contratos lo usan`
  throw new Refusal('in_use', `No se puede eliminar: ${many}, contando los terminados. Puedes desactivarlo.`)
}
