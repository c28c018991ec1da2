import { Building2, FileSignature, FileText, type LucideIcon, PanelLeft, User, Users } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { type SearchResult, type SearchResultKind, searchApi } from '#domain/search/api.ts'
import { useRead } from '#web/core/queries.ts'
import { useDebounced } from '#web/core/use-debounced.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/States.tsx'
import { findPlaces, type Place } from './places.ts'
import './search.css'

type Option = Pick<SearchResult, 'title' | 'detail' | 'href'> & { kind: SearchResultKind | 'place' }

const GLYPHS: Readonly<Record<Option['kind'], LucideIcon>> = {
  client: User,
  contract: FileSignature,
  invoice: FileText,
  user: Users,
  company: Building2,
  place: PanelLeft,
}
const KIND_LABELS: Readonly<Record<Option['kind'], string>> = {
  client: 'Cliente',
  contract: 'Contrato',
  invoice: 'Factura',
  user: 'Usuario',
  company: 'Empresa',
  place: 'Ir a',
}

/**
 * One box that finds the records and the pages that the role may open (OPS-06): a combobox with its list. The arrow keys move
 * the selection, Enter opens it.
 */
export function SearchPalette({ places, onClose }: { places: readonly Place[]; onClose: () => void }) {
  const listId = useId()
  const { text, q, result, options, selected, changeText, select, open, onKeyDown } = usePalette(places, onClose)
  return (
    <Dialog title="Buscar" onClose={onClose}>
      <input
        className="input search-box"
        type="text"
        role="combobox"
        aria-label="Qué buscas"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={options.length > 0 ? `${listId}-${selected}` : undefined}
        aria-autocomplete="list"
        placeholder="Escribe lo que buscas"
        autoComplete="off"
        value={text}
        onChange={(event) => changeText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p className="visually-hidden" role="status">
        {q === ''
          ? ''
          : result.isFetching
            ? 'Buscando…'
            : options.length === 1
              ? '1 resultado'
              : `${options.length} resultados`}
      </p>
      {result.error && q !== '' && <ErrorState message={result.error.message} onRetry={() => void result.refetch()} />}
      <ul id={listId} className="search-list" role="listbox" aria-label="Resultados">
        {options.map((option, index) => (
          <ResultOption
            key={`${option.kind} ${option.href}`}
            id={`${listId}-${index}`}
            option={option}
            isSelected={index === selected}
            onOpen={() => open(option)}
            onHover={() => select(index)}
          />
        ))}
      </ul>
      {q !== '' && !result.isFetching && !result.error && options.length === 0 && (
        <p className="search-none">
          No encontramos «{q}». Prueba con el documento, el contrato o tres letras del nombre.
        </p>
      )}
    </Dialog>
  )
}

/** The typed text, the results, the selected one, and the handlers to select and open. */
function usePalette(places: readonly Place[], onClose: () => void) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const q = useDebounced(text.trim())
  const result = useRead(searchApi.find, { query: { q } }, { enabled: q !== '', keepPrevious: true })
  const pages = findPlaces(places, text).map(
    ({ to, title, about }): Option => ({ kind: 'place', title, detail: about, href: to }),
  )
  // Only what answers what is typed now: Enter never opens the answer to something else.
  const isCurrent = q !== '' && q === text.trim() && !result.isPlaceholderData
  const options: Option[] = [...(isCurrent ? (result.data?.data ?? []) : []), ...pages]
  const selected = Math.min(index, options.length - 1)
  const open = (option: Option | undefined): void => {
    if (!option) return
    onClose()
    void navigate(option.href)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      setIndex((selected + step + options.length) % options.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(options[selected])
    }
  }
  const changeText = (typed: string): void => {
    setText(typed)
    setIndex(0)
  }
  return { text, q, result, options, selected, changeText, select: setIndex, open, onKeyDown }
}

function ResultOption({
  id,
  option,
  isSelected,
  onOpen,
  onHover,
}: {
  id: string
  option: Option
  isSelected: boolean
  onOpen: () => void
  onHover: () => void
}) {
  const Glyph = GLYPHS[option.kind]
  return (
    <li
      id={id}
      role="option"
      aria-selected={isSelected}
      tabIndex={-1}
      className="search-hit"
      onClick={onOpen}
      onKeyDown={(event) => event.key === 'Enter' && onOpen()}
      onMouseMove={onHover}
    >
      <Glyph size={18} aria-hidden="true" />
      <span className="two-lines">
        {option.title}
        <small>{option.detail}</small>
      </span>
      <small className="search-hit__kind">{KIND_LABELS[option.kind]}</small>
    </li>
  )
}
