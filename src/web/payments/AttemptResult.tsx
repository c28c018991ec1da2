import { pesosLabel } from '#domain/core/money.ts'
import type { LinkAttempt } from '#domain/payments/link-payment-api.ts'

/** How a payment ended: its amount when it was approved, else the reason. */
export function AttemptResult({ attempt }: { attempt: Pick<LinkAttempt, 'status' | 'amount' | 'problem'> }) {
  const isApproved = attempt.status === 'approved'
  return (
    <div className="result">
      <span className={`result__sign${isApproved ? '' : ' result__sign--bad'}`} aria-hidden="true">
        {isApproved ? '✓' : '!'}
      </span>
      {isApproved ? (
        <>
          <p className="debt__about">Pagaste</p>
          <p className="paying__total">{pesosLabel(attempt.amount)}</p>
        </>
      ) : (
        <p>{attempt.problem}</p>
      )}
    </div>
  )
}
