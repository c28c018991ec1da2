import { termsOn } from '#domain/contracts/cession.ts'
import { permanenceOf } from '#domain/contracts/clause.ts'
import { type ExitRight, exitRightOf } from '#domain/contracts/exit-right.ts'
import { firstChargedDay } from '#domain/contracts/pause.ts'
import { firstUnbilledPeriod, monthAt } from '#domain/contracts/transfer.ts'
import { addDays, type Day, dayLabel, daysBetween, isDay } from '#domain/core/days.ts'
import { type Money, money, pesos, pesosLabel } from '#domain/core/money.ts'
import { CHARGE_KINDS, type LineVat, lineAmounts } from '#domain/taxes/charge.ts'
import { chargeVat, serviceVat, type VatRules } from '#domain/taxes/vat.ts'
import type { CededContract, ContractChange, MovedService } from '#server/contracts/change-mail.ts'
import type { ContractRow } from '#server/contracts/contract-queries.ts'
import type { ContractWords } from '#server/documents/contract-email.ts'

/**
 * A change with its contract of now. `replaces`: the client was written about an earlier change that this one replaces. `move`: a planned
 * transfer that is not made; null without one.
 */
export type ChangeFacts = {
  change: ContractChange
  contract: ContractRow
  rules: VatRules
  replaces: boolean
  move: MovedService | null
}

export const dayIn = ({ after }: ContractChange, field: string): Day | null => {
  const value = after[field]
  return typeof value === 'string' && isDay(value) ? value : null
}
const textIn = (fields: ContractChange['before'], field: string): string => {
  const value = fields?.[field]
  return typeof value === 'string' ? value : ''
}
const dayWords = (day: Day | null): string => (day === null ? '' : dayLabel(day))

/** '$ 95.200,00 al mes, IVA incluido'. Without the estrato, on which the VAT depends, the price of the contract. */
function monthWords(price: Money, vat: LineVat | null, includesVat: boolean): string {
  const month = monthAt(price, vat, includesVat)
  if (month === null) return `${pesosLabel(price)} al mes${includesVat ? ', IVA incluido' : ' más IVA'}`
  return `${pesosLabel(month.total)} al mes, ${month.treatment === 'gravado' ? 'IVA incluido' : 'sin IVA'}`
}

/** Where the service is on a day, on which its VAT depends: a planned transfer may be made before. */
const placeOn = ({ contract, move }: ChangeFacts, on: Day) => (move !== null && move.moves_on <= on ? move : contract)

/** The price of a month that begins on a day. */
const priceWords = (facts: ChangeFacts, price: Money, on: Day): string =>
  monthWords(price, serviceVat(placeOn(facts, on), facts.rules), facts.contract.price_includes_vat)

/**
 * The words of a new price that begins on a day. The days of a pause are not charged (R2.11): one that has that day is said with the day
 * of the first charge, on which `price` depends, and a later one in a sentence of its own.
 */
function chargedWords(facts: ChangeFacts, from: Day): { after: string | null; price: string | null; paused: string[] } {
  const { contract } = facts
  const charged = firstChargedDay(contract.pauses, from)
  const last = charged === null ? null : addDays(charged, -1)
  const until = last === null ? 'El servicio está en pausa' : `La pausa va hasta el ${dayLabel(last)}`
  return {
    after:
      charged === from
        ? null
        : `${until}, y sus días no se cobran.${charged === null ? '' : ` Desde el ${dayLabel(charged)} pagas:`}`,
    price: charged === null ? null : priceWords(facts, termsOn(contract, charged).price, charged),
    paused: contract.pauses.flatMap(({ from_on, to_on }) =>
      charged === null || to_on === null || from_on < charged
        ? []
        : [`Del ${dayLabel(from_on)} al ${dayLabel(to_on)} el servicio está en pausa: esos días no se cobran.`],
    ),
  }
}

export function planChangeWords(facts: ChangeFacts): ContractWords {
  const { change, contract, replaces } = facts
  const from = dayIn(change, 'from_on') ?? contract.date_contract
  const { plan_name } = termsOn(contract, from)
  const { after, price, paused } = chargedWords(facts, from)
  const begins = `Desde el ${dayLabel(from)} tienes ${plan_name}`
  return {
    subject: `Cambio de plan del contrato ${contract.no_contract}`,
    text: `Registramos el cambio de plan de tu contrato ${contract.no_contract}. ${begins}${after === null ? ' y pagas:' : `. ${after}`}`,
    price,
    sentences: [
      ...paused,
      `Hasta el ${dayLabel(addDays(from, -1))} sigues con ${textIn(change.before, 'plan')}.`,
      ...(replaces ? ['Este cambio reemplaza el que te avisamos antes.'] : []),
    ],
  }
}

export function planKeptWords(facts: ChangeFacts): ContractWords {
  const { no_contract, plan_name, date_contract } = facts.contract
  const { after, price, paused } = chargedWords(facts, dayIn(facts.change, 'from_on') ?? date_contract)
  return {
    subject: `Tu contrato ${no_contract} sigue con su plan`,
    text: `Anulamos el cambio de plan que te avisamos: tu contrato ${no_contract} sigue con ${plan_name}.${after === null ? '' : ` ${after}`}`,
    price,
    sentences: paused,
  }
}

export function pauseWords({ change, contract }: ChangeFacts): ContractWords {
  const [from, to] = [dayIn(change, 'paused_from'), dayIn(change, 'paused_to')]
  const clause = from === null || to === null ? null : permanenceOf(contract, to, false)
  // A clause that ended before the pause is not made longer by it.
  const isLonger =
    clause !== null && from !== null && to !== null && addDays(clause.ends_on, -daysBetween(from, to) - 1) >= from
  const back = to === null ? null : addDays(to, 1)
  const isSame = back !== null && termsOn(contract, back).price === contract.price
  return {
    subject: `Pausa del contrato ${contract.no_contract}`,
    text: `Programamos la pausa de tu contrato ${contract.no_contract} del ${dayWords(from)} al ${dayWords(to)}.`,
    price: null,
    sentences: [
      'En esos días no tienes servicio y no te cobramos la mensualidad.',
      ...(back === null ? [] : [`El servicio vuelve el ${dayLabel(back)}${isSame ? ', al mismo precio' : ''}.`]),
      ...(!isLonger ? [] : [`La pausa alarga tu cláusula de permanencia: va hasta el ${dayLabel(clause.ends_on)}.`]),
    ],
  }
}

export function pauseCancelledWords({ change, contract }: ChangeFacts): ContractWords {
  const [from, to] = [dayIn(change, 'paused_from'), dayIn(change, 'paused_to')]
  return {
    subject: `Anulamos la pausa del contrato ${contract.no_contract}`,
    text: `Anulamos la pausa de tu contrato ${contract.no_contract} que iba del ${dayWords(from)} al ${dayWords(to)}.`,
    price: null,
    sentences: ['Tu servicio sigue en esos días, y se cobra como siempre.'],
  }
}

const EXIT_RIGHT_WORDS: Readonly<Record<ExitRight, string>> = {
  operator_change: 'la empresa cambió el contrato o cobró algo que no aceptaste',
  new_price: 'no aceptas el nuevo precio',
  outage: 'una falla del servicio te da derecho a terminar el contrato',
}

/** `cancelledPlan`: the client was written about a change of plan that begins after the end, and that the end deleted. */
export function terminationWords(facts: ChangeFacts, { cancelledPlan }: { cancelledPlan: boolean }): ContractWords {
  const { change, contract } = facts
  const ends = dayIn(change, 'active_to')
  return {
    subject: `Retiro del contrato ${contract.no_contract}`,
    text: `Registramos el retiro de tu contrato ${contract.no_contract}. El último día de servicio es el ${dayWords(ends)}.`,
    price: null,
    sentences: [
      'Después de ese día no te cobramos más mensualidades.',
      ...(contract.removed_from === null
        ? []
        : [`Ya recogimos los equipos: desde el ${dayLabel(contract.removed_from)} no te cobramos la mensualidad.`]),
      ...correctionsIn(change),
      ...endSentences(facts, change, cancelledPlan),
    ],
  }
}

/** What the end of a contract costs and what it takes with it. `end`: the change that registered it. */
export function endSentences(facts: ChangeFacts, end: ContractChange, cancelledPlan: boolean): string[] {
  const { move } = facts
  const ends = dayIn(end, 'active_to')
  const exit = typeof end.after['exit_value'] === 'number' ? money(end.after['exit_value']) : money(0)
  const right = exitRightOf(end.after)
  return [
    ...(exit > 0 ? [exitWords(facts, exit, ends ?? facts.contract.date_contract)] : []),
    ...(right === null ? [] : [`No pagas nada por la permanencia: ${EXIT_RIGHT_WORDS[right]}.`]),
    ...(move !== null && ends !== null && move.moves_on > ends
      ? [`El traslado del ${dayLabel(move.moves_on)} ya no se hace.`]
      : []),
    ...(cancelledPlan ? ['El cambio de plan que te avisamos para después de ese día ya no se hace.'] : []),
  ]
}

/** The sentences of what a change corrected of the billed months: 'Devolvimos $ 31.000,00 de julio de 2029 con la nota crédito NC-2.' */
export function correctionsIn({ after }: ContractChange): string[] {
  const { corrections } = after
  return Array.isArray(corrections) ? corrections.filter((one): one is string => typeof one === 'string') : []
}

/** A retraction costs nothing, and what was paid comes back (R2.26). */
export function retractionWords({ change, contract }: ChangeFacts): ContractWords {
  const refunded = change.after['to_refund']
  const by = dayWords(dayIn(change, 'refund_by'))
  return {
    subject: `Retracto del contrato ${contract.no_contract}`,
    text: `Registramos tu retracto del contrato ${contract.no_contract}, que pediste el ${dayWords(dayIn(change, 'retracted_on'))}. El contrato queda sin efecto.`,
    price: null,
    sentences: [
      'No pagas nada por él.',
      typeof refunded === 'number'
        ? `De lo que pagaste te devolvemos ${pesosLabel(pesos(refunded))} a más tardar el ${by}, sin descuentos: no lo usamos para pagar otras deudas.`
        : 'No tienes pagos por devolver.',
    ],
  }
}

/** The exit value has the VAT of the service on its last day, as the invoice that charges it. */
function exitWords(facts: ChangeFacts, exit: Money, ends: Day): string {
  const { contract, rules } = facts
  const service = serviceVat(placeOn(facts, ends), rules)
  const total = chargeWords(exit, chargeVat(CHARGE_KINDS.early_exit.vatMode, service, rules), contract)
  return `Terminas antes de que acabe la cláusula de permanencia: la última factura cobra por ella ${total}.`
}

/** '$ 119.000,00, IVA incluido'. */
function chargeWords(price: Money, vat: LineVat | null, { price_includes_vat }: ContractRow): string {
  if (vat === null) return pesosLabel(price)
  const { total } = lineAmounts(price, 1, vat, price_includes_vat)
  return `${pesosLabel(total)}${vat.treatment === 'gravado' ? ', IVA incluido' : ''}`
}

export function withdrawnWords(facts: ChangeFacts): ContractWords {
  const { contract } = facts
  return {
    subject: `Tu contrato ${contract.no_contract} sigue: anulamos el retiro`,
    text: `Anulamos el retiro que te avisamos: tu contrato ${contract.no_contract} sigue con ${contract.plan_name}.`,
    price: priceWords(facts, contract.price, contract.date_contract),
    sentences:
      contract.removed_from === null
        ? []
        : ['Ya recogimos los equipos: el servicio sigue detenido, sin cobro, hasta que los instalemos de nuevo.'],
  }
}

/**
 * The price of a month changes with the address when its VAT does: from the first period that begins there and is not billed.
 * `billedUntil`: the last day that is billed with the VAT of another address; null without one.
 */
export function transferWords(facts: ChangeFacts, move: MovedService, billedUntil: Day | null): ContractWords {
  const { contract, rules } = facts
  const on = move.applied_on ?? move.moves_on
  const period = firstUnbilledPeriod(on, billedUntil, contract.billing_cut_day)
  const from = firstChargedDay(contract.pauses, period) ?? period
  const { price } = termsOn(contract, from)
  const earlier = { segment: move.earlier_segment ?? contract.segment, stratum: stratumBefore(move, contract) }
  const before = monthWords(price, serviceVat(earlier, rules), contract.price_includes_vat)
  const after = monthWords(price, serviceVat(move, rules), contract.price_includes_vat)
  const cost = chargeWords(move.charge, chargeVat(CHARGE_KINDS.transfer.vatMode, null, rules), contract)
  return {
    subject: `Traslado del contrato ${contract.no_contract}`,
    text: `${move.applied_on === null ? 'Programamos' : 'Hicimos'} el traslado de tu contrato ${contract.no_contract}. Desde el ${dayLabel(on)} el servicio es en ${move.address}, ${move.city}.`,
    price: before === after ? null : after,
    sentences: [
      before === after
        ? 'El precio de cada mes no cambia.'
        : `Es lo que pagas desde el ${dayLabel(from)}, porque el IVA depende de la dirección. Antes: ${before}.`,
      ...(move.charge > 0 ? [`El traslado cuesta ${cost}, y va en la factura que sigue al traslado.`] : []),
    ],
  }
}

const stratumBefore = (move: MovedService, contract: ContractRow): number | null =>
  move.earlier_segment === null ? contract.stratum : move.earlier_stratum

export function transferCancelledWords({ change, contract }: ChangeFacts): ContractWords {
  return {
    subject: `Anulamos el traslado del contrato ${contract.no_contract}`,
    text: `Anulamos el traslado de tu contrato ${contract.no_contract} a ${textIn(change.after, 'new_address')}, que era el ${dayWords(dayIn(change, 'moves_on'))}.`,
    price: null,
    sentences: [`El servicio sigue en ${contract.address}, ${contract.city}.`],
  }
}

/** The words of a cession for each holder. Neither reads the name or the data of the other. */
export type HolderWords = { old: ContractWords; new: ContractWords }

export function cessionRequestedWords({ contract }: ChangeFacts, cession: CededContract): HolderWords {
  const { no_contract } = contract
  const answer = `La respondemos a más tardar el ${dayLabel(cession.answer_by)}, y te escribimos con el día y el precio.`
  const subject = `Solicitud de cesión del contrato ${no_contract}`
  return {
    old: {
      subject,
      text: `Recibimos la solicitud de ceder tu contrato ${no_contract} a otro titular.`,
      price: null,
      sentences: [answer, 'Mientras tanto el contrato sigue a tu nombre, y no cambia nada.'],
    },
    new: {
      subject,
      text: `Recibimos la solicitud de pasar a tu nombre el contrato ${no_contract}, del servicio en ${contract.address}, ${contract.city}.`,
      price: null,
      sentences: [answer, 'Sin tu aceptación por escrito el contrato no pasa a tu nombre.'],
    },
  }
}

export function cessionAcceptedWords(facts: ChangeFacts, cession: CededContract): HolderWords {
  const { contract } = facts
  const { no_contract } = contract
  const from = cession.effective_on ?? contract.date_contract
  const { plan_name, price, later } = termsOn(contract, from)
  const clause = permanenceOf(contract, from, false)
  const place = placeOn(facts, from)
  const subject = `Cesión del contrato ${no_contract}`
  return {
    old: {
      subject,
      text: `Aceptamos la cesión de tu contrato ${no_contract}. Desde el ${dayLabel(from)} lo tiene otro titular.`,
      price: null,
      sentences: [
        `Tú pagas el servicio hasta el ${dayLabel(addDays(from, -1))}. Lo de después no se te cobra.`,
        'Lo que debas de los días anteriores sigue a tu nombre.',
      ],
    },
    new: {
      subject,
      text: `Aceptamos pasar a tu nombre el contrato ${no_contract}, del servicio en ${place.address}, ${place.city}. Desde el ${dayLabel(from)} tienes ${plan_name} y pagas:`,
      price: priceWords(facts, price, from),
      sentences: [
        ...(later === null
          ? []
          : [
              `Desde el ${dayLabel(later.from_on)} tienes ${later.plan_name} y pagas ${priceWords(facts, later.price, later.from_on)}.`,
            ]),
        ...(clause !== null && clause.ends_on >= from
          ? [`El contrato tiene cláusula de permanencia hasta el ${dayLabel(clause.ends_on)}.`]
          : []),
        'Lo que se deba de los días anteriores no es tuyo.',
      ],
    },
  }
}

/** Only the old holder reads the reason: it may be about what that holder owes. */
export function cessionRefusedWords({ contract }: ChangeFacts, cession: CededContract): HolderWords {
  const { no_contract } = contract
  const subject = `El contrato ${no_contract} no se cede`
  return {
    old: {
      subject,
      text: `No aceptamos la cesión de tu contrato ${no_contract}: sigue a tu nombre.`,
      price: null,
      sentences: cession.decided_reason === null ? [] : [`Motivo: ${cession.decided_reason}`],
    },
    new: {
      subject,
      text: `El contrato ${no_contract} no pasa a tu nombre: no aceptamos la cesión.`,
      price: null,
      sentences: ['No tienes que hacer ni pagar nada.'],
    },
  }
}
