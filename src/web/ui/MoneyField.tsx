import { type ChangeEvent, type Ref, useLayoutEffect, useRef, useState } from 'react'
import { type AmountStyle, amountOf, caretAfter, formatTyped, typedFrom } from './amount.ts'
import { Field, type FieldProps } from './Field.tsx'

type AmountProps = FieldProps & {
  name?: string
  /** Pesos as a number, undefined when empty. */
  value: number | undefined
  onChange: (value: number | undefined) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** An amount of pesos, grouped while it is typed; the caret stays where the person left it. */
export function MoneyField({ style = 'whole', ...props }: AmountProps & { style?: AmountStyle }) {
  return <AmountField {...props} format={(typed) => formatTyped(typed, style)} before="$" inputMode={style === 'whole' ? 'numeric' : 'decimal'} />
}

/** A speed in whole Mbps: digits only, the unit stands beside them. */
export function SpeedField(props: AmountProps) {
  return <AmountField {...props} format={(typed) => typed.replace(/\D/g, '').slice(0, 6)} after="Mbps" inputMode="numeric" />
}

/** A day of the month, digits only. */
export function DayOfMonthField(props: AmountProps) {
  return <AmountField {...props} format={(typed) => typed.replace(/\D/g, '').slice(0, 2)} inputMode="numeric" />
}

type Shape = { format: (typed: string) => string; before?: string; after?: string; inputMode: 'numeric' | 'decimal' }

function AmountField({ label, hint, error, id, name, value, onChange, onBlur, ref, format, before, after, inputMode }: AmountProps & Shape) {
  const [text, setText] = useState(() => typedFrom(value))
  const input = useRef<HTMLInputElement | null>(null)
  const caret = useRef<number | null>(null)
  // What is shown follows what was typed ('1,234.' while a decimal is coming); only a value set from outside replaces it.
  const shown = amountOf(text) === value ? text : format(typedFrom(value))
  useLayoutEffect(() => {
    if (caret.current !== null && document.activeElement === input.current) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const next = format(event.target.value)
    caret.current = caretAfter(event.target.value, event.target.selectionStart ?? event.target.value.length, next)
    setText(next)
    onChange(amountOf(next))
  }
  return (
    <Field label={label} hint={hint} error={error} {...(id ? { id } : {})}>
      {(control) => (
        <div className={`input-wrap ${before ? 'input-wrap--before' : ''} ${after ? 'input-wrap--after' : ''}`}>
          {before && (
            <span className="input-wrap__before" aria-hidden="true">
              {before}
            </span>
          )}
          <input
            {...control}
            ref={(element) => {
              input.current = element
              if (typeof ref === 'function') ref(element)
            }}
            name={name}
            type="text"
            inputMode={inputMode}
            autoComplete="off"
            className="input figures"
            value={shown}
            onChange={change}
            onBlur={onBlur}
          />
          {after && (
            <span className="input-wrap__after" aria-hidden="true">
              {after}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}
