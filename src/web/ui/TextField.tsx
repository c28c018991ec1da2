import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useState,
} from 'react'
import { Button } from './Button.tsx'
import { Field, type FieldProps } from './Field.tsx'

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & FieldProps & { ref?: Ref<HTMLInputElement> }

/** One line of text. */
export function TextField({ label, hint, error, id, ...input }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(id ? { id } : {})}>
      {(control) => <input type="text" {...input} {...control} className="input" />}
    </Field>
  )
}

type AreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & FieldProps

/** The characters that are left when their count is shown. */
const LEFT_SHOWN = 200

/**
 * A text of several lines. Near its `maxLength` it says how many characters are left, and that a pasted text was cut: the browser cuts it
 * without a word.
 */
export function TextAreaField({ label, hint, error, id, onChange, onPaste, ...area }: AreaProps) {
  const { maxLength } = area
  const [length, setLength] = useState(0)
  const [cut, setCut] = useState(0)
  const left = maxLength === undefined ? null : maxLength - length
  return (
    <Field label={label} hint={hint} error={error} {...(id ? { id } : {})}>
      {(control) => (
        <>
          <textarea
            {...area}
            {...control}
            className="input"
            onChange={(event) => {
              setLength(event.target.value.length)
              if (event.target.value.length < (maxLength ?? Number.POSITIVE_INFINITY)) setCut(0)
              onChange?.(event)
            }}
            onPaste={(event) => {
              const { value, selectionStart, selectionEnd } = event.currentTarget
              const pasted = event.clipboardData.getData('text').replaceAll('\r\n', '\n').length
              const next = value.length - (selectionEnd - selectionStart) + pasted
              if (maxLength !== undefined) setCut(Math.max(0, next - maxLength))
              onPaste?.(event)
            }}
          />
          {left !== null && (
            <p className="field__hint" aria-live="polite">
              {cut > 0 && `El texto pegado no cabe: se cortaron sus últimos ${countLabel(cut)}. `}
              {left <= LEFT_SHOWN && `Quedan ${countLabel(Math.max(0, left))} de ${maxLength}.`}
            </p>
          )}
        </>
      )}
    </Field>
  )
}

const countLabel = (count: number): string => (count === 1 ? '1 carácter' : `${count} caracteres`)

/** A password with a button to show it, which accepts pasted and filled values and warns when Caps Lock is on. */
export function PasswordField({ label, hint, error, id, ...input }: InputProps) {
  const [isShown, setShown] = useState(false)
  const [isLocked, setLocked] = useState(false)
  const checkCapsLock = (event: KeyboardEvent<HTMLInputElement>): void => setLocked(event.getModifierState('CapsLock'))
  return (
    <Field
      label={label}
      hint={isLocked ? 'Las mayúsculas están activadas.' : hint}
      error={error}
      {...(id ? { id } : {})}
    >
      {(control) => (
        <div className="input-wrap input-wrap--action">
          <input
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className="input"
            autoCapitalize="off"
            spellCheck={false}
            onKeyUp={checkCapsLock}
          />
          <Button
            variant="link"
            size="dense"
            className="input-wrap__action"
            aria-pressed={isShown}
            aria-label={isShown ? `Ocultar ${label.toLowerCase()}` : `Mostrar ${label.toLowerCase()}`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Ocultar' : 'Mostrar'}
          </Button>
        </div>
      )}
    </Field>
  )
}

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> &
  FieldProps & { options: readonly { value: string; label: string }[]; ref?: Ref<HTMLSelectElement> }

/** A choice among a few options, with the native control, which works best on a phone. */
export function SelectField({ label, hint, error, id, options, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(id ? { id } : {})}>
      {(control) => (
        <select {...select} {...control} className="input">
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A checkbox with its sentence. */
export function CheckboxField({
  label,
  error,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}) {
  return (
    <div className="field">
      <label className="check">
        <input {...input} type="checkbox" aria-invalid={error ? true : undefined} />
        <span>{label}</span>
      </label>
      {error && <p className="field__error">{error}</p>}
    </div>
  )
}

/** A one-time code in a single input, so that pasting and the suggestion of the phone work. */
export function OtpField({ label, hint, error, id, ...input }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(id ? { id } : {})}>
      {(control) => (
        <input
          {...input}
          {...control}
          className="input otp"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          pattern="[0-9]*"
        />
      )}
    </Field>
  )
}
