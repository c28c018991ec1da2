import { type Day, dayLabel } from '#domain/core/days.ts'
import { type Money, pesosLabel } from '#domain/core/money.ts'

/** `due`: an instalment is to be paid soon. The others are what happened with the agreement. */
export const AGREEMENT_NOTICES = ['made', 'due', 'kept', 'broken', 'cancelled', 'restored'] as const
export type AgreementNoticeKind = (typeof AGREEMENT_NOTICES)[number]

/** What a notice of an agreement says. `instalments`: as agreed. `due`: the one that is to be paid soon, with what is missing of it. */
type AgreementNoticeValues = {
  name: string
  company: string
  no_contract: string
  amount: Money
  instalments: readonly { payable_until: Day; amount: Money }[]
  due: { payable_until: Day; left: Money } | null
}

const OWED_AGAIN =
  'Lo que falta se debe otra vez, según la fecha de cada factura. Si está vencido podemos suspender el servicio, con un aviso antes.'

/**
 * The message to a client about its agreement. Without a sum that a payment changes after it is written, but for an instalment that is
 * due: of that one another message is written.
 */
export function agreementNotice(
  kind: AgreementNoticeKind,
  values: AgreementNoticeValues,
): { subject: string; paragraphs: string[] } {
  const { name, company, no_contract, amount, instalments, due } = values
  const of = `del contrato ${no_contract} con ${company}`
  const written = {
    made: {
      subject: `Tu acuerdo de pago del contrato ${no_contract}`,
      paragraphs: [
        `Acordaste pagar ${pesosLabel(amount)} ${of} en ${instalments.length} cuotas:`,
        ...instalments.map((one) => `${pesosLabel(one.amount)} a más tardar el ${dayLabel(one.payable_until)}`),
        'Mientras pagues cada cuota a tiempo no te suspendemos el servicio por esta deuda ni la contamos como mora. Si no pagas una cuota, el acuerdo se termina y lo que falte se debe otra vez, según la fecha de cada factura.',
        `Si no lo acordaste, comunícate con ${company}.`,
      ],
    },
    due: {
      subject: due === null ? '' : `Paga la cuota de tu acuerdo a más tardar el ${dayLabel(due.payable_until)}`,
      paragraphs: [
        `La próxima cuota de tu acuerdo de pago ${of} es de ${due === null ? '' : pesosLabel(due.left)}. Págala a más tardar el ${due === null ? '' : dayLabel(due.payable_until)} para que el acuerdo siga.`,
        'Si ya pagaste, no tienes que hacer nada.',
      ],
    },
    kept: {
      subject: 'Cumpliste tu acuerdo de pago',
      paragraphs: [`Tu acuerdo ${of} quedó cumplido: de él ya no debes nada. Gracias.`],
    },
    broken: {
      subject: 'Tu acuerdo de pago se terminó',
      paragraphs: [
        `Una cuota de tu acuerdo de pago ${of} no se pagó a tiempo y el acuerdo se terminó.`,
        OWED_AGAIN,
        'Si la pagaste a tiempo, envíanos el comprobante: el acuerdo sigue.',
      ],
    },
    cancelled: {
      subject: 'Cancelamos tu acuerdo de pago',
      paragraphs: [`Cancelamos tu acuerdo de pago ${of}.`, OWED_AGAIN],
    },
    restored: {
      subject: 'Tu acuerdo de pago sigue vigente',
      paragraphs: [
        `Tu acuerdo de pago ${of} sigue vigente: mira cuál es tu próxima cuota y hasta cuándo puedes pagarla.`,
      ],
    },
  }[kind]
  const [first = '', ...rest] = written.paragraphs
  return { subject: written.subject, paragraphs: [`Hola, ${name}. ${first}`, ...rest] }
}
