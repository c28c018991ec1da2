import { type Day, dayLabel } from '#domain/core/days.ts'
import { type Money, minus, pesosLabel, ZERO } from '#domain/core/money.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { PQR_DECISION_LABELS, type PqrDecision, RESPONSE_CHANNEL_LABELS } from '#domain/pqr/topics.ts'
import { useSession } from '#web/core/session.ts'
import { Alert } from '#web/ui/States.tsx'

type Props = {
  pqr: PqrCase
  decision: PqrDecision
  text: string
  /** What becomes a credit note; null for a case that claims no invoice. */
  creditNote: Money | null
  today: Day
}

/** The answer as the client receives it, and what it does with the claimed money. */
export function AnswerPreview({ pqr, decision, text, creditNote, today }: Props) {
  const company = useSession().user?.company.name ?? ''
  return (
    <>
      {creditNote !== null && pqr.claim !== null && <CreditAlert claim={pqr.claim} creditNote={creditNote} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard */}
      <section className="pqr-preview" tabIndex={0} aria-label="La respuesta como la lee el cliente">
        <p>{dayLabel(today)}</p>
        <p>
          {pqr.petitioner.name}, {pqr.is_cun ? 'CUN' : 'radicado'} {pqr.reference}
        </p>
        <p>
          <strong>{PQR_DECISION_LABELS[decision]}</strong>
        </p>
        <p className="pqr-text">{text}</p>
        <p>{company}</p>
      </section>
      <p className="pqr-quiet">
        La recibe por: {RESPONSE_CHANNEL_LABELS[pqr.response_channel].toLowerCase()}. Desde hoy tiene diez días hábiles
        para interponer un recurso. Una respuesta enviada no se cambia.
      </p>
    </>
  )
}

function CreditAlert({ claim, creditNote }: { claim: NonNullable<PqrCase['claim']>; creditNote: Money }) {
  const rest = minus(claim.amount, creditNote)
  if (creditNote === ZERO)
    return (
      <Alert tone="warn">
        No se hace nota crédito: los {pesosLabel(claim.amount)} de la factura {claim.number} se vuelven a cobrar.
      </Alert>
    )
  return (
    <Alert tone="warn">
      Se hace una nota crédito por <strong>{pesosLabel(creditNote)}</strong> sobre la factura {claim.number}
      {rest > ZERO ? `. Los otros ${pesosLabel(rest)} se vuelven a cobrar.` : '.'}
    </Alert>
  )
}
