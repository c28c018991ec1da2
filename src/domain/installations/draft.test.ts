import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { changesSigned, copyTest, type FileField, missingOf, newReportOf, videoProblem } from './draft.ts'
import { NewReport } from './report.ts'
import { averageOf, numberOf, type Values } from './report-values.ts'

const speed = (number: number, down: string, up: string, latency: string): Values => ({
  [`speedTest.test_${number}.speed_download`]: down,
  [`speedTest.test_${number}.speed_upload`]: up,
  [`speedTest.test_${number}.speed_latency`]: latency,
})

const COMPLETE: Values = {
  type_order_job: 'instalacion',
  tecnology_service: 'fibra_optica',
  description_activity: 'Se tendió la fibra y se configuró el router',
  'speedTest.bandwidth': '100',
  ...speed(1, '98,5', '49', '12'),
  ...speed(2, '97', '48', '11'),
  ...speed(3, '99', '50', '10'),
  'informationAdditional.property_coverage_service': 'si',
  'informationAdditional.use_days_service.monday.use_hour': '4',
  'informationAdditional.use_days_service.sunday.use_day': 'si',
  'agreementServiceAttent.agreement_datetime_visit': 'si',
  'agreementServiceAttent.date_visit': '22/11/2026',
  'agreementServiceAttent.time_visit': '14:30',
  evi_vid_url: ' https://video.test/a ',
  satisfaction_survey_1: 'E',
  satisfaction_survey_2: 'B',
  satisfaction_survey_3: 'NA',
}
const SIGNED: ReadonlySet<FileField> = new Set(['signature_client_url', 'signature_technical_url'] as const)
const fields = (values: Values, files = SIGNED): string[] => missingOf(values, files).map(({ field }) => field)

test('ACT-11 un acta completa no tiene faltantes, y lo que se envía cumple el esquema del servidor', () => {
  expect(missingOf(COMPLETE, SIGNED)).toEqual([])
  const url = '/api/file/0197a000-0000-4000-8000-000000000001'
  const report = newReportOf({
    client_uuid: '0197a000-0000-4000-8000-000000000000',
    start_time: '2026-11-22T13:00:00.000Z',
    end_time: '2026-11-22T14:00:00.000Z',
    values: COMPLETE,
    urls: { signature_client_url: url, signature_technical_url: url },
  })
  expect(z.safeParse(NewReport, report).success).toBe(true)
  expect(report).toMatchObject({
    evi_vid_url: 'https://video.test/a',
    evi_img_url1: null,
    speedTest: { bandwidth: 100, test_1: { speed_download: 98.5, speed_upload: 49, speed_latency: 12 } },
    agreementServiceAttent: { agreement_datetime_visit: true, date_visit: '2026-11-22', time_visit: '14:30' },
  })
  const use = report.informationAdditional?.use_days_service
  expect([use?.monday, use?.sunday, use?.tuesday]).toEqual([
    { use_day: true, use_hour: 4 },
    { use_day: true, use_hour: null },
    { use_day: false, use_hour: null },
  ])
})

test('ACT-11 el contacto alterno y las velocidades se revisan en su campo, y dicen qué corregir', () => {
  const copies = (changes: Values) =>
    missingOf({ ...COMPLETE, ...changes }, SIGNED).map(({ step, field, message }) => [step, field, message])
  expect(copies({ alternative_phone: '300 123', alternative_email: 'ana@', alternative_telephone: '555' })).toEqual([
    ['data', 'alternative_phone', 'El celular tiene 10 dígitos y empieza por 3'],
    ['data', 'alternative_email', 'Escribe un correo válido, por ejemplo ana@correo.com'],
    ['data', 'alternative_telephone', 'El fijo tiene 10 dígitos y empieza por 60 y el indicativo'],
  ])
  const right = { alternative_phone: '300 123 4567', alternative_email: 'ana@correo.com', alternative_telephone: ' ' }
  expect(copies(right)).toEqual([])
  const speeds = {
    'speedTest.bandwidth': '1.000.000',
    'speedTest.test_1.speed_download': 'rápida',
    'speedTest.test_2.speed_upload': '-3',
    'speedTest.test_3.speed_latency': '60001',
    'speedTest.test_3.speed_upload': '',
  }
  expect(copies(speeds)).toEqual([
    [
      'speed',
      'speedTest.bandwidth',
      'Escribe el ancho de banda contratado solo con números y sin punto de miles: 95,4 o 1000',
    ],
    [
      'speed',
      'speedTest.test_1.speed_download',
      'Escribe la bajada de la prueba 1 solo con números y sin punto de miles: 95,4 o 1000',
    ],
    ['speed', 'speedTest.test_2.speed_upload', 'Revisa la subida de la prueba 2: va de 0 a 100000 Mb/s'],
    ['speed', 'speedTest.test_3.speed_upload', 'Escribe la subida de la prueba 3'],
    ['speed', 'speedTest.test_3.speed_latency', 'Revisa la latencia de la prueba 3: va de 0 a 60.000 ms'],
  ])
})

test('ACT-09 ACT-11 lo que el cliente firmó no cambia sin otra firma; el video y quién firma sí', () => {
  expect(changesSigned(COMPLETE, { description_activity: 'Otra cosa' }, false)).toBe(true)
  expect(changesSigned(COMPLETE, { 'speedTest.test_2.speed_upload': '50' }, false)).toBe(true)
  expect(changesSigned(COMPLETE, { alternative_name: 'Ana' }, true)).toBe(true)
  expect(changesSigned(COMPLETE, { description_activity: COMPLETE['description_activity'] ?? '' }, false)).toBe(false)
  expect(changesSigned(COMPLETE, { alternative_name: '' }, false)).toBe(false)
  expect(changesSigned(COMPLETE, { evi_vid_url: 'https://video.test/b' }, false)).toBe(false)
  expect(changesSigned(COMPLETE, { 'name_of.signature_technical_url': 'Julián Ruiz' }, false)).toBe(false)
  expect(changesSigned(COMPLETE, { satisfaction_survey_1: 'M' }, true)).toBe(false)
  expect(changesSigned(COMPLETE, { satisfaction_survey_1: 'M' }, false)).toBe(true)
})

test('ACT-11 un acta vacía dice todo lo que falta en el orden de los pasos, con las dos firmas al final', () => {
  const missing = missingOf({}, new Set())
  expect(missing.map(({ step }) => step)).toEqual([
    'order',
    'order',
    'initial',
    'speed',
    'speed',
    'additional',
    'visit',
    'signatures',
    'signatures',
    'signatures',
    'signatures',
    'signatures',
  ])
  expect(missing.at(-1)?.message).toBe('Falta tu firma')
})

test('ACT-06 una prueba empezada se completa; un retiro puede no tener pruebas', () => {
  expect(fields({ ...COMPLETE, 'speedTest.test_2.speed_upload': '' })).toEqual(['speedTest.test_2.speed_upload'])
  expect(fields({ ...COMPLETE, 'speedTest.test_3.speed_latency': '-1' })).toEqual(['speedTest.test_3.speed_latency'])
  const withoutSpeed = Object.fromEntries(Object.entries(COMPLETE).filter(([name]) => !name.startsWith('speedTest')))
  expect(fields(withoutSpeed)).toEqual(['speedTest.bandwidth', 'speedTest.test_1.speed_download'])
  expect(fields({ ...withoutSpeed, type_order_job: 'retiro' })).toEqual([])
})

test('ACT-06 el promedio es el de las pruebas escritas, y una prueba se copia de la anterior', () => {
  expect(averageOf(COMPLETE, 'speed_download')).toBe(98.2)
  expect(averageOf({}, 'speed_upload')).toBeNull()
  const copied = copyTest({ ...speed(1, '90', '40', '9') }, 'test_2')
  expect(copied['speedTest.test_2.speed_latency']).toBe('9')
  expect(copyTest(copied, 'test_1')).toEqual(copied)
})

test('ACT-10 un video con javascript: no se puede enviar, y sin video sí', () => {
  expect(videoProblem('javascript:alert(1)')).toBe(
    'Por favor ingrese una URL válida que comience con http:// o https://',
  )
  expect([videoProblem(''), videoProblem('https://a.test')]).toEqual([null, null])
  expect(fields({ ...COMPLETE, evi_vid_url: 'javascript:alert(1)' })).toEqual(['evi_vid_url'])
})

test('a number is typed with a comma or a point', () => {
  expect([numberOf('12,5'), numberOf(' 7 '), numberOf('1e3'), numberOf('')]).toEqual([12.5, 7, null, null])
})
