/** A page that a search can open: its path, its title and a description. */
export type Place = { readonly to: string; readonly title: string; readonly about: string }

const normalized = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The pages whose title or description contains every word of a text, in their order; all of them for an empty text. */
export function findPlaces(places: readonly Place[], text: string): Place[] {
  const words = normalized(text).split(/\s+/).filter(Boolean)
  return places.filter(({ title, about }) => words.every((word) => normalized(`${title} ${about}`).includes(word)))
}
