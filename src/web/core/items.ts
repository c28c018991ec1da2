/** A browser storage whose failures stay in the console: reading gives null, writing does nothing (AUT-02). */
export type Items = {
  get(key: string): string | null
  set(key: string, value: string): void
  /** `complaint` is what the console says when it fails. */
  remove(key: string, complaint?: string): void
  keys(): readonly string[]
  clear(): void
}

/** `storage` is asked for at each use, because a browser may refuse even to hand it over. */
export function itemsOf(storage: () => Storage): Items {
  return {
    get: (key) => attempt(`No se pudo leer ${key}:`, () => storage().getItem(key)) ?? null,
    set: (key, value) => attempt(`No se pudo guardar ${key}:`, () => storage().setItem(key, value)),
    remove: (key, complaint = `No se pudo borrar ${key}:`) => attempt(complaint, () => storage().removeItem(key)),
    keys: () => attempt('No se pudo leer el almacenamiento:', () => keysOf(storage())) ?? [],
    clear: () => attempt('No se pudo borrar el almacenamiento:', () => storage().clear()),
  }
}

export const localItems = itemsOf(() => window.localStorage)
export const sessionItems = itemsOf(() => window.sessionStorage)

const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at)).filter((key) => key !== null)

function attempt<T>(complaint: string, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification sends storage failures to the console and nowhere else
    console.error(complaint, error)
    return undefined
  }
}
