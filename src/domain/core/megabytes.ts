export const MEGABYTE = 1_048_576

const ONE_DECIMAL = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 })

/** '12,5 MB'. */
export const megabytesLabel = (bytes: number): string => `${ONE_DECIMAL.format(bytes / MEGABYTE)} MB`

const KILOBYTE = 1_024

/** '34 kB', and from a tenth of a megabyte '1,2 MB'. */
export const sizeLabel = (bytes: number): string =>
  bytes < 100 * KILOBYTE ? `${Math.ceil(bytes / KILOBYTE)} kB` : megabytesLabel(bytes)
