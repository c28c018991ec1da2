import type { Day } from '#domain/core/days.ts'
import { type Money, pesosLabel, ZERO } from '#domain/core/money.ts'
import { periodOf } from '#domain/core/period.ts'
import { dueOn } from '#domain/invoices/due.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import type { Payment, ReturnedDebt } from '#domain/payments/payment.ts'
import type { Tx } from '#server/core/tx.ts'
import { postInvoices } from '#server/invoices/post.ts'
import { lockNumbers } from '#server/ledger/numbers.ts'
import { readParameters } from '#server/parameters/parameters.ts'

/** The series of these debts. Longer than the prefix of a company (at most four characters), so that it is never the series of its invoices. */
const PREFIX = 'COBRO'

/**
 * Posts what a client owes because the provider voided a payment whose money was already returned to it: the client has the money twice. It
 * gives back the credit in favour that the refund used. The debt is of no contract, so that no service is cut for it. The account of the
 * client must be locked.
 */
export async function postReturnedDebt(
  tx: Tx,
  payment: Pick<Payment, 'client_id' | 'number'>,
  amount: Money,
  today: Day,
): Promise<ReturnedDebt> {
  const { payment_date } = await tx
    .selectFrom('clients')
    .select('payment_date')
    .where('id', '=', payment.client_id)
    .executeTakeFirstOrThrow()
  const notice = valueInForce(await readParameters(tx), 'billing.delivery_notice', today)
  const numbers = await lockNumbers(tx, 'invoice', PREFIX)
  const posting = {
    client_id: payment.client_id,
    contract_id: null,
    period: periodOf(today),
    bounds: null,
    issued_on: today,
    due_on: dueOn(today, payment_date, notice),
    lines: [
      {
        kind: 'voided_payment' as const,
        description: `Pago del recibo ${payment.number}, que Wompi anuló después de que te devolvimos ${pesosLabel(amount)}`,
        quantity: 1,
        base: amount,
        vat_treatment: 'excluido' as const,
        vat_bps: 0,
        vat: ZERO,
        total: amount,
      },
    ],
    subtotal: amount,
    vat: ZERO,
    total: amount,
    snapshot: { source: 'voided_payment' },
    credit: ZERO,
    charges: [],
  }
  await postInvoices(tx, [posting], { kind: 'voided_payment', runId: null }, numbers)
  return { number: invoiceNumber(PREFIX, numbers.last + 1), amount }
}
