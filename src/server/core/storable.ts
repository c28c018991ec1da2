import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { storable } from '#domain/core/storable.ts'

/** The deepest nesting of a body: the deepest one of the API has six levels, and a recursive reader ends at some thousands. */
const DEPTH_MAX = 32
const FIELD_MAX_CHARS = 120

/** Whether PostgreSQL can store a text: it refuses the null character and half of a surrogate pair. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const FILE_NAME_MAX_CHARS = 200

/** The name of a file of a user, as it is stored. */
export const storableFileName = (name: string): string => storable(name, FILE_NAME_MAX_CHARS)

/**
 * Refuses a value of a request with a text, at any depth, that the database cannot store. One check for every field of every call,
 * before its schema. Names of fields are checked too, because some are stored.
 */
export function assertStorable(value: unknown): void {
  walk(value, (text, path) => {
    if (isStorable(text)) return
    const field = storable(path.join('.'), FIELD_MAX_CHARS)
    throw refuseField('invalid', field, 'Quita los caracteres que no se pueden leer')
  })
}

/** Refuses a value that is nested so deeply that a recursive reader would fail on it. */
export function assertShallow(value: unknown): void {
  walk(value, () => undefined)
}

/** Calls `visit` with each text of a JSON value and its place. Without recursion, so that the depth of the value does not matter. */
function walk(value: unknown, visit: (text: string, path: readonly string[]) => void): void {
  const open: { at: unknown; path: readonly string[] }[] = [{ at: value, path: [] }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at, path } = next
    if (typeof at === 'string') visit(at, path)
    if (typeof at !== 'object' || at === null || at instanceof Uint8Array) continue
    if (path.length >= DEPTH_MAX) throw new Refusal('invalid', 'Los datos enviados no se pueden leer')
    for (const [key, inside] of Object.entries(at)) {
      const inner = [...path, key]
      visit(key, inner)
      open.push({ at: inside, path: inner })
    }
  }
}
