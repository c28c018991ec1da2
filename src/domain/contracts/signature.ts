import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Pesos } from '#domain/core/money.ts'
import { formed, line } from '#domain/core/text.ts'

/** A drawn signature: strokes of points, each [x, y] in the units of whatever it was drawn on. */
export const STROKES_MAX = 200
export const POINTS_MAX = 4_000
const COORDINATE_MAX = 10_000

const NOT_DRAWN = 'La firma no se pudo leer: bórrala y dibújala de nuevo'
const TOO_LONG = 'La firma es demasiado larga: bórrala y dibújala de nuevo'
const EMPTY = 'Dibuja la firma'

const Coordinate = z
  .number({ error: NOT_DRAWN })
  .check(z.gte(-COORDINATE_MAX, { error: NOT_DRAWN }), z.lte(COORDINATE_MAX, { error: NOT_DRAWN }))
const Point = z.tuple([Coordinate, Coordinate], { error: NOT_DRAWN })
const Stroke = z
  .array(Point, { error: NOT_DRAWN })
  .check(z.minLength(1, { error: NOT_DRAWN }), z.maxLength(POINTS_MAX, { error: TOO_LONG }))

const pointsOf = (strokes: readonly (readonly unknown[])[]): number =>
  strokes.reduce((total, stroke) => total + stroke.length, 0)

/** A line is at least two points; a dot is no signature. */
const isDrawn = (strokes: readonly (readonly unknown[])[]): boolean => strokes.some((stroke) => stroke.length > 1)

const Strokes = z.array(Stroke, { error: EMPTY }).check(
  z.maxLength(STROKES_MAX, { error: TOO_LONG, abort: true }),
  z.refine((strokes) => isDrawn(strokes), { error: EMPTY, abort: true }),
  z.refine((strokes) => pointsOf(strokes) <= POINTS_MAX, { error: TOO_LONG }),
)
type Strokes = z.output<typeof Strokes>

/** Instead of a drawing, for who cannot draw one: the name that was written is the signature. */
export const TYPED = 'typed'
export const Mark = z.union([Strokes, z.literal(TYPED)], {
  // What is wrong with the drawing, not that it is neither of two things.
  error: (issue) => (issue.code === 'invalid_union' ? issue.errors[0]?.[0]?.message : undefined) ?? EMPTY,
})
export type Mark = z.output<typeof Mark>

/** Who signs, with what. The clause of permanence is accepted apart: left out means that it is not (R2.8). */
export const NewSignature = z.strictObject({
  name: line('Escribe el nombre de quien firma', 120),
  identification: line('Escribe el documento de quien firma', 20),
  signature: Mark,
  accepts_permanence: z.optional(z.boolean()),
  /** Of the text that was read: when given and the text has changed since, nothing is signed. */
  text_hash: z.optional(formed(64, /^[0-9a-f]{64}$/, 'No es la huella de un texto')),
})
export type NewSignature = z.output<typeof NewSignature>

/** A text as it would be signed, with its SHA-256 in hexadecimal. */
const SignedText = { text: z.string(), text_hash: z.string() }

/** What 'Completar Contrato' shows: what is missing, and the very text that will be signed today. */
export const Signing = z.object({
  no_contract: z.string(),
  /** Null when it can be signed now; otherwise why not. */
  blocked: z.nullable(z.string()),
  missing: z.array(z.object({ field: z.string(), message: z.string() })),
  ...SignedText,
  /** The clause that may be accepted apart, with the text that includes it. */
  permanence: z.nullable(
    z.object({
      months: z.number(),
      from_on: DayText,
      ends_on: DayText,
      table: z.readonly(z.array(Pesos)),
      ...SignedText,
    }),
  ),
})
export type Signing = z.output<typeof Signing>

/** A document without the dots and spaces that people write in it. */
export const bareIdentification = (text: string): string => text.replace(/[.\s]/g, '').toUpperCase()

/** Whether the document that signs is the one of the contract's holder. The check digit of a NIT may be left out. */
export function isSigner(written: string, holder: string): boolean {
  const [one, other] = [bareIdentification(written), bareIdentification(holder)]
  return one === other || one === other.replace(/-\d$/, '')
}
