import * as z from 'zod/mini'
import { DayText, instantField } from '#domain/core/days.ts'
import { RoleName } from '#domain/core/roles.ts'
import { patternText, trimmedText } from '#domain/core/text.ts'

/** The work orders of ACT-04, in the order of the form. */
const WORK_ORDERS = ['retiro', 'instalacion', 'translado', 'reinstalacion', 'cambio_equipo'] as const
const TECHNOLOGIES = ['radio_enlace', 'television', 'fibra_optica'] as const

/** Answers of the survey: excelente, bueno, regular, malo, no aplica (ACT-09). */
const SURVEY_ANSWERS = ['E', 'B', 'R', 'M', 'NA'] as const

const VIDEO_COPY = 'Por favor ingrese una URL válida que comience con http:// o https://'

/** A video URL, trimmed: 'http://' or 'https://' followed by text (ACT-10). */
export const VideoUrl = trimmedText(500, { required: VIDEO_COPY }).check(
  z.regex(/^https?:\/\/\S+$/, { error: VIDEO_COPY }),
)

const note = z.optional(z.nullable(trimmedText(2000)))
const contact = z.optional(z.nullable(trimmedText(254)))
const url = trimmedText(500)
const file = z.optional(z.nullable(url))
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
  signature_technical_url: url,
  signature_client_url: url,
  signature_anexo_url: file,
  evi_img_url1: file,
  evi_img_url2: file,
  evi_img_url3: file,
}

/** A finished report. The device creates its `client_uuid`, so that a repeated request does not create a second report. */
export const NewReport = z.strictObject({
  client_uuid: z.uuid({ error: 'Falta el identificador del acta' }),
  ...fields,
  evi_vid_url: z.optional(z.nullable(VideoUrl)),
  speedTest: z.optional(z.nullable(z.strictObject(speeds(z.strictObject(test))))),
  informationAdditional: z.optional(z.nullable(z.strictObject(additional(z.strictObject(week(z.strictObject(use))))))),
  agreementServiceAttent: z.optional(z.nullable(z.strictObject(agreement))),
  satisfactionSurvey: z.strictObject(survey),
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

/** The author of the report: shown as 'Técnico' for the role technical, otherwise as 'Administrador' (ACT-01). */
const Creator = z.object({
  names: z.string(),
  identification: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  user: z.object({ role: RoleName }),
})

/** An installation report, with the exact field names of the specification. Only its video can be added later, once. */
export const Report = z.object({
  id: z.uuid(),
  consecutive: z.number(),
  createdAt: z.iso.datetime(),
  ...fields,
  evi_vid_url: z.nullable(z.string()),
  speedTest: z.nullable(z.object(speeds(z.object(test)))),
  informationAdditional: z.nullable(z.object(additional(z.object(week(z.object(use)))))),
  agreementServiceAttent: z.nullable(z.object(agreement)),
  satisfactionSurvey: z.object(survey),
  contract: z.object({ no_contract: z.string(), client: ReportClient }),
  createdBy: Creator,
})
export type Report = z.output<typeof Report>
