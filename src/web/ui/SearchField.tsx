import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import './Field.css'
import './SearchField.css'

const PAUSE_MS = 300

/** A search box that asks once the person pauses, and at once with Enter. */
export function SearchField({
  label,
  value,
  onSearch,
}: {
  label: string
  value: string
  onSearch: (text: string) => void
}) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (typed: string, pause: number): void => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(typed.trim()), pause)
  }
  return (
    <form
      className="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        ask(text, 0)
      }}
    >
      <Search size={18} aria-hidden="true" />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => ask(event.target.value, PAUSE_MS)}
      />
    </form>
  )
}
