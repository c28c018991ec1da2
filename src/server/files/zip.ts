import * as z from 'zod/mini'
import { runThread } from './thread.ts'

export type ZipEntry = { name: string; bytes: Uint8Array }

const WORKER = new URL('zip-write-worker.ts', import.meta.url)
const Bytes = z.instanceof(Uint8Array)

/** A ZIP of files, written in a separate thread. The files are stored as they are: a PDF is already compressed. */
export const writeZip = async (entries: readonly ZipEntry[]): Promise<Uint8Array> =>
  z.parse(Bytes, await runThread(WORKER, { entries }))
