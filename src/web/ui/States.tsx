import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import './States.css'

type EmptyProps = {
  /** No record yet (an action creates the first), no match (clear the filters), or a disabled feature (who can enable it). */
  kind?: 'nothing' | 'no-match' | 'off'
  title?: string
  children?: ReactNode
  action?: ReactNode
}

/** An empty list with the next action. */
export function EmptyState({ kind = 'nothing', title, children, action }: EmptyProps) {
  return (
    <div className={`state state--${kind}`}>
      <Drawing kind={kind} />
      <p className="state__title">
        {title ?? (kind === 'no-match' ? 'No encontramos resultados' : 'No hay datos disponibles')}
      </p>
      {children && <div className="state__text">{children}</div>}
      {action}
    </div>
  )
}

/** A list whose filters match no row: what to try, and a button that clears them. */
export const NoMatch = ({ children, onClear }: { children?: ReactNode; onClear: () => void }) => (
  <EmptyState kind="no-match" action={<Button onClick={onClear}>Limpiar filtros</Button>}>
    {children}
  </EmptyState>
)

/** The two points of the mark: joined by a dotted line while there is nothing yet, apart when nothing matches. */
const Drawing = ({ kind }: { kind: NonNullable<EmptyProps['kind']> }) => (
  <svg className="state__drawing" viewBox="0 0 96 48" width="96" height="48" aria-hidden="true">
    <path d={kind === 'no-match' ? 'M24 24h14M58 24h14' : 'M24 24h48'} strokeDasharray="3 5" />
    <circle cx="24" cy="24" r="12" />
    <circle cx="72" cy="24" r="12" className="state__dot" />
    {kind === 'no-match' && <path d="m44 18 8 12m0-12-8 12" />}
  </svg>
)

/** A part of the screen that could not be loaded: the message, a button to retry, and the error code for support. */
export function ErrorState({
  title = 'No pudimos cargar la información.',
  message,
  code,
  onRetry,
}: {
  title?: string
  message?: string
  code?: string
  onRetry?: () => void
}) {
  return (
    <div className="state" role="alert">
      <p className="state__title">{title}</p>
      {message && <p className="state__text">{message}</p>}
      {onRetry && <Button onClick={onRetry}>Reintentar</Button>}
      {code && <p className="state__code">Código: {code}</p>}
    </div>
  )
}

const DELAY_MS = 150

/** Grey boxes of the size of the content, after a delay: a fast response does not flicker. */
export function Skeleton({ lines = 3, height = 16 }: { lines?: number; height?: number }) {
  const [isVisible, setVisible] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Cargando…</span>
      {Array.from({ length: lines }, (_, line) => (
        <div
          key={line}
          className={isVisible ? 'skeleton__line' : 'skeleton__line skeleton__line--early'}
          style={{ height }}
        />
      ))}
    </div>
  )
}

/** The progress of a task, as a bar and as a text. */
export function Progress({ value, max, label }: { value: number; max: number; label: string }) {
  return (
    <div className="progress">
      <progress className="progress__bar" value={value} max={max} aria-label={label} />
      <span className="progress__label">{label}</span>
    </div>
  )
}

/** A message that remains on the screen. */
export function Alert({ tone = 'info', children }: { tone?: 'info' | 'warn' | 'bad' | 'good'; children: ReactNode }) {
  return <div className={`notice notice--${tone}`}>{children}</div>
}
