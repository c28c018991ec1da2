import { dayLabel } from '#domain/core/days.ts'
import { nitLabel } from '#domain/core/identity.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { lineAmounts } from '#domain/taxes/charge.ts'
import { acceptanceSections, permanenceSection } from './contract-acceptance.ts'
import { rightsSections } from './contract-clauses.ts'
import { type ContractBlock, type ContractSection, textOf } from './contract-sections.ts'
import { paidConnection, paidLabel, totalLabel } from './paid.ts'
import type { SignedTerms } from './signed-terms.ts'

/** The title of the document of the CRC. */
const CONTRACT_TITLE = 'Contrato único de servicios fijos'

/**
 * The whole contract as the text that the client reads and signs, with the sections of the CRC in their order (CON-04, R2.19). Its hash
 * is part of the proof of the signature, so the same terms always make the same text.
 */
export const signedText = (terms: SignedTerms): string =>
  textOf({
    title: CONTRACT_TITLE,
    sections: [
      openingSection(terms),
      serviceSection(terms),
      subscriberSection(terms),
      commercialSection(terms),
      ...rightsSections(terms),
      permanenceSection(terms),
      ...acceptanceSections(terms),
    ],
  })

/** What a month costs with its VAT; without a known VAT, the price. */
function monthlyAmounts({ price, price_includes_vat, vat }: Pick<SignedTerms, 'price' | 'price_includes_vat' | 'vat'>) {
  return vat === null ? null : lineAmounts(price, 1, vat, price_includes_vat)
}

function openingSection(terms: SignedTerms): ContractSection {
  const { company, no_contract, change, numbers, installation_due_on, active_from } = terms
  const monthly = paidLabel(terms.price, terms)
  const installation =
    active_from === null
      ? `El plazo máximo de instalación es de ${numbers.installationDays} días hábiles: a más tardar el ${dayLabel(installation_due_on)}. Si no se cumple, usted puede terminar el contrato y se le devuelve lo que haya pagado.`
      : `El servicio está instalado y activo desde el ${dayLabel(active_from)}.`
  return {
    heading: 'El contrato',
    blocks: [
      {
        kind: 'facts',
        facts: [
          { label: 'Operador', value: company.name },
          { label: 'NIT', value: nitLabel(company.nit) },
          { label: 'Contrato No.', value: no_contract },
        ],
      },
      ...(change === null ? [] : [{ kind: 'paragraph' as const, text: change }]),
      {
        kind: 'paragraph',
        text: `Este contrato explica las condiciones para la prestación de los servicios entre usted y ${company.name}, por los que pagará como mínimo ${monthly} al mes. Rige desde el ${dayLabel(terms.date_contract)} y tiene una vigencia de un mes desde la activación del servicio. ${installation}`,
      },
      {
        kind: 'boxes',
        boxes: [
          {
            label:
              terms.ceded_on === null
                ? 'Acepto que mi contrato se renueve de manera sucesiva y automática por un plazo igual al inicial.'
                : 'Un titular anterior aceptó al firmar que el contrato se renueve de manera sucesiva y automática por un plazo igual al inicial.',
            isChecked: terms.accepts_renewal,
          },
        ],
      },
    ],
  }
}

const serviceSection = ({ installation_due_on, active_from }: SignedTerms): ContractSection => ({
  heading: 'El servicio',
  blocks: [
    { kind: 'paragraph', text: 'Con este contrato nos comprometemos a prestarle los servicios que usted eligió:' },
    {
      kind: 'boxes',
      boxes: [
        { label: 'Telefonía fija', isChecked: false },
        { label: 'Internet fijo', isChecked: true },
        { label: 'Televisión', isChecked: false },
      ],
    },
    {
      kind: 'facts',
      facts: [
        { label: 'Servicios adicionales', value: 'Ninguno' },
        active_from === null
          ? { label: 'El servicio se activará a más tardar el', value: dayLabel(installation_due_on) }
          : { label: 'El servicio se activó el', value: dayLabel(active_from) },
      ],
    },
    { kind: 'paragraph', text: 'Usted se compromete a pagar oportunamente el precio acordado.' },
  ],
})

const MISSING = 'No registra'

const subscriberSection = ({ no_contract, client, place }: SignedTerms): ContractSection => ({
  heading: 'Información del suscriptor',
  blocks: [
    {
      kind: 'facts',
      facts: [
        { label: 'Contrato No.', value: no_contract },
        { label: 'Nombre o razón social', value: client.name },
        { label: 'Identificación', value: `${client.type_identification} ${client.identification}` },
        { label: 'Correo', value: client.email ?? MISSING },
        { label: 'Teléfono de contacto', value: client.phone ?? MISSING },
        { label: 'Dirección del servicio', value: place.address },
        place.segment === 'business'
          ? { label: 'Uso', value: 'Empresarial' }
          : { label: 'Estrato', value: place.stratum === null ? MISSING : String(place.stratum) },
        { label: 'Departamento', value: place.department },
        { label: 'Municipio', value: place.city },
        { label: 'Dirección del suscriptor', value: `${client.address}, ${client.city}, ${client.department}` },
      ],
    },
  ],
})

const commercialSection = (terms: SignedTerms): ContractSection => ({
  heading: 'Condiciones comerciales: características del plan',
  blocks: [
    {
      kind: 'facts',
      facts: [
        { label: 'Plan', value: terms.plan.name },
        { label: 'Velocidad de descarga', value: terms.plan.download_speed },
        { label: 'Velocidad de subida', value: terms.plan.upload_speed },
        ...priceFacts(terms),
        ...untilNextFacts(terms),
      ],
    },
    connectionParagraph(terms),
  ],
})

function priceFacts(terms: SignedTerms): { label: string; value: string }[] {
  const { vat } = terms
  const amounts = monthlyAmounts(terms)
  if (vat === null || amounts === null || !terms.is_vat_responsible)
    return [{ label: 'Precio al mes', value: pesosLabel(amounts?.total ?? terms.price) }]
  const isTaxed = vat.treatment === 'gravado'
  return [
    { label: 'Cargo del mes sin IVA', value: pesosLabel(amounts.base) },
    isTaxed
      ? { label: `IVA del ${vat.rate_bps / 100} %`, value: pesosLabel(amounts.vat) }
      : { label: 'IVA', value: vat.treatment === 'exento' ? 'Servicio exento' : 'Servicio excluido' },
    { label: 'Total al mes', value: pesosLabel(amounts.total) },
    ...(terms.vat_from_on === null
      ? []
      : [{ label: 'Este IVA rige en los períodos desde el', value: dayLabel(terms.vat_from_on) }]),
  ]
}

/** From which day the plan of the text applies, and the plan and the price before it. */
function untilNextFacts(terms: SignedTerms): { label: string; value: string }[] {
  if (terms.until_next === null) return []
  const { next_from_on, plan_name, price } = terms.until_next
  const total = monthlyAmounts({ ...terms, price })?.total ?? price
  return [
    { label: 'Este plan rige desde el', value: dayLabel(next_from_on) },
    { label: 'Hasta ese día', value: `${plan_name}, ${pesosLabel(total)} al mes` },
  ]
}

/** What the client pays for the connection, with its VAT: the amount of the first invoice. */
function connectionParagraph(terms: SignedTerms): ContractBlock {
  const { cost, discounted, remaining } = paidConnection(terms, terms)
  const [whole, less, rest] = [cost, discounted, remaining].map((total) => totalLabel(total, terms))
  if (cost === 0) return { kind: 'paragraph', text: 'La conexión no tiene costo.' }
  if (discounted === 0)
    return { kind: 'paragraph', text: `La conexión cuesta ${whole}, que se cobran en la primera factura.` }
  const paid = remaining === 0 ? 'No paga nada por ella' : `Paga ${rest} en la primera factura`
  return { kind: 'paragraph', text: `La conexión cuesta ${whole}, de los que se le descuentan ${less}. ${paid}.` }
}
