import { megabytesLabel } from '#domain/core/megabytes.ts'

const KILOBYTE = 1_024

/** '34 KB', and from a tenth of a megabyte '1,2 MB'. */
export const sizeLabel = (bytes: number): string =>
  bytes < 100 * KILOBYTE ? `${Math.ceil(bytes / KILOBYTE)} KB` : megabytesLabel(bytes)
