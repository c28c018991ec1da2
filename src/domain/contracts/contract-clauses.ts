import { pesosLabel } from '#domain/core/money.ts'
import type { ContractNumbers } from './contract-numbers.ts'
import type { ContractBlock, ContractSection } from './contract-sections.ts'
import type { SignedTerms } from './signed-terms.ts'

const paragraph = (text: string): ContractBlock => ({ kind: 'paragraph', text })
const section = (heading: string, ...blocks: ContractBlock[]): ContractSection => ({ heading, blocks })

/** The sections of rights and obligations, from the obligations of the user to the channels of the company (R2.19). */
export const rightsSections = (terms: SignedTerms): ContractSection[] => [
  OBLIGATIONS,
  qualitySection(terms),
  section('Cesión', paragraph(cessionText(terms.numbers))),
  section('Modificación', paragraph(changeText(terms.numbers))),
  section('Suspensión', paragraph(pauseText(terms.numbers))),
  section('Terminación', ...terminationTexts(terms).map(paragraph)),
  billingSection(terms),
  electronicInvoiceSection(terms),
  channelsSection(terms),
]

const OBLIGATIONS = section(
  'Principales obligaciones del usuario',
  {
    kind: 'steps',
    steps: [
      'Pagar oportunamente los servicios prestados, y los intereses de mora cuando haya incumplimiento.',
      'Suministrar información verdadera.',
      'Usar adecuadamente los equipos y los servicios.',
      'No divulgar ni acceder a pornografía infantil.',
      'Avisar a las autoridades del robo o hurto de elementos de la red, como el cable.',
      'No cometer ni ser partícipe de actividades de fraude.',
      'Usar adecuadamente su derecho a presentar peticiones, quejas y recursos (PQR).',
      'Actuar de buena fe.',
    ],
  },
  paragraph('El operador puede terminar el contrato ante el incumplimiento de estas obligaciones.'),
)

function qualitySection({ numbers, company }: SignedTerms): ContractSection {
  const hours = String(Math.round((numbers.outageMinutes / 60) * 10) / 10).replace('.', ',')
  const where = ['www.crcom.gov.co', ...(company.website_url === null ? [] : [company.website_url])].join(' y en ')
  return section(
    'Calidad y compensación',
    paragraph(
      `Cuando el servicio no esté disponible, o se suspenda a pesar de su pago oportuno, lo compensaremos en su próxima factura sin que usted lo pida: se compensan las fallas de internet de más de ${hours} horas en el mes, continuas o sumadas. Debemos cumplir con las condiciones de calidad que define la CRC. Consúltelas en ${where}.`,
    ),
  )
}

const cessionText = ({ cessionAnswer }: ContractNumbers): string =>
  `Si quiere ceder este contrato a otra persona, debe presentar una solicitud por escrito a través de nuestros medios de atención, con la aceptación por escrito de la persona a la que se hará la cesión. Dentro de los ${cessionAnswer} días hábiles siguientes analizaremos su solicitud y le daremos una respuesta. Si se acepta la cesión, usted queda liberado de cualquier responsabilidad con nosotros.`

const changeText = ({ planChangeNotice }: ContractNumbers): string =>
  `Nosotros no podemos modificar el contrato sin su autorización, ni cobrarle servicios que no haya aceptado. Si esto ocurre, usted tiene derecho a terminar el contrato sin pagar nada por la permanencia mínima. Usted puede cambiar de plan cuando quiera: si lo pide al menos ${planChangeNotice} días hábiles antes del corte, el cambio rige desde el período de facturación siguiente; si lo pide después, desde el que le sigue.`

const pauseText = ({ pauseMonths, pauseWindowMonths }: ContractNumbers): string =>
  `Usted tiene derecho a solicitar la suspensión del servicio por un máximo de ${pauseMonths} meses en ${pauseWindowMonths} meses. Debe presentar la solicitud antes del inicio del ciclo de facturación que desea suspender. Durante la suspensión no se cobra la mensualidad. Si existe una cláusula de permanencia mínima, su vigencia se prorrogará por el tiempo que dure la suspensión.`

const terminationTexts = ({ numbers, billing_cut_day }: SignedTerms): string[] => [
  `Usted puede terminar el contrato en cualquier momento sin penalidades y sin dar razones, por cualquiera de nuestros medios de atención. Debe pedirlo al menos ${numbers.terminationNotice} días hábiles antes del corte de facturación: su corte es el día ${billing_cut_day} de cada mes, o el último día del mes que no lo tenga. Si lo pide con menos anticipación, la terminación se dará en el siguiente corte.`,
  'También puede cancelar cualquiera de los servicios contratados, y le informaremos las condiciones en que se prestarán los que no se cancelen. Si el operador no inicia la prestación del servicio en el plazo acordado, usted puede pedir la restitución de su dinero y la terminación del contrato.',
]

const billingSection = ({ numbers }: SignedTerms): ContractSection =>
  section(
    'Pago y facturación',
    paragraph(
      `La factura le debe llegar como mínimo ${numbers.deliveryNotice} días hábiles antes de la fecha de pago. Si no le llega, puede solicitarla a través de nuestros medios de atención y debe pagarla oportunamente. Se cobra desde el día en que el servicio queda activo, y solo los días con servicio.`,
    ),
    paragraph(
      `Si no paga a tiempo, suspenderemos su servicio hasta que pague sus saldos pendientes, previo aviso de al menos ${numbers.suspensionNotice} días hábiles. Contamos con ${numbers.reconnectionDays} días hábiles luego de su pago para reconectarle el servicio. También podemos reportar su deuda a las centrales de riesgo, y para esto debemos avisarle con al menos ${numbers.bureauNoticeCalendarDays} días calendario de anticipación. Si paga después del reporte, informaremos su pago dentro del mes siguiente para que se actualice el dato.`,
    ),
    paragraph(
      `Si tiene un reclamo sobre su factura, puede presentarlo antes de la fecha de pago, y en ese caso no debe pagar las sumas reclamadas hasta que resolvamos su solicitud. Si ya pagó, tiene ${numbers.claimMonths} meses para presentar la reclamación.`,
    ),
  )

const electronicInvoiceSection = ({ accepts_electronic_invoice, ceded_on }: SignedTerms): ContractSection =>
  section('Factura electrónica', {
    kind: 'boxes',
    boxes: [
      {
        label:
          ceded_on === null
            ? 'Con esta firma acepta recibir la factura solamente por medios electrónicos.'
            : 'El titular acepta recibir la factura solamente por medios electrónicos.',
        isChecked: accepts_electronic_invoice,
      },
    ],
  })

function channelsSection({ company, numbers }: SignedTerms): ContractSection {
  const office = [company.address, company.city].filter((part) => part !== null).join(', ')
  const channels = [
    ...(office === '' ? [] : [`oficina física en ${office}`]),
    ...(company.website_url === null ? [] : [`página web ${company.website_url}`]),
    ...(company.email === null ? [] : [`correo ${company.email}`]),
    ...(company.phone === null ? [] : [`línea de atención ${company.phone}`]),
    'portal de clientes',
  ]
  return section('Cómo comunicarse con nosotros (medios de atención)', {
    kind: 'steps',
    steps: [
      `Nuestros medios de atención son: ${channels.join('; ')}. Usarlos y presentar una PQR no tiene ningún costo.`,
      `Presente cualquier petición, queja, reclamo o recurso a través de estos medios y le responderemos en máximo ${numbers.pqrAnswer} días hábiles.`,
      'Si no respondemos, es porque aceptamos su petición o reclamo. Esto se llama silencio administrativo positivo y aplica para internet y telefonía.',
      `Si no está de acuerdo con nuestra respuesta a su queja o petición sobre la negativa del contrato, la suspensión del servicio, la terminación del contrato, el corte o la facturación, puede insistir ante nosotros dentro de los ${numbers.appealDays} días hábiles siguientes a la respuesta y pedir que, si no llegamos a una solución satisfactoria para usted, enviemos su reclamo directamente a la Superintendencia de Industria y Comercio (SIC), que resolverá de manera definitiva. Esto se llama recurso de reposición y en subsidio apelación.`,
    ],
  })
}

/** Whether the company adds VAT to a charge that always has it: one that is not responsible never does (serviceVat). */
const addsVat = ({ price_includes_vat, is_vat_responsible }: ChargeTerms): boolean =>
  is_vat_responsible && !price_includes_vat

/** The price of a charge: 'más IVA' when the company adds it. */
export const chargeLabel = (amount: Parameters<typeof pesosLabel>[0], terms: ChargeTerms): string =>
  amount === 0 ? 'Sin costo' : `${pesosLabel(amount)}${addsVat(terms) ? ' más IVA' : ''}`

type ChargeTerms = Pick<SignedTerms, 'price_includes_vat' | 'is_vat_responsible'>
