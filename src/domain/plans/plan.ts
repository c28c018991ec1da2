import * as z from 'zod/mini'
import { type Money, Pesos, pesosField } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { SEGMENT_LABELS, SEGMENTS, type Segment } from '#domain/core/segment.ts'
import { lineOfText, patternText, text } from '#domain/core/text.ts'

/** Plans a company may have, inactive ones included (PLN-01, PLN-03). */
export const PLANS_MAX = 12
const CODE_MIN = 3
export const CODE_MAX = 20

/** A plan code in upper case, with alphanumeric characters only (PLN-04). */
export const normaliseCode = (value: string): string => value.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The maximum of the typed text, with the blanks and signs that are removed from the code. */
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

/** '100 Mbps': a positive integer and the unit, as in JSON and in the table. */
const speed = (required: string) =>
  patternText(20, /^0*[1-9]\d{0,5} Mbps$/, 'La velocidad debe ser un número positivo', required)

/** '100' → '100 Mbps'. An empty text remains empty, so that the message is the one of a missing value. */
export const speedText = (digits: string): string => (digits === '' ? '' : `${digits} Mbps`)
export const speedDigits = (speedOnWire: string): string => speedOnWire.replace(/\D/g, '')

const isWholePesos = (price: Money): boolean => price > 0 && price % 100 === 0

/** The message for a price that is not a number of whole pesos above zero (PLN-04). */
export const POSITIVE_PRICE = 'El precio debe ser un número positivo'
const Price = pesosField({ required: 'El precio es requerido', invalid: POSITIVE_PRICE }).check(
  z.refine(isWholePesos, { error: POSITIVE_PRICE }),
)

const fields = {
  name: lineOfText('El nombre es requerido', 80),
  price: Price,
  download_speed: speed('La velocidad de descarga es requerida'),
  upload_speed: speed('La velocidad de subida es requerida'),
  /** The use that it is sold for; null for any use. */
  segment: z.optional(z.nullable(z.enum(SEGMENTS, { error: 'Elige para qué uso es' }))),
  /** Whether it is sold in a package with another service, as television or telephony. By default it is sold alone. */
  is_packaged: z.optional(z.boolean({ error: 'Di si se vende en paquete' })),
}

export const NewPlan = z.strictObject({
  ...fields,
  reference_code: ReferenceCode,
  // Always true: a plan is created active (PLN-04).
  is_active: z.optional(z.literal(true, { error: 'Un plan nuevo siempre se crea activo' })),
})
export type NewPlan = z.output<typeof NewPlan>

/** The specification includes the code in this call; it must be the current one, because it cannot be edited (PLN-05). */
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
  segment: z.nullable(z.enum(SEGMENTS)),
  is_packaged: z.boolean(),
  is_active: z.boolean(),
})
export type Plan = z.output<typeof Plan>

export const hasRoomForPlan = (existing: number): boolean => existing < PLANS_MAX

/** Throws Refusal for the thirteenth plan. */
export function assertRoomForPlan(existing: number): void {
  if (!hasRoomForPlan(existing)) throw new Refusal('limit_reached', 'Límite alcanzado')
}

/** Throws Refusal for a plan that contracts use, also ended ones: their price comes from it (PLN-03). */
export function assertPlanUnused(contracts: number): void {
  if (contracts === 0) return
  const usage = contracts === 1 ? '1 contrato lo usa' : `${contracts} contratos lo usan`
  throw new Refusal('in_use', `No se puede eliminar: ${usage}, contando los terminados. Puedes desactivarlo.`)
}

/** What the desk reads when it chooses a plan that is sold for another use than the one of the service. Null without a difference. */
export function otherUseWarning(plan: Pick<Plan, 'name' | 'segment'>, use: Segment): string | null {
  if (plan.segment === null || plan.segment === use) return null
  const [sold, used] = [plan.segment, use].map((segment) => SEGMENT_LABELS[segment].toLowerCase())
  return `«${plan.name}» se vende para uso ${sold} y este servicio es ${used}: revisa el plan o el uso, que decide el IVA`
}
