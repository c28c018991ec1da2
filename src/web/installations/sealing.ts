/** A sealed text or file: AES-GCM, with its own initialisation vector. */
export type Sealed = { readonly iv: Uint8Array<ArrayBuffer>; readonly bytes: ArrayBuffer }

const ALGORITHM = 'AES-GCM'
const IV_BYTES = 12

/**
 * A key of this browser for the reports of one user. JavaScript cannot read its bytes, so a copy of the database alone, in a backup or
 * taken out of the phone, is not readable. It does not protect against a person who can run code in this browser as this site: that
 * code can use the key, as ours does. The lock of the phone protects against that person.
 */
export const createKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt'])

export async function seal(key: CryptoKey, plain: ArrayBuffer): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  return { iv, bytes: await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, plain) }
}

/** Throws when the key is another one or the bytes were changed. */
export const unseal = (key: CryptoKey, { iv, bytes }: Sealed): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, bytes)

export const sealJson = (key: CryptoKey, value: unknown): Promise<Sealed> =>
  seal(key, new TextEncoder().encode(JSON.stringify(value)).buffer)

export async function unsealJson(key: CryptoKey, sealed: Sealed): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await unseal(key, sealed)))
}
