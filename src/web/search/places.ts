/** A place of the web that may be gone to: what it is called and what is there. */
export type Place = { readonly to: string; readonly title: string; readonly about: string }

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The places that a text names, in their order; all of them while nothing is written. */
export function placesFound(places: readonly Place[], text: string): Place[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  return places.filter(({ title, about }) => words.every((word) => folded(`${title} ${about}`).includes(word)))
}
