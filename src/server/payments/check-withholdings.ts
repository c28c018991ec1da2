import { sum } from '#domain/core/money.ts'
import type { Payment } from '#domain/payments/payment.ts'
import { withholdingLimits, withholdingWarnings } from '#domain/payments/withholding-check.ts'
import type { Tx } from '#server/core/tx.ts'
import { readParameters } from '#server/parameters/parameters.ts'

/** The warnings about the withholdings of a payment; none for a payment without them. */
export async function checkWithholdings(tx: Tx, { client_id, retentions, applied }: Payment): Promise<string[]> {
  if (sum(Object.values(retentions)) === 0) return []
  const ids = applied.map(({ invoice_id }) => invoice_id)
  const [client, invoices, parameters] = await Promise.all([
    tx.selectFrom('clients').select('type_identification').where('id', '=', client_id).executeTakeFirstOrThrow(),
    Promise.all(
      ids.map((id) =>
        tx
          .selectFrom('invoices')
          .select(['subtotal', 'vat', 'issued_on'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      ),
    ),
    readParameters(tx),
  ])
  const limits = invoices.map((invoice) => withholdingLimits(invoice, parameters))
  return withholdingWarnings(retentions, limits, client.type_identification === 'NIT')
}
