import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Pesos, PesosSum } from '#domain/core/money.ts'
import { PeriodText } from '#domain/core/period.ts'
import { formed } from '#domain/core/text.ts'
import { VAT_TREATMENTS } from '#domain/taxes/vat.ts'

/** The life of a massive run. */
export const RUN_STATUSES = ['queued', 'running', 'done', 'failed'] as const
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

/** What is billed: a period, and the contracts of one cut day or all of them. */
export const RunScope = z.strictObject({ period: PeriodText, cut_day: z.optional(cutDay) })
export type RunScope = z.output<typeof RunScope>

/** The same, in an address. */
export const RunQuery = z.strictObject({
  period: PeriodText,
  cut_day: z.optional(
    z.pipe(
      formed(2, /^([1-9]|[12]\d|3[01])$/, 'El día debe estar entre 1 y 31'),
      z.transform((text: string) => Number(text)),
    ),
  ),
})

export const TreatmentTotal = z.object({
  treatment: z.enum(VAT_TREATMENTS),
  lines: z.number(),
  base: PesosSum,
  vat: PesosSum,
})
export type TreatmentTotal = z.output<typeof TreatmentTotal>

/** What a run would do, before anything is written. `excluded` names at most EXCLUDED_MAX; `reasons` counts them all. */
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

/** Excluded contracts that a preview lists; the download has them all. */
export const EXCLUDED_MAX = 200

export const Run = z.object({
  id: z.uuid(),
  period: PeriodText,
  cut_day: z.nullable(z.number()),
  issued_on: DayText,
  status: z.enum(RUN_STATUSES),
  /** Contracts to go through. */
  contracts: z.number(),
  created: z.number(),
  skipped: z.number(),
  failed: z.number(),
  total: PesosSum,
  /** Why it stopped before its end; only of a run that failed. */
  problem: z.nullable(z.string()),
  asked_by: z.string(),
  created_at: z.iso.datetime(),
  started_at: z.nullable(z.iso.datetime()),
  finished_at: z.nullable(z.iso.datetime()),
})
export type Run = z.output<typeof Run>

export const isOver = (status: RunStatus): boolean => status === 'done' || status === 'failed'

/** Why a contract that cannot be billed is left out of a run: its amounts do not fit, or the database refuses what was computed. */
export const UNBILLABLE_REASON = 'No se pudo calcular: revisa el plan y los cobros del contrato'

/** Why a run stopped before its end: an error of the program. The contracts that it billed keep their invoices. */
export const STOPPED =
  'La corrida se detuvo por un error nuestro. Las facturas creadas quedan; reinténtala para facturar las que faltan.'

/** How one contract ended in a run. */
export const RunOutcome = z.object({
  no_contract: z.string(),
  client: z.string(),
  outcome: z.enum(['created', 'skipped', 'failed']),
  reason: z.nullable(z.string()),
  invoice: z.nullable(z.object({ id: z.uuid(), number: z.string(), total: Pesos })),
})
export type RunOutcome = z.output<typeof RunOutcome>
