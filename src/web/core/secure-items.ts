import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { type Items, localItems } from './items.ts'

/** Local items with an encoded key and an encrypted value (AUT-02). The secret is in the code of the page: keep no secret here. */
export type SecureItems = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  /** The original keys of these items. */
  keys(): readonly string[]
  /** Removes only these items. */
  clear(): void
}

export const SECURE_KEY_PREFIX = 'enlace.'

export function secureItemsOver(items: Items, prefix = SECURE_KEY_PREFIX): SecureItems {
  const nameOf = (key: string): string => prefix + toBase64(new TextEncoder().encode(key)).replace(/=+$/, '')
  const names = (): string[] => items.keys().filter((key) => key.startsWith(prefix))
  return {
    get: (key) => {
      const encrypted = items.get(nameOf(key))
      return encrypted === null ? null : decryptText(encrypted)
    },
    set: (key, value) => {
      const encrypted = encryptText(value)
      if (encrypted !== null) items.set(nameOf(key), encrypted)
    },
    remove: (key) => items.remove(nameOf(key)),
    keys: () =>
      names()
        .map((name) => name.slice(prefix.length))
        .filter((name) => !name.includes('.'))
        .map((name) => new TextDecoder().decode(fromBase64(name))),
    clear: () => {
      for (const name of names()) items.remove(name)
    },
  }
}

export const secureItems = secureItemsOver(localItems)

/** The stored form of a text. Null when it cannot be encrypted (logged to the console). */
export const encryptText = (text: string): string | null => attempt('No se pudo cifrar un dato:', () => encrypt(text))
/** The original of a stored text. Null when it was not encrypted here. */
export const decryptText = (encrypted: string): string | null =>
  attempt('No se pudo descifrar un dato guardado:', () => decrypt(encrypted))

const SECRET = Uint8Array.from('un secreto a la vista de todos !', (character) => character.charCodeAt(0))
const NONCE_BYTES = 24

function encrypt(text: string): string {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const encrypted = xchacha20poly1305(SECRET, nonce).encrypt(new TextEncoder().encode(text))
  return `${toBase64(nonce)}.${toBase64(encrypted)}`
}

function decrypt(encrypted: string): string {
  const [nonce = '', rest = ''] = encrypted.split('.')
  return new TextDecoder().decode(xchacha20poly1305(SECRET, fromBase64(nonce)).decrypt(fromBase64(rest)))
}

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

function attempt(errorText: string, work: () => string): string | null {
  try {
    return work()
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification sends storage failures to the console and nowhere else
    console.error(errorText, error)
    return null
  }
}
