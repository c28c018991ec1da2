import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react'
import { type AmountKind, caretAfter, formatTyped, typedFrom } from './amount.ts'
import { Field, type FieldProps } from './Field.tsx'

type AmountProps = FieldProps & {
  /** The control's name in its form, which reads what it shows: '79,900'. */
  name: string
  /** What it shows at first. */
  initial?: number | undefined
  onType?: (text: string) => void
}

/** An amount of pesos, grouped while it is typed; the caret stays where the person left it. */
export function MoneyField({ kind = 'whole', ...props }: AmountProps & { kind?: AmountKind }) {
  return (
    <AmountField
      {...props}
      format={(typed) => formatTyped(typed, kind)}
      before="$"
      inputMode={kind === 'whole' ? 'numeric' : 'decimal'}
    />
  )
}

/** A speed in whole Mbps: digits only, the unit stands beside them. */
export function SpeedField(props: AmountProps) {
  return (
    <AmountField {...props} format={(typed) => typed.replace(/\D/g, '').slice(0, 6)} after="Mbps" inputMode="numeric" />
  )
}

/** A day of the month, digits only. */
export function DayOfMonthField(props: AmountProps) {
  return <AmountField {...props} format={(typed) => typed.replace(/\D/g, '').slice(0, 2)} inputMode="numeric" />
}

type Shape = { format: (typed: string) => string; before?: string; after?: string; inputMode: 'numeric' | 'decimal' }

function AmountField({
  label,
  hint,
  error,
  id,
  name,
  initial,
  onType,
  format,
  before,
  after,
  inputMode,
}: AmountProps & Shape) {
  const [text, setText] = useState(() => format(typedFrom(initial)))
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current !== null && document.activeElement === input.current)
      input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const next = format(event.target.value)
    caret.current = caretAfter(event.target.value, event.target.selectionStart ?? event.target.value.length, next)
    setText(next)
    onType?.(next)
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
            ref={input}
            name={name}
            type="text"
            inputMode={inputMode}
            autoComplete="off"
            className="input figures"
            value={text}
            onChange={change}
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
