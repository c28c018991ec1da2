import type { Refusal } from '#domain/core/refusal.ts'

/** Takes a place for a key, or throws the refusal. Returns a function that gives the place back; it may be called again. */
export type TakePlace = (key: string) => () => void

/** At most `max` places at the same time for each key. The next one does not wait: it is refused. */
export function placesPerKey(max: number, refusal: () => Refusal): TakePlace {
  const taken = new Map<string, number>()
  return (key) => {
    const count = taken.get(key) ?? 0
    if (count >= max) throw refusal()
    taken.set(key, count + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const left = (taken.get(key) ?? 1) - 1
      if (left === 0) taken.delete(key)
      else taken.set(key, left)
    }
  }
}

/** Takes several places, or none: those that were taken before a refusal are given back. Returns a function that gives all of them back. */
export function takeAll(takes: readonly (() => () => void)[]): () => void {
  const taken: (() => void)[] = []
  const leave = (): void => {
    for (const one of taken) one()
  }
  try {
    for (const take of takes) taken.push(take())
  } catch (error) {
    leave()
    throw error
  }
  return leave
}
