import * as z from 'zod/mini'
import { text } from '#domain/core/text.ts'

/** DANE's code of a municipality in a query. Apart from place.ts, whose list of municipalities the portal does not need. */
export const MunicipalityCode = text(5).check(z.regex(/^\d{5}$/, { error: 'El código del municipio tiene 5 dígitos' }))
