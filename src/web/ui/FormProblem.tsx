import type { ReactNode } from 'react'
import { ErrorSummary, type SummaryError } from './ErrorSummary.tsx'
import { Alert } from './States.tsx'

type Props = {
  form: { summary: readonly SummaryError[]; attempt: number; failure: Error | null }
  /** What can be done about a failure, after its sentence. */
  children?: ReactNode
}

/** Why a form was not accepted, above its fields: the fields to mend, or the one reason that belongs to none. */
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
