import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Pesos } from '#domain/core/money.ts'
import { lineOfText, patternText } from '#domain/core/text.ts'

/** The limits of a drawn signature: strokes of points, each [x, y] in the units of the drawing area. */
export const STROKES_MAX = 200
export const POINTS_MAX = 4_000
const COORDINATE_MAX = 10_000

const UNREADABLE = 'La firma no se pudo leer: bórrala y dibújala de nuevo'
const TOO_LONG = 'La firma es demasiado larga: bórrala y dibújala de nuevo'
const EMPTY = 'Dibuja la firma'

const Coordinate = z
  .number({ error: UNREADABLE })
  .check(z.gte(-COORDINATE_MAX, { error: UNREADABLE }), z.lte(COORDINATE_MAX, { error: UNREADABLE }))
const Point = z.tuple([Coordinate, Coordinate], { error: UNREADABLE })
const Stroke = z
  .array(Point, { error: UNREADABLE })
  .check(z.minLength(1, { error: UNREADABLE }), z.maxLength(POINTS_MAX, { error: TOO_LONG }))

const pointsOf = (strokes: readonly (readonly unknown[])[]): number =>
  strokes.reduce((total, stroke) => total + stroke.length, 0)

/** Whether a stroke has at least two points; a dot is not a signature. */
const isDrawn = (strokes: readonly (readonly unknown[])[]): boolean => strokes.some((stroke) => stroke.length > 1)

const Strokes = z.array(Stroke, { error: EMPTY }).check(
  z.maxLength(STROKES_MAX, { error: TOO_LONG, abort: true }),
  z.refine((strokes) => isDrawn(strokes), { error: EMPTY, abort: true }),
  z.refine((strokes) => pointsOf(strokes) <= POINTS_MAX, { error: TOO_LONG }),
)
type Strokes = z.output<typeof Strokes>

/** The value instead of a drawing, for a client that cannot draw: the typed name is the signature. */
export const TYPED_SIGNATURE = 'typed'
export const SignatureMark = z.union([Strokes, z.literal(TYPED_SIGNATURE)], {
  // The message of the drawing, not the one of the union.
  error: (issue) => (issue.code === 'invalid_union' ? issue.errors[0]?.[0]?.message : undefined) ?? EMPTY,
})
export type SignatureMark = z.output<typeof SignatureMark>

/** The signer and the signature. The permanence clause is accepted separately: absent means not accepted (R2.8). */
export const NewSignature = z.strictObject({
  name: lineOfText('Escribe el nombre de quien firma', 120),
  identification: lineOfText('Escribe el documento de quien firma', 20),
  signature: SignatureMark,
  accepts_permanence: z.optional(z.boolean()),
  /** Whether the contract renews by itself. Absent: it does; the client may decline it (R2.19). */
  accepts_renewal: z.optional(z.boolean()),
  /** Whether the client accepts electronic invoices only (R2.18). Absent: nothing new is accepted. */
  accepts_electronic_invoice: z.optional(z.boolean()),
  /** The hash of the text that the signer read: if the text has changed since, the signature is refused. */
  text_hash: z.optional(patternText(64, /^[0-9a-f]{64}$/, 'No es la huella de un texto')),
})
export type NewSignature = z.output<typeof NewSignature>

/** The boxes of a contract that its client ticks or not. */
const choices = {
  accepts_permanence: z.boolean(),
  accepts_renewal: z.boolean(),
  accepts_electronic_invoice: z.boolean(),
}
export type Choices = { accepts_permanence: boolean; accepts_renewal: boolean; accepts_electronic_invoice: boolean }

/** The data of 'Completar Contrato': the missing fields, and the exact text to sign today for each choice of the client. */
export const Signing = z.object({
  no_contract: z.string(),
  /** The reason why the contract cannot be signed now; null when it can. */
  blocked: z.nullable(z.string()),
  missing: z.array(z.object({ field: z.string(), message: z.string() })),
  /** The clause that can be accepted separately. Its amounts are what the client pays: with their VAT. */
  permanence: z.nullable(
    z.object({
      months: z.number(),
      from_on: DayText,
      ends_on: DayText,
      table: z.readonly(z.array(Pesos)),
      connection_cost: Pesos,
      /** What is discounted from the connection with the clause; nothing is without it (R2.8). */
      discounted_value: Pesos,
    }),
  ),
  /** False when the client accepted electronic invoices before: the box is ticked in every text. */
  asks_electronic_invoice: z.boolean(),
  /** The business days after the signature in which a contract sold at a distance can be retracted (R2.26). */
  retraction_days: z.number(),
  /** The texts, each with its SHA-256 in hexadecimal. */
  texts: z.array(z.object({ ...choices, text: z.string(), text_hash: z.string() })),
})
export type Signing = z.output<typeof Signing>

/** The text to sign for the choices of the client. What cannot be chosen does not count. */
export function textToSign(signing: Signing, chosen: Choices): Signing['texts'][number] | undefined {
  const accepts_permanence = chosen.accepts_permanence && signing.permanence !== null
  const accepts_electronic_invoice = chosen.accepts_electronic_invoice || !signing.asks_electronic_invoice
  return signing.texts.find(
    (one) =>
      one.accepts_permanence === accepts_permanence &&
      one.accepts_renewal === chosen.accepts_renewal &&
      one.accepts_electronic_invoice === accepts_electronic_invoice,
  )
}

/** An identity document without dots and spaces, in upper case. */
export const bareIdentification = (text: string): string => text.replace(/[.\s]/g, '').toUpperCase()

/** Whether the document of the signer is the one of the contract's holder. The check digit of a NIT may be absent. */
export function isSigner(signer: string, holder: string): boolean {
  const [signerId, holderId] = [bareIdentification(signer), bareIdentification(holder)]
  return signerId === holderId || signerId === holderId.replace(/-\d$/, '')
}
