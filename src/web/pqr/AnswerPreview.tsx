import { useEffect, useRef } from 'react'
import { type Day, dayLabel } from '#domain/core/days.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { givenSentence, type Settlement } from '#domain/pqr/claim.ts'
import { PQR_DECISION_LABELS, type PqrDecision, RESPONSE_CHANNEL_LABELS } from '#domain/pqr/topics.ts'
import { useSession } from '#web/core/session.ts'
import { Alert } from '#web/ui/States.tsx'
import { appealLine, settlementLines } from './answer-text.ts'

type Props = {
  pqr: PqrCase
  decision: PqrDecision
  text: string
  /** What it does with the claimed invoice; null for a case that claims none. */
  settlement: Settlement | null
  today: Day
}

/**
 * The answer as the client receives it, and what it does with the claimed money. It takes the focus: a second Enter on the button that
 * opened it would send it unread.
 */
export function AnswerPreview({ pqr, decision, text, settlement, today }: Props) {
  const company = useSession().user?.company.name ?? ''
  const given = settlement === null || pqr.claim === null ? null : givenSentence(pqr.claim.number, settlement)
  const answer = useRef<HTMLElement>(null)
  useEffect(() => answer.current?.focus({ preventScroll: true }), [])
  return (
    <>
      {settlement !== null && pqr.claim !== null && (
        <Alert tone="warn">
          {settlementLines(pqr.claim.number, settlement).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Alert>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard */}
      <section ref={answer} className="pqr-preview" tabIndex={0} aria-label="La respuesta como la lee el cliente">
        <p>{dayLabel(today)}</p>
        <p>
          {pqr.petitioner.name}, {pqr.is_cun ? 'CUN' : 'radicado'} {pqr.reference}
        </p>
        <p>
          <strong>{PQR_DECISION_LABELS[decision]}</strong>
        </p>
        <p className="pqr-text">{text}</p>
        {given !== null && <p>{given}</p>}
        <p>{company}</p>
      </section>
      <p className="pqr-quiet">
        La recibe por: {RESPONSE_CHANNEL_LABELS[pqr.response_channel].toLowerCase()}. {appealLine(pqr, decision)} Una
        respuesta enviada no se cambia.
      </p>
    </>
  )
}
