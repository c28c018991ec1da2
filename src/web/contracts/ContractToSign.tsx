import { type RefObject, useEffect, useRef, useState } from 'react'
import { type NewSignature, type Signing, textToSign } from '#domain/contracts/signature.ts'
import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { CheckboxField } from '#web/ui/TextField.tsx'
import { ContractSections } from './ContractSections.tsx'
import { connectionLabel } from './connection-label.ts'
import { SignForm } from './SignForm.tsx'

type Props = {
  signing: Signing
  sign: (body: NewSignature) => Promise<void>
  /** Leaves the page without a signature. */
  onBack?: () => void
}

/** The contract to read, what its client accepts apart, and the signature below, which a button that stays in view leads to. */
export function ContractToSign({ signing, sign, onBack }: Props) {
  const [acceptsPermanence, setAcceptsPermanence] = useState(false)
  const [acceptsRenewal, setAcceptsRenewal] = useState(true)
  const [acceptsElectronic, setAcceptsElectronic] = useState(false)
  const end = useRef<HTMLDivElement>(null)
  const chosen = {
    accepts_permanence: acceptsPermanence,
    accepts_renewal: acceptsRenewal,
    accepts_electronic_invoice: acceptsElectronic,
  }
  const shown = textToSign(signing, chosen)
  return (
    <>
      <ContractSections text={shown?.text ?? ''} />
      <div ref={end} className="contract-end" tabIndex={-1}>
        {signing.permanence && (
          <Clause clause={signing.permanence} isAccepted={acceptsPermanence} onAccept={setAcceptsPermanence} />
        )}
        <Card title="Renovación">
          <p>
            La vigencia es de un mes desde que se activa el servicio. Si quitas la marca, al terminar hay que acordarlo
            de nuevo.
          </p>
          <CheckboxField
            label="Acepto que el contrato se renueve solo"
            checked={acceptsRenewal}
            onChange={({ target }) => setAcceptsRenewal(target.checked)}
          />
        </Card>
        {signing.asks_electronic_invoice && (
          <Card title="Factura electrónica">
            <CheckboxField
              label="Acepto recibir la factura solamente por medios electrónicos"
              checked={acceptsElectronic}
              onChange={({ target }) => setAcceptsElectronic(target.checked)}
            />
          </Card>
        )}
        <Card title="Retracto">
          <p>
            Si contratas a distancia, en tu casa o con financiación de la empresa, puedes retractarte sin costo en los{' '}
            {signing.retraction_days} días hábiles después de firmar, mientras el servicio no haya empezado.
          </p>
        </Card>
        <Card title="Firma">
          <SignForm
            chosen={chosen}
            textHash={shown?.text_hash ?? ''}
            blocked={signing.blocked ?? undefined}
            sign={sign}
            {...(onBack ? { onBack } : {})}
          />
        </Card>
      </div>
      <NextBar end={end} />
    </>
  )
}

/** Leads to the end of the contract while that is not in view. It has no height of its own: nothing moves when it goes. */
function NextBar({ end }: { end: RefObject<HTMLDivElement | null> }) {
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    const target = end.current
    if (target === null) return undefined
    const observer = new IntersectionObserver((entries) => setShown(!entries.some((entry) => entry.isIntersecting)))
    observer.observe(target)
    return () => observer.disconnect()
  }, [end])
  return (
    <div className="contract-next">
      {isShown && (
        <div className="contract-next__bar">
          <Button
            variant="primary"
            size="large"
            onClick={() => {
              end.current?.scrollIntoView({ block: 'start' })
              end.current?.focus({ preventScroll: true })
            }}
          >
            Siguiente: firmar
          </Button>
        </div>
      )}
    </div>
  )
}

type ClauseProps = {
  clause: NonNullable<Signing['permanence']>
  isAccepted: boolean
  onAccept: (isAccepted: boolean) => void
}

/** The clause of minimum permanence has its own box, which starts unticked (R2.8). */
function Clause({ clause, isAccepted, onAccept }: ClauseProps) {
  return (
    <Card title="Permanencia mínima">
      <p>
        {clause.months} meses, del {dayLabel(clause.from_on)} al {dayLabel(clause.ends_on)}. Si el contrato termina
        antes, se paga lo que indique esta tabla.
      </p>
      <details>
        <summary>Ver cuánto se paga en cada mes</summary>
        <ol className="contract-table">
          {clause.table.map((value, month) => (
            <li key={month}>
              Mes {month + 1}: <strong>{pesosLabel(value)}</strong>
            </li>
          ))}
        </ol>
      </details>
      <p>
        {isAccepted
          ? `Con la cláusula ${connectionLabel(clause)} por la conexión, que cuesta ${pesosLabel(clause.connection_cost)}.`
          : `Sin la cláusula no hay descuento: pagas ${pesosLabel(clause.connection_cost)} por la conexión. Con ella ${connectionLabel(clause)}.`}
      </p>
      <CheckboxField
        label="Acepto la cláusula de permanencia mínima"
        checked={isAccepted}
        onChange={({ target }) => onAccept(target.checked)}
      />
    </Card>
  )
}
