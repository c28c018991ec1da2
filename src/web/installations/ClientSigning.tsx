import { type RefObject, useEffect, useRef, useState } from 'react'
import { EQUIPMENT_KIND_LABELS } from '#domain/core/equipment-kind.ts'
import { REPORTED_LABELS } from '#domain/equipment/equipment.ts'
import { SIGNATURE_REMOVED, SURVEY_FIELDS } from '#domain/installations/draft.ts'
import type { Visit } from '#domain/installations/report.ts'
import { averageOf } from '#domain/installations/report-values.ts'
import { equipmentField, listedRows } from '#domain/installations/reported-draft.ts'
import { isUnder } from '#domain/installations/speed.ts'
import {
  CERTIFICATION,
  LAW_1273_NOTICE,
  SURVEY_LABELS,
  SURVEY_QUESTIONS,
  TECHNOLOGY_LABELS,
  WORK_ORDER_LABELS,
} from '#domain/installations/wording.ts'
import { Button } from '#web/ui/Button.tsx'
import { Alert } from '#web/ui/States.tsx'
import { nameOf } from './client-name.ts'
import { type FormValues, Radios } from './form-fields.tsx'
import { Cells, Note } from './ReportSection.tsx'
import { SignatureField } from './SignatureField.tsx'
import type { ReportForm } from './use-device-report.ts'

type Props = { form: FormValues; device: ReportForm; visit: Visit; onDone: () => void }

/**
 * The view for the client, over the whole screen: what was done, the survey and the signature. It is left only with 'Terminar'; the
 * browser's Back and Escape keep it open.
 */
export function ClientSigning({ form, device, visit, onDone }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLock(dialog)
  const { values } = form
  const { survey, wasSigned } = useSurvey(form, device)
  return (
    <dialog
      ref={dialog}
      className="signing"
      aria-labelledby="signing-title"
      onCancel={(event) => event.target === event.currentTarget && event.preventDefault()}
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
    >
      <div className="signing__page">
        <h2 id="signing-title" className="page__title">
          Revisa y firma tu acta
        </h2>
        <WorkDone values={values} visit={visit} />
        {SURVEY_FIELDS.map((name, index) => (
          <Radios
            key={name}
            form={survey}
            name={name}
            label={SURVEY_QUESTIONS[index] ?? ''}
            options={SURVEY_LABELS}
            isScale
          />
        ))}
        <p className="acta__notice">{CERTIFICATION}</p>
        <p className="acta__notice">{LAW_1273_NOTICE}</p>
        <SignatureField
          // The pad keeps what was drawn on it: it begins again after a removal.
          key={`${wasSigned}`}
          device={device}
          field="signature_client_url"
          label="Firma del cliente"
          error={values[SIGNATURE_REMOVED] ? 'El acta cambió después de la firma: fírmala otra vez' : undefined}
        />
        <Button variant="primary" size="large" onClick={onDone}>
          Terminar
        </Button>
      </div>
    </dialog>
  )
}

/** What the client signs: the contract, the work with its speed, and the equipment that was left or taken. */
function WorkDone({ values, visit }: { values: FormValues['values']; visit: Visit }) {
  const { plan } = visit
  const contracted = [plan.download_mbps, plan.upload_mbps]
  const equipment = equipmentLines(values)
  const averages = [averageOf(values, 'speed_download'), averageOf(values, 'speed_upload')]
  return (
    <>
      <Cells
        cells={[
          ['Cliente', nameOf(visit.client)],
          ['Contrato', visit.no_contract],
          ['Dirección', visit.address],
          ['Orden', labelOf(WORK_ORDER_LABELS, values['type_order_job'])],
          ['Tecnología', labelOf(TECHNOLOGY_LABELS, values['tecnology_service'])],
          ['Velocidad contratada', plan.download_mbps === null ? null : speedLabel(contracted)],
          ['Velocidad promedio', averages.every((one) => one === null) ? null : speedLabel(averages)],
        ]}
      />
      {averages.some((one, index) => one != null && isUnder(one, contracted[index] ?? null, visit.share_bps)) && (
        <Alert tone="warn">Las pruebas midieron menos que la velocidad contratada: la empresa lo revisa.</Alert>
      )}
      {equipment.length > 0 && (
        <>
          <h3 className="acta__subtitle">Equipos</h3>
          {equipment.map((line) => (
            <Note key={line} text={line} />
          ))}
        </>
      )}
      <h3 className="acta__subtitle">Qué se hizo</h3>
      <Note text={values['description_activity']} />
    </>
  )
}

/** The answers of the survey. Who reopens the view after the client ended it may not be the client: another answer asks for another signature. */
function useSurvey(form: FormValues, device: ReportForm): { survey: FormValues; wasSigned: boolean } {
  const [wasSigned, setWasSigned] = useState(() => device.files.some(({ field }) => field === 'signature_client_url'))
  const set: FormValues['set'] = (changes) => {
    device.set(changes, !wasSigned)
    setWasSigned(false)
  }
  return { survey: { ...form, set }, wasSigned }
}

/** 'Se instaló: ONU Huawei HWTC1A2B3C4D'. The kind and the brand of a piece of the stock are not in the form. */
const equipmentLines = (values: FormValues['values']): string[] =>
  listedRows(values).flatMap((row) => {
    const at = (name: 'serial' | 'action' | 'kind' | 'brand') => values[equipmentField(row, name)] ?? ''
    const { serial, action } = { serial: at('serial'), action: labelOf(REPORTED_LABELS, at('action')) }
    if (serial === '' || action === null) return []
    const piece = [labelOf(EQUIPMENT_KIND_LABELS, at('kind')) ?? '', at('brand'), serial]
    return [`${action}: ${piece.filter((word) => word !== '').join(' ')}`]
  })

const labelOf = (labels: Readonly<Record<string, string>>, value: string | undefined): string | null =>
  value === undefined ? null : (labels[value] ?? null)

const speedLabel = ([down, up]: readonly (number | null | undefined)[]): string =>
  `${figure(down)} / ${figure(up)} Mb/s`

/** '98,5': a measure as it is written in Colombia. */
const figure = (value: number | null | undefined): string => (value == null ? '–' : String(value).replace('.', ','))

/** Opens the dialog, keeps it open, and refuses to leave the page meanwhile. */
function useLock(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    const reopen = (): void => {
      // The browser may close a dialog itself at the second Back.
      if (element?.isConnected && !element.open) element.showModal()
    }
    const stay = (event: NavigateEvent): void => {
      if (event.navigationType === 'traverse' && event.cancelable) event.preventDefault()
    }
    // Back that cannot be refused returns to an entry of this same address, and finds one more of it each time.
    const block = (): void => window.history.pushState(window.history.state, '')
    block()
    window.addEventListener('popstate', block)
    element?.addEventListener('close', reopen)
    if ('navigation' in window) window.navigation.addEventListener('navigate', stay)
    return () => {
      element?.removeEventListener('close', reopen)
      if ('navigation' in window) window.navigation.removeEventListener('navigate', stay)
      window.removeEventListener('popstate', block)
      element?.close()
      window.history.back()
    }
  }, [dialog])
}
