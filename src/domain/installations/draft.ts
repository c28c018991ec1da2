import * as z from 'zod/mini'
import { emailField, Landline, Mobile } from '#domain/core/contact-fields.ts'
import { parseDay } from '#domain/core/days.ts'
import { NewReport, VideoUrl } from './report.ts'
import { MEASURES, numberOf, TESTS, type Values } from './report-values.ts'
import { equipmentMissing, equipmentOf } from './reported-draft.ts'

/** The steps of a report on a phone; on a desk they are the sections of the page. */
export const STEPS = [
  { key: 'data', label: 'Datos' },
  { key: 'order', label: 'Orden y tecnología' },
  { key: 'initial', label: 'Estado inicial' },
  { key: 'speed', label: 'Pruebas de velocidad' },
  { key: 'additional', label: 'Información adicional y uso' },
  { key: 'visit', label: 'Visita y estado final' },
  { key: 'evidence', label: 'Evidencias' },
  { key: 'signatures', label: 'Encuesta y firmas' },
] as const
export type StepKey = (typeof STEPS)[number]['key']

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export const SURVEY_FIELDS = ['satisfaction_survey_1', 'satisfaction_survey_2', 'satisfaction_survey_3'] as const

/** The fields of a report that are files, in the order in which they are sent. */
export const FILE_FIELDS = [
  'signature_client_url',
  'signature_technical_url',
  'evi_img_url1',
  'evi_img_url2',
  'evi_img_url3',
] as const
export type FileField = (typeof FILE_FIELDS)[number]
export const PHOTO_FIELDS = ['evi_img_url1', 'evi_img_url2', 'evi_img_url3'] as const

export type Missing = { readonly step: StepKey; readonly field: string; readonly message: string }

export const ANSWER_YES = 'si'
export const ANSWER_NO = 'no'

/** The values of a test with those of the test before it. The first test has none before it. */
export function copyTest(values: Values, test: (typeof TESTS)[number]): Values {
  const before = TESTS[TESTS.indexOf(test) - 1]
  if (before === undefined) return values
  const copied = MEASURES.map((measure) => [
    `speedTest.${test}.${measure}`,
    values[`speedTest.${before}.${measure}`] ?? '',
  ])
  return { ...values, ...Object.fromEntries(copied) }
}

const REQUIRED: readonly Missing[] = [
  { step: 'order', field: 'type_order_job', message: 'Elige el tipo de orden' },
  { step: 'order', field: 'tecnology_service', message: 'Elige la tecnología' },
  { step: 'initial', field: 'description_activity', message: 'Describe qué se hizo en la visita' },
  {
    step: 'additional',
    field: 'informationAdditional.property_coverage_service',
    message: 'Di si el servicio cubre todo el predio',
  },
  {
    step: 'visit',
    field: 'agreementServiceAttent.agreement_datetime_visit',
    message: 'Di si la visita se acordó con el cliente',
  },
  { step: 'signatures', field: 'satisfaction_survey_1', message: 'Falta la respuesta 1 de la encuesta' },
  { step: 'signatures', field: 'satisfaction_survey_2', message: 'Falta la respuesta 2 de la encuesta' },
  { step: 'signatures', field: 'satisfaction_survey_3', message: 'Falta la respuesta 3 de la encuesta' },
]

const FILE_MISSING: readonly (Missing & { field: FileField })[] = [
  { step: 'signatures', field: 'signature_client_url', message: 'Falta la firma del cliente' },
  { step: 'signatures', field: 'signature_technical_url', message: 'Falta tu firma' },
]

/** Everything that a report needs before it can be sent, in the order of the steps. A draft may be saved without it. */
export function missingOf(values: Values, files: ReadonlySet<FileField>): Missing[] {
  const found = [
    ...REQUIRED.filter(({ field }) => !values[field]),
    ...speedMissing(values),
    ...hoursMissing(values),
    ...formatMissing(values),
    ...equipmentMissing(values).map((one) => ({ step: 'evidence' as const, ...one })),
    ...FILE_MISSING.filter(({ field }) => !files.has(field)),
  ]
  const order = STEPS.map(({ key }) => key)
  return found.toSorted((a, b) => order.indexOf(a.step) - order.indexOf(b.step))
}

const MEASURE_MAX = { speed_download: 100_000, speed_upload: 100_000, speed_latency: 60_000 } as const
const MEASURE_LIMITS = {
  speed_download: '100000 Mb/s',
  speed_upload: '100000 Mb/s',
  speed_latency: '60.000 ms',
} as const
const MEASURE_NAMES = { speed_download: 'la bajada', speed_upload: 'la subida', speed_latency: 'la latencia' } as const

/** The speeds are optional as a whole: an order without a connection has none. One that is begun is complete. */
function speedMissing(values: Values): Missing[] {
  const fields = TESTS.flatMap((test, index) =>
    MEASURES.map((measure) => ({ test, index, measure, field: `speedTest.${test}.${measure}` })),
  )
  const hasNone = fields.every(({ field }) => !values[field])
  if (hasNone && !needsSpeed(values)) return []
  const bandwidth = isBetween(numberOf(values['speedTest.bandwidth']), 100_000)
    ? []
    : [
        {
          step: 'speed' as const,
          field: 'speedTest.bandwidth',
          message: measureCopy(values['speedTest.bandwidth'], 'el ancho de banda contratado', 'speed_download'),
        },
      ]
  if (hasNone) {
    const message = 'Escribe las tres pruebas de velocidad'
    return [...bandwidth, { step: 'speed', field: 'speedTest.test_1.speed_download', message }]
  }
  const tests = fields
    .filter(({ field, measure }) => !isBetween(numberOf(values[field]), MEASURE_MAX[measure]))
    .map(({ field, measure, index }) => ({
      step: 'speed' as const,
      field,
      message: measureCopy(values[field], `${MEASURE_NAMES[measure]} de la prueba ${index + 1}`, measure),
    }))
  return [...bandwidth, ...tests]
}

/** What to do about a measure that is empty, not a number, or out of its limits. */
function measureCopy(typed: string | undefined, name: string, measure: keyof typeof MEASURE_MAX): string {
  if (!typed?.trim()) return `Escribe ${name}`
  const value = numberOf(typed)
  if (value === null) return `Escribe ${name} solo con números y sin punto de miles: 95,4 o 1000`
  return `Revisa ${name}: va de 0 a ${MEASURE_LIMITS[measure]}`
}

/** After a retirement there is no service to measure. */
const needsSpeed = (values: Values): boolean => values['type_order_job'] !== 'retiro'

const isBetween = (value: number | null, max: number): boolean => value !== null && value >= 0 && value <= max

const hourField = (weekday: string): string => `informationAdditional.use_days_service.${weekday}.use_hour`

const hoursMissing = (values: Values): Missing[] =>
  WEEKDAYS.map(hourField)
    .filter((field) => values[field] && !isBetween(numberOf(values[field]), 24))
    .map((field) => ({ step: 'additional' as const, field, message: 'Las horas de uso van de 0 a 24' }))

/** The value of a draft that says that the signature of the client was removed, until the client signs again. */
export const SIGNATURE_REMOVED = 'signature_client_removed'

/** What is added after the client signed: the video (ACT-10), and who signs. The answers of the survey have a rule of their own. */
const NOT_SIGNED: ReadonlySet<string> = new Set([
  'evi_vid_url',
  'name_of.signature_client_url',
  'name_of.signature_technical_url',
  SIGNATURE_REMOVED,
])

/**
 * Whether these changes give another report than the one that the client read and signed. `isByClient`: the client makes them in its
 * own view before it ends it, where the survey is answered before or after the signature.
 */
export const changesSigned = (values: Values, changes: Values, isByClient: boolean): boolean =>
  Object.entries(changes).some(
    ([field, value]) => !NOT_SIGNED.has(field) && (values[field] ?? '') !== value && !(isByClient && SURVEY.has(field)),
  )
const SURVEY: ReadonlySet<string> = new Set(SURVEY_FIELDS)

/** Texts with a format of their own. */
function formatMissing(values: Values): Missing[] {
  const found: Missing[] = []
  const date = values['agreementServiceAttent.date_visit']
  if (date && parseDay(date) === null)
    found.push({ step: 'visit', field: 'agreementServiceAttent.date_visit', message: 'Escribe una fecha que exista' })
  const time = values['agreementServiceAttent.time_visit']
  if (time && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    found.push({ step: 'visit', field: 'agreementServiceAttent.time_visit', message: 'Escribe la hora como 14:30' })
  found.push(...contactMissing(values))
  const video = videoProblem(values['evi_vid_url'] ?? '')
  if (video !== null) found.push({ step: 'evidence', field: 'evi_vid_url', message: video })
  return found
}

const CONTACT_FIELDS = {
  alternative_phone: Mobile,
  alternative_email: emailField(),
  alternative_telephone: Landline,
} as const

/** The alternate contact is optional; what is typed of it must be a telephone or an email that works. */
const contactMissing = (values: Values): Missing[] =>
  Object.entries(CONTACT_FIELDS).flatMap(([field, schema]) => {
    const typed = values[field]?.trim() ?? ''
    const message = typed === '' ? undefined : z.safeParse(schema, typed).error?.issues[0]?.message
    return message === undefined ? [] : [{ step: 'data' as const, field, message }]
  })

/** Why a typed video cannot be saved. Null when it can, and when there is none. */
export function videoProblem(text: string): string | null {
  if (text.trim() === '') return null
  return z.safeParse(VideoUrl, text).error?.issues.at(-1)?.message ?? null
}

export type SendableReport = {
  readonly client_uuid: string
  readonly start_time: string
  readonly end_time: string
  readonly values: Values
  /** The addresses of the sent files. */
  readonly urls: Readonly<Partial<Record<FileField, string>>>
}

/** The report to send, of a draft for which `missingOf` is empty. */
export function newReportOf({ client_uuid, start_time, end_time, values, urls }: SendableReport): NewReport {
  return z.parse(NewReport, {
    client_uuid,
    start_time,
    end_time,
    ...texts(values, TEXT_FIELDS),
    ...Object.fromEntries(FILE_FIELDS.map((field) => [field, urls[field] ?? null])),
    evi_vid_url: values['evi_vid_url']?.trim() || null,
    speedTest: speedOf(values),
    informationAdditional: additionalOf(values),
    agreementServiceAttent: {
      agreement_datetime_visit: values['agreementServiceAttent.agreement_datetime_visit'] === ANSWER_YES,
      date_visit: parseDay(values['agreementServiceAttent.date_visit'] ?? ''),
      time_visit: values['agreementServiceAttent.time_visit'] || null,
      cause_reason: values['agreementServiceAttent.cause_reason'] || null,
    },
    satisfactionSurvey: texts(values, SURVEY_FIELDS),
    equipment_moves: equipmentOf(values),
  })
}

const TEXT_FIELDS = [
  'type_order_job',
  'tecnology_service',
  'initial_service_condition',
  'description_activity',
  'observation_electrical_condition',
  'alternative_name',
  'alternative_email',
  'alternative_telephone',
  'alternative_phone',
] as const

const texts = (values: Values, fields: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(fields.map((field) => [field, values[field]?.trim() || null]))

function speedOf(values: Values): unknown {
  if (TESTS.every((test) => MEASURES.every((measure) => !values[`speedTest.${test}.${measure}`]))) return null
  const tests = TESTS.map((test) => [
    test,
    Object.fromEntries(MEASURES.map((measure) => [measure, numberOf(values[`speedTest.${test}.${measure}`])])),
  ])
  return {
    bandwidth: numberOf(values['speedTest.bandwidth']),
    observation_speed_test_service: values['speedTest.observation_speed_test_service'] || null,
    ...Object.fromEntries(tests),
  }
}

function additionalOf(values: Values): unknown {
  const days = WEEKDAYS.map((weekday) => {
    const use_hour = numberOf(values[hourField(weekday)])
    const isUsed = values[`informationAdditional.use_days_service.${weekday}.use_day`] === ANSWER_YES
    return [weekday, { use_day: isUsed || (use_hour ?? 0) > 0, use_hour }]
  })
  return {
    property_coverage_service: values['informationAdditional.property_coverage_service'] === ANSWER_YES,
    observation_information_additional: values['informationAdditional.observation_information_additional'] || null,
    use_days_service: Object.fromEntries(days),
  }
}
