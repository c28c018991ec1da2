import { type ReactNode, useState } from 'react'
import { ANSWER_NO, ANSWER_YES, copyTest, type StepKey, WEEKDAYS } from '#domain/installations/draft.ts'
import type { Visit } from '#domain/installations/report.ts'
import { averageOf, MEASURES, numberOf, TESTS } from '#domain/installations/report-values.ts'
import { bandwidthProblem } from '#domain/installations/speed.ts'
import {
  CERTIFICATION,
  LAW_1273_NOTICE,
  TECHNOLOGY_LABELS,
  WEEKDAY_LABELS,
  WORK_ORDER_LABELS,
} from '#domain/installations/wording.ts'
import { Button } from '#web/ui/Button.tsx'
import { Alert } from '#web/ui/States.tsx'
import { CheckboxField } from '#web/ui/TextField.tsx'
import { nameOf } from './client-name.ts'
import { Area, type FormValues, Line, Radios, Stepper } from './form-fields.tsx'
import { Cells, Section } from './ReportSection.tsx'

const YES_NO = { [ANSWER_YES]: 'Sí', [ANSWER_NO]: 'No' }

type Props = { form: FormValues; visit: Visit }

function DataSection({ form, visit }: Props) {
  const { client } = visit
  return (
    <>
      <Section title="Información del usuario">
        <Cells
          cells={[
            ['Nombre', nameOf(client)],
            ['Identificación', `${client.type_identification} ${client.identification}`],
            ['Dirección', `${visit.address}, ${visit.city}`],
            ['Celular', client.phone && <a href={`tel:${client.phone}`}>{client.phone}</a>],
            ['Correo', client.email],
            ['Plan', visit.plan.name],
          ]}
        />
      </Section>
      <Section title="Contacto alterno">
        <div className="form__pair">
          <Line form={form} name="alternative_name" label="Nombre" />
          <Line form={form} name="alternative_phone" label="Celular" inputMode="tel" />
          <Line form={form} name="alternative_email" label="Correo" inputMode="email" />
          <Line form={form} name="alternative_telephone" label="Teléfono fijo" inputMode="tel" />
        </div>
      </Section>
    </>
  )
}

function OrderSection({ form, visit }: Props) {
  const chosen = form.values['type_order_job']
  const problem = visit.work_orders.find(({ type_order_job }) => type_order_job === chosen)?.problem
  return (
    <Section title="Orden de trabajo y tecnología">
      <Radios form={form} name="type_order_job" label="Tipo de orden" options={WORK_ORDER_LABELS} />
      {problem && <Alert tone="warn">{problem}</Alert>}
      <Radios form={form} name="tecnology_service" label="Tecnología" options={TECHNOLOGY_LABELS} />
    </Section>
  )
}

const InitialSection = ({ form }: Props): ReactNode => (
  <Section title="Estado inicial">
    <Area form={form} name="initial_service_condition" label="Estado inicial del servicio" />
    <Area form={form} name="description_activity" label="Descripción de la actividad" />
    <Area form={form} name="observation_electrical_condition" label="Observaciones de las condiciones eléctricas" />
  </Section>
)

const MEASURE_FIELDS = {
  speed_download: { label: 'Bajada', unit: 'Mb/s', step: 1, max: 100_000 },
  speed_upload: { label: 'Subida', unit: 'Mb/s', step: 1, max: 100_000 },
  speed_latency: { label: 'Latencia', unit: 'ms', step: 1, max: 60_000 },
} as const

function SpeedSection({ form, visit }: Props) {
  const { download_mbps, upload_mbps, name } = visit.plan
  const first = form.values['speedTest.bandwidth']
  return (
    <Section title="Pruebas de velocidad">
      <p className="acta__empty">
        {name}
        {download_mbps !== null && `: ${download_mbps} Mb/s de bajada y ${upload_mbps ?? '–'} de subida`}
      </p>
      <Stepper
        form={form}
        name="speedTest.bandwidth"
        label="Ancho de banda contratado"
        unit="Mb/s"
        max={100_000}
        step={10}
      />
      {bandwidthProblem(numberOf(first), download_mbps) !== null && (
        <Alert tone="warn">{bandwidthProblem(numberOf(first), download_mbps)}</Alert>
      )}
      {first === undefined && download_mbps !== null && (
        <div>
          <Button size="dense" onClick={() => form.set({ 'speedTest.bandwidth': String(download_mbps) })}>
            Usar {download_mbps} Mb/s del plan
          </Button>
        </div>
      )}
      {TESTS.map((test, index) => (
        <fieldset key={test} className="acta__row">
          <legend>Prueba {index + 1}</legend>
          {MEASURES.map((measure) => (
            <Stepper
              key={measure}
              form={form}
              name={`speedTest.${test}.${measure}`}
              {...MEASURE_FIELDS[measure]}
              label={`${MEASURE_FIELDS[measure].label} ${index + 1}`}
            />
          ))}
          {index > 0 && (
            <div>
              <Button size="dense" onClick={() => form.set(copyTest(form.values, test))}>
                Copiar de la anterior
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      <p className="acta__averages" role="status">
        Promedio: {MEASURES.map((measure) => averageLabel(form, measure)).join(' · ')}
      </p>
      <Area form={form} name="speedTest.observation_speed_test_service" label="Observaciones de las pruebas" />
    </Section>
  )
}

function averageLabel(form: FormValues, measure: (typeof MEASURES)[number]): string {
  const average = averageOf(form.values, measure)
  const { label, unit } = MEASURE_FIELDS[measure]
  return `${label.toLowerCase()} ${average === null ? '–' : String(average).replace('.', ',')} ${unit}`
}

const HOURS = 'informationAdditional.use_days_service'

const AdditionalSection = ({ form }: Props): ReactNode => (
  <Section title="Información adicional y uso">
    <Radios
      form={form}
      name="informationAdditional.property_coverage_service"
      label="¿El servicio cubre todo el predio?"
      options={YES_NO}
    />
    <Area form={form} name="informationAdditional.observation_information_additional" label="Observaciones" />
    <h3 className="acta__subtitle">¿Qué días usa el servicio y cuántas horas?</h3>
    <div className="acta__days">
      {WEEKDAYS.map((day) => (
        <div key={day} className="acta__day">
          <CheckboxField
            label={WEEKDAY_LABELS[day]}
            checked={form.values[`${HOURS}.${day}.use_day`] === ANSWER_YES}
            onChange={({ target }) =>
              form.set({
                [`${HOURS}.${day}.use_day`]: target.checked ? ANSWER_YES : '',
                ...(target.checked ? {} : { [`${HOURS}.${day}.use_hour`]: '' }),
              })
            }
          />
          {form.values[`${HOURS}.${day}.use_day`] === ANSWER_YES && (
            <Stepper form={form} name={`${HOURS}.${day}.use_hour`} label={WEEKDAY_LABELS[day]} unit="horas" max={24} />
          )}
        </div>
      ))}
    </div>
    <p className="acta__notice">{LAW_1273_NOTICE}</p>
  </Section>
)

const AGREEMENT = 'agreementServiceAttent'

function VisitSection({ form, visit }: Props) {
  const [client] = useState(() => nameOf(visit.client))
  return (
    <Section title="Visita y estado final">
      <Radios
        form={form}
        name={`${AGREEMENT}.agreement_datetime_visit`}
        label="¿La visita se acordó con el cliente?"
        options={YES_NO}
      />
      <div className="form__pair">
        <Line form={form} name={`${AGREEMENT}.date_visit`} label="Día acordado" hint="Como 05/12/2026" max={10} />
        <Line form={form} name={`${AGREEMENT}.time_visit`} label="Hora acordada" hint="Como 14:30" max={5} />
      </div>
      <Area form={form} name={`${AGREEMENT}.cause_reason`} label="Motivo o acuerdo" />
      <p className="acta__empty">Atiende: {form.values['alternative_name'] ?? client}</p>
      <p className="acta__notice">{CERTIFICATION}</p>
    </Section>
  )
}

/** The sections of each step that are typed; evidence and signatures are in files of their own. */
export const SECTIONS: Readonly<Record<Exclude<StepKey, 'evidence' | 'signatures'>, (props: Props) => ReactNode>> = {
  data: DataSection,
  order: OrderSection,
  initial: InitialSection,
  speed: SpeedSection,
  additional: AdditionalSection,
  visit: VisitSection,
}
