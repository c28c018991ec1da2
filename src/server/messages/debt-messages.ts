import { openPort } from '#server/core/port.ts'
import type { Tx } from '#server/core/tx.ts'
import type { MessagesOnlyWhile } from '#server/db/types.ts'

/** A message about a debt that is about to be sent. */
export type DebtMessage = {
  id: string
  only_while: MessagesOnlyWhile
  client_id: string
  contract_id: string | null
  invoice_id: string | null
}

/**
 * Whether a message about a debt still applies. Collections are to the right of messages: collections/still-applies.ts implements this,
 * and reactions.ts connects it.
 */
export type DebtMessages = {
  /** Why a message is not sent any more, in words for the desk; null when it is. In a transaction of its company. */
  dropReason(tx: Tx, message: DebtMessage, now: Date): Promise<string | null>
  /** The notice that a message gave goes on by another one. In a transaction of its company. */
  moveNotice(tx: Tx, moved: { from: string; to: string }): Promise<void>
}

const port = openPort<DebtMessages>('DebtMessages')

/** Sets the module that knows the debts: connectModules of src/server/reactions.ts calls it. */
export const setDebtMessages = port.connect

/** The module that knows the debts. Throws when setDebtMessages was not called. */
export const debtMessages = port.get
