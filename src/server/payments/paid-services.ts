import type { Day } from '#domain/core/days.ts'
import { openPort } from '#server/core/port.ts'
import type { Tx } from '#server/core/tx.ts'

/** A client that paid. `on`: the day of the payment itself, which may have been loaded later; today for what is no payment. */
export type Payer = { id: string; on: Day }

/**
 * What a payment does to the services of its client. Collections are to the right of payments: collections/reconnect-paid.ts
 * implements this, and reactions.ts connects it.
 */
export type PaidServices = {
  /**
   * Reconnects the services of clients that are cut and owe nothing overdue, and ends their kept promises. After the balances are
   * written and before the receipts are numbered (the lock of the numbers is taken last), and never at the same time as another statement
   * of the transaction: it uses a savepoint.
   */
  reconnect(tx: Tx, payers: readonly Payer[], now: Date): Promise<void>
}

const port = openPort<PaidServices>('PaidServices')

/** Sets the module that reconnects services: connectModules of src/server/reactions.ts calls it. */
export const setPaidServices = port.connect

/** The module that reconnects services. Throws when setPaidServices was not called. */
export const paidServices = port.get
