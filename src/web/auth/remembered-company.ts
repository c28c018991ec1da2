import { isSitePrefix } from '#domain/auth/site-api.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'

const NAME = 'enlace-company'
const YEAR_S = 365 * 24 * 60 * 60

/** The prefix of the company that this device remembers: that of the last address that was opened, or of the last person; null without one. */
export function prefixOf(cookie: string): string | null {
  const value = new RegExp(`(?:^|;\\s*)${NAME}=([^;]*)`).exec(cookie)?.[1] ?? ''
  return isSitePrefix(value) ? value.toUpperCase() : null
}

/** In a cookie, because the logout clears local storage: after it the login has the same company. Null forgets it. */
export function remember(prefix: string | null): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- some supported browsers do not have the cookie store
  document.cookie = `${NAME}=${prefix ?? ''}; Path=/; SameSite=Lax; Max-Age=${prefix === null ? 0 : YEAR_S}`
}

/**
 * The prefix to remember when a person is signed in: a device that remembers a company, remembers the one of its person. The platform has no
 * address of its own. A device that remembers none stays so.
 */
export function prefixWithPerson(
  remembered: string | null,
  { metadata, company }: Pick<SignedInUser, 'metadata' | 'company'>,
): string | null {
  if (remembered === null || metadata.role === 'superadmin') return null
  return isSitePrefix(company.initial_letter) ? company.initial_letter.toUpperCase() : null
}

/** The login of this device has the mark of the company of its person from now on. */
export function followPerson(user: SignedInUser): void {
  const remembered = prefixOf(document.cookie)
  const next = prefixWithPerson(remembered, user)
  if (next !== remembered) remember(next)
}
