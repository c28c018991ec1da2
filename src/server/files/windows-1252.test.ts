import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { windowsBytes, windowsText } from './windows-1252.ts'

test('un texto en Windows-1252 conserva tildes, eñes y el euro, quita los acentos que no existen y marca lo demás', () => {
  expect(windowsText('Peña Ñandú, 5 € “hoy”')).toBe('Peña Ñandú, 5 € “hoy”')
  expect(windowsText('Erdős Łukasz 漢 нота 😀')).toBe('Erdos ?ukasz ? ???? ?')
  expect([...windowsBytes('ñ€Ÿ')]).toEqual([0xf1, 0x80, 0x9f])
})

test('ningún carácter se corta en otro: lo que se escribe en Windows-1252 se lee igual', () => {
  const decoder = new TextDecoder('windows-1252')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const kept = windowsText(text)
      expect(decoder.decode(windowsBytes(kept))).toBe(kept)
    }),
  )
})
