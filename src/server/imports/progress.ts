import type { ImportProgress } from '#domain/imports/api.ts'

/** The uploads in progress in this process, by company and by the id that the browser gave to each. */
const uploads = new Map<string, ImportProgress>()

const keyOf = (companyId: string, id: string): string => `${companyId} ${id}`

/** Changes the progress of an upload. */
export type ReportProgress = (progress: ImportProgress) => void

/**
 * Runs an upload whose progress can be asked for while it runs. `id`: given by the browser; without it no progress is kept. Another
 * process does not know it: the browser then shows no numbers.
 */
export async function withProgress<T>(
  companyId: string,
  id: string | undefined,
  work: (report: ReportProgress) => Promise<T>,
): Promise<T> {
  if (id === undefined) return work(() => undefined)
  const key = keyOf(companyId, id)
  uploads.set(key, { step: 'waiting', done: 0, total: 0 })
  try {
    return await work((progress) => void uploads.set(key, progress))
  } finally {
    uploads.delete(key)
  }
}

/** The progress of an upload of a company. Undefined when it is not running in this process. */
export const getProgress = (companyId: string, id: string): ImportProgress | undefined =>
  uploads.get(keyOf(companyId, id))
