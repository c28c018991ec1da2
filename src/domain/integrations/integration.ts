import * as z from 'zod/mini'
import { Environment } from '#domain/core/environment.ts'

export const ENVIRONMENT_LABELS: Readonly<Record<z.output<typeof Environment>, string>> = {
  test: 'Pruebas',
  production: 'Producción',
}

/** Keys that are in, in one environment: which ones, since when, and what the provider said of them. Never the keys. */
export const Connection = z.object({
  environment: Environment,
  last_four: z.record(z.string(), z.string()),
  set_at: z.iso.datetime(),
  set_by: z.string(),
  tested_at: z.nullable(z.iso.datetime()),
  problem: z.nullable(z.string()),
  /** Payments go through this one. */
  is_on: z.boolean(),
  /** Where the provider must send its events. */
  events_url: z.string(),
})
export type Connection = z.output<typeof Connection>

/** How a company is connected to the outside. */
export const Integrations = z.object({
  company: z.object({ id: z.uuid(), name: z.string() }),
  wompi: z.array(Connection),
  is_wompi_integration: z.boolean(),
  is_factus_integration: z.boolean(),
})
export type Integrations = z.output<typeof Integrations>

/** An event that came to the company's address, and whether it could be believed. */
export const ProviderEvent = z.object({
  id: z.uuid(),
  environment: Environment,
  verdict: z.enum(['authentic', 'unverified']),
  problem: z.nullable(z.string()),
  status: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  copies: z.number(),
  /** What came of it. Null while nobody has decided. */
  outcome: z.nullable(z.enum(['applied', 'ignored', 'quarantined'])),
  received_at: z.iso.datetime(),
})
export type ProviderEvent = z.output<typeof ProviderEvent>

export const OUTCOME_LABELS = { applied: 'aplicado', ignored: 'sin novedad', quarantined: 'apartado' } as const

/** How many of the last events are shown. */
export const EVENTS_SHOWN = 20
