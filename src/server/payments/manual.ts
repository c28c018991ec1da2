import type { Day } from '#domain/core/days.ts'
import { type Money, sum, toPesos } from '#domain/core/money.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { isOnlineMethod } from '#domain/integrations/online-method.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import {
  applyParts,
  applyUndisputedFirst,
  assertPayment,
  type NewManualPayment,
  ONLINE_REVERSAL_COPY,
  type Payment,
  receivedOf,
  registeredMessage,
  reversedMessage,
} from '#domain/payments/payment.ts'
import { listReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { type LockedInvoice, lockAccount, lockInvoices } from '#server/ledger/accounts.ts'
import { assertOpenDay } from '#server/ledger/open-day.ts'
import { withWrittenOff } from '#server/ledger/write-offs.ts'
import { checkWithholdings } from './check-withholdings.ts'
import { readDeskAccount } from './desk-account.ts'
import { receivingAccount } from './money-account-queries.ts'
import { assertReversible, lockCashTurn, lockReversalTurn } from './open-turn.ts'
import { paidServices } from './paid-services.ts'
import {
  countPayments,
  getPayment,
  listPayments,
  setCertificate,
  totalPayments,
  totalRefunds,
  totalReversals,
} from './queries.ts'
import { type OpenReceipt, openReceipt, reverseReceipt } from './receipts.ts'

export const manualPayments = implement(manualPaymentApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const [totals, refunds, reversals] = await Promise.all([
        totalPayments(tx, query),
        totalRefunds(tx, query),
        totalReversals(tx, query),
      ])
      const list = await listReply(query, {
        rows: (range) => listPayments(tx, query, range),
        total: () => countPayments(tx, query),
        whole: ctx.wholeList,
      })
      return { ...list, totals, refunds, reversals }
    }),

  account: (ctx, { params }) =>
    ctx.tx(async (tx) => ({ data: await readDeskAccount(tx, params.client_id, ctx.today) })),

  create: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      // The cash would be of the turn of the person who created the key, who did not receive it.
      if (body.payment.method === 'efectivo' && ctx.actor.scopes !== null)
        throw refuseField('refused', 'payment.method', CASH_BY_KEY_COPY)
      const after = await registerPayment(tx, body.payment, ctx)
      const warnings = await checkWithholdings(tx, after)
      return { data: after, message: registeredMessage(after), warnings }
    }),

  certificate: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const before = await getPayment(tx, params.id)
      if (!before) throw notFound('Ese pago no existe')
      if (sum(Object.values(before.retentions)) === 0) throw new Refusal('conflict', 'Este pago no tiene retenciones')
      await setCertificate(tx, before.id, body)
      const after = await readPayment(tx, before.id)
      await tx.record('payment.certified', {
        entity_id: before.id,
        before: { number: before.number, certificate: before.certificate?.number ?? null },
        after: { number: after.number, certificate: body.number },
      })
      return { data: after, message: `Guardamos el certificado ${body.number} del recibo ${after.number}` }
    }),

  reverse: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const before = await getPayment(tx, params.id)
      if (!before) throw notFound('Ese pago no existe')
      if (isOnlineMethod(before.method)) throw new Refusal('conflict', ONLINE_REVERSAL_COPY)
      await lockAccount(tx, before.client_id)
      const { turn, left_box } = await lockReversalTurn(tx, before, body.leaves_box ?? true)
      const cash = { turn_id: turn?.id ?? null, left_box }
      const reversal = await reverseReceipt(tx, before, body.reason, ctx.today, cash)
      if (turn !== null) await assertReversible(tx, turn.id)
      const { number, reopened } = reversal
      const after = await readPayment(tx, before.id)
      await tx.record('payment.reversed', {
        entity_id: before.id,
        before: auditDataOf(before),
        after: {
          ...auditDataOf(after),
          reversal: number,
          reason: body.reason,
          ...(reopened.length > 0 ? { reopened } : {}),
          ...(turn === null ? {} : { turn: turn.number }),
          ...(left_box ? {} : { left_box }),
        },
      })
      return {
        data: after,
        message: reversedMessage(after, reversal, left_box ? cashLeaves(before, turn) : CASH_STAYS_COPY),
      }
    }),
})

const CASH_BY_KEY_COPY =
  'El efectivo lo recibe una persona en su caja, con su usuario: una clave de la API registra consignaciones y transferencias'

const CASH_STAYS_COPY = 'No sale efectivo de ninguna caja: ese dinero nunca entró'

/** The turn that the cash of a reversed payment leaves; null when neither the payment nor its reversal is of a turn. */
function cashLeaves({ turn }: Payment, left: { number: number } | null): string | null {
  if (left !== null) return `El efectivo sale del turno de caja ${left.number}`
  return turn === null ? null : `El turno de caja ${turn.number} ya está cerrado: el efectivo no sale de ningún turno`
}

/**
 * Registers a payment at the desk or from a file of a bank: its receipt, its entries and the reconnection that it pays. `posted_on`: the
 * day of its entries, when the day of the payment is closed and a person says so. Throws a Refusal before it writes anything.
 */
export async function registerPayment(
  tx: Tx,
  payment: NewManualPayment,
  { today, now }: { today: Day; now: Date },
  posted_on?: Day,
): Promise<Payment> {
  assertPayment(payment, today)
  if (posted_on === undefined) await assertOpenDay(tx, payment.paid_on, 'payment.paid_on')
  const receipt = await openManualReceipt(tx, payment, today, posted_on)
  await paidServices().reconnect(tx, [{ id: payment.client_id, on: payment.paid_on }], now)
  const { certificate } = payment
  return receipt.close(async () => {
    if (certificate) await setCertificate(tx, receipt.id, certificate)
    return readPayment(tx, receipt.id)
  })
}

async function readPayment(tx: Tx, id: string): Promise<Payment> {
  const payment = await getPayment(tx, id)
  if (!payment) throw new Error('a payment that was just written does not exist')
  return payment
}

const auditDataOf = (payment: Payment) => ({
  number: payment.number,
  client: payment.client.name,
  amount: toPesos(payment.amount),
  method: payment.method,
  invoices: payment.applied.map((part) => part.number),
})

/**
 * Writes a payment except its number, with the account locked: to its `parts`, to its `invoice_ids` in that order, or to the oldest
 * due first (INV-09, TRX-03). A written-off invoice is paid only when it is chosen: then its debt is recovered. Throws a Refusal on the field that is wrong.
 */
async function openManualReceipt(tx: Tx, payment: NewManualPayment, today: Day, posted_on?: Day): Promise<OpenReceipt> {
  const client = await lockAccount(tx, payment.client_id)
  if (!client) throw refuseField('not_found', 'payment.client_id', 'Ese cliente no existe')
  const { parts } = payment
  const chosen = parts?.map((part) => part.invoice_id) ?? payment.invoice_ids ?? null
  const field = parts === undefined ? 'payment.invoice_ids' : 'payment.parts'
  const open = await lockInvoices(tx, payment.client_id, chosen)
  if (chosen !== null && open.length < chosen.length) {
    throw refuseField('not_found', field, 'Una de las facturas no existe o es de otro cliente')
  }
  const paid = open.find((invoice) => invoice.balance === 0 && invoice.written_off === 0)
  if (paid) throw refuseField('conflict', field, `La factura ${paid.number} ya no tiene saldo`)
  const received = receivedOf(payment)
  const owed = chosen === null ? open : open.map(withWrittenOff)
  const { applied, rest } = distribute(received, payment, owed)
  if (rest > payment.amount) {
    throw refuseField(
      'refused',
      'payment.retentions',
      'Las retenciones superan lo que se paga de estas facturas: revisa los valores',
    )
  }
  const account_id = await receivingAccount(tx, payment, 'payment.account_id')
  const turn_id = await lockCashTurn(tx, { method: payment.method, account_id }, 'payment.method')
  return openReceipt(tx, { ...payment, account_id, turn_id, client, ...(posted_on && { posted_on }) }, open, {
    applied,
    rest,
    today,
    owed,
  })
}

const distribute = (received: Money, { parts }: NewManualPayment, open: readonly LockedInvoice[]) =>
  parts === undefined ? applyUndisputedFirst(received, open) : applyParts(received, parts, open)

/** Pays all the debt of a client in one receipt and returns its id; null without debt. For the demo's users, which start without debt. */
export async function settleAccount(tx: Tx, clientId: string, today: Day): Promise<string | null> {
  await lockAccount(tx, clientId)
  const debt = sum((await lockInvoices(tx, clientId, null)).map((invoice) => invoice.balance))
  if (debt === 0) return null
  const payment = { client_id: clientId, amount: debt, method: 'transferencia' as const, paid_on: today }
  const receipt = await openManualReceipt(tx, payment, today)
  return receipt.close(async () => receipt.id)
}
