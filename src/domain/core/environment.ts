import * as z from 'zod/mini'

/** The two environments of an external service: tests without real money, and production. */
export const ENVIRONMENTS = ['test', 'production'] as const
export const Environment = z.enum(ENVIRONMENTS, { error: 'Elige pruebas o producción' })
export type Environment = z.output<typeof Environment>
