import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { type Items, localItems } from './items.ts'

/** Local items with an unreadable key and an encrypted value (AUT-02). The secret travels with the page: keep no secret here. */
export type SecureItems = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  /** Removes these items and no others. */
  clear(): void
}

export const PREFIX = 'enlace.'

export function secureItemsOver(items: Items): SecureItems {
  return {
    get: (key) => {
      const sealed = items.get(nameOf(key))
      return sealed === null ? null : unsealed(sealed)
    },
    set: (key, value) => {
      const sealed = sealedText(value)
      if (sealed !== null) items.set(nameOf(key), sealed)
    },
    remove: (key) => items.remove(nameOf(key)),
    clear: () => {
      for (const key of items.keys()) if (key.startsWith(PREFIX)) items.remove(key)
    },
  }
}

export const secureItems = secureItemsOver(localItems)

/** A text as it is kept. Null when it cannot be (told to the console). */
export const sealedText = (text: string): string | null => attempt('No se pudo cifrar un dato:', () => seal(text))
/** A kept text again. Null when it is not one of ours. */
export const unsealed = (sealed: string): string | null =>
  attempt('No se pudo descifrar un dato guardado:', () => open(sealed))

const SECRET = Uint8Array.from('un secreto a la vista de todos !', (letter) => letter.charCodeAt(0))
const NONCE_BYTES = 24

const nameOf = (key: string): string => PREFIX + toBase64(new TextEncoder().encode(key)).replace(/=+$/, '')

function seal(text: string): string {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const sealed = xchacha20poly1305(SECRET, nonce).encrypt(new TextEncoder().encode(text))
  return `${toBase64(nonce)}.${toBase64(sealed)}`
}

function open(sealed: string): string {
  const [nonce = '', rest = ''] = sealed.split('.')
  return new TextDecoder().decode(xchacha20poly1305(SECRET, fromBase64(nonce)).decrypt(fromBase64(rest)))
}

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

function attempt(complaint: string, work: () => string): string | null {
  try {
    return work()
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification sends storage failures to the console and nowhere else
    console.error(complaint, error)
    return null
  }
}
