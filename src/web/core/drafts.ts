import * as z from 'zod/mini'
import { DAY_MS } from '#domain/core/durations.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { DRAFTS_PREFIX, type Items, localItems } from './items.ts'
import { type SecureItems, secureItemsOver } from './secure-items.ts'

/** The maximum of drafts in a browser, and the days that one is kept. */
export const DRAFTS_MAX = 20
const DRAFT_DAYS = 7

const Draft = z.object({
  /** The title of the form. */
  title: z.string(),
  saved_at: z.iso.datetime(),
  /** Whether the session ended while the form was open: it is filled in again without a question. */
  is_interrupted: z.boolean(),
  values: z.record(z.string(), z.union([z.string(), z.boolean()])),
})
export type Draft = z.output<typeof Draft>

/** The person and the company that drafts belong to. Null when the browser does not know the person's id yet. */
export const ownerOf = (user: SignedInUser | null): string | null =>
  user?.metadata.user_id === undefined ? null : `${user.company.nit}/${user.metadata.user_id}`

/**
 * The typed values of forms that were not sent, encrypted like the other items of this browser. They survive the end of a session
 * (ERR-02) and not a sign-out (SHL-10).
 */
export function draftsOver(items: Items, now: () => number) {
  const stored: SecureItems = secureItemsOver(items, DRAFTS_PREFIX)
  const read = (key: string): Draft | null => {
    const draft = z.safeParse(Draft, parseJson(stored.get(key)))
    if (draft.success && now() - Date.parse(draft.data.saved_at) < DRAFT_DAYS * DAY_MS) return draft.data
    stored.remove(key)
    return null
  }
  const list = (owner: string): Draft[] =>
    stored
      .keys()
      .filter((key) => key.startsWith(`${owner}/`))
      .map(read)
      .filter((draft) => draft !== null)
  return {
    list,
    get: (owner: string, form: string): Draft | null => read(`${owner}/${form}`),
    save: (owner: string, form: string, draft: Omit<Draft, 'saved_at'>): void => {
      const key = `${owner}/${form}`
      const others = stored.keys().filter((other) => other !== key)
      if (others.length >= DRAFTS_MAX) stored.remove(oldest(others, read))
      stored.set(key, JSON.stringify({ ...draft, saved_at: new Date(now()).toISOString() }))
    },
    remove: (owner: string, form: string): void => stored.remove(`${owner}/${form}`),
  }
}

export const drafts = draftsOver(localItems, Date.now)

const oldest = (keys: readonly string[], read: (key: string) => Draft | null): string =>
  keys.map((key) => ({ key, at: read(key)?.saved_at ?? '' })).toSorted((a, b) => (a.at < b.at ? -1 : 1))[0]?.key ?? ''

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
