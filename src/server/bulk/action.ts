import type { BulkItem } from '#domain/bulk/bulk.ts'
import type { ExportName } from '#domain/exports/api.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'

/** A row of the list, as a job keeps it. */
type NamedRow = Pick<BulkItem, 'id' | 'name'>

/** The job that runs: `inTx` opens a transaction of its company by the person who asked for it. */
export type RunningJob = {
  readonly id: string
  readonly companyId: string
  readonly world: World
  readonly inTx: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** The rows that could not be done, by id, each with its reason. */
export type Failures = ReadonlyMap<string, string>

/** How many messages of a job do not leave, and how many were sent before. Others failed, or were not needed any more. */
export type Undone = { dropped: number; sent: number }

type FileResult = { name: string; bytes: Uint8Array }

/**
 * What an action does with its rows. 'rows': a batch of them in one transaction, whose result is kept with them. 'file': all of them
 * become one file; `report` is called with the failures so far while it is made, and throws when the job was cancelled.
 */
export type BulkWork = {
  readonly list: ExportName
  /** A row of the list, in the format of the wire. */
  readonly itemOf: (row: Readonly<Record<string, unknown>>) => NamedRow
  /** Undoes what a job wrote and has not left. */
  readonly undo?: (tx: Tx, jobId: string) => Promise<Undone>
} & (
  | { readonly kind: 'rows'; readonly run: (job: RunningJob, tx: Tx, rows: readonly NamedRow[]) => Promise<Failures> }
  | {
      readonly kind: 'file'
      readonly make: (
        job: RunningJob,
        rows: readonly NamedRow[],
        report: (done: number, failures: Failures) => Promise<void>,
      ) => Promise<FileResult>
    }
)
