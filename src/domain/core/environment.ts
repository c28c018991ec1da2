import * as z from 'zod/mini'

/** The two environments of an outside service: trials without real money, and the real one. */
export const ENVIRONMENTS = ['test', 'production'] as const
export const Environment = z.enum(ENVIRONMENTS, { error: 'Elige pruebas o producción' })
export type Environment = z.output<typeof Environment>
