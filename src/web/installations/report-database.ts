import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { FileField } from '#domain/installations/draft.ts'
import { createKey, type Sealed } from './sealing.ts'

/**
 * 'draft': being written. 'waiting': complete, and sent when there is a connection. 'failed': the server refused it. 'sent': the
 * server confirmed it.
 */
export type ReportStatus = 'draft' | 'waiting' | 'failed' | 'sent'

/** A report on this device. Only what the list needs to sort and to purge is readable; the rest is sealed. */
export type StoredReport = {
  id: string
  /** The company and the user: 'nit/user_id'. */
  owner: string
  status: ReportStatus
  saved_at: number
  sent_at: number | null
  sealed: Sealed
}

/** A photo or a signature of a report. Its `id` is the Idempotency-Key of its upload. */
export type StoredFile = {
  id: string
  owner: string
  report: string
  field: FileField
  type: string
  size: number
  /** The address at the server, once it is there. */
  url: string | null
  sealed: Sealed
}

/** The data of a contract for a visit without a network. `key`: 'owner/no_contract'. */
type StoredVisit = { key: string; owner: string; saved_at: number; sealed: Sealed }

interface Schema extends DBSchema {
  keys: { key: string; value: { owner: string; key: CryptoKey } }
  reports: { key: string; value: StoredReport; indexes: { owner: string } }
  files: { key: string; value: StoredFile; indexes: { report: string } }
  visits: { key: string; value: StoredVisit; indexes: { owner: string } }
}

const NAME = 'enlace-reports'
const VERSION = 1

let opened: Promise<IDBPDatabase<Schema>> | null = null

/** The database of the reports on this device. It is separate from local storage, which a logout clears. */
export function openReports(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(NAME, VERSION, {
    upgrade: (db) => {
      db.createObjectStore('keys', { keyPath: 'owner' })
      db.createObjectStore('reports', { keyPath: 'id' }).createIndex('owner', 'owner')
      db.createObjectStore('files', { keyPath: 'id' }).createIndex('report', 'report')
      db.createObjectStore('visits', { keyPath: 'key' }).createIndex('owner', 'owner')
    },
    // A tab with a later version waits for this one to close.
    blocking: (_from, _to, event) => {
      if (event.target instanceof IDBDatabase) event.target.close()
      opened = null
    },
    terminated: () => {
      opened = null
    },
  }).catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

/** The key of a user on this device, created at the first use. Of two tabs that create it at the same time, the first one counts. */
export async function keyOf(owner: string): Promise<CryptoKey> {
  const db = await openReports()
  const found = await db.get('keys', owner)
  if (found) return found.key
  const key = await createKey()
  const tx = db.transaction('keys', 'readwrite')
  const other = await tx.store.get(owner)
  if (!other) await tx.store.put({ owner, key })
  await tx.done
  return other?.key ?? key
}
