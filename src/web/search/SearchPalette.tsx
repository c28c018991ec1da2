import { Building2, FileSignature, FileText, type LucideIcon, PanelLeft, User, Users } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Hit, type HitKind, searchApi } from '#domain/search/api.ts'
import { useRead } from '#web/core/queries.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/States.tsx'
import { type Place, placesFound } from './places.ts'
import './search.css'

/** Long enough that a word typed in one go is asked once. */
const PAUSE_MS = 150

type Option = Pick<Hit, 'title' | 'detail' | 'href'> & { kind: HitKind | 'place' }

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
 * One box that finds what a role may open and the places it may go to (OPS-06): a combobox with its list, moved through with the
 * arrows, opened with Enter.
 */
export function SearchPalette({ places, onClose }: { places: readonly Place[]; onClose: () => void }) {
  const listId = useId()
  const { text, q, read, options, chosen, write, point, open, onKeyDown } = usePalette(places, onClose)
  return (
    <Dialog title="Buscar" onClose={onClose}>
      <input
        className="input search-box"
        type="text"
        role="combobox"
        aria-label="Qué buscas"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={options.length > 0 ? `${listId}-${chosen}` : undefined}
        aria-autocomplete="list"
        placeholder="Escribe lo que buscas"
        autoComplete="off"
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p className="visually-hidden" role="status">
        {q === ''
          ? ''
          : read.isFetching
            ? 'Buscando…'
            : options.length === 1
              ? '1 resultado'
              : `${options.length} resultados`}
      </p>
      {read.error && q !== '' && <ErrorState message={read.error.message} onRetry={() => void read.refetch()} />}
      <ul id={listId} className="search-list" role="listbox" aria-label="Resultados">
        {options.map((option, index) => (
          <FoundOption
            key={`${option.kind} ${option.href}`}
            id={`${listId}-${index}`}
            option={option}
            isChosen={index === chosen}
            onOpen={() => open(option)}
            onPoint={() => point(index)}
          />
        ))}
      </ul>
      {q !== '' && !read.isFetching && !read.error && options.length === 0 && (
        <p className="search-none">
          No encontramos «{q}». Prueba con el documento, el contrato o tres letras del nombre.
        </p>
      )}
    </Dialog>
  )
}

/** What is written, what it found, which of it is chosen, and how to move and open. */
function usePalette(places: readonly Place[], onClose: () => void) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const q = usePaused(text.trim())
  const read = useRead(searchApi.find, { query: { q } }, { enabled: q !== '', keepPrevious: true })
  const rooms = placesFound(places, text).map(
    ({ to, title, about }): Option => ({ kind: 'place', title, detail: about, href: to }),
  )
  // Only what answers what is written now: Enter never opens the answer to something else.
  const isAnswered = q !== '' && q === text.trim() && !read.isPlaceholderData
  const options: Option[] = [...(isAnswered ? (read.data?.data ?? []) : []), ...rooms]
  const chosen = Math.min(at, options.length - 1)
  const open = (option: Option | undefined): void => {
    if (!option) return
    onClose()
    void navigate(option.href)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      setAt((chosen + step + options.length) % options.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(options[chosen])
    }
  }
  const write = (written: string): void => {
    setText(written)
    setAt(0)
  }
  return { text, q, read, options, chosen, write, point: setAt, open, onKeyDown }
}

function FoundOption({
  id,
  option,
  isChosen,
  onOpen,
  onPoint,
}: {
  id: string
  option: Option
  isChosen: boolean
  onOpen: () => void
  onPoint: () => void
}) {
  const Glyph = GLYPHS[option.kind]
  return (
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className="search-hit"
      onClick={onOpen}
      onKeyDown={(event) => event.key === 'Enter' && onOpen()}
      onMouseMove={onPoint}
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

/** A text once nobody has changed it for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
