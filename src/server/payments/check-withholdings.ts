import { sum } from '#domain/core/money.ts'
import type { Payment } from '#domain/payments/payment.ts'
import { withholdingWarnings } from '#domain/payments/withholding-check.ts'
import type { Tx } from '#server/core/tx.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { listWithholdingLimits } from './withholding-limits.ts'

/** The warnings about the withholdings of a payment; none for a payment without them. */
export async function checkWithholdings(tx: Tx, { id, client_id, retentions, applied }: Payment): Promise<string[]> {
  if (sum(Object.values(retentions)) === 0) return []
  const ids = applied.map(({ invoice_id }) => invoice_id)
  const { type_identification } = await tx
    .selectFrom('clients')
    .select('type_identification')
    .where('id', '=', client_id)
    .executeTakeFirstOrThrow()
  const limits = await listWithholdingLimits(tx, { client_id, ids, except: id }, await readParameters(tx))
  return withholdingWarnings(
    retentions,
    ids.flatMap((one) => limits.get(one) ?? []),
    type_identification === 'NIT',
  )
}
