import type { Readable } from 'node:stream'

/** A stored object. `key`: its address below the store, '<company>/<folder>/<file>'; `storedAt`: by the clock of the store. */
export type StoredObject = { key: string; bytes: number; storedAt: Date }

/**
 * Where the files are: a folder of this machine, or a bucket of an S3 service. An object appears complete or not at all. A store that
 * does not answer throws a Refusal 'unavailable' or the error of the file system; an object that does not exist is no error.
 */
export type ObjectStore = {
  put(key: string, bytes: Uint8Array): Promise<void>
  read(key: string): Promise<Buffer | undefined>
  /** The content as a stream, which the caller must read to its end or destroy. */
  open(key: string): Promise<{ body: Readable; bytes: number } | undefined>
  find(key: string): Promise<StoredObject | undefined>
  remove(key: string): Promise<void>
  /** The objects whose keys begin with a prefix that ends in '/'. Unfinished ones are not among them. */
  list(prefix: string): AsyncGenerator<StoredObject>
  /** Removes what a writer left unfinished before an instant. */
  removeUnfinished(before: Date): Promise<void>
  close(): void
}
