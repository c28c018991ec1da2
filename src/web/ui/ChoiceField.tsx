import type { ReactNode } from 'react'
import './ChoiceField.css'

type Choice<Value extends string> = { value: Value; label: string; about?: ReactNode; isDisabled?: boolean }

type Props<Value extends string> = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** The name of the field in its form. */
  name: string
  /** The first option has this id, which the errors of the form lead to. */
  id?: string
  options: readonly Choice<Value>[]
  value: Value | null
  onChange: (value: Value) => void
}

/** One of a few options, each with its explanation: radio buttons as rows that are easy to press. */
export function ChoiceField<Value extends string>({
  label,
  hint,
  error,
  name,
  id = name,
  options,
  value,
  onChange,
}: Props<Value>) {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [hint ? hintId : '', error ? errorId : ''].filter((part) => part !== '').join(' ')
  return (
    <fieldset className={error ? 'choice-field choice-field--wrong' : 'choice-field'} aria-describedby={described}>
      <legend className="field__label">{label}</legend>
      {hint && (
        <div id={hintId} className="field__hint">
          {hint}
        </div>
      )}
      {options.map((option, index) => (
        <label key={option.value} className="choice-field__one">
          <input
            type="radio"
            name={name}
            id={index === 0 ? id : `${id}-${option.value}`}
            value={option.value}
            checked={value === option.value}
            disabled={option.isDisabled}
            aria-invalid={error ? true : undefined}
            onChange={() => onChange(option.value)}
          />
          <span className="choice-field__text">
            <span>{option.label}</span>
            {option.about && <small>{option.about}</small>}
          </span>
        </label>
      ))}
      {error && (
        <p id={errorId} className="field__error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
