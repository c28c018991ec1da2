import type { SignedInUser } from '#domain/auth/session.ts'
import { OPEN_ROOMS } from '#web/rooms/open-rooms.ts'

export type Place = { title: string; detail: string; href: string }

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The places of a role that a text names, in the order of its menu; all of them while nothing is written. */
export function placesOf(user: SignedInUser, text: string): Place[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  return OPEN_ROOMS[user.metadata.role]
    .filter(({ title, about }) => words.every((word) => folded(`${title} ${about}`).includes(word)))
    .map(({ to, title, about }) => ({ title, detail: about, href: to }))
}
