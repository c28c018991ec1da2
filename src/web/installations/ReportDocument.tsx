import type { ReactNode } from 'react'
import { dayLabel, timeLabel } from '#domain/core/days.ts'
import { EQUIPMENT_KIND_LABELS } from '#domain/core/equipment-kind.ts'
import { REPORTED_LABELS } from '#domain/equipment/equipment.ts'
import type { Report } from '#domain/installations/report.ts'
import {
  CERTIFICATION,
  LAW_1273_NOTICE,
  positionOf,
  SURVEY_LABELS,
  SURVEY_QUESTIONS,
  TECHNOLOGY_LABELS,
  WEEKDAY_LABELS,
  WORK_ORDER_LABELS,
} from '#domain/installations/wording.ts'
import { hourLabel } from '#domain/visits/visit.ts'
import { Alert } from '#web/ui/States.tsx'
import { nameOf } from './client-name.ts'
import { ReportHead } from './ReportHead.tsx'
import { ReportPicture } from './ReportPicture.tsx'
import { Cells, Choice, Note, Section } from './ReportSection.tsx'
import { ReportTaskNotice } from './ReportTaskNotice.tsx'
import { SpeedTable } from './SpeedTable.tsx'

/** A report as it is printed, all of its sections, only to read (ACT-02 to ACT-10). */
export function ReportDocument({ report, video }: { report: Report; video: ReactNode }) {
  const { contract, createdBy } = report
  return (
    <article className="acta" aria-label="Acta">
      <ReportHead
        company={contract.client.admin}
        cells={[
          ['Departamento', contract.department],
          ['Municipio', contract.city],
          ['Consecutivo', report.consecutive],
          ['Fecha', dayLabel(report.visit_on)],
          ['Hora de inicio', timeLabel(new Date(report.start_time))],
          ['Hora de finalización', timeLabel(new Date(report.end_time))],
        ]}
      />
      {report.is_clock_off && (
        <Alert tone="warn">
          El reloj del teléfono no estaba bien en la visita. La fecha es la del servidor y las horas son las del
          teléfono.
        </Alert>
      )}
      <ReportTaskNotice report={report} />
      <PeopleSections report={report} />
      <WorkSections report={report} />
      <SpeedTable speed={report.speedTest} check={report.speedCheck} />
      <UseSection additional={report.informationAdditional} />
      <VisitSection report={report} />
      <SurveySection survey={report.satisfactionSurvey} />
      <Section title="Firmas">
        <div className="acta__signatures">
          <Signature url={report.signature_client_url} who="Firma del cliente" lines={clientLines(report)} />
          <Signature
            url={report.signature_technical_url}
            who={`Firma del ${positionOf(createdBy.user.role).toLowerCase()}`}
            lines={[
              createdBy.names,
              positionOf(createdBy.user.role),
              createdBy.identification,
              createdBy.phone,
              createdBy.email,
            ]}
          />
        </div>
      </Section>
      <Section title="Evidencias">
        {video}
        <Pictures urls={[report.evi_img_url1, report.evi_img_url2, report.evi_img_url3]} />
      </Section>
      <MovesSection moves={report.equipment_moves} />
    </article>
  )
}

/** What was installed and taken back; nothing when the report does not say. */
const MovesSection = ({ moves }: { moves: Report['equipment_moves'] }): ReactNode =>
  moves !== null && (
    <Section title="Equipos instalados y recogidos">
      <Cells
        cells={moves.map(({ serial, kind, brand, action }) => [
          [kind && EQUIPMENT_KIND_LABELS[kind], brand, serial].filter(Boolean).join(' '),
          REPORTED_LABELS[action],
        ])}
      />
    </Section>
  )

/** The order, the technology, and what was found and done (ACT-04, ACT-05). */
const WorkSections = ({ report }: { report: Report }) => (
  <>
    <Section title="Tipo de orden de trabajo">
      <Choice label="Tipo de orden de trabajo" options={WORK_ORDER_LABELS} value={report.type_order_job} />
    </Section>
    <Section title="Tecnología del servicio">
      <Choice label="Tecnología del servicio" options={TECHNOLOGY_LABELS} value={report.tecnology_service} />
    </Section>
    <Section title="Estado inicial del servicio">
      <Note text={report.initial_service_condition} />
    </Section>
    <Section title="Descripción de la actividad">
      <Note text={report.description_activity} />
    </Section>
    <Section title="Observaciones de las condiciones eléctricas">
      <Note text={report.observation_electrical_condition} />
    </Section>
  </>
)

function PeopleSections({ report }: { report: Report }) {
  const { contract } = report
  const { client } = contract
  return (
    <>
      <Section title="Información del usuario">
        <Cells
          cells={[
            ['Nombre', nameOf(client)],
            ['Identificación', `${client.type_identification} ${client.identification}`],
            ['Dirección', contract.address],
            ['Celular', client.phone],
            ['Correo', client.email],
            ['Teléfono fijo', client.telephone],
            ['Contrato', contract.no_contract],
            ['Plan', contract.plan],
          ]}
        />
      </Section>
      <Section title="Contacto alterno">
        <Cells
          cells={[
            ['Nombre', report.alternative_name],
            ['Celular', report.alternative_phone],
            ['Correo', report.alternative_email],
            ['Teléfono fijo', report.alternative_telephone],
          ]}
        />
      </Section>
    </>
  )
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

function UseSection({ additional }: { additional: Report['informationAdditional'] }) {
  return (
    <Section title="Información adicional">
      {additional === null ? (
        <Note text={null} />
      ) : (
        <>
          <Cells cells={[['El servicio cubre todo el predio', yesNo(additional.property_coverage_service)]]} />
          <Note text={additional.observation_information_additional} />
          <h3 className="acta__subtitle">Uso del servicio por día</h3>
          <Cells
            cells={WEEKDAYS.map((day) => {
              const { use_day, use_hour } = additional.use_days_service[day]
              return [WEEKDAY_LABELS[day], use_day ? hoursLabel(use_hour) : 'No']
            })}
          />
        </>
      )}
      <p className="acta__notice">{LAW_1273_NOTICE}</p>
    </Section>
  )
}

const hoursLabel = (hours: number | null): string =>
  hours === null ? 'Sí' : `${hours} ${hours === 1 ? 'hora' : 'horas'}`

function VisitSection({ report }: { report: Report }) {
  const agreement = report.agreementServiceAttent
  return (
    <>
      <Section title="Acuerdo para la atención de la visita">
        <Cells
          cells={[
            ['Visita acordada', agreement && yesNo(agreement.agreement_datetime_visit)],
            ['Fecha', agreement?.date_visit && dayLabel(agreement.date_visit)],
            ['Hora', agreement?.time_visit && hourLabel(agreement.time_visit)],
            ['Persona que atendió', report.alternative_name ?? nameOf(report.contract.client)],
            ['Motivo', agreement?.cause_reason],
          ]}
        />
      </Section>
      <Section title="Estado final del servicio">
        <Note text={report.effect.sentence} />
        <p className="acta__notice">{CERTIFICATION}</p>
      </Section>
    </>
  )
}

const SurveySection = ({ survey }: { survey: Report['satisfactionSurvey'] }) => (
  <Section title="Encuesta de satisfacción">
    {SURVEY_QUESTIONS.map((question, index) => (
      <div key={question} className="acta__question">
        <p>{question}</p>
        <Choice
          label={question}
          options={SURVEY_LABELS}
          value={[survey.satisfaction_survey_1, survey.satisfaction_survey_2, survey.satisfaction_survey_3][index]}
        />
      </div>
    ))}
  </Section>
)

const Signature = ({ url, who, lines }: { url: string; who: string; lines: readonly (string | null)[] }) => (
  <figure className="acta__signature">
    <ReportPicture url={url} alt={who} />
    <figcaption>
      <strong>{who}</strong>
      {lines
        .filter((line) => line)
        .map((line) => (
          <span key={line}>{line}</span>
        ))}
    </figcaption>
  </figure>
)

const clientLines = ({ contract: { client } }: Report) => [
  nameOf(client),
  `${client.type_identification} ${client.identification}`,
]

function Pictures({ urls }: { urls: readonly (string | null | undefined)[] }) {
  const shown = urls.filter((url) => url !== null && url !== undefined)
  if (shown.length === 0) return <p className="acta__empty">Sin fotos</p>
  return (
    <div className="acta__pictures">
      {shown.map((url, index) => (
        <ReportPicture key={url} url={url} alt={`Foto ${index + 1} de la visita`} isLarge />
      ))}
    </div>
  )
}

const yesNo = (value: boolean): string => (value ? 'Sí' : 'No')
