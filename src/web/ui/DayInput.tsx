import { useState } from 'react'
import { isDay, parseDay, shortDayLabel } from '#domain/core/days.ts'

type Props = {
  /** 'aaaa-mm-dd', or an empty text. */
  value: string
  onChange: (value: string) => void
}

/**
 * The day of a filter: the native date picker on a touch screen, dd/mm/aaaa typed on a computer, where the native control has the order
 * of the language of the browser. What is not yet a day changes nothing, and leaving the control shows the day in force again.
 */
export function DayInput({ value, onChange }: Props) {
  const [isCoarse] = useState(() => matchMedia('(pointer: coarse)').matches)
  const [typed, setTyped] = useState<string | null>(null)
  if (isCoarse)
    return <input className="input" type="date" value={value} onChange={({ target }) => onChange(target.value)} />
  const change = (text: string): void => {
    setTyped(text)
    const next = text.trim() === '' ? '' : parseDay(text)
    if (next !== null && next !== value) onChange(next)
  }
  return (
    <input
      className="input day-input figures"
      type="text"
      inputMode="numeric"
      autoComplete="off"
      placeholder="dd/mm/aaaa"
      maxLength={10}
      aria-invalid={typed !== null && typed.length === LENGTH && parseDay(typed) === null ? true : undefined}
      value={typed ?? labelOf(value)}
      onChange={({ target }) => change(target.value)}
      onBlur={() => setTyped(null)}
    />
  )
}

const LENGTH = 'dd/mm/aaaa'.length

const labelOf = (value: string): string => (isDay(value) ? shortDayLabel(value) : '')
