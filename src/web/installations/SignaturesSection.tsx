import { useState } from 'react'
import { type Missing, SIGNATURE_REMOVED, SURVEY_FIELDS } from '#domain/installations/draft.ts'
import type { Visit } from '#domain/installations/report.ts'
import { SURVEY_LABELS } from '#domain/installations/wording.ts'
import { Button } from '#web/ui/Button.tsx'
import { Alert } from '#web/ui/States.tsx'
import { ClientSigning } from './ClientSigning.tsx'
import type { FormValues } from './form-fields.tsx'
import { Cells, Section } from './ReportSection.tsx'
import { SignatureField } from './SignatureField.tsx'
import type { ReportForm } from './use-device-report.ts'

const LABELS: Readonly<Record<string, string>> = SURVEY_LABELS

type Props = {
  form: FormValues
  device: ReportForm
  visit: Visit
  missing: readonly Missing[]
  /** Opens the field of what is missing. */
  onGo: (missing: Missing) => void
}

/** The last step: what is missing, the view for the client, and the technician's own signature. */
export function SignaturesSection({ form, device, visit, missing, onGo }: Props) {
  const [isWithClient, setWithClient] = useState(false)
  const [hasEnded, setEnded] = useState(false)
  const isRemoved = form.values[SIGNATURE_REMOVED] !== undefined
  const isSigned = device.files.some(({ field }) => field === 'signature_client_url')
  const answers = SURVEY_FIELDS.map((name) => LABELS[form.values[name] ?? ''] ?? 'sin respuesta').join(', ')
  return (
    <Section title="Encuesta y firmas">
      <Cells
        cells={[
          ['Encuesta del cliente', answers],
          ['Firma del cliente', isSigned ? 'Firmada' : 'Falta'],
        ]}
      />
      {hasEnded && !isSigned && !isRemoved && (
        <div role="alert">
          <Alert tone="warn">El cliente terminó sin firmar. Sin su firma el acta no se puede enviar.</Alert>
        </div>
      )}
      <div>
        <Button id="signature_client" variant={isSigned ? 'secondary' : 'primary'} onClick={() => setWithClient(true)}>
          {isSigned ? 'Volver a la vista del cliente' : 'Pasarle el teléfono al cliente'}
        </Button>
      </div>
      <SignatureField
        device={device}
        field="signature_technical_url"
        label="Tu firma"
        error={form.errors['signature_technical_url']}
      />
      {missing.length > 0 && <MissingList missing={missing} onGo={onGo} />}
      {isWithClient && (
        <ClientSigning
          form={form}
          device={device}
          visit={visit}
          onDone={() => {
            setWithClient(false)
            setEnded(true)
          }}
        />
      )}
    </Section>
  )
}

/** What is missing, each with a link to its field. */
const MissingList = ({ missing, onGo }: Pick<Props, 'missing' | 'onGo'>) => (
  <div className="error-summary" tabIndex={-1} id="missing" aria-labelledby="missing-title">
    <h3 id="missing-title" className="error-summary__title">
      {missing.length === 1 ? 'Falta un dato para enviar' : `Faltan ${missing.length} datos para enviar`}
    </h3>
    <ul role="list" className="error-summary__list">
      {missing.map((one) => (
        <li key={one.field}>
          <a
            href={`#${one.field}`}
            onClick={(event) => {
              event.preventDefault()
              onGo(one)
            }}
          >
            {one.message}
          </a>
        </li>
      ))}
    </ul>
  </div>
)
