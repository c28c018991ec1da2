import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedSms, smsSize } from './sms.ts'

const PLAIN = 'Tu factura FE-1024 por $71.400 vence el 15/12. Paga en https://e.co/a1b2'
const ACCENTED = 'Tu factura está lista, por $71.400 vence el 15/12. Paga en https://e.co/a1b2'

test('SUS-10 las partes de un mensaje de texto: una tilde lo hace de dos, y sin ella es de una', () => {
  expect(smsSize(PLAIN)).toEqual({ encoding: 'gsm7', units: 72, parts: 1 })
  expect(smsSize(ACCENTED)).toEqual({ encoding: 'ucs2', units: 76, parts: 2 })
  expect(smsSize(foldedSms(ACCENTED))).toEqual({ encoding: 'gsm7', units: 76, parts: 1 })
})

test.each([
  ['160 letras', 'a'.repeat(160), 1],
  ['161 letras', 'a'.repeat(161), 2],
  ['306 letras', 'a'.repeat(306), 2],
  ['307 letras', 'a'.repeat(307), 3],
  ['80 signos que cuentan doble', '€'.repeat(80), 1],
  ['81 signos que cuentan doble', '€'.repeat(81), 2],
  // The sign of two units does not fit in the last one of the first part.
  ['152 letras, un signo doble y 152 más', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  ['70 letras con tilde', 'á'.repeat(70), 1],
  ['71 letras con tilde', 'á'.repeat(71), 2],
  ['134 letras con tilde', 'á'.repeat(134), 2],
  ['135 letras con tilde', 'á'.repeat(135), 3],
  ['35 caras', '😀'.repeat(35), 1],
  ['66 letras con tilde, una cara y 66 más', `${'á'.repeat(66)}😀${'á'.repeat(66)}`, 3],
])('SUS-10 %s', (_what, text, parts) => {
  expect(smsSize(text).parts).toBe(parts)
})

test.each(['^', '{', '}', '[', ']', '~', '\\', '|', '€'])('SUS-10 %s cuenta dos', (sign) => {
  expect(smsSize(sign)).toMatchObject({ encoding: 'gsm7', units: 2 })
})

test('SUS-10 se reemplaza solo lo que no cabe en el alfabeto corto', () => {
  expect(foldedSms('áíóú ÁÍÓÚ “hola” ‘tú’ «sí» – — …\u00a0$\u00a060.000')).toBe(
    'aiou AIOU "hola" \'tu\' "si" - - ... $ 60.000',
  )
  expect(foldedSms('ñ é ü ¿ ¡ É Ñ Ü $ @')).toBe('ñ é ü ¿ ¡ É Ñ Ü $ @')
  // The same characters, written as a base character and its accent.
  expect(foldedSms('e\u0301 n\u0303 a\u0301')).toBe('é ñ a')
  expect(foldedSms('Fibra 🚀')).toBe('Fibra 🚀')
})

const spanish = fc.string({
  unit: fc.constantFrom(
    ...'abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNÑñáéíóúüÁÉÍÓÚÜ¿?¡!“”‘’–—…$.,:/-0123456789[]{}€\u00a0',
  ),
  maxLength: 500,
})

test('SUS-10 un texto en español siempre queda en el alfabeto corto, y reemplazarlo otra vez no lo cambia', () => {
  fc.assert(
    fc.property(spanish, (text) => {
      const folded = foldedSms(text)
      expect(smsSize(folded).encoding).toBe('gsm7')
      expect(foldedSms(folded)).toBe(folded)
    }),
  )
})

test('SUS-10 las partes alcanzan para todo el texto, no sobra ninguna, y un texto más largo no cuesta menos', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.string({ unit: 'binary', maxLength: 50 }),
      (text, more) => {
        const { encoding, units, parts } = smsSize(text)
        const each = encoding === 'gsm7' ? 153 : 67
        if (parts === 1) expect(units).toBeLessThanOrEqual(encoding === 'gsm7' ? 160 : 70)
        else {
          expect(units).toBeLessThanOrEqual(parts * each)
          // Each full part wastes at most the half of a character of two units.
          expect(units).toBeGreaterThan((parts - 1) * (each - 1))
        }
        expect(smsSize(text + more).parts).toBeGreaterThanOrEqual(parts)
      },
    ),
  )
})
