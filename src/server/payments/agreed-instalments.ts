import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { MissingInstalment } from '#domain/payments/next-payment.ts'
import { openPort } from '#server/core/port.ts'
import type { Tx } from '#server/core/tx.ts'

/**
 * What is missing of an agreement that runs. `missing`: its instalments of which something is, in order. `rooms`: what may be paid of each
 * invoice for the agreement, the oldest due first.
 */
type AgreedInstalment = {
  agreement_id: string
  missing: readonly MissingInstalment[]
  rooms: readonly { id: string; number: string; amount: Money }[]
}

/**
 * What a client may pay of its agreements. Collections are to the right of payments: collections/payable-instalments.ts implements this,
 * and reactions.ts connects it.
 */
export type AgreedInstalments = {
  /** The open agreements of a client of which something is missing, also when it is late. */
  list(tx: Tx, clientId: string, today: Day): Promise<AgreedInstalment[]>
}

const port = openPort<AgreedInstalments>('AgreedInstalments')

/** Sets the module that knows the agreements: connectModules of src/server/reactions.ts calls it. */
export const setAgreedInstalments = port.connect

/** The module that knows the agreements. Throws when setAgreedInstalments was not called. */
export const agreedInstalments = port.get
