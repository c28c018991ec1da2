import { Minus, Plus } from 'lucide-react'
import { type ComponentType, memo } from 'react'
import { numberOf, type Values } from '#domain/installations/report-values.ts'
import { Field } from '#web/ui/Field.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** The values of the form, and how a control changes them. `errors`: shown after an attempt to send. */
export type FormValues = {
  readonly values: Values
  readonly errors: Readonly<Record<string, string>>
  readonly set: (changes: Values) => void
}

type Props = { form: FormValues; name: string; label: string; hint?: string }

const NOTE_MAX = 2_000

/** A field is drawn again only when its value, its error or its own words change: a form has more than a hundred of them. */
const ofOneValue = <P extends Props>(field: ComponentType<P>) => memo(field, isDrawnTheSame)

function isDrawnTheSame<P extends Props>({ form: before, ...old }: P, { form: after, ...now }: P): boolean {
  const had = new Map<string, unknown>(Object.entries(old))
  return (
    before.set === after.set &&
    before.values[old.name] === after.values[now.name] &&
    before.errors[old.name] === after.errors[now.name] &&
    Object.entries(now).every(([key, value]) => had.get(key) === value)
  )
}

type LineProps = Props & { inputMode?: 'email' | 'tel' | 'url' | 'text'; max?: number }

/** One line of text. */
export const Line = ofOneValue(({ form, name, inputMode, max = 254, ...rest }: LineProps) => (
  <TextField
    {...rest}
    id={name}
    error={form.errors[name]}
    value={form.values[name] ?? ''}
    inputMode={inputMode}
    maxLength={max}
    autoComplete="off"
    onChange={({ target }) => form.set({ [name]: target.value })}
  />
))

/** A text of several lines. */
export const Area = ofOneValue(({ form, name, label, hint }: Props) => (
  <Field label={label} hint={hint} error={form.errors[name]} id={name}>
    {(control) => (
      <textarea
        {...control}
        className="input"
        rows={3}
        maxLength={NOTE_MAX}
        value={form.values[name] ?? ''}
        onChange={({ target }) => form.set({ [name]: target.value })}
      />
    )}
  </Field>
))

type ChoiceProps = Props & { options: Readonly<Record<string, string>>; isScale?: boolean }

/** A choice of one option, as large radio buttons. The first one has the id of the field, for the links to it. */
export const Radios = ofOneValue(({ form, name, label, options, isScale = false }: ChoiceProps) => (
  <fieldset className="field pick" aria-describedby={form.errors[name] ? `${name}-error` : undefined}>
    <legend className="field__label">{label}</legend>
    <div className={isScale ? 'pick__options pick__options--scale' : 'pick__options'}>
      {Object.entries(options).map(([value, text], index) => (
        <label key={value} className="pick__option">
          <input
            type="radio"
            id={index === 0 ? name : undefined}
            name={name}
            checked={form.values[name] === value}
            onChange={() => form.set({ [name]: value })}
          />
          {isScale && (
            <strong className="pick__sign" aria-hidden="true">
              {value}
            </strong>
          )}
          <span>{text}</span>
        </label>
      ))}
    </div>
    {form.errors[name] && (
      <p id={`${name}-error`} className="field__error">
        {form.errors[name]}
      </p>
    )}
  </fieldset>
))

type NumberProps = Props & { unit: string; step?: number; max: number }

/** A number with large buttons to change it, and a field to type it. */
export const Stepper = ofOneValue(({ form, name, label, unit, step = 1, max }: NumberProps) => {
  const change = (by: number): void => {
    const next = Math.min(max, Math.max(0, (numberOf(form.values[name]) ?? 0) + by))
    form.set({ [name]: String(Math.round(next * 10) / 10).replace('.', ',') })
  }
  return (
    <Field label={`${label} (${unit})`} error={form.errors[name]} id={name}>
      {(control) => (
        <div className="stepper">
          <button type="button" className="stepper__button" aria-label={`Bajar ${label}`} onClick={() => change(-step)}>
            <Minus size={20} aria-hidden="true" />
          </button>
          <input
            {...control}
            className="input stepper__input figures"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            maxLength={8}
            value={form.values[name] ?? ''}
            onChange={({ target }) => form.set({ [name]: target.value })}
          />
          <button type="button" className="stepper__button" aria-label={`Subir ${label}`} onClick={() => change(step)}>
            <Plus size={20} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  )
})
