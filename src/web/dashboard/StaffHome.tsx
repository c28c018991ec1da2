import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { dayLabel, dayOf, ZONE } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { displayName, type SignedInUser } from '#domain/core/signed-in-user.ts'
import { capitalise } from '#domain/core/text.ts'
import { usersProblem } from '#domain/users/user.ts'
import { contactEmail } from '#web/core/contact.ts'
import { wasRedirectedFor } from '#web/core/origin.ts'
import { useSession } from '#web/core/session.ts'
import { Page } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { greeting } from './greeting.ts'
import { QuickLinks } from './QuickLinks.tsx'
import { QUICK_LINKS } from './quick-links.ts'

/** The dashboard of the staff and the superadmin: a greeting, the figures of the role (`children`), and links. */
export function StaffHome({ children }: { children?: ReactNode }) {
  const { user } = useSession()
  const { state } = useLocation()
  const [now] = useState(() => new Date())
  if (user === null) return null
  const { role } = user.metadata
  return (
    <Page title={greetingOf(user, now)} subtitle={todayLabel(now)}>
      {wasRedirectedFor('integrations', state) &&
        'legal_representative' in user.profile &&
        usersProblem(user.profile) && (
          <Alert tone="warn">
            {usersProblem(user.profile)} <a href={`mailto:${contactEmail()}`}>{contactEmail()}</a>{' '}
            <Link to={paths.integration}>Ir a Integraciones</Link>
          </Alert>
        )}
      {children}
      <QuickLinks title="Qué puedes hacer hoy" links={QUICK_LINKS[role]} />
    </Page>
  )
}

const hourOf = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', hourCycle: 'h23' })
const weekdayOf = new Intl.DateTimeFormat('es-CO', { timeZone: ZONE, weekday: 'long' })

function greetingOf(user: SignedInUser, now: Date): string {
  const [firstName = ''] = displayName(user).split(' ')
  if (user.metadata.role === 'client') return `Hola, ${firstName}`
  return `${greeting(Number(hourOf.format(now)))}, ${firstName}`
}

/** 'Viernes 20 de noviembre de 2026'. */
const todayLabel = (now: Date): string => `${capitalise(weekdayOf.format(now))} ${dayLabel(dayOf(now))}`
