import type { FieldErrors, FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import type { SummaryError } from './ErrorSummary.tsx'

/** One wrong field as the server tells it: a dotted path into the body. */
type Told = { field: string; message: string }

/**
 * Puts what the server refused on the fields it concerns. `prefix` is the noun that wraps the body ('plan.'). Returns the
 * sentences that belong to no field of this form, for a toast.
 */
export function applyRefusal<Values extends FieldValues>(
  errors: readonly Told[],
  prefix: string,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): string[] {
  const homeless: string[] = []
  for (const { field, message } of errors) {
    const name = fields.find((known) => `${prefix}${known}` === field)
    if (name === undefined) homeless.push(message)
    else setError(name, { type: 'server', message })
  }
  return homeless
}

/** The errors of a form in the order of its fields, for the summary. `idOf` is the id of each field's control. */
export function summaryOf<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  fields: readonly FieldPath<Values>[],
  idOf: (field: FieldPath<Values>) => string,
): SummaryError[] {
  return fields.flatMap((field) => {
    const message = errors[field]?.message
    return typeof message === 'string' ? [{ fieldId: idOf(field), message }] : []
  })
}
