import { dayLabel, shortDayLabel } from '#domain/core/days.ts'
import { EQUIPMENT_VALUE_LABELS } from '#domain/core/equipment-kind.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { chargeLabel } from './contract-clauses.ts'
import type { ContractBlock, ContractSection } from './contract-sections.ts'
import { valuedKinds } from './equipment-values.ts'
import { paidConnection, paidTotal, totalLabel } from './paid.ts'
import { reconnectionPrice } from './reconnection.ts'
import type { SignedTerms } from './signed-terms.ts'

const paragraph = (text: string): ContractBlock => ({ kind: 'paragraph', text })

/**
 * The clause of minimum permanence, accepted apart, with its table of months; without it, the sentence that there is none, or that the
 * client declines the one that was offered (R2.8).
 */
export function permanenceSection(terms: SignedTerms): ContractSection {
  const { permanence, has_declined_permanence, ceded_on } = terms
  const { cost, discounted } = paidConnection(terms, terms)
  const heading = 'Cláusula de permanencia mínima'
  const label =
    ceded_on === null
      ? 'Acepto la cláusula de permanencia mínima'
      : 'Un titular anterior aceptó al firmar la cláusula de permanencia mínima'
  if (permanence === null) {
    const charge = cost > 0 && discounted === 0 ? ' El cargo por conexión se paga completo, sin descuento.' : ''
    const none = has_declined_permanence
      ? 'Usted no acepta la cláusula de permanencia mínima que se le ofrece, ni el descuento que se da con ella: terminar el contrato no le cuesta nada.'
      : 'Este contrato no tiene cláusula de permanencia mínima: terminarlo no le cuesta nada.'
    const text = `${none}${charge}`
    return { heading, blocks: [{ kind: 'boxes', boxes: [{ label, isChecked: false }] }, paragraph(text)] }
  }
  return {
    heading,
    blocks: [
      { kind: 'boxes', boxes: [{ label, isChecked: permanence.is_accepted }] },
      paragraph(
        `En consideración a que le otorgamos un descuento respecto del valor del cargo por conexión, o le diferimos su pago, se incluye esta cláusula de permanencia mínima de ${permanence.months} meses. En la factura encontrará el valor que debe pagar si termina el contrato antes de tiempo.`,
      ),
      {
        kind: 'facts',
        facts: [
          { label: 'Valor total del cargo por conexión', value: totalLabel(cost, terms) },
          { label: 'Suma que le fue descontada o diferida', value: totalLabel(discounted, terms) },
          { label: 'Fecha de inicio de la permanencia mínima', value: shortDayLabel(permanence.from_on) },
          { label: 'Fecha de finalización de la permanencia mínima', value: shortDayLabel(permanence.ends_on) },
        ],
      },
      paragraph(`Valor a pagar si termina el contrato anticipadamente, según el mes${tableVatWords(terms)}:`),
      {
        kind: 'table',
        rows: [
          ['Mes', 'Valor'],
          ...permanence.table.map((value, index) => [`${index + 1}`, pesosLabel(paidTotal(value, terms))]),
        ],
      },
      paragraph('Después no cuesta nada. Una suspensión pedida por usted la prorroga por el mismo tiempo.'),
      ...(permanence.is_accepted
        ? []
        : [
            paragraph(
              `Usted decide al firmar si acepta esta cláusula. Si no la acepta no hay descuento, y paga completo el cargo por conexión: ${totalLabel(cost, terms)}.`,
            ),
          ]),
    ],
  }
}

/** What the values of the table have when the prices of the contract do not include their VAT. */
function tableVatWords({ price_includes_vat, vat }: SignedTerms): string {
  if (price_includes_vat || vat?.treatment === 'exento' || vat?.treatment === 'excluido') return ''
  return vat === null ? ', más el IVA' : ', con el IVA incluido'
}

/** The sections after the permanence clause, up to the acceptance and the footer of the CRC (R2.19). */
export const acceptanceSections = (terms: SignedTerms): ContractSection[] => [
  moveSection(terms),
  {
    heading: 'Larga distancia',
    blocks: [
      paragraph(
        'Nos comprometemos a usar el operador de larga distancia que usted indique, marcando el código de ese operador. Aplica cuando el contrato incluye telefonía.',
      ),
    ],
  },
  reconnectionSection(terms),
  {
    heading: 'Responsabilidad del usuario',
    blocks: [
      paragraph(
        'El usuario es el ÚNICO responsable por el contenido y la información que se curse a través de la red y del uso que se haga de los equipos o de los servicios.',
      ),
    ],
  },
  {
    heading: 'Equipos en desuso',
    blocks: [
      paragraph(
        'Los equipos de comunicaciones que ya no use son desechos que no deben ser botados a la caneca. Consúltenos cómo entregarlos para su recolección.',
      ),
    ],
  },
  lentSection(terms),
  ownSection(terms),
  acceptedSection(terms),
]

/** Who accepted the contract and when: the holder who signed it, or the one who received it, who did not sign (R2.12). */
function acceptedSection({ client, signed_on, ceded_on }: SignedTerms): ContractSection {
  const day =
    ceded_on === null
      ? { label: 'Fecha', value: dayLabel(signed_on) }
      : { label: 'Titular por cesión desde el', value: dayLabel(ceded_on) }
  const ceded = `Un titular anterior firmó este contrato el ${dayLabel(signed_on)}. El titular de hoy no lo firmó: lo recibió por cesión, que aceptó por escrito.`
  return {
    heading: 'Aceptación del contrato',
    blocks: [
      paragraph('El contrato se acepta mediante firma o cualquier otro medio válido.'),
      {
        kind: 'facts',
        facts: [
          { label: 'Nombre o razón social', value: client.name },
          { label: client.type_identification, value: client.identification },
          day,
        ],
      },
      ...(ceded_on === null ? [] : [paragraph(ceded)]),
      paragraph('Consulte el régimen de protección de usuarios en www.crcom.gov.co.'),
    ],
  }
}

/** The duty to give back what was lent, and the value of each kind that has one (R2.21). Without values, the duty alone. */
function lentSection(terms: SignedTerms): ContractSection {
  const facts = valuedKinds(terms.equipment_values).map(({ kind, value }) => ({
    label: EQUIPMENT_VALUE_LABELS[kind],
    value: chargeLabel(value, terms),
  }))
  return {
    heading: 'Equipos en comodato',
    blocks: [
      paragraph(
        'Los equipos que le entreguemos en comodato siguen siendo del operador. Usted los cuida y, cuando el contrato termine, los devuelve: los recogemos en la dirección del servicio.',
      ),
      ...(facts.length === 0
        ? []
        : [
            paragraph(
              `Solo si no devuelve un equipo, o lo pierde, usted paga su valor${terms.is_vat_responsible && terms.price_includes_vat ? ', con el IVA incluido' : ''}:`,
            ),
            { kind: 'facts' as const, facts },
          ]),
    ],
  }
}

function moveSection(terms: SignedTerms): ContractSection {
  const { charges } = terms
  const price =
    charges === null || charges.transfer_cost === 0
      ? 'El traslado no tiene costo.'
      : `El traslado cuesta ${chargeLabel(charges.transfer_cost, terms)}.`
  return {
    heading: 'Cambio de domicilio',
    blocks: [
      paragraph(
        `Usted puede cambiar de domicilio y continuar con el servicio, siempre que sea técnicamente posible. ${price} Si desde el punto de vista técnico no es viable el traslado, usted puede ceder su contrato a un tercero o terminarlo pagando el valor de la cláusula de permanencia mínima, si está vigente.`,
      ),
    ],
  }
}

/** The price of a reconnection is at most the legal cap of the day (R2.5). */
function reconnectionSection(terms: SignedTerms): ContractSection {
  const { charges, numbers } = terms
  const price = charges === null ? null : reconnectionPrice(charges.reconnection_cost, numbers.reconnectionCap)
  const sentence =
    price === null || price === 0
      ? 'Hoy la reconexión no tiene costo.'
      : `Hoy cuesta ${chargeLabel(price, terms)}, y nunca más que el tope legal vigente.`
  return {
    heading: 'Cobro por reconexión del servicio',
    blocks: [
      paragraph(
        `En caso de suspensión del servicio por mora en el pago, podremos cobrarle un valor por reconexión que corresponderá estrictamente a los costos asociados a la operación de reconexión. En servicios empaquetados procede máximo un cobro por cada tipo de conexión. ${sentence}`,
      ),
    ],
  }
}

/** The space of the operator: its other charges. */
function ownSection(terms: SignedTerms): ContractSection {
  const { charges } = terms
  const heading = 'Condiciones del servicio (espacio del operador)'
  if (charges === null || (charges.technical_visit_cost === 0 && charges.additional_cable_cost === 0))
    return { heading, blocks: [paragraph('El operador no tiene otros cargos.')] }
  return {
    heading,
    blocks: [
      {
        kind: 'facts',
        facts: [
          { label: 'Visita técnica que usted pida', value: chargeLabel(charges.technical_visit_cost, terms) },
          { label: 'Punto de cable adicional', value: chargeLabel(charges.additional_cable_cost, terms) },
        ],
      },
    ],
  }
}
