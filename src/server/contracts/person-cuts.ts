import type { Day } from '#domain/core/days.ts'
import type { Refusal } from '#domain/core/refusal.ts'
import { openPort } from '#server/core/port.ts'
import type { Tx } from '#server/core/tx.ts'

type OwnedContract = { id: string; client_id: string }

/** What forbids that a person cuts a service for arrears. */
export type PersonCuts = {
  /** Whether the contract owes anything, before the account of its client is locked. */
  isOwing(tx: Tx, contract: OwnedContract): Promise<boolean>
  /** Whether anything of it, or of no contract of its client, is overdue on a day. */
  isOverdue(tx: Tx, contract: OwnedContract, today: Day): Promise<boolean>
  /** Null when it may be cut today. The account must be locked. `wasOwing`: what it owed before may be paid by now. */
  refusalOf(tx: Tx, contract: OwnedContract, now: { today: Day; wasOwing: boolean }): Promise<Refusal | null>
}

const port = openPort<PersonCuts>('PersonCuts')

/** Sets the module that knows the debts: connectModules of src/server/reactions.ts calls it. */
export const setPersonCuts = port.connect

/** The module that knows the debts. Throws when setPersonCuts was not called. */
export const personCuts = port.get
