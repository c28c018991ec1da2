import { type Day, instantAt } from '#domain/core/days.ts'
import type { Role } from '#domain/core/roles.ts'
import { type Actor, type Ctx, contextOf, type World } from '#server/core/context.ts'
import type { Scope } from '#server/core/tx.ts'

/** A person of the demo, in whose name something is done. */
export type DemoUser = { id: string; first_name: string; last_name: string; role: Role }

/** The context of a user at an hour of a day in Bogotá, with the clock of that moment. */
export function contextAt(world: World, scope: Scope, person: DemoUser, on: Day, hour: number): Ctx {
  const at = instantAt(on, `${String(hour).padStart(2, '0')}:00`)
  const now = at.getTime() > world.clock().getTime() ? world.clock() : at
  const actor: Actor = {
    sessionId: scope.companyId,
    companyId: scope.companyId,
    userId: person.id,
    role: person.role,
    isFirstLogin: false,
    name: `${person.first_name} ${person.last_name}`.trim(),
    isFresh: true,
    needsTwoFactor: false,
    scopes: null,
  }
  const request = { requestId: 'demo', caller: CALLER, actor, isReadOnly: false }
  return Object.assign(contextOf({ ...world, clock: () => now }, request), { actor })
}

const CALLER = {
  ip: '127.0.0.1',
  userAgent: 'demo',
  isBrowser: false,
  sessionCookie: null,
  setSessionCookie: () => undefined,
  bearer: null,
  clearSiteData: () => undefined,
  browserCookie: null,
  setBrowserCookie: () => undefined,
} as const
