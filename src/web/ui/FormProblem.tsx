import type { ReactNode } from 'react'
import { ErrorSummary, type SummaryError } from './ErrorSummary.tsx'
import { Alert } from './States.tsx'

type Props = {
  form: { summary: readonly SummaryError[]; attempt: number; failure: Error | null }
  /** A link or button after the sentence of a failure. */
  children?: ReactNode
}

/** The errors of a form, above its fields: the list of fields to correct, or the failure of the whole form. */
export function FormProblem({ form, children }: Props) {
  if (form.failure === null) return <ErrorSummary errors={form.summary} attempt={form.attempt} />
  return (
    <div role="alert">
      <Alert tone="bad">
        {form.failure.message} {children}
      </Alert>
    </div>
  )
}
