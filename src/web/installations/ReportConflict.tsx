import { instantLabel } from '#domain/core/days.ts'
import { ANSWER_NO, ANSWER_YES } from '#domain/installations/draft.ts'
import { SURVEY_LABELS, TECHNOLOGY_LABELS, WORK_ORDER_LABELS } from '#domain/installations/wording.ts'
import { Button } from '#web/ui/Button.tsx'
import { Alert } from '#web/ui/States.tsx'
import type { DeviceReport } from './report-store.ts'
import type { ReportForm } from './use-device-report.ts'

/**
 * Another phone sent a report of the same visit first: the values of each field that differs, of both. Nothing is replaced: the user
 * sends this one too, or corrects it.
 */
export function ReportConflict({ device }: { device: ReportForm }) {
  const { failure } = device.report
  if (failure === null) return null
  return (
    <div role="alert" className="form">
      <Alert tone="warn">
        {failure.message}
        <table className="acta__table">
          <caption className="visually-hidden">Diferencias con el acta que ya está en el servidor</caption>
          <thead>
            <tr>
              <th scope="col">Dato</th>
              <th scope="col">En este teléfono</th>
              <th scope="col">En el servidor</th>
            </tr>
          </thead>
          <tbody>
            {differencesOf(failure.errors).map(({ field, message }) => (
              <tr key={field}>
                <th scope="row">{FIELD_NAMES[field] ?? field}</th>
                <td>{shown(valueHere(device.report, field))}</td>
                <td>{shown(message)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Alert>
      <div className="page__actions">
        <Button variant="primary" onClick={() => void device.send(true)}>
          Enviarla como una segunda acta
        </Button>
        <Button onClick={() => void device.edit()}>Corregir la de este teléfono</Button>
      </div>
    </div>
  )
}

const PREFIX = 'installation_log.'

/** The fields that differ, without the prefix of the body. The other errors name the existing report. */
const differencesOf = (errors: NonNullable<DeviceReport['failure']>['errors']) =>
  errors
    .filter(({ field }) => field.startsWith(PREFIX))
    .map(({ field, message }) => ({ field: field.slice(PREFIX.length), message }))

function valueHere({ values, started_at, ended_at }: DeviceReport, field: string): string {
  if (field === 'start_time') return started_at
  if (field === 'end_time') return ended_at ?? ''
  return values[field] ?? ''
}

const WORDS: Readonly<Record<string, string>> = {
  ...WORK_ORDER_LABELS,
  ...TECHNOLOGY_LABELS,
  ...SURVEY_LABELS,
  true: 'Sí',
  false: 'No',
  [ANSWER_YES]: 'Sí',
  [ANSWER_NO]: 'No',
}

/** A value as the user reads it. */
function shown(value: string): string {
  if (value === '') return '–'
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return instantLabel(new Date(value))
  return WORDS[value] ?? value
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  type_order_job: 'Tipo de orden',
  tecnology_service: 'Tecnología',
  initial_service_condition: 'Estado inicial',
  description_activity: 'Descripción de la actividad',
  observation_electrical_condition: 'Condiciones eléctricas',
  start_time: 'Hora de inicio',
  end_time: 'Hora de finalización',
  alternative_name: 'Contacto alterno',
  alternative_phone: 'Celular del contacto',
  alternative_email: 'Correo del contacto',
  alternative_telephone: 'Teléfono del contacto',
}
