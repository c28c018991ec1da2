import { paths } from '#domain/core/paths.ts'
import { decryptText, encryptText } from '#web/core/secure-items.ts'

/** The address of the reports of a contract, with encrypted parameters (ACT-01). It hides nothing: the server decides who sees a report. */
export const reportAddress = (no: string, identification: string): string =>
  paths.reports(encrypted(no), encrypted(identification))

/** The address of the form of a report, with encrypted parameters. `order`: the work order of the visit that it is opened from. */
export const newReportAddress = (no: string, identification: string, order?: string): string =>
  `${paths.newReport(encrypted(no), encrypted(identification))}${order === undefined ? '' : `?${ORDER}=${order}`}`

/** The address of the form with a report that this device has: a contract can have several. */
export const keptReportAddress = (no: string, identification: string, id: string): string =>
  `${newReportAddress(no, identification)}?${REPORT}=${id}`

/** The parameters of the address with the work order, and with the report of this device. */
export const ORDER = 'orden'
export const REPORT = 'acta'

/** The value of a parameter of these addresses: decrypted when it is encrypted, as it is when it is plain. */
export function readParameter(text: string): string {
  if (!ENCRYPTED.test(text)) return text
  return decryptText(text.replaceAll('-', '+').replaceAll('_', '/')) ?? text
}

/** A nonce of 24 bytes and a longer text, in the base64 of addresses. */
const ENCRYPTED = /^[\w-]{32}\.[\w-]{22,}={0,2}$/

const encrypted = (text: string): string =>
  encryptText(text)?.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') ?? text
