/**
 * Obfuscates a text. This is NOT encryption: the pattern is in this file and `deobfuscate` reverses it, so any user of
 * the browser can read the stored text. No check may depend on it; the server makes every decision (AUT-02, AUT-07).
 */
export const obfuscate = (text: string): string => btoa(binaryOf(xorPattern(new TextEncoder().encode(text))))

/** The original text, or null when `obfuscate` did not write `obfuscated`. */
export function deobfuscate(obfuscated: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(xorPattern(bytesOf(atob(obfuscated))))
  } catch {
    return null
  }
}

const PATTERN = new TextEncoder().encode('Enlace, dos puntos unidos')

const xorPattern = (bytes: Uint8Array): Uint8Array =>
  bytes.map((byte, index) => byte ^ (PATTERN[index % PATTERN.length] ?? 0))

const binaryOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
const bytesOf = (binary: string): Uint8Array => Uint8Array.from(binary, (character) => character.charCodeAt(0))
