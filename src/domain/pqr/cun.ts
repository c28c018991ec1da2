import * as z from 'zod/mini'
import { type Day, fieldsOf } from '#domain/core/days.ts'
import { trimmedText } from '#domain/core/text.ts'

/** The parts of a CUN (R3.3): operator code of 4 digits, year of 2 digits, number of 10 digits. */
export type CunParts = { operator: string; year: string; number: string }

const CUN = /^(\d{4})-?(\d{2})-?(\d{10})$/
const CUN_COPY = 'Escribe el CUN como está en la constancia: 16 dígitos, por ejemplo 4488-26-0000000001'
const OPERATOR = /^\d{4}$/

/** The largest number of a CUN. */
export const CUN_NUMBER_MAX = 9_999_999_999

/** The parts of a written CUN, with or without hyphens. Null when it is none. */
export function readCun(text: string): CunParts | null {
  const [, operator, year, number] = CUN.exec(text.trim()) ?? []
  return operator === undefined || year === undefined || number === undefined ? null : { operator, year, number }
}

/** The 16 digits of a CUN, as it is stored. Throws RangeError for an operator code or a number that it cannot have. */
export function cunOf(operator: string, filedOn: Day, number: number): string {
  if (!OPERATOR.test(operator)) throw new RangeError(`not an operator code: ${operator}`)
  if (!Number.isSafeInteger(number) || number < 1 || number > CUN_NUMBER_MAX)
    throw new RangeError(`no CUN number: ${number}`)
  return `${operator}${yearOf(filedOn)}${String(number).padStart(10, '0')}`
}

/** '4488260000000001' → '4488-26-0000000001': as people read it. */
export function cunLabel(cun: string): string {
  const parts = readCun(cun)
  return parts === null ? cun : `${parts.operator}-${parts.year}-${parts.number}`
}

/** The two digits of the year of a filing. */
export const yearOf = (filedOn: Day): string => String(fieldsOf(filedOn).year % 100).padStart(2, '0')

/** Why the year of a written CUN is not that of its case: before the day on which it arrived, or one that has not come. Null when it is. */
export function yearProblem(cun: string, filedOn: Day, today: Day): string | null {
  const parts = readCun(cun)
  if (parts === null) return null
  const year = 2000 + Number(parts.year)
  const [first, last] = [fieldsOf(filedOn).year, fieldsOf(today).year]
  if (year >= first && year <= last) return null
  const own = first === last ? `${first}` : `${first} o ${last}`
  return `Ese CUN es de ${year}, y el de esta PQR es de ${own}: revisa los dos dígitos del año`
}

/** 'RI-2026-000012': the reference of a company without operator code. It is no CUN and is never shown as one. */
export const internalReference = (filedOn: Day, number: number): string =>
  `RI-${fieldsOf(filedOn).year}-${String(number).padStart(6, '0')}`

/** A CUN as a person types it; its parsed value has 16 digits. */
export const CunText = trimmedText(30, { required: CUN_COPY, tooLong: CUN_COPY }).check(
  z.refine((text) => readCun(text) !== null, { error: CUN_COPY }),
  z.overwrite((text) => text.replaceAll('-', '')),
)

const REFERENCE_COPY = 'Escribe el CUN o el radicado como está en la constancia'

/** A CUN or an internal reference as a person types it; its parsed value is as it is stored: 16 digits, or 'RI-2026-000012'. */
export const ReferenceText = trimmedText(30, { required: REFERENCE_COPY, tooLong: REFERENCE_COPY }).check(
  z.overwrite((text) => (readCun(text) === null ? text.toUpperCase() : text.replaceAll('-', ''))),
  z.regex(/^(?:\d{16}|RI-\d{4}-\d{6,10})$/, { error: REFERENCE_COPY }),
)
