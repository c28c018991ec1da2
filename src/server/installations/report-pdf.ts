import { brandOf } from '#domain/core/brand.ts'
import { dayLabel, instantLabel, timeLabel } from '#domain/core/days.ts'
import { EQUIPMENT_KIND_LABELS } from '#domain/core/equipment-kind.ts'
import { REPORTED_LABELS } from '#domain/equipment/equipment.ts'
import type { Report, ReportClient } from '#domain/installations/report.ts'
import { countUnder, testsLabel } from '#domain/installations/speed.ts'
import {
  CERTIFICATION,
  LAW_1273_NOTICE,
  positionOf,
  REPORT_TITLE,
  SURVEY_LABELS,
  SURVEY_QUESTIONS,
  TECHNOLOGY_LABELS,
  WEEKDAY_LABELS,
  WORK_ORDER_LABELS,
} from '#domain/installations/wording.ts'
import { hourLabel } from '#domain/visits/visit.ts'
import { drawFooter, drawLetterhead, type Letterhead } from '#server/documents/letterhead.ts'
import type { Logo } from '#server/documents/logo.ts'
import { MUTED_COLOR, makePdf } from '#server/documents/pdf.ts'
import { drawProgramme } from './programme-mark.ts'
import { type ReportSheet, reportSheet } from './report-sheet.ts'

/** The content of a report's PDF. Equal content makes an equal file. `digest`: of the data that the device sent, in hexadecimal. */
export type ReportPaper = { issuer: Letterhead; report: Report; digest: string }

/** The bytes of the files that a report names, by field; null for a missing one. */
export type ReportPictures = Readonly<Record<'client' | 'technical' | 'annex' | 'one' | 'two' | 'three', Buffer | null>>

/** The report as a PDF, in the layout of the specification (ACT-01 to ACT-10). */
export function reportPdf(
  { issuer, report, digest }: ReportPaper,
  pictures: ReportPictures,
  logo: Logo | null,
): Promise<Buffer> {
  const { contract } = report
  const about = {
    title: `Acta ${report.consecutive} de ${contract.city}`,
    author: issuer.name,
    createdAt: new Date(report.createdAt),
  }
  return makePdf(about, (sheet) => {
    const top = drawLetterhead(sheet, issuer, logo, REPORT_TITLE, [
      `Consecutivo ${report.consecutive} · ${contract.city}, ${contract.department}`,
      `Contrato ${contract.no_contract}`,
    ])
    const below = drawProgramme(sheet, top)
    const name = `Acta ${report.consecutive} de ${contract.city} · Contrato ${contract.no_contract}`
    const page = reportSheet(sheet, { issuer, brand: brandOf(issuer.color_code), top: below, name })
    drawPeople(page, report)
    drawWork(page, report)
    drawSpeed(page, report)
    drawUse(page, report)
    drawVisit(page, report)
    drawSignatures(page, report, pictures)
    drawEvidence(page, report, pictures)
    drawMoves(page, report)
    drawEquipment(page, report)
    page.note(`Acta recibida el ${instantLabel(new Date(report.createdAt))} · Huella SHA-256 de los datos: ${digest}`, {
      size: 6.5,
      color: MUTED_COLOR,
    })
    drawFooter(sheet, issuer)
  })
}

const nameOf = (client: ReportClient): string =>
  client.business_name ??
  [client.first_name, client.second_name, client.last_name, client.second_lastname]
    .filter((part) => part !== null)
    .join(' ')

function drawPeople(page: ReportSheet, report: Report): void {
  const { contract } = report
  const { client } = contract
  page.cells(
    [
      ['Departamento', contract.department],
      ['Municipio', contract.city],
      ['Consecutivo', String(report.consecutive)],
      ['Fecha', dayLabel(report.visit_on)],
      ['Hora de inicio', timeLabel(new Date(report.start_time))],
      ['Hora de finalización', timeLabel(new Date(report.end_time))],
    ],
    6,
  )
  if (report.is_clock_off)
    page.note('El reloj del teléfono no estaba bien: la fecha es la del servidor y las horas son las del teléfono.', {
      size: 7.5,
      color: MUTED_COLOR,
    })
  page.section('Información del usuario', 44)
  page.cells([
    ['Nombre', nameOf(client)],
    ['Identificación', `${client.type_identification} ${client.identification}`],
    ['Dirección', contract.address],
    ['Plan', contract.plan],
    ['Celular', client.phone],
    ['Correo', client.email],
    ['Teléfono fijo', client.telephone],
  ])
  page.section('Contacto alterno')
  page.cells([
    ['Nombre', report.alternative_name ?? null],
    ['Celular', report.alternative_phone ?? null],
    ['Correo', report.alternative_email ?? null],
    ['Teléfono fijo', report.alternative_telephone ?? null],
  ])
}

function drawWork(page: ReportSheet, report: Report): void {
  page.section('Tipo de orden de trabajo')
  page.choice(WORK_ORDER_LABELS, report.type_order_job)
  page.section('Tecnología del servicio')
  page.choice(TECHNOLOGY_LABELS, report.tecnology_service)
  page.section('Estado inicial del servicio')
  page.note(report.initial_service_condition ?? null)
  page.section('Descripción de la actividad')
  page.note(report.description_activity ?? null)
  page.section('Observaciones de las condiciones eléctricas')
  page.note(report.observation_electrical_condition ?? null)
}

const decimal = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 2 })
const shown = (value: number | null, unit: string): string =>
  value === null ? '—' : `${decimal.format(value)} ${unit}`

function speedResult(tests: NonNullable<Report['speedTest']>, check: Report['speedCheck']): string {
  const contracted = { download: check.contracted_download, upload: check.contracted_upload }
  const count = countUnder(tests, contracted, check.share_bps)
  return count === 0
    ? 'Cumple lo contratado'
    : `${testsLabel(count, 'dio', 'dieron')} menos velocidad que la contratada`
}

function drawSpeed(page: ReportSheet, { speedTest, speedCheck }: Report): void {
  page.section('Pruebas de velocidad', 70)
  if (speedTest === null) return page.note(null)
  const tests = [speedTest.test_1, speedTest.test_2, speedTest.test_3]
  page.table([
    ['', 'Prueba 1', 'Prueba 2', 'Prueba 3', 'Contratado'],
    ['Subida', ...tests.map((one) => shown(one.speed_upload, 'Mb/s')), shown(speedCheck.contracted_upload, 'Mb/s')],
    ['Bajada', ...tests.map((one) => shown(one.speed_download, 'Mb/s')), shown(speedCheck.contracted_download, 'Mb/s')],
    ['Latencia', ...tests.map((one) => shown(one.speed_latency, 'ms')), ''],
  ])
  page.cells(
    [
      ['Ancho de banda contratado', shown(speedTest.bandwidth, 'Mb/s')],
      ['Resultado', speedResult(speedTest, speedCheck)],
    ],
    2,
  )
  if (speedTest.observation_speed_test_service) page.note(speedTest.observation_speed_test_service)
}

const yesNo = (value: boolean): string => (value ? 'Sí' : 'No')

function drawUse(page: ReportSheet, { informationAdditional: use }: Report): void {
  page.section('Información adicional', 40)
  if (use === null) page.note(null)
  else {
    const { use_days_service: days } = use
    page.cells(
      [
        ['El servicio cubre todo el predio', yesNo(use.property_coverage_service)],
        ['Observaciones', use.observation_information_additional || null],
      ],
      2,
    )
    page.cells(
      [
        [WEEKDAY_LABELS.monday, hoursOf(days.monday)],
        [WEEKDAY_LABELS.tuesday, hoursOf(days.tuesday)],
        [WEEKDAY_LABELS.wednesday, hoursOf(days.wednesday)],
        [WEEKDAY_LABELS.thursday, hoursOf(days.thursday)],
        [WEEKDAY_LABELS.friday, hoursOf(days.friday)],
        [WEEKDAY_LABELS.saturday, hoursOf(days.saturday)],
        [WEEKDAY_LABELS.sunday, hoursOf(days.sunday)],
      ],
      7,
    )
  }
  page.note(LAW_1273_NOTICE, { size: 7, color: MUTED_COLOR })
}

function hoursOf({ use_day, use_hour }: { use_day: boolean; use_hour: number | null }): string {
  if (!use_day) return 'No'
  return use_hour === null ? 'Sí' : `${decimal.format(use_hour)} h`
}

function drawVisit(page: ReportSheet, report: Report): void {
  const agreed = report.agreementServiceAttent
  page.section('Acuerdo de atención de la visita')
  if (agreed === null) page.note(null)
  else
    page.cells(
      [
        ['Acordada', yesNo(agreed.agreement_datetime_visit)],
        ['Fecha', agreed.date_visit ? dayLabel(agreed.date_visit) : null],
        ['Hora', agreed.time_visit ? hourLabel(agreed.time_visit) : null],
        ['Persona', report.alternative_name || nameOf(report.contract.client)],
        ['Motivo', agreed.cause_reason || null],
      ],
      5,
    )
  page.section('Estado final del servicio')
  page.note(report.effect.sentence)
  page.note(CERTIFICATION)
  const { satisfaction_survey_1, satisfaction_survey_2, satisfaction_survey_3 } = report.satisfactionSurvey
  const answers = [satisfaction_survey_1, satisfaction_survey_2, satisfaction_survey_3]
  page.section('Encuesta de satisfacción', 40)
  page.cells(
    SURVEY_QUESTIONS.map((question, index) => {
      const answer = answers[index]
      return [question, answer === undefined ? null : `${answer} · ${SURVEY_LABELS[answer]}`] as const
    }),
    3,
  )
}

function drawSignatures(page: ReportSheet, { contract, createdBy }: Report, pictures: ReportPictures): void {
  const { client } = contract
  const position = positionOf(createdBy.user.role)
  page.section('Firmas', 110)
  page.pictures(
    [
      {
        bytes: pictures.client,
        alt: `Firma de ${nameOf(client)}`,
        caption: [nameOf(client), 'Cliente', `${client.type_identification} ${client.identification}`],
      },
      {
        bytes: pictures.technical,
        alt: `Firma de ${createdBy.names}`,
        caption: [createdBy.names, position, createdBy.email ?? ''],
      },
    ],
    70,
  )
}

function drawEvidence(page: ReportSheet, { evi_vid_url, ...report }: Report, pictures: ReportPictures): void {
  const { one, two, three, annex } = pictures
  const photos = [
    { url: report.evi_img_url1, bytes: one, name: 'Evidencia 1' },
    { url: report.evi_img_url2, bytes: two, name: 'Evidencia 2' },
    { url: report.evi_img_url3, bytes: three, name: 'Evidencia 3' },
    { url: report.signature_anexo_url, bytes: annex, name: 'Firma anexa' },
  ].filter(({ url }) => Boolean(url))
  page.section('Evidencias', photos.length === 0 ? 20 : 165)
  page.cells([['Video', evi_vid_url]], 1)
  if (photos.length > 0)
    page.pictures(
      photos.map(({ bytes, name }) => ({ bytes, alt: `${name} de la visita`, caption: [name] })),
      120,
    )
}

/** What was installed and taken back, as it was signed. */
function drawMoves(page: ReportSheet, { equipment_moves: moves }: Report): void {
  if (moves === null) return
  page.section('Equipos instalados y recogidos', 40)
  page.table([
    ['Serial', 'Equipo', 'Qué se hizo'],
    ...moves.map(({ serial, kind, brand, action }) => [
      serial,
      [kind && EQUIPMENT_KIND_LABELS[kind], brand].filter(Boolean).join(' ') || '—',
      REPORTED_LABELS[action],
    ]),
  ])
}

/** Only in the document of the role network (ACT-12). */
function drawEquipment(page: ReportSheet, { equipment }: Report): void {
  if (!equipment) return
  const { technical_data: data } = equipment
  page.section('Inventario de equipos y datos técnicos', 90)
  page.table([
    ['Marca', 'Serial o MAC', 'Estado'],
    ...equipment.rows.map(({ brand, serial, state }) => [brand || '—', serial || '—', state || '—']),
  ])
  page.cells(
    [
      ['IP WAN de la antena', data.antenna_wan_ip || null],
      ['IP LAN de la antena', data.antenna_lan_ip || null],
      ['IP WAN del router', data.router_wan_ip || null],
      ['IP LAN del router', data.router_lan_ip || null],
      ['Latitud', data.latitude == null ? null : String(data.latitude)],
      ['Longitud', data.longitude == null ? null : String(data.longitude)],
    ],
    6,
  )
}
