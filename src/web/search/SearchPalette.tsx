import { Building2, CirclePlus, FileSignature, FileText, type LucideIcon, PanelLeft, User, Users } from 'lucide-react'
import { Fragment, useId } from 'react'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/States.tsx'
import type { Place } from './places.ts'
import { type Option, usePalette } from './use-palette.ts'
import './search.css'

const GLYPHS: Readonly<Record<Option['kind'], LucideIcon>> = {
  client: User,
  contract: FileSignature,
  invoice: FileText,
  user: Users,
  company: Building2,
  place: PanelLeft,
  action: CirclePlus,
}
/** The word beside a record; a page and an action are under their heading. */
const KIND_LABELS: Readonly<Partial<Record<Option['kind'], string>>> = {
  client: 'Cliente',
  contract: 'Contrato',
  invoice: 'Factura',
  user: 'Usuario',
  company: 'Empresa',
}

type Props = { user: SignedInUser; places: readonly Place[]; onClose: () => void }

/**
 * One box that finds the records and the pages that the role may open, and what it may do (OPS-06): a combobox with its list. The
 * arrow keys move the selection, Enter opens it.
 */
export function SearchPalette({ user, places, onClose }: Props) {
  const listId = useId()
  // Not on hover: the list would move under the pointer.
  const showOption = (index: number): void =>
    document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' })
  const palette = usePalette(user, places, { onClose, onMove: showOption })
  const { text, q, result, options, selected, asking, changeText, select, open, onKeyDown } = palette
  return (
    <Dialog title={asking === null ? 'Buscar' : asking.title} onClose={onClose}>
      <input
        className="input search-box"
        type="text"
        role="combobox"
        aria-label={asking === null ? 'Qué buscas' : 'De qué cliente'}
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={options.length > 0 ? `${listId}-${selected}` : undefined}
        aria-autocomplete="list"
        placeholder={asking === null ? 'Escribe lo que buscas' : 'Nombre, cédula o contrato del cliente'}
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
          <Fragment key={`${option.group} ${option.title} ${option.href}`}>
            {option.group !== options[index - 1]?.group && (
              <li className="search-group" role="presentation" aria-hidden="true">
                {option.group}
              </li>
            )}
            <ResultOption
              id={`${listId}-${index}`}
              option={option}
              isSelected={index === selected}
              onOpen={() => open(option)}
              onHover={() => select(index)}
            />
          </Fragment>
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
