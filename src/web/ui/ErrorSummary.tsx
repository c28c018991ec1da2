export type SummaryError = { fieldId: string; message: string }

/** The errors of a form, above it, with a link to each field. An error that the user corrected leaves it without an announcement. */
export function ErrorSummary({ errors }: { errors: readonly SummaryError[] }) {
  if (errors.length === 0) return null
  return (
    <div
      className="error-summary"
      tabIndex={-1}
      role="alert"
      aria-atomic="false"
      aria-relevant="additions"
      aria-labelledby="error-summary-title"
    >
      <h2 id="error-summary-title" className="error-summary__title">
        {errors.length === 1 ? 'Revisa un dato' : `Revisa ${errors.length} datos`}
      </h2>
      <ul role="list" className="error-summary__list">
        {errors.map((error) => (
          <li key={error.fieldId}>
            <a
              href={`#${error.fieldId}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(error.fieldId)?.focus()
              }}
            >
              {error.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
