import { useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { PAGE_SIZE_MAX, PAGE_SIZE_MIN } from '#domain/core/paging.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { useSession } from './session.ts'

/** What a user chose for one list on this device. */
const ListSettings = z.object({
  /** Rows of a page. Null before the first choice: the list has its own default. */
  pageSize: z.nullable(z.int().check(z.gte(PAGE_SIZE_MIN), z.lte(PAGE_SIZE_MAX))),
  /** The keys of the hidden columns. */
  hidden: z.array(z.string()),
  /** Rows of the lower height. */
  isCompact: z.boolean(),
})
export type ListSettings = z.output<typeof ListSettings>

export const NO_SETTINGS: ListSettings = { pageSize: null, hidden: [], isCompact: false }

const YEAR_S = 365 * 24 * 60 * 60
const listeners = new Set<() => void>()

/**
 * The settings of a list, for the signed-in user on this device. They are in a cookie because the logout clears local storage
 * (SHL-10); its path is that of the screen, so that no call carries it.
 */
export function useListSettings(list: string | undefined): [ListSettings, (changes: Partial<ListSettings>) => void] {
  const { user } = useSession()
  const name = list === undefined || user === null ? null : cookieNameOf(list, user)
  const value = useSyncExternalStore(subscribe, () => (name === null ? null : cookieOf(document.cookie, name)))
  return useMemo(() => {
    const settings = decodeSettings(value)
    const change = (changes: Partial<ListSettings>): void => {
      if (name === null) return
      const text = encodeSettings({ ...settings, ...changes })
      // oxlint-disable-next-line unicorn/no-document-cookie -- some supported browsers do not have the cookie store
      document.cookie = `${name}=${text}; Path=${location.pathname}; SameSite=Strict; Max-Age=${YEAR_S}`
      for (const listener of listeners) listener()
    }
    return [settings, change]
  }, [name, value])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Another user of the same device has another name. The stored user has no id: company, role and name distinguish the users. */
export function cookieNameOf(list: string, { metadata, profile, company }: SignedInUser): string {
  const person = 'first_name' in profile ? `${profile.first_name} ${profile.last_name}` : profile.legal_representative
  return `enlace-list-${list}-${hashOf([company.nit, metadata.role, person].join('|'))}`
}

/** FNV-1a: a short name of a text, not a secret. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}

/** The value of a cookie in a cookie header; null when it is absent. */
export const cookieOf = (header: string, name: string): string | null =>
  header
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null

export const encodeSettings = (settings: ListSettings): string => encodeURIComponent(JSON.stringify(settings))

/** A cookie that is absent or was changed by hand is a list without settings. */
export function decodeSettings(value: string | null): ListSettings {
  try {
    const stored = z.safeParse(ListSettings, value === null ? null : JSON.parse(decodeURIComponent(value)))
    return stored.success ? stored.data : NO_SETTINGS
  } catch {
    return NO_SETTINGS
  }
}
