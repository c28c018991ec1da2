import { sql } from 'kysely'
import { BUREAU_HOLD_LABELS, BUREAU_STATE_LABELS } from '#domain/collections/bureau.ts'
import { SPARED_LABELS } from '#domain/collections/decision.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'
import type { DebtMessage, DebtMessages } from '#server/messages/debt-messages.ts'
import { listAgreedInvoices } from './agreement-queries.ts'
import { whyNotAgreed } from './agreement-still.ts'
import { readCases } from './bureau-cases.ts'
import { getCaseOfMessage } from './bureau-queries.ts'
import { decideDay, readRules } from './decide-day.ts'
import { isCutPaid } from './reconnection-queries.ts'

/** The check of each message about a debt at the moment in which it is sent: it may have waited for days (R5.2, R5.3). */
export const checkedDebtMessages: DebtMessages = {
  dropReason: (tx, message, now) => {
    if (message.only_while === 'owed') return whyNotOwed(tx, message, now)
    if (message.only_while === 'bureau') return whyNotWarned(tx, message, now)
    if (message.only_while === 'agreement') return whyNotAgreed(tx, message, now)
    return message.only_while === 'cut' ? whyNotCut(tx, message) : whyNotNoticed(tx, message, now)
  },
  moveNotice: async (tx, { from, to }) => {
    const query = tx.updateTable('collection_notices').set({ channel: 'email', message_id: to })
    await query.where('message_id', '=', from).where('used_at', 'is', null).execute()
  },
}

async function whyNotOwed(tx: Tx, { invoice_id, client_id }: DebtMessage, now: Date): Promise<string | null> {
  const invoice = await tx
    .selectFrom('invoices')
    .select(['balance', 'disputed_amount', 'contract_id', 'last_payable_on'])
    .where('id', '=', invoice_id ?? '')
    .executeTakeFirst()
  if (!invoice || invoice.balance === 0) return 'La factura ya no debe nada'
  if (invoice.balance <= invoice.disputed_amount) return 'Lo que falta de la factura está en reclamo'
  const today = dayOf(now)
  const agreed = await listAgreedInvoices(tx, today, [client_id])
  if (agreed.has(invoice_id ?? '')) return SPARED_LABELS.agreement
  // A promise is about what is overdue: an invoice that is due later is still reminded.
  const { contract_id, last_payable_on } = invoice
  const isPromised =
    contract_id !== null && last_payable_on < today && (await hasPromise(tx, contract_id, client_id, today))
  return isPromised ? SPARED_LABELS.promise : null
}

/** Whether a client promised to pay the debt of a contract on a day that has not passed. */
async function hasPromise(tx: Tx, contractId: string, clientId: string, today: Day): Promise<boolean> {
  const promise = await tx
    .selectFrom('payment_promises')
    .select('id')
    .where('contract_id', '=', contractId)
    .where('client_id', '=', clientId)
    .where('outcome', 'is', null)
    .where('until_on', '>=', today)
    .executeTakeFirst()
  return promise !== undefined
}

/** The status is not enough: a service that was paid may wait for a person to reconnect it, or stay suspended by a pause. */
async function whyNotCut(tx: Tx, { contract_id }: DebtMessage): Promise<string | null> {
  const cut = await tx
    .selectFrom('contracts as c')
    .innerJoin('suspension_intervals as s', (on) =>
      on.onRef('s.company_id', '=', 'c.company_id').onRef('s.contract_id', '=', 'c.id'),
    )
    .select(isCutPaid(sql.ref('c.id')).as('is_paid'))
    .where('c.id', '=', contract_id ?? '')
    .where('c.status', '=', 'suspended')
    .where('s.kind', '=', 'arrears')
    .where('s.to_on', 'is', null)
    .executeTakeFirst()
  if (cut === undefined) return 'El servicio ya no está suspendido por mora'
  return cut.is_paid ? 'Ya pagó: falta reconectarlo' : null
}

/** A notice of a cut names a debt: when less is owed, or the cut is not to come, the next decision gives another notice. */
async function whyNotNoticed(tx: Tx, { id, client_id, contract_id }: DebtMessage, now: Date): Promise<string | null> {
  const today = dayOf(now)
  const rules = await readRules(tx, today)
  if (rules.policy.mode !== 'on') return 'La política de cortes ya no está encendida'
  const decided = (await decideDay(tx, rules, today, [client_id])).find(({ facts }) => facts.id === contract_id)
  if (!decided) return 'Ya pagó, o el servicio cambió'
  const { reason, debt } = decided.decision
  if (reason !== null && reason !== 'notice_waiting') return SPARED_LABELS[reason]
  const notice = await tx
    .selectFrom('collection_notices')
    .select('debt')
    .where('contract_id', '=', contract_id ?? '')
    .where('message_id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (!notice) return 'La deuda del aviso ya se pagó'
  return debt < notice.debt ? 'Debe menos de lo que dice el aviso: se le avisa otra vez' : null
}

/** A notice before a report names a debt and its invoices: when another sum is owed, or nothing may be reported, another one is written. */
async function whyNotWarned(tx: Tx, { id }: DebtMessage, now: Date): Promise<string | null> {
  const notice = await getCaseOfMessage(tx, id)
  const [one] = notice === undefined ? [] : await readCases(tx, { id: notice.case_id }, dayOf(now))
  if (notice === undefined || one === undefined) return 'Esa deuda ya no está en la lista'
  if (one.state === 'held' && one.hold !== null) return BUREAU_HOLD_LABELS[one.hold]
  if (one.state !== 'notice' && one.state !== 'second_notice') return BUREAU_STATE_LABELS[one.state]
  if (one.debt === notice.debt) return null
  return `Debe ${one.debt < notice.debt ? 'menos' : 'más'} de lo que dice el aviso: se le avisa otra vez`
}
