import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import './Field.css'
import './SearchField.css'

const PAUSE_MS = 300

/** A search box that searches after a pause in the typing, and immediately with Enter. */
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
  const [shown, setShown] = useState(value)
  // The list cleared its search: the box is empty too. The text being typed stays as it is typed.
  if (value !== shown) {
    setShown(value)
    if (value !== text.trim()) setText(value)
  }
  // At the end of the pause the list may have another address: the search changes that one.
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const searchAfter = (typed: string, pause: number): void => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search.current(typed.trim()), pause)
  }
  return (
    <form
      className="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        searchAfter(text, 0)
      }}
    >
      <Search size={18} aria-hidden="true" />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => searchAfter(event.target.value, PAUSE_MS)}
      />
    </form>
  )
}
