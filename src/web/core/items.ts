/** A browser storage that logs its failures to the console: a failed read returns null, a failed write does nothing (AUT-02). */
export type Items = {
  get(key: string): string | null
  set(key: string, value: string): void
  /** `errorText` is the message in the console when it fails. */
  remove(key: string, errorText?: string): void
  keys(): readonly string[]
  clear(): void
}

/** The prefix of the stored drafts of forms, which remain when the session ends (ERR-02). */
export const DRAFTS_PREFIX = 'enlace.draft.'

/** `storage` is called at each use, because in some browsers the access to the storage itself throws. */
export function itemsOf(storage: () => Storage): Items {
  return {
    get: (key) => attempt(`No se pudo leer ${key}:`, () => storage().getItem(key)) ?? null,
    set: (key, value) => attempt(`No se pudo guardar ${key}:`, () => storage().setItem(key, value)),
    remove: (key, errorText = `No se pudo borrar ${key}:`) => attempt(errorText, () => storage().removeItem(key)),
    keys: () => attempt('No se pudo leer el almacenamiento:', () => keysOf(storage())) ?? [],
    clear: () => attempt('No se pudo borrar el almacenamiento:', () => storage().clear()),
  }
}

export const localItems = itemsOf(() => window.localStorage)
export const sessionItems = itemsOf(() => window.sessionStorage)

const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null)

function attempt<T>(errorText: string, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification sends storage failures to the console and nowhere else
    console.error(errorText, error)
    return undefined
  }
}
