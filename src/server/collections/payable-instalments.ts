import { sql } from 'kysely'
import { instalmentsOn } from '#domain/collections/instalment-states.ts'
import { roomsOfAgreement } from '#domain/collections/instalments.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import type { AgreedInstalments } from '#server/payments/agreed-instalments.ts'
import { listOpenAgreements } from './agreement-queries.ts'

/** What a client may pay online of its agreements (SUS-04). */
export const payableInstalments: AgreedInstalments = {
  list: async (tx, clientId, today) => {
    const open = await listOpenAgreements(tx, [clientId])
    if (open.length === 0) return []
    const payable = await listPayable(
      tx,
      open.flatMap(({ invoices }) => invoices.map(({ id }) => id)),
    )
    return open.flatMap((agreement) => {
      const instalments = instalmentsOn(agreement, { today, isOpen: true, paidUntil: undefined })
      const missing = instalments.flatMap(({ left, payable_until }, index) =>
        left > 0 ? [{ position: index + 1, payable_until, left }] : [],
      )
      if (missing.length === 0) return []
      const rooms = new Map(roomsOfAgreement(agreement).map(({ id, amount }) => [id, amount]))
      return [
        {
          agreement_id: agreement.id,
          missing,
          rooms: payable.flatMap(({ id, number, amount }) => {
            const room = rooms.get(id) ?? ZERO
            const part = room < amount ? room : amount
            return part > 0 ? [{ id, number, amount: part }] : []
          }),
        },
      ]
    })
  },
}

/** What is payable of some invoices, the oldest due first. */
async function listPayable(
  tx: Tx,
  invoices: readonly string[],
): Promise<{ id: string; number: string; amount: Money }[]> {
  const { rows } = await sql<{ id: string; prefix: string; sequence: number; amount: Money }>`
    select id, prefix, number as sequence, (balance - disputed_amount)::bigint as amount from invoices
    where company_id = (select current_company()) and id = any (${uuidArray(invoices)}::uuid[]) and balance > disputed_amount
    order by due_on, id`.execute(tx)
  return rows.map(({ prefix, sequence, ...row }) => ({ ...row, number: invoiceNumber(prefix, sequence) }))
}
