export const MEGABYTE = 1_048_576

/** '12,5 MB'. */
export const megabytesLabel = (bytes: number): string =>
  `${(bytes / MEGABYTE).toLocaleString('es-CO', { maximumFractionDigits: 1 })} MB`
