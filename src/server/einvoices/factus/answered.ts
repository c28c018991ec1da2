import { isDay, startOfDay } from '#domain/core/days.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/core/durations.ts'
import { storable } from '#domain/core/storable.ts'
import type { FrozenDocument } from '#domain/einvoices/document.ts'
import { amountText, catalogueUrl } from '#domain/einvoices/document-text.ts'
import type { FactusAccount } from '#server/integrations/account.ts'
import { otherCompanyProblem } from '#server/integrations/factus-problems.ts'
import type { FactusDocument } from '#server/providers/factus/client.ts'
import type { ValidatedDocument } from '../issuer.ts'
import { providerTotal } from './body.ts'

const CUFE = /^[0-9a-f]{96}$/

type Answered =
  | { kind: 'validated'; document: ValidatedDocument }
  | { kind: 'wrong'; message: string }
  | { kind: 'other_company'; message: string }

/** The validated document of an answer, or in which datum it is not the one that was sent. Null when DIAN did not validate it. */
export function answeredOf(
  { environment, nit }: Pick<FactusAccount, 'environment' | 'nit'>,
  sent: FrozenDocument,
  answered: FactusDocument,
): Answered | null {
  const other = otherCompanyProblem({ environment, nit }, answered)
  if (other !== null) return { kind: 'other_company', message: `${other}.` }
  if (answered.reference !== sent.reference) return wrong('la referencia', sent.reference, answered.reference)
  const { is_validated, number, code } = answered
  if (!is_validated || number === null || code === null || !CUFE.test(code)) return null
  // Whether the total has the rounding of the payment is not documented.
  const totals = [providerTotal(sent.lines), sent.total].map(amountText)
  const total = decimalText(answered.total ?? '')
  if (!totals.includes(total)) return wrong('el total', totals[0] ?? '', answered.total ?? 'sin total')
  const catalogue = catalogueUrl(code, environment)
  if (answered.qr_url !== null && !isOfSite(answered.qr_url, catalogue))
    return wrong('la dirección del QR', new URL(catalogue).host, answered.qr_url)
  const validated_at = instantOf(answered.validated_at ?? '')
  return { kind: 'validated', document: { number, cufe: code, qr_url: answered.qr_url ?? catalogue, validated_at } }
}

const SHOWN_MAX = 100

const wrong = (datum: string, ours: string, theirs: string): Answered => ({
  kind: 'wrong',
  message: `En la respuesta de Factus, ${datum} es «${storable(theirs, SHOWN_MAX)}», y debe ser «${ours}».`,
})

/** An amount with two decimals: '71400' and '71400.0' are '71400.00'. Another text is itself. */
const decimalText = (text: string): string => {
  const [, whole, decimals = ''] = /^0*(\d{1,15})(?:\.(\d{1,2})0*)?$/.exec(text) ?? []
  return whole === undefined ? text : `${whole}.${decimals.padEnd(2, '0')}`
}

const isOfSite = (text: string, site: string): boolean =>
  URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).host === new URL(site).host

/** An instant as Factus writes it, 'DD-MM-YYYY hh:mm:ss AM' in Colombia. Null for another text. */
function instantOf(text: string): Date | null {
  const [, date, month, year, hour, minute, second, half] =
    /^(\d\d)-(\d\d)-(\d{4}) (\d\d):(\d\d):(\d\d) ([AP])M$/.exec(text) ?? []
  const day = `${year}-${month}-${date}`
  if (!isDay(day)) return null
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0)
  return new Date(startOfDay(day).getTime() + hours * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * 1_000)
}
