/** The error of a worker whose work another process took over. The worker stops without writing. */
export const leaseLostError = (): Error => new Error('another process has the lease', { cause: LEASE_LOST })
const LEASE_LOST = 'lease lost'
export const isLeaseLost = (error: unknown): boolean => error instanceof Error && error.cause === LEASE_LOST
