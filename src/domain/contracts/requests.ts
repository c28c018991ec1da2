import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { patternText } from '#domain/core/text.ts'

/** The number of a version in a URL. */
export const versionQuery = z.strictObject({
  version: z.optional(z.pipe(patternText(6, /^[1-9]\d{0,5}$/, 'Escribe el número de la versión'), z.transform(Number))),
})

/** A pause that the client asks for: its first day, and its months. */
export const PauseRequest = z.strictObject({
  from: DayText,
  months: z.int({ error: 'Elige cuántos meses' }).check(z.gte(1, { error: 'La pausa es de al menos un mes' })),
})
