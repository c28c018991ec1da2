import { type ChangeEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { type AmountReading, amountProblem, readAmount } from '#domain/core/amount.ts'
import { type Money, pesos, pesosLabel } from '#domain/core/money.ts'
import { type AmountStyle, afterEdit, type FieldText, shownAmount } from './amount.ts'
import { Field, type FieldProps } from './Field.tsx'
import './MoneyField.css'

type NumberProps = FieldProps & {
  /** The control's name in its form. */
  name: string
  /** The initial value. */
  initial?: number | undefined
}

type MoneyProps = NumberProps & {
  /** The thousands separator of the shown amount: dots, or the commas of the plan forms. The user may type both. */
  shown?: AmountStyle
  /** The form's own message for a text that is not an amount, or is less than zero. */
  invalid?: string
  /** Why an amount that is well written is refused; null when it is not. */
  refuse?: (amount: Money) => string | null
  onType?: (text: string) => void
}

/**
 * An amount of pesos, typed or pasted in any format of domain/core/amount.ts, with the parsed amount below it. For an ambiguous
 * or invalid text it shows the error there, and sets it as the validity of the control, so that useForm rejects it.
 */
export function MoneyField(props: MoneyProps) {
  const { label, hint, error, id, name, initial, shown = 'dots', invalid, refuse, onType } = props
  const field = useAmountText(initial, shown, onType)
  const meaningId = useId()
  const { text } = field.state
  const reading = text.trim() === '' ? null : readAmount(text)
  const refused = reading?.kind === 'amount' ? (refuse?.(reading.amount) ?? null) : null
  const problem = reading === null ? null : (problemOf(reading, invalid) ?? refused)
  useLayoutEffect(() => field.input.current?.setCustomValidity(problem ?? ''))
  const meaning = reading?.kind === 'amount' && refused === null ? `= ${pesosLabel(reading.amount)}` : problem
  return (
    <Field label={label} hint={hint} error={error} {...(id ? { id } : {})}>
      {(control) => (
        <div className="money">
          <div className="input-wrap input-wrap--before">
            <span className="input-wrap__before" aria-hidden="true">
              $
            </span>
            <input
              {...control}
              aria-describedby={[control['aria-describedby'], meaningId].filter(Boolean).join(' ')}
              ref={field.input}
              name={name}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              className="input figures"
              value={text}
              onChange={field.change}
              onBlur={field.formatOnBlur}
            />
          </div>
          <p id={meaningId} className="money__meaning figures" aria-live="polite">
            {meaning === error ? null : meaning}
          </p>
        </div>
      )}
    </Field>
  )
}

function problemOf(reading: AmountReading, formMessage: string | undefined): string | null {
  const usesFormMessage =
    reading.kind === 'invalid' && (reading.reason === 'not_a_number' || reading.reason === 'negative')
  return usesFormMessage && formMessage !== undefined ? formMessage : amountProblem(reading)
}

/** The text of the control during the edit, formatted when the control loses the focus. */
function useAmountText(initial: number | undefined, style: AmountStyle, onType: MoneyProps['onType']) {
  const [state, setState] = useState<FieldText>(() => ({
    text: initial === undefined || Number.isNaN(initial) ? '' : shownAmount(pesos(initial), style),
    isGrouped: true,
  }))
  const input = useRef<HTMLInputElement>(null)
  const placeCaret = useCaret(input)
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const { value, selectionStart } = event.target
    const edit = { text: value, caret: selectionStart ?? value.length, key: keyOf(event.nativeEvent) }
    const { caret, ...next } = afterEdit(state, edit, style)
    placeCaret(caret)
    setState(next)
    onType?.(next.text)
  }
  const formatOnBlur = (): void => {
    const reading = readAmount(state.text)
    if (reading.kind === 'amount') setState({ text: shownAmount(reading.amount, style), isGrouped: true })
  }
  return { state, input, change, formatOnBlur }
}

/** The character that a key added, '' for a deletion; null for a text that was pasted, dropped or filled by the browser. */
function keyOf(event: Event): string | null {
  if (!(event instanceof InputEvent)) return null
  if (event.inputType.startsWith('delete')) return ''
  const isTyped = event.inputType === 'insertText' || event.inputType === 'insertCompositionText'
  return isTyped && event.data !== null && /^(\d*|.)$/.test(event.data) ? event.data : null
}

/** Restores the caret of a control after its text was replaced. */
function useCaret(input: RefObject<HTMLInputElement | null>): (position: number) => void {
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current !== null && document.activeElement === input.current)
      input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  return (position) => {
    caret.current = position
  }
}

/** A speed in whole Mbps: digits only, with the unit after them. */
export const SpeedField = (props: NumberProps) => <DigitsField {...props} max={6} unit="Mbps" />

/** A day of the month, digits only. */
export const DayOfMonthField = (props: NumberProps) => <DigitsField {...props} max={2} />

function DigitsField({
  label,
  hint,
  error,
  id,
  name,
  initial,
  max,
  unit,
}: NumberProps & { max: number; unit?: string }) {
  const [text, setText] = useState(() => digitsOf(String(initial ?? ''), max))
  return (
    <Field label={label} hint={hint} error={error} {...(id ? { id } : {})}>
      {(control) => (
        <div className={`input-wrap ${unit ? 'input-wrap--after' : ''}`}>
          <input
            {...control}
            name={name}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            className="input figures"
            value={text}
            onChange={(event) => setText(digitsOf(event.target.value, max))}
          />
          {unit && (
            <span className="input-wrap__after" aria-hidden="true">
              {unit}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}

const digitsOf = (typed: string, max: number): string => typed.replace(/\D/g, '').slice(0, max)
