import { openPort } from '#server/core/port.ts'
import type { Tx } from '#server/core/tx.ts'

/**
 * The cases of clients that claim an invoice. They are to the right of invoices: pqr/claim-cases.ts implements this, and reactions.ts
 * connects it.
 */
export type ClaimCases = {
  /** The case that claims an invoice, by the reference of its dispute; null when there is none. */
  find(tx: Tx, invoiceId: string, reference: string): Promise<ClaimCase | null>
  /** Whether a person still has to give back what a case without an open dispute decided of an invoice. */
  owesRefund(tx: Tx, invoiceId: string): Promise<boolean>
}

/** `label`: the number of the case. */
export type ClaimCase = {
  readonly label: string
  /** Whether the case decides the open dispute: by its answer, or by the decision of the SIC that it waits for. */
  readonly decides: boolean
  /** What the SIC changed of the answer, which a person carries out: part of what is claimed, or all of it. */
  readonly order: 'modifica' | 'revoca' | null
}

const port = openPort<ClaimCases>('ClaimCases')

/** Sets the module of the cases that claim invoices: connectModules of src/server/reactions.ts calls it. */
export const setClaimCases = port.connect

/** The module of the cases that claim invoices. Throws when setClaimCases was not called. */
export const claimCases = port.get
