import { useEffect, useRef } from 'react'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { displayName } from '#domain/core/signed-in-user.ts'
import { APPEAL_RIGHT_TITLE, appealRight, filedLine } from '#domain/pqr/answer-words.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { givenSentence, paidBeforeAnswer, type Settlement } from '#domain/pqr/claim.ts'
import { isDeliveredByDesk } from '#domain/pqr/delivered.ts'
import { isAppealableCase } from '#domain/pqr/steps.ts'
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
  const { user } = useSession()
  const filed_at = new Date(pqr.filed_at)
  const right = rightOf(pqr, today)
  const given =
    settlement === null || pqr.claim === null
      ? null
      : givenSentence(pqr.claim.number, settlement, paidBeforeAnswer(settlement))
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
          Asunto: {pqr.subject}. {filedLine({ filed_on: pqr.filed_on, filed_at }, dayLabel(dayOf(filed_at)))}.
        </p>
        <p>
          <strong>Decisión: {PQR_DECISION_LABELS[decision].toLowerCase()}</strong>
        </p>
        <p className="pqr-text">{text}</p>
        {given !== null && <p>{given}</p>}
        {right !== null && (
          <>
            <p>
              <strong>{APPEAL_RIGHT_TITLE}</strong>
            </p>
            <p>{right}</p>
          </>
        )}
        <p>
          Respondió: {user === null ? '' : displayName(user)}.
          <br />
          {user?.company.name}
        </p>
      </section>
      <p className="pqr-quiet">
        La recibe por: {RESPONSE_CHANNEL_LABELS[pqr.response_channel].toLowerCase()}. {appealLine(pqr, decision)} Una
        respuesta enviada no se cambia.
      </p>
    </>
  )
}

/** The right to appeal that the answer will state; null for an answer without appeal. */
function rightOf(pqr: PqrCase, answeredOn: Day): string | null {
  const { appeal_if_answered: until, filed_typology, typology, response_channel, petitioner } = pqr
  if (until === null) return null
  return appealRight({
    isToSic: isAppealableCase({ filed_typology, answered_typology: typology }),
    until,
    answeredOn,
    isDeliveredByDesk: isDeliveredByDesk({ response_channel, petitioner_email: petitioner.email }),
  })
}
