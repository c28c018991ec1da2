import type { Day } from '#domain/core/days.ts'
import { openPort } from '#server/core/port.ts'
import type { Tx } from '#server/core/tx.ts'

/** A client that paid. `on`: the day of the payment itself, which may have been loaded later; today for what is no payment. */
export type Payer = { id: string; on: Day }

/**
 * What a payment does to the services of its client. Collections are to the right of payments: collections/reconnect-paid.ts
 * and collections/reopen-kept.ts implement this, and reactions.ts connects them.
 */
export type PaidServices = {
  /**
   * Reconnects the services of clients that are cut and owe nothing overdue, and ends their kept promises. After the balances are
   * written and before the receipts are numbered (the lock of the numbers is taken last), and never at the same time as another statement
   * of the transaction: it uses a savepoint.
   */
  reconnect(tx: Tx, payers: readonly Payer[], now: Date): Promise<void>
}

/** What the reversal of a payment does to the promises and agreements of its client. */
export type KeptCommitments = {
  /**
   * A payment of a client was reversed: what ended as kept by it runs again, with its own days. After the reversal is written, with the
   * account of the client locked.
   */
  reopen(tx: Tx, payment: { id: string; client_id: string; paid_on: Day }, today: Day): Promise<void>
}

const port = openPort<PaidServices & KeptCommitments>('PaidServices')

/** Sets the module that reconnects services: connectModules of src/server/reactions.ts calls it. */
export const setPaidServices = port.connect

/** The module that reconnects services. Throws when setPaidServices was not called. */
export const paidServices = port.get
