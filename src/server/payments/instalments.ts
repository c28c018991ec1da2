import type { Day } from '#domain/core/days.ts'
import { type Money, minus, money, sum, ZERO } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { ONLINE_MINIMUM } from '#domain/payments/attempt.ts'
import { instalmentApi } from '#domain/payments/instalment.ts'
import { nextPayment, partsOfInstalment } from '#domain/payments/next-payment.ts'
import type { NewPayment } from '#domain/payments/online.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { agreedInstalments } from './agreed-instalments.ts'
import { readDebts } from './debts.ts'
import type { PayerContext } from './start-payment.ts'

const MINIMUM = money(ONLINE_MINIMUM)

export const instalments = implement(instalmentApi, {
  payable: (ctx) =>
    ctx.tx(async (tx) => {
      const { userId } = ctx.actor
      const client = await tx.selectFrom('clients').select('id').where('user_id', '=', userId).executeTakeFirst()
      if (!client) return { data: [] }
      const [agreed, debts] = [
        await agreedInstalments().list(tx, client.id, ctx.today),
        await readDebts(tx, userId, ctx),
      ]
      // The credit in favour is used when the payment begins: what it covers is paid of the instalment.
      const covered = new Map(debts.invoices.map((invoice) => [invoice.id, invoice.covered]))
      const data = agreed.flatMap(({ agreement_id, missing, rooms }) => {
        const credit = sum(rooms.map(({ id, amount }) => least(amount, covered.get(id) ?? ZERO)))
        const free = rooms.map(({ id, amount }) => ({
          id,
          amount: minus(amount, least(amount, covered.get(id) ?? ZERO)),
        }))
        const next = nextPayment(missing, { credit, minimum: MINIMUM })
        if (next === undefined) return []
        const { left, ...instalment } = next
        const parts = partsOfInstalment(left, free)
        if (parts.length === 0) return []
        const numbers = new Map(rooms.map(({ id, number }) => [id, number]))
        const invoices = parts.map((part) => ({ ...part, number: numbers.get(part.id) ?? '' }))
        return [{ agreement_id, ...instalment, amount: sum(parts.map(({ amount }) => amount)), invoices }]
      })
      return { data }
    }),
})

const least = (a: Money, b: Money): Money => (a < b ? a : b)

/**
 * What a payment of an instalment pays of each invoice now, with the account of the client locked and its credit in favour used. Throws a
 * Refusal when it is not the next one that the client may pay: nothing is charged.
 */
export async function partsOfAgreed(
  { isByLink, today }: Pick<PayerContext, 'isByLink' | 'today'>,
  tx: Tx,
  clientId: string,
  { agreement_id, position, last_position = position }: NonNullable<NewPayment['instalment']>,
): Promise<{ parts: { id: string; amount: Money }[]; payable_until: Day }> {
  const open = isByLink ? [] : await agreedInstalments().list(tx, clientId, today)
  const agreement = open.find((one) => one.agreement_id === agreement_id)
  const next = agreement && nextPayment(agreement.missing, { credit: ZERO, minimum: MINIMUM })
  const refuse = (why: string) => refuseField('conflict', 'payment.instalment', `${why}. No se hizo ningún cobro.`)
  if (agreement === undefined || next === undefined) throw refuse('Ese acuerdo de pago no tiene cuotas por pagar ahora')
  if (next.position > position) throw refuse('Esa cuota ya se pagó o está en reclamo')
  if (next.position < position) throw refuse('Paga primero la cuota anterior')
  // What is missing of it fell below the minimum meanwhile: the client did not see that others are paid with it.
  if (next.last_position > last_position) throw refuse('Lo que falta de tu cuota cambió: mira cuánto es ahora')
  const parts = partsOfInstalment(next.left, agreement.rooms)
  if (parts.length === 0) throw refuse('Lo que falta de esa cuota no se puede cobrar ahora')
  return { parts, payable_until: next.payable_until }
}
