export const MEGABYTE = 1_048_576

const ONE_DECIMAL = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 })

/** '12,5 MB'. */
export const megabytesLabel = (bytes: number): string => `${ONE_DECIMAL.format(bytes / MEGABYTE)} MB`
