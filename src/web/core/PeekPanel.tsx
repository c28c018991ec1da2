import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '#web/ui/Button.tsx'
import { LinkButton } from './LinkButton.tsx'
import type { Peek } from './use-peek.ts'
import './PeekPanel.css'

/** A list with the record that is open beside it. */
export const ListWithPeek = ({ panel, children }: { panel: ReactNode; children: ReactNode }) => (
  <div className={panel ? 'list-with-peek list-with-peek--open' : 'list-with-peek'}>
    <div className="list-with-peek__list">{children}</div>
    {panel}
  </div>
)

type Props = {
  peek: Peek
  /** Names the record: 'Factura AF-12'. */
  title: string
  /** The page of the record, when it has one. */
  to?: string
  open?: string
  children: ReactNode
}

/** A record beside its list: with the next and the previous one, and a link to its page. Escape closes it. */
export function PeekPanel({ peek, title, to, open, children }: Props) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  const shownId = useRef(peek.id)
  useEffect(() => {
    if (shownId.current === peek.id) return
    shownId.current = peek.id
    if (panel.current) panel.current.scrollTop = 0
  }, [peek.id])
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = { Escape: peek.onClose, ArrowUp: peek.onPrevious, ArrowDown: peek.onNext }[event.key]
    // A menu or a dialog of the panel has its own keys.
    if (act === undefined || event.defaultPrevented || !panel.current?.contains(document.activeElement)) return
    event.preventDefault()
    act()
  }
  return (
    <aside ref={panel} className="peek card" aria-label={title} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className="peek__head">
        <h2 className="peek__title">{title}</h2>
        <IconButton label="Anterior de la lista" disabled={!peek.onPrevious} onClick={peek.onPrevious}>
          <ChevronUp size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label="Siguiente de la lista" disabled={!peek.onNext} onClick={peek.onNext}>
          <ChevronDown size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label="Cerrar la vista al lado" onClick={peek.onClose}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </header>
      {!peek.isListed && <p className="peek__apart">No está en esta página de la lista.</p>}
      <div className="peek__body">{children}</div>
      {to !== undefined && <LinkButton to={to}>{open}</LinkButton>}
    </aside>
  )
}
