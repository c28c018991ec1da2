import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { QUICK_LINKS } from '#web/dashboard/quick-links.ts'
import { canSearch, SearchButton } from '#web/search/SearchButton.tsx'

/** The search of the bars, with the places of the role. Nothing for a role that may not search. */
export const DeskSearch = ({ user, isSmall = false }: { user: SignedInUser; isSmall?: boolean }) =>
  canSearch(user) && <SearchButton user={user} places={QUICK_LINKS[user.metadata.role]} isSmall={isSmall} />
