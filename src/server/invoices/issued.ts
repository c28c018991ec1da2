import { openPort } from '#server/core/port.ts'
import type { Tx } from '#server/core/tx.ts'

/**
 * What follows an issued document, in its transaction, and what came of it. Electronic documents are to the right of invoices: einvoices/queue.ts implements
 * this, and reactions.ts connects it.
 */
type IssuedDocuments = {
  /** One statement for a batch of invoices. Never for opening balances, which were invoiced in another system. */
  invoices(tx: Tx, ids: readonly string[]): Promise<void>
  note(tx: Tx, noteId: string, invoiceId: string): Promise<void>
  /** Why the document of an invoice was not accepted, and what to correct; null without such a problem. */
  problem(tx: Tx, invoiceId: string): Promise<string | null>
}

const port = openPort<IssuedDocuments>('IssuedDocuments')

/** Sets the module that follows issued documents: connectModules of src/server/reactions.ts calls it. */
export const setIssuedDocuments = port.connect

/** The module that follows issued documents. Throws when setIssuedDocuments was not called. */
export const issuedDocuments = port.get
