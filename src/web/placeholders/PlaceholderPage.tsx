import type { ReactNode } from 'react'
import { useSession } from '#web/core/session.ts'
import { Page } from '#web/ui/Page.tsx'
import { PlaceholderPlan, QuickLinks } from './PlaceholderPlan.tsx'
import { PLACEHOLDERS, type Placeholder, type PlaceholderPath } from './placeholders.ts'
import { QUICK_LINKS } from './quick-links.ts'

/** The page of a screen that is not built yet: its future content, and links to the screens that already exist. */
export function PlaceholderPage({ path, children }: { path: PlaceholderPath; children?: ReactNode }) {
  const { user } = useSession()
  if (user === null) return null
  const { role } = user.metadata
  const placeholder: Placeholder = PLACEHOLDERS[path]
  return (
    <Page title={placeholder.title} subtitle="Esta sección todavía no está lista. Te contamos qué va a tener.">
      <PlaceholderPlan
        title="Qué vas a encontrar aquí"
        holds={(role === 'client' && placeholder.holdsForClient) || placeholder.holds}
      />
      <QuickLinks title="Mientras tanto" links={QUICK_LINKS[role].filter(({ to }) => to !== path)} />
      {children}
    </Page>
  )
}
