import { type ReactNode, useId } from 'react'
import './Field.css'

export type FieldProps = { label: string; hint?: ReactNode; error?: string | undefined; id?: string }

/** What a control inside a field needs to be named, described and marked as wrong. */
export type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** A label above, a hint before the control and what is wrong below it: the same order for eyes and for ears. */
export function Field({
  label,
  hint,
  error,
  id,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const ownId = useId()
  const controlId = id ?? ownId
  const described = [hint ? `${controlId}-hint` : '', error ? `${controlId}-error` : '']
    .filter((part) => part !== '')
    .join(' ')
  return (
    <div className={`field ${error ? 'field--wrong' : ''}`}>
      <label className="field__label" htmlFor={controlId}>
        {label}
      </label>
      {hint && (
        <div id={`${controlId}-hint`} className="field__hint">
          {hint}
        </div>
      )}
      {children({
        id: controlId,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={`${controlId}-error`} className="field__error">
          {error}
        </p>
      )}
    </div>
  )
}
