import { refuseField } from '#domain/core/refusal.ts'
import type { NewInvoice } from './invoice.ts'

/** The connection of a contract that is charged already. `invoice`: the number of the one that charges it. */
export type ChargedConnection = { invoice: string | null; isWaiting: boolean }

/** The lines of an invoice outside a run that charge a connection, with the field of each. */
export const connectionLines = ({ lines }: NewInvoice): { quantity: number; at: string }[] =>
  lines.flatMap(({ kind, quantity }, index) =>
    kind === 'connection' ? [{ quantity, at: `invoice.lines.${index}` }] : [],
  )

const ONCE = 'se cobra una sola vez'

/** Throws Refusal on its field for a connection that is charged a second time: a contract has one charge for it (R2.8). */
export function assertConnectionOnce(
  lines: ReturnType<typeof connectionLines>,
  { invoice, isWaiting }: ChargedConnection,
): void {
  const [first, second] = lines
  if (first === undefined) return
  if (invoice !== null)
    throw refuseField(
      'refused',
      `${first.at}.kind`,
      `La factura ${invoice} ya cobra la conexión de este contrato: ${ONCE}`,
    )
  if (isWaiting)
    throw refuseField(
      'refused',
      `${first.at}.kind`,
      `La próxima factura de este contrato ya cobra su conexión: ${ONCE}`,
    )
  if (second !== undefined)
    throw refuseField('refused', `${second.at}.kind`, `La conexión ${ONCE}: quita una de las dos`)
  if (first.quantity !== 1) throw refuseField('refused', `${first.at}.quantity`, `La conexión ${ONCE}: escribe 1`)
}
