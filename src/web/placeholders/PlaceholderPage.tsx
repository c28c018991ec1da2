import type { ReactNode } from 'react'
import { useSession } from '#web/core/session.ts'
import { Page } from '#web/ui/Page.tsx'
import { OpenRooms, RoomPlan } from './PlaceholderPlan.tsx'
import { ROOMS, type Room, type RoomPath } from './placeholders.ts'
import { OPEN_ROOMS } from './quick-links.ts'

/** The honest page of a screen that is not built yet: what it will hold, and what can be used meanwhile. */
export function RoomPage({ path, children }: { path: RoomPath; children?: ReactNode }) {
  const { user } = useSession()
  if (user === null) return null
  const { role } = user.metadata
  const room: Room = ROOMS[path]
  return (
    <Page title={room.title} subtitle="Esta sección todavía no está lista. Te contamos qué va a tener.">
      <RoomPlan title="Qué vas a encontrar aquí" holds={(role === 'client' && room.holdsForClient) || room.holds} />
      <OpenRooms title="Mientras tanto" rooms={OPEN_ROOMS[role].filter(({ to }) => to !== path)} />
      {children}
    </Page>
  )
}
