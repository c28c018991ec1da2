/**
 * Makes a text unreadable at a glance. This is NOT encryption: the pattern stands here and `reveal` undoes it, so anybody with
 * the browser can read what was stored. Nothing may rely on it; the server decides everything (AUT-02, AUT-07).
 */
export const obfuscate = (text: string): string => btoa(binaryOf(shifted(new TextEncoder().encode(text))))

/** What `veil` hid, or null when the text is not something it wrote. */
export function deobfuscate(veiled: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(shifted(bytesOf(atob(veiled))))
  } catch {
    return null
  }
}

const PATTERN = new TextEncoder().encode('Enlace, dos puntos unidos')

const shifted = (bytes: Uint8Array): Uint8Array => bytes.map((byte, at) => byte ^ (PATTERN[at % PATTERN.length] ?? 0))

const binaryOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
const bytesOf = (binary: string): Uint8Array => Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
