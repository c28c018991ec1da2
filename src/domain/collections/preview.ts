import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { PesosSum } from '#domain/core/money.ts'
import { SPARED_REASONS } from './decision.ts'
import { POLICY_MODES } from './policy.ts'

export const DECISION_ACTIONS = ['cut', 'notify', 'none'] as const
export const DECISION_LABELS: Readonly<Record<(typeof DECISION_ACTIONS)[number], string>> = {
  cut: 'Se corta',
  notify: 'Se le avisa',
  none: 'No se corta',
}

/** A contract with overdue debt and what is done with it on the day of the preview. */
export const PreviewRow = z.object({
  /** Of the contract. */
  id: z.uuid(),
  no_contract: z.string(),
  client: z.object({ id: z.uuid(), name: z.string(), identification: z.string() }),
  city: z.string(),
  plan: z.string(),
  debt: PesosSum,
  overdue_days: z.number(),
  action: z.enum(DECISION_ACTIONS),
  reason: z.nullable(z.enum(SPARED_REASONS)),
  /** The first day on which it may be cut as things are. */
  cut_from: z.nullable(DayText),
})
export type PreviewRow = z.output<typeof PreviewRow>

/** The sums of a day. `cuts_max`: the brake. */
export const DaySummary = z.object({
  on: DayText,
  policy_version: z.number(),
  mode: z.enum(POLICY_MODES),
  cut: z.number(),
  notify: z.number(),
  spared: z.partialRecord(z.enum(SPARED_REASONS), z.number()),
  debt_cut: PesosSum,
  cuts_max: z.number(),
  /** Whether the policy receives promises to pay (SUS-04). */
  takes_promises: z.boolean(),
  /** The notices that go by WhatsApp, and what they cost; null when nothing goes by it, and a null cost without a price. */
  whatsapp: z.nullable(z.object({ notices: z.number(), cost: z.nullable(PesosSum) })),
  /** The same for those that go by text message; each one has one part or more, and each part is paid for. */
  sms: z.nullable(z.object({ notices: z.number(), parts: z.number(), cost: z.nullable(PesosSum) })),
})
export type DaySummary = z.output<typeof DaySummary>

const RUN_STATUSES = ['running', 'braked', 'done', 'stopped'] as const
export type RunState = (typeof RUN_STATUSES)[number]
export const RUN_STATUS_LABELS: Readonly<Record<RunState, string>> = {
  running: 'En curso',
  braked: 'Detenida por el freno',
  done: 'Terminada',
  stopped: 'Cancelada',
}

/** The decisions of one past day and what became of them. */
export const CollectionRun = z.object({
  id: z.uuid(),
  on_day: DayText,
  policy_version: z.number(),
  is_trial: z.boolean(),
  status: z.enum(RUN_STATUSES),
  to_notify: z.number(),
  to_cut: z.number(),
  notified: z.number(),
  cut: z.number(),
  skipped: z.number(),
  cuts_max: z.number(),
  approved_by: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  finished_at: z.nullable(z.iso.datetime()),
})
export type CollectionRun = z.output<typeof CollectionRun>

const OUTCOMES = ['waiting', 'done', 'skipped', 'failed', 'simulated'] as const
export type DecisionOutcome = (typeof OUTCOMES)[number]
export const OUTCOME_LABELS: Readonly<Record<DecisionOutcome, string>> = {
  waiting: 'Por hacer',
  done: 'Hecho',
  skipped: 'No se hizo',
  failed: 'Falló',
  simulated: 'De prueba',
}

/** One decision of a past day. */
export const RunDecision = z.object({
  id: z.uuid(),
  no_contract: z.string(),
  client: z.object({ id: z.uuid(), name: z.string() }),
  action: z.enum(['notify', 'cut']),
  debt: PesosSum,
  overdue_days: z.number(),
  outcome: z.enum(OUTCOMES),
  reason: z.nullable(z.string()),
  done_at: z.nullable(z.iso.datetime()),
})
export type RunDecision = z.output<typeof RunDecision>

export const NOTICE_CHANNELS = ['call', 'sms', 'whatsapp', 'paper'] as const
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number]
export const NOTICE_CHANNEL_LABELS: Readonly<Record<NoticeChannel, string>> = {
  call: 'Llamada',
  sms: 'Mensaje de texto',
  whatsapp: 'WhatsApp',
  paper: 'Carta',
}

/**
 * A contract whose debt was paid while its service was cut. `late`: its term has passed, also when the contract ended after it;
 * `owed_again`: it ended because the debt came back, as by a reversed payment; `ended`: the contract ended before its term passed.
 */
export const ReconnectionTerm = z.object({
  id: z.uuid(),
  no_contract: z.string(),
  client: z.object({ id: z.uuid(), name: z.string() }),
  paid_at: z.iso.datetime(),
  due_on: DayText,
  cause: z.enum(['payment', 'promise']),
  reconnected_at: z.nullable(z.iso.datetime()),
  /** The last day of the contract, when it ended before the service was back. */
  ended_on: z.nullable(DayText),
  problem: z.nullable(z.string()),
  state: z.enum(['done', 'on_time', 'near', 'late', 'owed_again', 'ended']),
})
export type ReconnectionTerm = z.output<typeof ReconnectionTerm>
