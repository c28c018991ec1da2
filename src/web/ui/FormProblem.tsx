import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorSummary, type SummaryError } from './ErrorSummary.tsx'
import { Alert } from './States.tsx'

export type Problem = { summary: readonly SummaryError[]; attempt: number; failure: Error | null }

type Props = {
  form: Problem
  /** A link or button after the sentence of a failure. */
  children?: ReactNode
}

/** The errors of a form, above its fields: the list of fields to correct, or the failure of the whole form. */
export function FormProblem({ form, children }: Props) {
  if (form.failure === null) return <ErrorSummary errors={form.summary} />
  return (
    <FormFailure failure={form.failure} attempt={form.attempt}>
      {children}
    </FormFailure>
  )
}

/** The failure of a whole form, scrolled into view after each attempt. The focus stays on the button that was pressed. */
export function FormFailure({ failure, attempt, children }: { failure: Error; attempt: number; children?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.scrollIntoView({ block: 'nearest' })
  }, [attempt])
  return (
    <div ref={box} role="alert" className="form-failure">
      <Alert tone="bad">
        {failure.message} {children}
      </Alert>
    </div>
  )
}
