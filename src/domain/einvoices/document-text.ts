import { ZONE } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import type { Money } from '#domain/core/money.ts'

/** An amount as a document has it: '60000.00'. Never rounded: centavos are its two decimals. */
export function amountText(amount: Money): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Where DIAN shows the document of a CUFE or CUDE: the text of its QR. */
export const catalogueUrl = (code: string, environment: Environment): string =>
  `https://catalogo-vpfe${environment === 'production' ? '' : '-hab'}.dian.gov.co/document/searchqr?documentkey=${code}`

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeStyle: 'medium' })

/** The time of an instant in Colombia as a document has it: '10:53:10-05:00'. The DIAN wants the offset as it is. */
export const issuedTime = (instant: Date): string => `${clock.format(instant)}-05:00`
