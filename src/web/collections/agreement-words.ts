import type { InstalmentState } from '#domain/collections/instalment-states.ts'
import type { PaymentAgreement, PromiseOutcome } from '#domain/collections/promise.ts'
import { dayLabel } from '#domain/core/days.ts'
import { minus, pesosLabel } from '#domain/core/money.ts'
import type { Tone } from '#web/ui/Badge.tsx'

export const AGREEMENT_LABELS: Readonly<Record<PromiseOutcome | 'open', string>> = {
  open: 'Vigente',
  kept: 'Cumplido',
  broken: 'No se cumplió',
  cancelled: 'Cancelado',
}

export const INSTALMENT_LABELS: Readonly<Record<InstalmentState, string>> = {
  paid: 'Pagada',
  claimed: 'En reclamo',
  late: 'Atrasada',
  next: 'La próxima',
  later: 'Por pagar',
  unpaid: 'Sin pagar',
}

export const INSTALMENT_TONES: Readonly<Record<InstalmentState, Tone>> = {
  paid: 'good',
  claimed: 'info',
  late: 'bad',
  next: 'warn',
  later: 'quiet',
  unpaid: 'bad',
}

/** What happens with an agreement that runs when an instalment is not paid: the same rule as isAgreementOnTime of the domain. */
export const IF_NOT_KEPT =
  'Mientras pagues cada cuota a tiempo no te suspendemos el servicio por esta deuda ni la contamos como mora. Si no pagas una cuota a más tardar su último día, el acuerdo se termina: lo que falte se debe otra vez según la fecha de cada factura y podemos suspender el servicio, con un aviso antes.'

/** What a client reads first of an agreement: what is late or next while it runs, and how it ended. */
export function agreementSentence({ outcome, ended_on, amount, paid, instalments }: PaymentAgreement): string {
  const on = ended_on === null ? '' : ` el ${dayLabel(ended_on)}`
  const left = minus(amount, paid)
  const counts =
    left > 0 ? ` Los ${pesosLabel(left)} que faltaban se deben otra vez, según la fecha de cada factura.` : ''
  if (outcome === 'kept') return `Pagaste todo lo acordado y cumpliste el acuerdo${on}.`
  if (outcome === 'broken') return `Una cuota no se pagó a tiempo y el acuerdo se terminó${on}.${counts}`
  if (outcome === 'cancelled') return `El acuerdo se canceló${on}.${counts}`
  const late = instalments.filter(({ state }) => state === 'late')
  const [first] = late
  if (first !== undefined) {
    const days = late.length === 1 ? `La cuota del ${dayLabel(first.due_on)}` : `${late.length} cuotas`
    return `${days} ${late.length === 1 ? 'está atrasada: págala' : 'están atrasadas: págalas'} hoy, antes de que el acuerdo se termine.`
  }
  const next = instalments.find(({ state }) => state === 'next')
  if (next === undefined) return 'No tienes cuotas por pagar mientras se decide tu reclamo.'
  return `Tu próxima cuota es de ${pesosLabel(next.left)}. Págala a más tardar el ${dayLabel(next.payable_until)}.`
}
