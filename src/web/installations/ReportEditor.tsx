import { useEffect, useRef, useState } from 'react'
import { type Missing, missingOf, SIGNATURE_REMOVED, STEPS } from '#domain/installations/draft.ts'
import type { Visit } from '#domain/installations/report.ts'
import { Button } from '#web/ui/Button.tsx'
import { Alert } from '#web/ui/States.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { EvidenceSection } from './EvidenceSection.tsx'
import type { FormValues } from './form-fields.tsx'
import { SECTIONS } from './form-sections.tsx'
import { ReportConflict } from './ReportConflict.tsx'
import { ReportedEquipment } from './ReportedEquipment.tsx'
import { SaveState } from './SaveState.tsx'
import { SignaturesSection } from './SignaturesSection.tsx'
import { StepBar } from './StepBar.tsx'
import { useLittleRoom } from './storage-room.ts'
import { Timer } from './Timer.tsx'
import type { ReportForm } from './use-device-report.ts'

/** Below this width the sections are steps, one at a time. */
const STEPPED = '(width < 1024px)'
const LAST = STEPS.length - 1

/** The form of a report: steps on a phone, the printed order on a desk. */
export function ReportEditor({ device, visit }: { device: ReportForm; visit: Visit }) {
  const isStepped = useMedia(STEPPED)
  const [step, open] = useKeptStep(device)
  const [hasTried, setTried] = useState(false)
  const [target, setTarget] = useState<string | null>(null)
  const { report, files, isSaving } = device
  const missing = missingOf(report.values, new Set(files.map(({ field }) => field)))
  const errors = hasTried ? Object.fromEntries(missing.map(({ field, message }) => [field, message])) : {}
  const form: FormValues = { values: report.values, errors, set: device.set }
  useFocusOn(target, () => setTarget(null))
  const go = (one: Missing): void => {
    open(stepOf(one.step))
    setTarget(CONTROLS[one.field] ?? one.field)
  }
  const send = async (): Promise<void> => {
    // A signature that was just drawn is still being saved.
    const saved = await device.settle()
    if (missingOf(report.values, new Set(saved.map(({ field }) => field))).length === 0) return device.send()
    setTried(true)
    open(LAST)
    setTarget('missing')
  }
  const goTo = (next: number): void => {
    open(next)
    setTarget('step')
  }
  return (
    <div className="report-form">
      <div className="report-form__head">
        <strong>Contrato {report.no_contract}</strong>
        <Timer since={report.started_at} />
        {device.problem === null && (
          <SaveState id={report.id} status={report.status} isSaving={isSaving} onRetry={() => void device.send()} />
        )}
      </div>
      <Notices device={device} />
      {isStepped && <StepBar step={step} missing={missing} onStep={goTo} />}
      {STEPS.map(({ key }, index) => (
        <div key={key} hidden={isStepped && index !== step} className="report-form__step">
          {(!isStepped || index === step) && (
            <StepContent step={key} form={form} device={device} visit={visit} missing={missing} onGo={go} />
          )}
        </div>
      ))}
      <div className="report-form__foot">
        {isStepped && step > 0 && <Button onClick={() => goTo(step - 1)}>Anterior</Button>}
        {isStepped && step < LAST ? (
          <Button variant="primary" onClick={() => goTo(step + 1)}>
            Siguiente
          </Button>
        ) : (
          <Button variant="primary" onClick={() => void send()}>
            Enviar acta
          </Button>
        )}
      </div>
    </div>
  )
}

/** The open step of a report, which is kept with it: the form opens there again. */
function useKeptStep({ report, keepStep }: ReportForm): readonly [number, (next: number) => void] {
  const [step, setStep] = useState(() => stepOf(report.step))
  const open = (next: number): void => {
    setStep(next)
    const key = STEPS[next]?.key
    if (key !== undefined) keepStep(key)
  }
  return [step, open]
}

/** The number of a step by its key, from 0; the first one for a report that was never in another. */
const stepOf = (key: string | undefined): number =>
  Math.max(
    0,
    STEPS.findIndex((step) => step.key === key),
  )

/** The control to focus for a field that is in the view of the client. */
const CONTROLS: Readonly<Record<string, string>> = {
  satisfaction_survey_1: 'signature_client',
  satisfaction_survey_2: 'signature_client',
  satisfaction_survey_3: 'signature_client',
  signature_client_url: 'signature_client',
}

type StepProps = {
  step: (typeof STEPS)[number]['key']
  form: FormValues
  device: ReportForm
  visit: Visit
  missing: readonly Missing[]
  onGo: (missing: Missing) => void
}

function StepContent({ step, form, device, visit, missing, onGo }: StepProps) {
  if (step === 'evidence')
    return (
      <>
        <ReportedEquipment form={form} visit={visit} />
        <EvidenceSection form={form} device={device} />
      </>
    )
  if (step === 'signatures')
    return <SignaturesSection form={form} device={device} visit={visit} missing={missing} onGo={onGo} />
  const Typed = SECTIONS[step]
  return <Typed form={form} visit={visit} />
}

/** What is wrong with the device or with the last attempt to send. */
function Notices({ device }: { device: ReportForm }) {
  const megabytes = useLittleRoom()
  const { failure } = device.report
  return (
    <>
      {device.problem && (
        <div role="alert">
          <Alert tone="bad">{device.problem}</Alert>
        </div>
      )}
      {device.isElsewhere && (
        <div role="alert">
          <Alert tone="warn">
            Esta acta también está abierta en otra pestaña. Escribe en una sola: se guarda lo último que escribas.
          </Alert>
        </div>
      )}
      {device.report.values[SIGNATURE_REMOVED] !== undefined && (
        <div role="alert">
          <Alert tone="warn">
            Cambiaste el acta después de que el cliente la firmó, y su firma se borró. Pásale el teléfono para que la
            firme otra vez.
          </Alert>
        </div>
      )}
      {megabytes !== null && (
        <Alert tone="warn">
          Queda poco espacio en este teléfono: {megabytes} MB. Borra fotos o videos que no uses.
        </Alert>
      )}
      {failure?.code === 'REPORT_EXISTS' && <ReportConflict device={device} />}
      {failure !== null && failure.code !== 'REPORT_EXISTS' && (
        <div role="alert">
          <Alert tone="bad">
            {failure.message} {failure.errors.map(({ message }) => message).join('. ')}
          </Alert>
        </div>
      )}
    </>
  )
}

/** Moves the focus to a control once it is on the screen. */
function useFocusOn(id: string | null, done: () => void): void {
  const finish = useRef(done)
  useEffect(() => {
    finish.current = done
  })
  useEffect(() => {
    if (id === null) return
    const element = document.getElementById(id)
    element?.focus()
    element?.scrollIntoView({ block: 'center' })
    finish.current()
  }, [id])
}
