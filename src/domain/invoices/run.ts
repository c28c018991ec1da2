import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Pesos, PesosSum } from '#domain/core/money.ts'
import { PeriodText } from '#domain/core/period.ts'
import { patternText } from '#domain/core/text.ts'
import { VAT_TREATMENTS } from '#domain/taxes/charge.ts'

/** The states of a bulk invoicing run. */
const RUN_STATUSES = ['queued', 'running', 'done', 'failed'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]
export const RUN_LABELS: Readonly<Record<RunStatus, string>> = {
  queued: 'En cola',
  running: 'En curso',
  done: 'Terminada',
  failed: 'Detenida',
}

const cutDay = z
  .number({ error: 'El día de corte es un número' })
  .check(
    z.multipleOf(1, { error: 'El día de corte es un número entero' }),
    z.gte(1, { error: 'El día debe estar entre 1 y 31' }),
    z.lte(31, { error: 'El día debe estar entre 1 y 31' }),
  )

/** The scope of a run: a period, and the contracts of one cut day or all contracts. */
export const RunScope = z.strictObject({ period: PeriodText, cut_day: z.optional(cutDay) })
export type RunScope = z.output<typeof RunScope>

/** The same scope, in a URL. */
export const runQuery = {
  period: PeriodText,
  cut_day: z.optional(
    z.pipe(
      patternText(2, /^([1-9]|[12]\d|3[01])$/, 'El día debe estar entre 1 y 31'),
      z.transform((text: string) => Number(text)),
    ),
  ),
}

export const TreatmentTotal = z.object({
  treatment: z.enum(VAT_TREATMENTS),
  lines: z.number(),
  base: PesosSum,
  vat: PesosSum,
})
export type TreatmentTotal = z.output<typeof TreatmentTotal>

/** The expected result of a run; nothing is written. `excluded` contains at most EXCLUDED_MAX contracts; `reasons` counts all of them. */
export const RunPreview = z.object({
  period: PeriodText,
  issued_on: DayText,
  contracts: z.number(),
  invoices: z.number(),
  subtotal: PesosSum,
  vat: PesosSum,
  total: PesosSum,
  credit: PesosSum,
  by_treatment: z.array(TreatmentTotal),
  reasons: z.array(z.object({ reason: z.string(), contracts: z.number() })),
  excluded: z.array(z.object({ no_contract: z.string(), client: z.string(), reason: z.string() })),
  previous: z.nullable(z.object({ period: PeriodText, invoices: z.number(), total: PesosSum })),
  warnings: z.array(z.string()),
  cut_days: z.array(z.number()),
})
export type RunPreview = z.output<typeof RunPreview>

/** A contract in the preview of a run: the amounts of its invoice, or the reason why it has none. `previous`: the total of the month before. */
export const PreviewRow = z.object({
  no_contract: z.string(),
  client: z.object({ id: z.uuid(), name: z.string() }),
  subtotal: z.nullable(Pesos),
  vat: z.nullable(Pesos),
  total: z.nullable(Pesos),
  due_on: z.nullable(DayText),
  previous: z.nullable(Pesos),
  reason: z.nullable(z.string()),
})
export type PreviewRow = z.output<typeof PreviewRow>

/** The maximum of excluded contracts in a preview; the list and the download contain all of them. */
export const EXCLUDED_MAX = 200

export const Run = z.object({
  id: z.uuid(),
  period: PeriodText,
  cut_day: z.nullable(z.number()),
  issued_on: DayText,
  status: z.enum(RUN_STATUSES),
  /** The number of contracts in the scope. */
  contracts: z.number(),
  created: z.number(),
  skipped: z.number(),
  failed: z.number(),
  total: PesosSum,
  /** The reason why a failed run stopped; null for other runs. */
  problem: z.nullable(z.string()),
  asked_by: z.string(),
  created_at: z.iso.datetime(),
  started_at: z.nullable(z.iso.datetime()),
  finished_at: z.nullable(z.iso.datetime()),
})
export type Run = z.output<typeof Run>

export const isRunOver = (status: RunStatus): boolean => status === 'done' || status === 'failed'

/** The reason for a contract with amounts out of range, or with an invoice that the database refuses. */
export const UNBILLABLE_REASON = 'No se pudo calcular: revisa el plan y los cobros del contrato'

/** The reason of a run that stopped because of an error of the program. Its created invoices remain. */
export const STOPPED_REASON =
  'La corrida se detuvo por un error nuestro. Las facturas creadas quedan; reinténtala para facturar las que faltan.'

/** The outcome of one contract in a run. */
export const RunOutcome = z.object({
  no_contract: z.string(),
  client: z.string(),
  outcome: z.enum(['created', 'skipped', 'failed']),
  reason: z.nullable(z.string()),
  invoice: z.nullable(z.object({ id: z.uuid(), number: z.string(), total: Pesos })),
})
export type RunOutcome = z.output<typeof RunOutcome>
