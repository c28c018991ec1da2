import { useState } from 'react'
import { type Day, parseDay, shortDayLabel } from '#domain/core/days.ts'
import { Field, type FieldProps } from './Field.tsx'

type DayFieldProps = FieldProps & { value: Day | null; onChange: (day: Day | null) => void; name?: string }

/** A calendar day: the native date picker on a touch screen, dd/mm/aaaa typed on a computer. Both give the same Day. */
export function DayField({ label, hint, error, id, value, onChange, name }: DayFieldProps) {
  const [isCoarse] = useState(() => matchMedia('(pointer: coarse)').matches)
  const [text, setText] = useState(value === null ? '' : shortDayLabel(value))
  const change = (typed: string): void => {
    setText(typed)
    onChange(parseDay(typed))
  }
  return (
    <Field
      label={label}
      hint={hint ?? (isCoarse ? undefined : 'Día, mes y año, por ejemplo 05/12/2026')}
      error={error}
      {...(id ? { id } : {})}
    >
      {(control) =>
        isCoarse ? (
          <input
            {...control}
            name={name}
            type="date"
            className="input"
            value={value ?? ''}
            onChange={(event) => onChange(parseDay(event.target.value))}
          />
        ) : (
          <input
            {...control}
            name={name}
            type="text"
            inputMode="numeric"
            placeholder=""
            className="input figures"
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        )
      }
    </Field>
  )
}
