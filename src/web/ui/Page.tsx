import type { ReactNode } from 'react'
import { ScreenHeading } from './ScreenHeading.tsx'
import { Skeleton } from './States.tsx'
import './Page.css'

type PageProps = {
  title: string
  subtitle?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/**
 * The layout of a screen: title, subtitle, main actions and content. The title takes the focus when the screen opens, so that a
 * screen reader announces it. A `subtitle` of undefined is not loaded yet: its line is kept free, so that nothing moves.
 */
export function Page(props: PageProps) {
  const { title, subtitle, actions, children } = props
  return (
    <div className="page">
      <header className="page__head">
        <div className="page__titles">
          <ScreenHeading key={title} title={title} className="page__title" />
          {'subtitle' in props && <div className="page__subtitle">{subtitle}</div>}
        </div>
        {actions && <div className="page__actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** The place of the content of a page, as high as the window: what is below it does not move when the content arrives. */
export const PageSkeleton = () => (
  <div className="page__waiting">
    <Skeleton lines={8} height={28} />
  </div>
)

/** A section with a background, a thin border and no shadow. */
export function Card({
  title,
  actions,
  children,
  className = '',
}: {
  title?: string
  actions?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <section className={`card ${className}`}>
      {(title || actions) && (
        <div className="card__head">
          {title && <h2 className="card__title">{title}</h2>}
          {actions && <div className="card__actions">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
