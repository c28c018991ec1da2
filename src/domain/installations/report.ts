import * as z from 'zod/mini'
import { CONTRACT_STATUSES } from '#domain/contracts/lifecycle.ts'
import { DayText, instantField } from '#domain/core/days.ts'
import { RoleName } from '#domain/core/roles.ts'
import { optionalLine, patternText, trimmedText } from '#domain/core/text.ts'
import { InstalledEquipment, REPORTED_MAX, ReportedEquipment, StoredMove } from '#domain/equipment/equipment.ts'
import { Equipment, TechnicalData } from './equipment.ts'

/** The work orders of ACT-04, in the order of the form. */
export const WORK_ORDERS = ['retiro', 'instalacion', 'translado', 'reinstalacion', 'cambio_equipo'] as const
export type WorkOrder = (typeof WORK_ORDERS)[number]
export const TECHNOLOGIES = ['radio_enlace', 'television', 'fibra_optica'] as const

/** Answers of the survey: excelente, bueno, regular, malo, no aplica (ACT-09). */
export const SURVEY_ANSWERS = ['E', 'B', 'R', 'M', 'NA'] as const

const VIDEO_COPY = 'Por favor ingrese una URL válida que comience con http:// o https://'

/** A video URL, trimmed: 'http://' or 'https://' followed by text (ACT-10). */
export const VideoUrl = trimmedText(500, { required: VIDEO_COPY }).check(
  z.regex(/^https?:\/\/\S+$/, { error: VIDEO_COPY }),
)

const note = z.optional(z.nullable(trimmedText(2000)))
const contact = z.optional(z.nullable(optionalLine(254)))
const FILE_COPY = 'Sube de nuevo este archivo'
/** The address that POST /file answered. */
const fileUrl = patternText(60, /^\/api\/file\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, FILE_COPY)
const file = z.optional(z.nullable(fileUrl))
const amount = (error: string, max: number) => z.number({ error }).check(z.gte(0, { error }), z.lte(max, { error }))

/** Speeds in Mb/s, latency in ms. */
const test = {
  speed_download: amount('Escribe la velocidad de bajada', 100_000),
  speed_upload: amount('Escribe la velocidad de subida', 100_000),
  speed_latency: amount('Escribe la latencia', 60_000),
}

const speeds = <T>(Test: T) => ({
  bandwidth: amount('Escribe el ancho de banda contratado', 100_000),
  observation_speed_test_service: note,
  test_1: Test,
  test_2: Test,
  test_3: Test,
})

/** Whether the service is used on a weekday, and for how many hours. */
const use = { use_day: z.boolean(), use_hour: z.nullable(amount('Escribe las horas de uso', 24)) }

const week = <T>(Use: T) => ({
  monday: Use,
  tuesday: Use,
  wednesday: Use,
  thursday: Use,
  friday: Use,
  saturday: Use,
  sunday: Use,
})

const additional = <T>(Week: T) => ({
  property_coverage_service: z.boolean(),
  observation_information_additional: note,
  use_days_service: Week,
})

const agreement = {
  agreement_datetime_visit: z.boolean(),
  date_visit: z.optional(z.nullable(DayText)),
  time_visit: z.optional(z.nullable(patternText(5, /^([01]\d|2[0-3]):[0-5]\d$/, 'Escribe la hora como 14:30'))),
  cause_reason: note,
}

const answer = z.enum(SURVEY_ANSWERS, { error: 'Elige E, B, R, M o NA' })
const survey = { satisfaction_survey_1: answer, satisfaction_survey_2: answer, satisfaction_survey_3: answer }

const fields = {
  start_time: instantField('Falta la hora de inicio'),
  end_time: instantField('Falta la hora de finalización'),
  type_order_job: z.enum(WORK_ORDERS, { error: 'Elige el tipo de orden' }),
  tecnology_service: z.enum(TECHNOLOGIES, { error: 'Elige la tecnología' }),
  initial_service_condition: note,
  description_activity: note,
  observation_electrical_condition: note,
  alternative_name: contact,
  alternative_email: contact,
  alternative_telephone: contact,
  alternative_phone: contact,
  signature_technical_url: fileUrl,
  signature_client_url: fileUrl,
  signature_anexo_url: file,
  evi_img_url1: file,
  evi_img_url2: file,
  evi_img_url3: file,
}

/** What was installed and taken back. Absent or null: in a report of type Retiro, all that the contract has. */
const reportedEquipment = z.optional(
  z.nullable(
    z
      .array(ReportedEquipment)
      .check(z.maxLength(REPORTED_MAX, { error: `Escribe hasta ${REPORTED_MAX} equipos` }))
      .check(
        z.refine((moves) => new Set(moves.map(({ serial }) => serial)).size === moves.length, {
          error: 'Escribe cada serial una sola vez',
        }),
      ),
  ),
)

/** A finished report. The device creates its `client_uuid`, so that a repeated request does not create a second report. */
export const NewReport = z.strictObject({
  client_uuid: z.uuid({ error: 'Falta el identificador del acta' }),
  ...fields,
  evi_vid_url: z.optional(z.nullable(VideoUrl)),
  speedTest: z.optional(z.nullable(z.strictObject(speeds(z.strictObject(test))))),
  informationAdditional: z.optional(z.nullable(z.strictObject(additional(z.strictObject(week(z.strictObject(use))))))),
  agreementServiceAttent: z.optional(z.nullable(z.strictObject(agreement))),
  satisfactionSurvey: z.strictObject(survey),
  equipment_moves: reportedEquipment,
})
export type NewReport = z.output<typeof NewReport>

/** The company on the printed report: its name, logo and colour. */
const ReportCompany = z.object({
  nit: z.string(),
  name: z.string(),
  logo_url: z.nullable(z.string()),
  color_code: z.string(),
})

const ReportClient = z.object({
  first_name: z.nullable(z.string()),
  second_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  second_lastname: z.nullable(z.string()),
  business_name: z.nullable(z.string()),
  type_identification: z.string(),
  identification: z.string(),
  address: z.string(),
  department: z.string(),
  city: z.string(),
  phone: z.nullable(z.string()),
  telephone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  admin: ReportCompany,
})

export type ReportClient = z.output<typeof ReportClient>

/** The author of the report: shown as 'Técnico' for the role technical, otherwise as 'Administrador' (ACT-01). */
export const ReportAuthor = z.object({
  names: z.string(),
  identification: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  user: z.object({ role: RoleName }),
})

const saved = { saved_at: z.iso.datetime(), saved_by: z.string() }

/** What a report changed in its contract, in the same transaction. 'task': nothing, and the desk has a task. */
const EFFECTS = ['activated', 'ended', 'reconnected', 'moved', 'none', 'task'] as const

/** The contracted and the measured speeds in Mb/s, as they were when the report arrived (ACT-06). */
const SpeedCheck = z.object({
  contracted_download: z.nullable(z.number()),
  contracted_upload: z.nullable(z.number()),
  /** The mean of the three tests; null without tests. */
  measured_download: z.nullable(z.number()),
  measured_upload: z.nullable(z.number()),
  /** The share of the contracted speed that each test must reach: 10000 is 100 %. */
  share_bps: z.number(),
  /** A test is under that share. */
  is_under: z.boolean(),
})
export type SpeedCheck = z.output<typeof SpeedCheck>

/** Something that a report could not do by itself, for the financial desk. */
export const ReportTask = z.object({
  reason: z.string(),
  done_at: z.nullable(z.iso.datetime()),
  done_by: z.nullable(z.string()),
  note: z.nullable(z.string()),
})

/** The contract of a report with its client and its company, as they were when the report arrived. */
export const ReportContract = z.object({
  no_contract: z.string(),
  /** The place of the service, with the municipality of the consecutive. */
  address: z.string(),
  department: z.string(),
  city: z.string(),
  municipality_code: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  plan: z.string(),
  client: ReportClient,
})
export type ReportContract = z.output<typeof ReportContract>

/** An installation report, with the exact field names of the specification. Only its video can be added later, once. */
export const Report = z.object({
  id: z.uuid(),
  client_uuid: z.uuid(),
  /** Without gaps in each company and municipality. */
  consecutive: z.number(),
  /** The server's own time of receipt; `start_time` and `end_time` are those of the device. */
  createdAt: z.iso.datetime(),
  /** The day of the visit in Bogotá, corrected by the server's clock when the clock of the device is wrong. */
  visit_on: DayText,
  is_clock_off: z.boolean(),
  ...fields,
  evi_vid_url: z.nullable(z.string()),
  speedTest: z.nullable(z.object(speeds(z.object(test)))),
  informationAdditional: z.nullable(z.object(additional(z.object(week(z.object(use)))))),
  agreementServiceAttent: z.nullable(z.object(agreement)),
  satisfactionSurvey: z.object(survey),
  /** Also what a removal that named no piece took back. Null when nothing was installed or taken back. */
  equipment_moves: z.nullable(z.array(StoredMove)),
  speedCheck: SpeedCheck,
  effect: z.object({ kind: z.enum(EFFECTS), sentence: z.string() }),
  /** Only for the staff. */
  task: z.optional(z.nullable(ReportTask)),
  contract: ReportContract,
  createdBy: ReportAuthor,
  /** Only for the role network (ACT-12): the last saved ones; null before the first. */
  equipment: z.optional(z.nullable(z.object({ ...Equipment.shape, technical_data: TechnicalData, ...saved }))),
})
export type Report = z.output<typeof Report>

/** One row of a list of reports. */
export const ReportRow = z.object({
  id: z.uuid(),
  consecutive: z.number(),
  createdAt: z.iso.datetime(),
  visit_on: DayText,
  type_order_job: z.enum(WORK_ORDERS),
  tecnology_service: z.enum(TECHNOLOGIES),
  no_contract: z.string(),
  client: z.object({ name: z.string(), identification: z.string() }),
  department: z.string(),
  city: z.string(),
  technician: z.string(),
  is_under_speed: z.boolean(),
  is_clock_off: z.boolean(),
  has_video: z.boolean(),
  /** The reason of an open task of the desk; null without one. */
  task: z.nullable(z.string()),
})
export type ReportRow = z.output<typeof ReportRow>

/** What a device needs before a visit, so that the report can be written without a network. */
export const Visit = z.object({
  no_contract: z.string(),
  status: z.enum(CONTRACT_STATUSES),
  scheduled_on: z.nullable(DayText),
  technician: z.nullable(z.string()),
  address: z.string(),
  department: z.string(),
  city: z.string(),
  municipality_code: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  plan: z.object({
    name: z.string(),
    download_mbps: z.nullable(z.number()),
    upload_mbps: z.nullable(z.number()),
  }),
  /** The share of the contracted speed that each test must reach: 10000 is 100 %. */
  share_bps: z.number(),
  client: ReportClient,
  /** What the contract has now. Absent in a visit that a device kept from an earlier version. */
  installed: z.optional(z.array(InstalledEquipment)),
  /** For each work order, why the report would only leave a task for the desk; null when it does its effect. */
  work_orders: z.array(z.object({ type_order_job: z.enum(WORK_ORDERS), problem: z.nullable(z.string()) })),
  last_report: z.nullable(ReportRow),
  /** The server's time, against which a device compares its clock. */
  now: z.iso.datetime(),
})
export type Visit = z.output<typeof Visit>
