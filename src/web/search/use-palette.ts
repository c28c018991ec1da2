import { type KeyboardEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { type SearchResult, searchApi } from '#domain/search/api.ts'
import { ownerOf } from '#web/core/drafts.ts'
import { useRead } from '#web/core/queries.ts'
import { useDebounced } from '#web/core/use-debounced.ts'
import { actionsOf, type SearchAction } from './actions.ts'
import { morePlacesOf } from './more-places.ts'
import { findPlaces, type Place } from './places.ts'
import { recents } from './recents.ts'

/** A record, a page or an action. */
export type Option = Pick<SearchResult, 'title' | 'detail' | 'href'> & {
  readonly kind: SearchResult['kind'] | 'place' | 'action'
  readonly group: 'Recientes' | 'Acciones' | 'Ir a' | 'Resultados'
  readonly asksClient?: boolean | undefined
}

type Handlers = {
  onClose: () => void
  /** Called when a key selects an option. */
  onMove: (index: number) => void
}

/** The typed text, the options, the selected one, and the handlers to select and open. */
export function usePalette(user: SignedInUser, places: readonly Place[], { onClose, onMove }: Handlers) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  // The action that waits for its client.
  const [asking, setAsking] = useState<Option | null>(null)
  const q = useDebounced(text.trim())
  const result = useRead(searchApi.find, { query: { q } }, { enabled: q !== '', keepPrevious: true })
  // Only what answers what is typed now: Enter never opens the answer to something else.
  const isCurrent = q !== '' && q === text.trim() && !result.isPlaceholderData
  const found = isCurrent ? (result.data?.data ?? []) : []
  const options = asking === null ? optionsOf(user, places, text, found) : clientsOf(user, text, found)
  const selected = Math.min(index, options.length - 1)
  const changeText = (typed: string): void => {
    setText(typed)
    setIndex(0)
  }
  const open = (option: Option | undefined): void => {
    if (!option) return
    if (option.asksClient) {
      setAsking(option)
      changeText('')
      return
    }
    remember(user, option)
    onClose()
    void navigate(asking === null ? option.href : `${option.href}${asking.href}`)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      const next = (selected + step + options.length) % options.length
      setIndex(next)
      onMove(next)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(options[selected])
    } else if (event.key === 'Backspace' && text === '') {
      setAsking(null)
    }
  }
  return { text, q, result, options, selected, asking, changeText, select: setIndex, open, onKeyDown }
}

/**
 * Without a text: the recent records, then what the user can do and open. With one: the actions and the pages that match among all of
 * the role, which need no request, and below them the records. What is selected does not move when the records arrive.
 */
function optionsOf(
  user: SignedInUser,
  places: readonly Place[],
  text: string,
  found: readonly SearchResult[],
): Option[] {
  const isEmpty = text.trim() === ''
  return [
    ...(isEmpty ? recentsOf(user) : []),
    ...findPlaces(actionsOf(user), text).map(actionOption),
    ...findPlaces(isEmpty ? places : [...places, ...morePlacesOf(user)], text).map(placeOption),
    ...found.map(resultOption),
  ]
}

/** The clients to choose from, for an action that needs one. */
const clientsOf = (user: SignedInUser, text: string, found: readonly SearchResult[]): Option[] =>
  [...(text.trim() === '' ? recentsOf(user) : []), ...found.map(resultOption)].filter(({ kind }) => kind === 'client')

const resultOption = (result: SearchResult): Option => ({ ...result, group: 'Resultados' })
const actionOption = ({ to, title, about, asksClient }: SearchAction): Option => ({
  kind: 'action',
  group: 'Acciones',
  title,
  detail: about,
  href: to,
  asksClient,
})
const placeOption = ({ to, title, about }: Place): Option => ({
  kind: 'place',
  group: 'Ir a',
  title,
  detail: about,
  href: to,
})

function recentsOf(user: SignedInUser): Option[] {
  const owner = ownerOf(user)
  return owner === null ? [] : recents.list(owner).map((one) => ({ ...one, group: 'Recientes' }))
}

function remember(user: SignedInUser, { kind, title, detail, href }: Option): void {
  const owner = ownerOf(user)
  if (owner === null || kind === 'place' || kind === 'action') return
  recents.add(owner, { kind, title, detail, href })
}
