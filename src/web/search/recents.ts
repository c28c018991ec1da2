import * as z from 'zod/mini'
import { SearchResult } from '#domain/search/api.ts'
import { localItems } from '#web/core/items.ts'
import { secureItemsOver } from '#web/core/secure-items.ts'

/** The opened records that a browser keeps for each user. */
export const RECENTS_MAX = 5
const PREFIX = 'enlace.recents.'

const stored = secureItemsOver(localItems, PREFIX)

/**
 * The last records that each user opened from the search on this device, encrypted like the other items of this browser. The end of
 * the session removes them with the rest of the storage (SHL-10).
 */
export const recents = {
  list: (owner: string): SearchResult[] => {
    const found = z.safeParse(z.array(SearchResult), parseJson(stored.get(owner)))
    return found.success ? found.data : []
  },
  add: (owner: string, { kind, title, detail, href }: SearchResult): void => {
    const others = recents.list(owner).filter((one) => one.href !== href)
    stored.set(owner, JSON.stringify([{ kind, title, detail, href }, ...others].slice(0, RECENTS_MAX)))
  },
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
