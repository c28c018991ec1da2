import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import './States.css'

type EmptyProps = {
  /** Nothing yet (an action makes the first), nothing that matches (clear the filters), or off (who can help). */
  kind?: 'nothing' | 'no-match' | 'off'
  title?: string
  children?: ReactNode
  action?: ReactNode
}

/** An empty place that says what to do next. */
export function EmptyState({ kind = 'nothing', title, children, action }: EmptyProps) {
  return (
    <div className={`state state--${kind}`}>
      <p className="state__title">
        {title ?? (kind === 'no-match' ? 'No encontramos resultados' : 'No hay datos disponibles')}
      </p>
      {children && <div className="state__text">{children}</div>}
      {action}
    </div>
  )
}

/** A part of the screen that could not be loaded: what happened, a way to try again, and the code to read out. */
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

const PATIENCE_MS = 150

/** Grey boxes of the size of what is coming, after a moment: a quick answer never flickers. */
export function Skeleton({ lines = 3, height = 16 }: { lines?: number; height?: number }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Cargando…</span>
      {Array.from({ length: lines }, (_, line) => (
        <div
          key={line}
          className={isLate ? 'skeleton__line' : 'skeleton__line skeleton__line--early'}
          style={{ height }}
        />
      ))}
    </div>
  )
}

/** How far something is, as a bar and as words. */
export function Progress({ value, max, label }: { value: number; max: number; label: string }) {
  return (
    <div className="progress">
      <progress className="progress__bar" value={value} max={max} aria-label={label} />
      <span className="progress__label">{label}</span>
    </div>
  )
}

/** A sentence that stays: a warning with its reason, or good news. */
export function Alert({ tone = 'info', children }: { tone?: 'info' | 'warn' | 'bad' | 'good'; children: ReactNode }) {
  return <div className={`notice notice--${tone}`}>{children}</div>
}
