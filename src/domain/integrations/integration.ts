import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Environment } from '#domain/core/environment.ts'
import { ONLINE_METHODS } from './online-method.ts'

export const ENVIRONMENT_LABELS: Readonly<Record<z.output<typeof Environment>, string>> = {
  test: 'Pruebas',
  production: 'Producción',
}

const stored = {
  environment: Environment,
  last_four: z.record(z.string(), z.string()),
  set_at: z.iso.datetime(),
  set_by: z.string(),
  tested_at: z.nullable(z.iso.datetime()),
  problem: z.nullable(z.string()),
  /** Whether online payments, or electronic invoices, use this environment. */
  is_on: z.boolean(),
}

/** The stored keys of one environment: their last four characters, when they were set, and the result of their test. Never the keys. */
export const Connection = z.object({
  ...stored,
  /** The methods of the account. Null while Wompi was not asked with these keys. */
  methods: z.nullable(z.array(z.enum(ONLINE_METHODS))),
  /** Whether the company offers the page of the provider, beside those methods. */
  has_page: z.boolean(),
  /** Where the provider must send its events. */
  events_url: z.string(),
})
export type Connection = z.output<typeof Connection>

/** The same for the credentials of Factus, which sends no events. */
export const FactusConnection = z.object(stored)
export type FactusConnection = z.output<typeof FactusConnection>

/** The connections of a company to external providers. */
export const Integrations = z.object({
  company: z.object({ id: z.uuid(), name: z.string() }),
  wompi: z.array(Connection),
  factus: z.array(FactusConnection),
  is_wompi_integration: z.boolean(),
  is_factus_integration: z.boolean(),
})
export type Integrations = z.output<typeof Integrations>

/** An event received at the webhook of the company, and whether its signature was valid. */
export const ProviderEvent = z.object({
  id: z.uuid(),
  environment: Environment,
  verdict: z.enum(['authentic', 'unverified']),
  problem: z.nullable(z.string()),
  status: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  copies: z.number(),
  /** The result of the event. Null while it is not processed. */
  outcome: z.nullable(z.enum(['applied', 'ignored', 'quarantined'])),
  received_at: z.iso.datetime(),
})
export type ProviderEvent = z.output<typeof ProviderEvent>

/** The health of a company's connection to Wompi: its keys, their last test, and the last event received (DSH-03). */
export const WompiHealth = z.object({
  environment: Environment,
  is_on: z.boolean(),
  tested_at: z.nullable(z.iso.datetime()),
  problem: z.nullable(z.string()),
  last_event: z.nullable(z.object({ received_at: z.iso.datetime(), verdict: z.enum(['authentic', 'unverified']) })),
})
export type WompiHealth = z.output<typeof WompiHealth>

/** The same of Factus: instead of events, the range that numbers the invoices. Null when none is chosen. */
export const FactusHealth = z.object({
  environment: Environment,
  is_on: z.boolean(),
  tested_at: z.nullable(z.iso.datetime()),
  problem: z.nullable(z.string()),
  range: z.nullable(
    z.object({
      prefix: z.string(),
      left: z.nullable(z.number()),
      ends_on: z.nullable(DayText),
      problem: z.nullable(z.string()),
    }),
  ),
})
export type FactusHealth = z.output<typeof FactusHealth>

export const OUTCOME_LABELS = { applied: 'aplicado', ignored: 'sin novedad', quarantined: 'apartado' } as const

/** The maximum of events in the list, the latest first. */
export const EVENTS_SHOWN = 20

/** A document as Factus lists it: validated, or why it is not. */
export const FactusListed = z.object({
  document: z.enum(['invoice', 'credit_note']),
  reference: z.string(),
  number: z.nullable(z.string()),
  is_validated: z.boolean(),
  /** The first reason of DIAN that is not a notification. */
  problem: z.nullable(z.string()),
  /** As Factus writes it. */
  created_at: z.nullable(z.string()),
})
export type FactusListed = z.output<typeof FactusListed>
