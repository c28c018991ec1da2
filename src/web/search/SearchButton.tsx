import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { searchApi } from '#domain/search/api.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx'
import type { Place } from './places.ts'
import './search.css'

const SearchPalette = lazy(() => import('./SearchPalette.tsx').then((file) => ({ default: file.SearchPalette })))

/** Whether the role of the user may search. */
export const canSearch = (user: SignedInUser): boolean =>
  !user.metadata.is_first_login && searchApi.find.roles.some((role) => role === user.metadata.role)

/** The button that opens the search: with a text on a wide screen, an icon on a narrow one. Ctrl+K (or ⌘K) also opens it. */
export function SearchButton({
  user,
  places,
  isSmall = false,
}: {
  user: SignedInUser
  places: readonly Place[]
  isSmall?: boolean
}) {
  const [isOpen, setOpen] = useState(false)
  const buttonId = useId()
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      // Both bars are in the page, and the dialog of the hidden one would be hidden too, and hold the keyboard.
      if (document.getElementById(buttonId)?.checkVisibility() !== true) return
      event.preventDefault()
      // Not over another dialog, where the user may be typing.
      if (document.querySelector('dialog[open]') === null) setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [buttonId])
  const open = (): void => setOpen(true)
  return (
    <>
      {isSmall ? (
        <IconButton id={buttonId} label="Buscar" aria-haspopup="dialog" onClick={open}>
          <Search size={20} aria-hidden="true" />
        </IconButton>
      ) : (
        <button id={buttonId} type="button" className="search-button" aria-haspopup="dialog" onClick={open}>
          <span>{PROMPTS[user.metadata.role] ?? 'Buscar…'}</span>
          <kbd aria-hidden="true">Ctrl K</kbd>
        </button>
      )}
      {isOpen && (
        // Its code may be missing after an upgrade: the screen below keeps what was typed.
        <ErrorBoundary>
          <Suspense>
            <SearchPalette user={user} places={places} onClose={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}

const PROMPTS: Readonly<Partial<Record<SignedInUser['metadata']['role'], string>>> = {
  financial: 'Buscar cliente, factura, contrato…',
  technical: 'Buscar contrato o cliente…',
  network: 'Buscar contrato o cliente…',
  admin: 'Buscar usuario o sección…',
  superadmin: 'Buscar empresa o sección…',
}
