import { type ReactNode, useId } from 'react'
import './Field.css'

export type FieldProps = { label: string; hint?: ReactNode; error?: string | undefined; id?: string }

/** The attributes that give a control its label, its description and its error state. */
export type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** A control with its label and hint above and its error below: the order on the screen is the order in a screen reader. */
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
