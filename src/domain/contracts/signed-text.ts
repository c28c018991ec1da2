import { type Day, dayLabel, shortDayLabel } from '#domain/core/days.ts'
import { nitLabel } from '#domain/core/identity.ts'
import { type Money, minus, pesosLabel } from '#domain/core/money.ts'
import type { Segment } from '#domain/core/segment.ts'
import { type LineVat, lineAmounts } from '#domain/taxes/vat.ts'

/** The data of the signed text. */
export type SignedTerms = {
  no_contract: string
  company: { name: string; nit: string }
  client: { name: string; type_identification: string; identification: string }
  place: { address: string; city: string; department: string; segment: Segment; stratum: number | null }
  plan: { name: string; download_speed: string; upload_speed: string }
  price: Money
  price_includes_vat: boolean
  vat: Pick<LineVat, 'treatment' | 'rate_bps'> | null
  date_contract: Day
  billing_cut_day: number
  connection_cost: Money
  discounted_value: Money
  signed_on: Day
  installation_days: number
  installation_due_on: Day
  termination_notice: number
  permanence: { months: number; from_on: Day; ends_on: Day; table: readonly Money[] } | null
}

/**
 * The commercial conditions as plain text, which the client reads and signs. Its hash is part of the proof of the signature, so the
 * same terms must always produce the same text.
 */
export const signedText = (terms: SignedTerms): string =>
  [
    `Condiciones comerciales del contrato ${terms.no_contract}`,
    `${terms.company.name}, NIT ${nitLabel(terms.company.nit)}, presta el servicio a ${terms.client.name}, ${terms.client.type_identification} ${terms.client.identification}.`,
    `El servicio. Internet fijo, plan ${terms.plan.name}: ${terms.plan.download_speed} de descarga y ${terms.plan.upload_speed} de subida, en ${placeText(terms)}.`,
    priceText(terms),
    `Facturación. Sus períodos terminan el día ${terms.billing_cut_day} de cada mes, o el último día del mes que no lo tenga. Se cobra desde el día en que el servicio queda activo, y solo los días con servicio.`,
    connectionText(terms),
    `Instalación. El servicio se instala en máximo ${terms.installation_days} días hábiles, a más tardar el ${dayLabel(terms.installation_due_on)}. Si no se cumple, usted puede terminar el contrato y se le devuelve lo que haya pagado.`,
    permanenceText(terms),
    `Terminación y cambio de plan. Usted puede terminar el contrato cuando quiera, por cualquier canal y sin dar razones. Si avisa al menos ${terms.termination_notice} días hábiles antes del corte, termina en ese corte; si avisa después, en el siguiente. Un cambio de plan rige desde el período siguiente, con el mismo aviso.`,
    `Fecha del contrato: ${dayLabel(terms.date_contract)}. Firmado el ${dayLabel(terms.signed_on)}.`,
    'Consulte el régimen de protección de usuarios en www.crcom.gov.co.',
  ].join('\n\n')

function placeText({ place }: SignedTerms): string {
  const kind = place.segment === 'business' ? 'uso empresarial' : `estrato ${place.stratum ?? 'por definir'}`
  return `${place.address}, ${place.city}, ${place.department} (${kind})`
}

function priceText({ price, price_includes_vat, vat }: SignedTerms): string {
  if (vat === null) return `Precio. ${pesosLabel(price)} al mes.`
  const { base, vat: tax, total } = lineAmounts(price, 1, { ...vat, legal_basis: '' }, price_includes_vat)
  if (vat.treatment === 'gravado') {
    return `Precio. ${pesosLabel(total)} al mes: ${pesosLabel(base)} más IVA del ${vat.rate_bps / 100} % por ${pesosLabel(tax)}.`
  }
  return `Precio. ${pesosLabel(total)} al mes. El servicio está ${vat.treatment} de IVA.`
}

function connectionText({ connection_cost: cost, discounted_value: discounted }: SignedTerms): string {
  if (cost === 0) return 'Conexión. No tiene costo.'
  if (discounted === 0) return `Conexión. Cuesta ${pesosLabel(cost)}, que se cobran en la primera factura.`
  const remaining = minus(cost, discounted)
  const rest = remaining === 0 ? 'No paga nada por ella' : `Paga ${pesosLabel(remaining)} en la primera factura`
  return `Conexión. Cuesta ${pesosLabel(cost)}, de los que se le descuentan ${pesosLabel(discounted)}. ${rest}.`
}

function permanenceText({ permanence, discounted_value }: SignedTerms): string {
  if (permanence === null) {
    return 'Permanencia. Este contrato no tiene cláusula de permanencia mínima: retirarse no le cuesta nada.'
  }
  const months = permanence.table.map((value, index) => `mes ${index + 1}: ${pesosLabel(value)}`).join('; ')
  return `Permanencia. Usted acepta por separado la cláusula de permanencia mínima: a cambio del descuento de ${pesosLabel(discounted_value)} en la conexión, el contrato tiene una permanencia de ${permanence.months} meses, del ${shortDayLabel(permanence.from_on)} al ${shortDayLabel(permanence.ends_on)}. Retirarse antes cuesta, según el mes: ${months}. Después no cuesta nada. Una suspensión pedida por usted la alarga el mismo tiempo.`
}
