import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Environment } from '#domain/core/environment.ts'
import { Pesos } from '#domain/core/money.ts'
import { PeriodText } from '#domain/core/period.ts'
import { ELECTRONIC_STATUSES } from '#domain/invoices/electronic.ts'
import { Acceptance } from './acceptance.ts'
import { DOCUMENT_KINDS } from './document.ts'
import { Forecast } from './forecast.ts'
import { REASON_CODES } from './rejection.ts'

const Status = z.enum(ELECTRONIC_STATUSES)

const shape = {
  id: z.uuid(),
  kind: z.enum(DOCUMENT_KINDS),
  status: Status,
  /** The number in Enlace: 'AF-1024', 'NC-12'. */
  document: z.string(),
  invoice_id: z.uuid(),
  credit_note_id: z.nullable(z.uuid()),
  client: z.object({ id: z.uuid(), name: z.string(), identification: z.string() }),
  issued_on: DayText,
  total: Pesos,
  /** The number of the range, only when DIAN validated it. */
  number: z.nullable(z.string()),
  /** The CUFE of an invoice, the CUDE of a note. */
  cufe: z.nullable(z.string()),
  /** DIAN validated it in its environment of tests, and the company issues in production now: its invoice needs another document. */
  is_trial: z.boolean(),
  environment: z.nullable(Environment),
  tries: z.number(),
  reason: z.nullable(z.enum(REASON_CODES)),
  queued_at: z.iso.datetime(),
  validated_at: z.nullable(z.iso.datetime()),
  next_try_at: z.nullable(z.iso.datetime()),
}

/** An electronic document in a list. */
export const ElectronicRow = z.object(shape)
export type ElectronicRow = z.output<typeof ElectronicRow>

const Reason = z.object({ rule: z.optional(z.string()), field: z.optional(z.string()), message: z.string() })

/** An electronic document with what the provider said and each step of its life. */
export const ElectronicDetail = z.object({
  ...shape,
  /** The number in Enlace of the invoice; of a note, the one that it corrects. */
  invoice: z.string(),
  /** The concept of a note at the DIAN. Null for an invoice, and for a note before concepts were kept. */
  concept: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  qr_url: z.nullable(z.string()),
  has_xml: z.boolean(),
  /** What the buyer said about a validated invoice. */
  acceptances: z.array(Acceptance),
  /** The last day on which the buyer can claim; null while the term does not run. */
  claim_until: z.nullable(DayText),
  /** The CUFE or CUDE of the file that Enlace wrote, before the DIAN validates it. Null for a document of a provider. */
  file_code: z.nullable(z.string()),
  /** The day of issue that the document itself has. Null for one that a provider dates. */
  file_on: z.nullable(DayText),
  /** The words of the provider, each with its rule. */
  provider_reasons: z.array(Reason),
  /** What it waits for, when it is in the queue: its invoice, a range, the queue. */
  waits_for: z.nullable(z.string()),
  steps: z.array(
    z.object({
      id: z.uuid(),
      at: z.iso.datetime(),
      to_status: Status,
      text: z.string(),
      author: z.string(),
    }),
  ),
})
export type ElectronicDetail = z.output<typeof ElectronicDetail>

const Counts = z.record(Status, z.number())

/** The queue in which a company sends its documents, one at a time. */
export const ElectronicQueue = z.object({
  /** Whether electronic invoicing is on. */
  is_on: z.boolean(),
  /** Whether each document is a file that a person signs and sends. */
  is_file: z.boolean(),
  /** Documents by status; of the validated ones, those of the current month. */
  counts: Counts,
  paused: z.nullable(z.object({ at: z.iso.datetime(), by: z.string() })),
  /** Why nothing is sent, and since when. */
  problem: z.nullable(z.object({ text: z.string(), since: z.iso.datetime(), until: z.nullable(z.iso.datetime()) })),
  /** Minutes to send what may be sent now, at the pace of the provider. Zero when nothing may. */
  minutes_left: z.number(),
  /** What waits for the hour of its next try, and the first of those hours. Null when nothing does. */
  later: z.nullable(z.object({ count: z.number(), at: z.iso.datetime() })),
})
export type ElectronicQueue = z.output<typeof ElectronicQueue>

/** The documents of the invoices of a massive run. */
export const RunDocuments = z.object({
  run_id: z.uuid(),
  counts: Counts,
  total: z.number(),
  minutes_left: z.number(),
  paused: z.nullable(z.object({ at: z.iso.datetime(), by: z.string() })),
  /** Why the queue of the company sends nothing. Null while it sends. */
  problem: z.nullable(z.string()),
  forecast: Forecast,
})
export type RunDocuments = z.output<typeof RunDocuments>

/** The invoices of a month without an electronic document. */
export const MissingDocuments = z.object({ period: PeriodText, count: z.number(), total: Pesos })
export type MissingDocuments = z.output<typeof MissingDocuments>

/** A difference between what Enlace and the provider hold of a month. */
export const Difference = z.object({
  kind: z.enum(['only_here', 'only_there', 'other_state']),
  /** The reference, or the number of Enlace. */
  document: z.string(),
  number: z.nullable(z.string()),
})

/** The comparison of a month. `recovered`: documents that DIAN had validated and Enlace did not know. */
export const Reconciliation = z.object({
  id: z.uuid(),
  period: PeriodText,
  status: z.enum(['running', 'done', 'failed']),
  /** The environment of the provider that was compared. Null until it ends. */
  environment: z.nullable(Environment),
  asked_by: z.string(),
  started_at: z.iso.datetime(),
  finished_at: z.nullable(z.iso.datetime()),
  held: z.number(),
  listed: z.number(),
  recovered: z.number(),
  differences: z.array(Difference),
})
export type Reconciliation = z.output<typeof Reconciliation>
export type Difference = z.output<typeof Difference>

/** The seconds from the calls of a minute to those of the next one: the minute, and what its end takes to be noticed. */
const CYCLE_S = 62

/**
 * The minutes until the provider has the last of some documents, at its pace: it takes one call of each, those of a minute at once, and
 * their XML is read when none waits. Zero for those of the first minute.
 */
export const minutesFor = (documents: number, callsPerMinute: number): number =>
  Math.round((Math.max(0, Math.ceil(documents / callsPerMinute) - 1) * CYCLE_S) / 60)
