import { type KeyboardEvent, useId, useState } from 'react'
import { clientApi } from '#domain/clients/api.ts'
import type { Client } from '#domain/clients/client.ts'
import { messageOf } from '#web/core/failure.ts'
import { useRead } from '#web/core/queries.ts'
import { useDebounced } from '#web/core/use-debounced.ts'
import { Field, type FieldProps } from '#web/ui/Field.tsx'
import './client-picker.css'

/** Fewer characters would match almost every client. */
const TYPED_MIN = 3
const SHOWN_MAX = 6

type Props = Pick<FieldProps, 'error' | 'id' | 'hint'> & {
  /** The chosen client, null for none. */
  client: Client | null
  /** What to do when the person is no client yet. */
  ifNone?: string
  /** `typed`: what the user searched, which may be the number of a contract. */
  onPick: (client: Client | null, typed: string) => void
}

/**
 * The field that asks for a client: a combobox over the search of clients, by name, document with or without dots, contract or
 * mobile. The arrow keys move the selection, Enter chooses it, Escape closes the list.
 */
export function ClientPicker({ client, onPick, ifNone = 'créalo primero en Gestión de clientes.', ...field }: Props) {
  const listId = useId()
  const picker = usePicker(client, onPick, ifNone)
  const { options, selected, isOpen } = picker
  return (
    <Field label="Cliente" {...field} hint={field.hint ?? 'Por nombre, cédula o NIT, contrato o celular'}>
      {(control) => (
        <div className="client-picker">
          <input
            {...control}
            className="input"
            type="text"
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-activedescendant={isOpen ? `${listId}-${selected}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            placeholder="Escribe al menos tres letras"
            value={picker.text}
            onChange={(event) => picker.type(event.target.value)}
            onKeyDown={picker.onKeyDown}
          />
          <p className="visually-hidden" role="status">
            {picker.status}
          </p>
          <ul id={listId} role="listbox" aria-label="Clientes" className="client-picker__list" hidden={!isOpen}>
            {options.map((option, index) => (
              <li
                key={option.id}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === selected}
                tabIndex={-1}
                className="client-picker__option"
                // The field keeps the focus: the click that chooses is not a way out of it.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => picker.choose(option)}
                onKeyDown={(event) => event.key === 'Enter' && picker.choose(option)}
                onMouseMove={() => picker.select(index)}
              >
                <strong>{option.name}</strong>
                <small>{aboutOf(option)}</small>
              </li>
            ))}
          </ul>
          {picker.problem && <p className="client-picker__none">{picker.problem}</p>}
        </div>
      )}
    </Field>
  )
}

const aboutOf = ({ identification, phone, contracts }: Client): string =>
  [identification, phone, contracts.map(({ no_contract }) => no_contract).join(', ')].filter(Boolean).join(' · ')

function usePicker(client: Client | null, onPick: Props['onPick'], ifNone: string) {
  const [text, setText] = useState(client?.name ?? '')
  const [index, setIndex] = useState(0)
  const [isClosed, setClosed] = useState(client !== null)
  const typed = text.trim()
  const q = useDebounced(typed)
  const isSearched = client === null && q.length >= TYPED_MIN
  const read = useRead(
    clientApi.list,
    { query: { q, sort: 'name', page: 1, page_size: SHOWN_MAX } },
    { enabled: isSearched, keepPrevious: true },
  )
  // Only what answers what is typed now: Enter never chooses the answer to something else.
  const isCurrent = isSearched && q === typed && !read.isPlaceholderData && read.data !== undefined
  const options = isCurrent ? read.data.data : []
  const isOpen = options.length > 0 && !isClosed
  const selected = Math.min(index, Math.max(0, options.length - 1))
  const choose = (chosen: Client | undefined): void => {
    if (chosen === undefined) return
    setText(chosen.name)
    setClosed(true)
    onPick(chosen, typed)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isOpen) {
      // The dialog around stays open.
      event.preventDefault()
      setClosed(true)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length > 0) {
      event.preventDefault()
      if (isOpen) setIndex((selected + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % options.length)
      else setClosed(false)
    } else if (event.key === 'Enter' && client === null) {
      // Without a chosen client the form is not ready to be sent.
      event.preventDefault()
      if (isOpen) choose(options[selected])
    }
  }
  const type = (value: string): void => {
    setText(value)
    setIndex(0)
    setClosed(false)
    if (client !== null) onPick(null, '')
  }
  const problem =
    read.error && isSearched
      ? messageOf(read.error, 'No pudimos buscar los clientes')
      : noneOf(isCurrent, options, typed, ifNone)
  return {
    text,
    options,
    selected,
    isOpen,
    choose,
    onKeyDown,
    type,
    select: setIndex,
    problem,
    status: statusOf(isOpen, options),
  }
}

const noneOf = (isCurrent: boolean, options: readonly Client[], typed: string, ifNone: string): string | null =>
  isCurrent && options.length === 0
    ? `No encontramos «${typed}». Prueba con el documento o el contrato. Si todavía no es cliente, ${ifNone}`
    : null

function statusOf(isOpen: boolean, { length }: readonly Client[]): string {
  if (!isOpen) return ''
  return length === 1 ? '1 cliente' : `${length} clientes`
}
