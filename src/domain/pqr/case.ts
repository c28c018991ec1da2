import * as z from 'zod/mini'
import { IDENTIFICATION_TYPES, identificationError, isIdentification } from '#domain/clients/client.ts'
import { EMAIL_COPY, emailField, Phone } from '#domain/core/contact-fields.ts'
import { DayText } from '#domain/core/days.ts'
import { Pesos } from '#domain/core/money.ts'
import { isReadable, lineOfText, text, trimmedText } from '#domain/core/text.ts'
import { VISIT_KINDS, Visit } from '#domain/visits/visit.ts'
import { COLOURS } from './deadlines.ts'
import { PQR_STATUSES } from './lifecycle.ts'
import { claimAmount } from './link.ts'
import {
  APPEAL_KINDS,
  DATA_REQUESTS,
  PQR_CHANNELS,
  PQR_DECISIONS,
  PQR_SERVICES,
  PQR_TYPES,
  RESPONSE_CHANNELS,
  SIC_OUTCOMES,
  TYPOLOGIES,
} from './topics.ts'

export const SUBJECT_MAX = 120
export const TEXT_MAX = 10_000
export const TEXT_MIN = 20

/** A text of several lines that is stored as it was written. */
export const longText = (required: string) => trimmedText(TEXT_MAX, { required }).check(isReadable)

const TEXT_COPY = `Cuéntanos qué pasó, con al menos ${TEXT_MIN} letras`

/** Who files a case: at least a name and a document (R3.2). The address is where the answer is notified. */
export const Petitioner = z
  .strictObject({
    name: lineOfText('Escribe el nombre completo', 120),
    type_identification: z.enum(IDENTIFICATION_TYPES, { error: 'Elige el tipo de documento' }),
    identification: z.pipe(
      lineOfText('Escribe el número del documento', 24),
      z.transform((typed: string) => typed.replace(/[.\s]/g, '').toUpperCase()),
    ),
    email: z.optional(z.nullable(emailField(EMAIL_COPY))),
    phone: z.optional(z.nullable(Phone)),
    address: z.optional(z.nullable(lineOfText('Escribe la dirección', 160))),
  })
  .check(
    z.refine((one) => isIdentification(one.type_identification, one.identification), {
      path: ['identification'],
      error: identificationError,
    }),
  )
export type Petitioner = z.output<typeof Petitioner>

const complaint = {
  type: z.enum(PQR_TYPES, { error: 'Elige qué quieres radicar' }),
  /** What it is about; 'otra' when it is left out. The desk may correct that of the reports. */
  typology: z.optional(z.enum(TYPOLOGIES, { error: 'Elige el tema' })),
  /** Of a case about personal data: by its type when it is absent. */
  data_request: z.optional(z.enum(DATA_REQUESTS, { error: 'Elige si es una consulta o un reclamo' })),
  service: z.optional(z.enum(PQR_SERVICES, { error: 'Elige el servicio' })),
  subject: lineOfText('Escribe el asunto', SUBJECT_MAX),
  text: longText(TEXT_COPY).check(z.minLength(TEXT_MIN, { error: TEXT_COPY })),
  response_channel: z.enum(RESPONSE_CHANNELS, { error: 'Elige cómo quieres la respuesta' }),
  /** The postal address for the answer; by default the one of the person. */
  response_address: z.optional(lineOfText('Escribe la dirección para la respuesta', 160)),
}

/** Files of one form. */
export const FORM_FILES_MAX = 5

/** Files that were uploaded before what they belong to: the key of each upload, and its name. */
export const UploadedFiles = z
  .array(z.strictObject({ token: text(200, { required: 'Falta la llave del archivo' }), name: trimmedText(200) }))
  .check(z.maxLength(FORM_FILES_MAX, { error: `Agrega máximo ${FORM_FILES_MAX} archivos` }))
export type UploadedFiles = z.output<typeof UploadedFiles>

/**
 * A new case. A client files for itself; the desk names a client (`client_id`) or a person who is none (`petitioner`), and the channel.
 * With `invoice_id` it is a claim on that invoice: `amount` is not collected until the answer.
 */
export const NewPqr = z.strictObject({
  ...complaint,
  no_contract: z.optional(trimmedText(20)),
  /** An installation report of that contract with a speed test under the contracted speed, which the case cites (ACT-06). */
  report_id: z.optional(z.uuid({ error: 'Elige la prueba de velocidad' })),
  invoice_id: z.optional(z.uuid({ error: 'Elige la factura' })),
  amount: z.optional(claimAmount()),
  client_id: z.optional(z.uuid({ error: 'Busca y elige el cliente, o elige «No es cliente»' })),
  petitioner: z.optional(Petitioner),
  channel: z.optional(z.enum(PQR_CHANNELS, { error: 'Elige por dónde llegó' })),
  /** The day on which the desk received it: its terms count from that day. Today when it is absent. */
  received_on: z.optional(DayText),
  /** Its receipt names them. */
  files: z.optional(UploadedFiles),
})
export type NewPqr = z.output<typeof NewPqr>

/** The NIT of a company, with or without the check digit. */
export const CompanyNit = trimmedText(20, { required: 'Escribe el NIT de la empresa' }).check(
  z.overwrite((typed) => typed.replace(/[.\s]/g, '')),
  z.regex(/^\d{6,15}(-\d)?$/, { error: 'Escribe el NIT de la empresa' }),
)

/** A case that a person files without a session, at a company named by its NIT (with or without the check digit). */
export const PublicPqr = z.strictObject({
  ...complaint,
  company: CompanyNit,
  petitioner: Petitioner,
  files: z.optional(UploadedFiles),
})
export type PublicPqr = z.output<typeof PublicPqr>

/** What a new case gets at once. `is_cun`: false for the internal reference of a company without operator code. */
const filedShape = {
  id: z.uuid(),
  /** The number to quote: the CUN with its hyphens, or 'RI-2026-000012'. */
  reference: z.string(),
  is_cun: z.boolean(),
  /** The CUN with its hyphens; null while there is only an internal reference. */
  cun: z.nullable(z.string()),
  filed_at: z.iso.datetime(),
  filed_on: DayText,
  answer_by: DayText,
  status: z.enum(PQR_STATUSES),
}
export const FiledPqr = z.object(filedShape)
export type FiledPqr = z.output<typeof FiledPqr>

/** What the company must do next, and until when: answer, apply a positive silence, send the file to the SIC, or the tasks of a decision. */
const Due = z.object({
  kind: z.enum(['answer', 'silence', 'transfer', 'task']),
  on: DayText,
  at: z.iso.datetime(),
  /** Business days without today: 0 on the last day or when only days that are none are left, below 0 when it passed. */
  days_left: z.number(),
  colour: z.enum(COLOURS),
})

const Person = z.object({ id: z.uuid(), name: z.string() })

/** A case in a list. */
export const PqrRow = z.object({
  ...filedShape,
  /** Grows with each change: sent with a change, it proves that the sender saw the last one. */
  version: z.number(),
  type: z.enum(PQR_TYPES),
  typology: z.enum(TYPOLOGIES),
  subject: z.string(),
  channel: z.enum(PQR_CHANNELS),
  /** Null for a person who is no client. */
  client_id: z.nullable(z.uuid()),
  petitioner: z.object({ name: z.string(), identification: z.string() }),
  no_contract: z.nullable(z.string()),
  assignee: z.nullable(Person),
  due: z.nullable(Due),
  decision: z.nullable(z.enum(PQR_DECISIONS)),
  /** The day of the first answer; of a case that was filed as an appeal, that of its decision. */
  answered_on: z.nullable(DayText),
  /** The last day to appeal, while it is open. */
  appeal_until: z.nullable(DayText),
  closed_at: z.nullable(z.iso.datetime()),
})
export type PqrRow = z.output<typeof PqrRow>

/** What a row of the thread is. */
const ENTRY_KINDS = [
  'filed',
  'message',
  'note',
  'info_request',
  'taken',
  'assigned',
  'classified',
  'file',
  'extended',
  'answered',
  'silence',
  'task_done',
  'appealed',
  'appeal_answered',
  'window_closed',
  'transferred',
  'sic_decided',
  'cun_set',
  'notified',
  'delivered',
  'closed',
  'rated',
  'visit',
  'withdrawn',
  'linked',
  'raised',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

const PqrFile = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.string(),
  bytes: z.number(),
  is_internal: z.boolean(),
  added_at: z.iso.datetime(),
  added_by: z.string(),
})
export type PqrFile = z.output<typeof PqrFile>

/** A row of the thread; it is never changed. A client does not receive the internal ones. */
const PqrEntry = z.object({
  id: z.uuid(),
  kind: z.enum(ENTRY_KINDS),
  at: z.iso.datetime(),
  /** 'cliente': the client or the person who filed; 'empresa': the staff; 'sistema': a consequence of the clock. */
  side: z.enum(['cliente', 'empresa', 'sistema']),
  author: z.string(),
  text: z.string(),
  is_internal: z.boolean(),
  from_status: z.nullable(z.enum(PQR_STATUSES)),
  to_status: z.nullable(z.enum(PQR_STATUSES)),
  decision: z.nullable(z.enum(PQR_DECISIONS)),
})
export type PqrEntry = z.output<typeof PqrEntry>

const PqrTask = z.object({
  id: z.uuid(),
  text: z.string(),
  due_at: z.iso.datetime(),
  done_at: z.nullable(z.iso.datetime()),
  done_by: z.nullable(z.string()),
  /** It is not to be done any more: the case was withdrawn. Its `done_at` is then that of the withdrawal. */
  is_stopped: z.boolean(),
})
export type PqrTask = z.output<typeof PqrTask>

/** The receipts of a case: of its filing, of the invoice that was linked to it later, of its appeal, of its withdrawal. */
export const RECEIPTS = ['filing', 'link', 'appeal', 'withdrawal'] as const
export type Receipt = (typeof RECEIPTS)[number]

/** What the caller may do with a case now: its buttons. */
const PQR_ACTIONS = [
  'take',
  'assign',
  'classify',
  'message',
  'note',
  'files',
  'request_info',
  'extend',
  'answer',
  'appeal',
  'escalate',
  'sic_decision',
  'deliver',
  'close',
  'withdraw',
  'rate',
  'set_cun',
  'task',
  'visit',
  'link_invoice',
  'raise_claim',
] as const
export type PqrAction = (typeof PQR_ACTIONS)[number]

/** A case with its thread. The staff receives internal notes, tasks and the data of the person; the client its own case. */
export const PqrCase = z.extend(PqrRow, {
  /** The last day to appeal, also when it has passed. */
  appeal_until: z.nullable(DayText),
  /** The last day to appeal that an answer of today states; null for a client, and for a case whose answer has no appeal. */
  appeal_if_answered: z.nullable(DayText),
  petitioner: z.object({
    name: z.string(),
    type_identification: z.enum(IDENTIFICATION_TYPES),
    identification: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    address: z.nullable(z.string()),
  }),
  text: z.string(),
  /** As it was filed. `typology` and `service` are those of the reports, which the desk may correct. */
  filed_typology: z.enum(TYPOLOGIES),
  filed_service: z.enum(PQR_SERVICES),
  /** Of a case about personal data, which has its own terms (R5.8). */
  data_request: z.nullable(z.enum(DATA_REQUESTS)),
  service: z.enum(PQR_SERVICES),
  response_channel: z.enum(RESPONSE_CHANNELS),
  response_address: z.nullable(z.string()),
  /**
   * The claimed invoice, with the amount that was claimed and whether it is still in dispute. `left`: what was not given back; `disputed`:
   * what of it is in dispute; `beside`: what is owed outside of the disputes of other cases; `lacking`: what other open claims ask for
   * and do not have in dispute. `notes`: the credit notes that gave back.
   */
  claim: z.nullable(
    z.object({
      invoice_id: z.uuid(),
      number: z.string(),
      amount: Pesos,
      is_open: z.boolean(),
      left: Pesos,
      disputed: Pesos,
      beside: Pesos,
      lacking: Pesos,
      /** What is owed of the invoice and is in no dispute, while this case has one: more of it can be claimed. */
      free: Pesos,
      notes: z.array(z.string()),
      /** The day on which the desk linked the invoice; null for one that was filed with the case. */
      linked_on: z.nullable(DayText),
    }),
  ),
  /** The cited installation report, with a speed test under the contracted speed. */
  report: z.nullable(z.object({ id: z.uuid(), consecutive: z.number(), city: z.string(), visit_on: DayText })),
  extended_on: z.nullable(DayText),
  appeal: z.nullable(
    z.object({
      kind: z.enum(APPEAL_KINDS),
      filed_on: DayText,
      decision: z.nullable(z.enum(PQR_DECISIONS)),
      answered_on: z.nullable(DayText),
    }),
  ),
  silence_on: z.nullable(DayText),
  /** The day on which its person withdrew it, and by which channel. */
  withdrawal: z.nullable(z.object({ on: DayText, channel: z.enum(PQR_CHANNELS) })),
  sic: z.nullable(
    z.object({
      transfer_by: DayText,
      transferred_on: z.nullable(DayText),
      outcome: z.nullable(z.enum(SIC_OUTCOMES)),
      decided_on: z.nullable(DayText),
    }),
  ),
  satisfaction: z.nullable(z.number()),
  /** Who of the desk asked for the rating; null for one that the user gave. */
  satisfaction_by: z.nullable(z.string()),
  entries: z.array(PqrEntry),
  files: z.array(PqrFile),
  tasks: z.array(PqrTask),
  /** The visits that the desk asked for; a client reads those that have a day. */
  visits: z.array(Visit),
  /** The kinds of visit that the contract of the case allows, for the staff; none without a contract. */
  visit_kinds: z.array(z.enum(VISIT_KINDS)),
  actions: z.array(z.enum(PQR_ACTIONS)),
  /** The decisions that an answer may have: after a positive silence only 'favor'. */
  decisions: z.array(z.enum(PQR_DECISIONS)),
  /** The appeals that the client may file: that to the SIC only on the subjects of the law. */
  appeals: z.array(z.enum(APPEAL_KINDS)),
})
export type PqrCase = z.output<typeof PqrCase>
