import type { AgreementNoticeKind } from '#domain/collections/agreement-notice.ts'
import { instalmentsOn } from '#domain/collections/instalment-states.ts'
import { disputedOfAgreement, paidOfAgreement } from '#domain/collections/instalments.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'
import {
  type AgreementNoticeRow,
  getLastNotice,
  getNoticeOfMessage,
  hasLaterAgreement,
} from './agreement-notice-queries.ts'
import { listAgreementsById, type StoredAgreement } from './agreement-queries.ts'

/** Why a message about an agreement is not sent any more, in words for the desk; null when it is. */
export async function whyNotAgreed(tx: Tx, { id }: { id: string }, now: Date): Promise<string | null> {
  const notice = await getNoticeOfMessage(tx, id)
  const [agreement] = notice === undefined ? [] : await listAgreementsById(tx, [notice.agreement_id])
  if (notice === undefined || agreement === undefined) return 'El acuerdo ya no existe'
  const changed = await whyAgreementChanged(tx, agreement, notice, dayOf(now))
  if (changed !== null || notice.kind === 'due') return changed
  const last = await getLastNotice(tx, agreement.id)
  return last !== undefined && last.id !== notice.id ? 'Hay un aviso más reciente de ese acuerdo' : null
}

/** Why a notice is not what is true of its agreement today; null when it is. */
export async function whyAgreementChanged(
  tx: Tx,
  agreement: StoredAgreement,
  { kind, position, amount }: Pick<AgreementNoticeRow, 'kind' | 'position' | 'amount'>,
  today: Day,
): Promise<string | null> {
  if (agreement.outcome !== OUTCOMES[kind])
    return agreement.outcome === null ? 'El acuerdo está vigente otra vez' : 'El acuerdo ya terminó'
  if (kind === 'due') return whyNotDue(agreement, { position, amount }, today)
  if (kind === 'kept') return null
  if (paidOfAgreement(agreement) + disputedOfAgreement(agreement) >= agreement.amount)
    return 'Ya no debe nada del acuerdo'
  if (kind !== 'broken' && kind !== 'cancelled') return null
  return (await hasLaterAgreement(tx, agreement.id)) ? 'Ya hay otro acuerdo de ese contrato' : null
}

/** How the agreement is while each notice is true. */
const OUTCOMES: Readonly<Record<AgreementNoticeKind, StoredAgreement['outcome']>> = {
  made: null,
  due: null,
  restored: null,
  kept: 'kept',
  broken: 'broken',
  cancelled: 'cancelled',
}

function whyNotDue(
  agreement: StoredAgreement,
  { position, amount }: Pick<AgreementNoticeRow, 'position' | 'amount'>,
  today: Day,
): string | null {
  const instalment = instalmentsOn(agreement, { today, isOpen: true, paidUntil: undefined })[(position ?? 0) - 1]
  if (instalment === undefined || instalment.state === 'paid') return 'La cuota ya se pagó'
  if (instalment.state === 'claimed') return 'Lo que falta de la cuota está en reclamo'
  if (instalment.state === 'late') return 'Ya pasó el último día de la cuota'
  return instalment.left === (amount ?? 0) ? null : 'De la cuota falta otro valor que el del aviso'
}
