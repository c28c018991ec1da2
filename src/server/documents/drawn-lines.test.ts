import { readFileSync } from 'node:fs'
import path from 'node:path'
import { create } from 'fontkit'
import { expect, test } from 'vitest'
import { readPdf } from '#test/read-pdf.ts'
import { FONTS } from './fonts.ts'
import { makePdf } from './pdf.ts'
import { linesOf } from './text-lines.ts'

const TEXTS = [
  'Condiciones comerciales, características del plan y Ávila: 2.5 horas (5 %).',
  'Tarifa AVANZADA, Yeison Tovar, WiFi y fibra óptica en la oficina de afiliados',
  'Huella SHA-256: 8a88af76f4b11cba31bb988d2f13571a922238fe416f286afae6c35c63b08c3d',
  '¿Cuánto cuesta? «$ 75.546,22» al mes, más IVA; antes del 1.º de enero — ¡gratis!',
  'LT Toledo Pérez, calle 10.ª # 20-30 «Torre 4», flujo y flor, Ty. Vo, To,',
]
const STYLE = { size: 9 }

for (const [face, file] of [
  ['regular', 'Roboto-Regular'],
  ['bold', 'Roboto-Bold'],
] as const)
  test(`CON-04 la letra ${face} se compone por pares igual que la compone la librería`, () => {
    const font = create(readFileSync(path.join(import.meta.dirname, 'fonts', `${file}.ttf`)))
    for (const word of TEXTS.flatMap((text) => text.split(/(?<= )/))) {
      const [ours, theirs] = [FONTS[face].layout(word), font.layout(word)]
      const drawn = ({ glyphs, positions }: typeof ours) =>
        glyphs.map(({ id }, index) => [id, positions[index]?.xAdvance, positions[index]?.xOffset])
      expect([word, drawn(ours)]).toEqual([word, drawn(theirs)])
      expect([word, ours.advanceWidth]).toEqual([word, theirs.advanceWidth])
    }
  })

test('CON-04 una letra que se dibujó primero como parte de otra con tilde conserva su texto', () => {
  for (const face of ['regular', 'bold'] as const) {
    const font = FONTS[face]
    const subset = font.createSubset()
    for (const character of 'ÁÉÍÓÚÜÑáéíóúüñ¿¡')
      subset.includeGlyph(font.glyphForCodePoint(character.codePointAt(0) ?? 0).id)
    subset.encode()
    const lost = font.characterSet.filter(
      (code) => code < 0xfb00 && font.glyphForCodePoint(code).codePoints.length === 0,
    )
    expect(lost).toEqual([])
  }
})

test('CON-04 las líneas de un documento se leen en su orden, también con letras poco comunes', async () => {
  const texts = [...TEXTS, 'Łukasz Čapek paga 20 € y 漢字', 'Y sigue en esta línea']
  const draw = (keepsLines: boolean) =>
    makePdf({ title: 'Prueba', author: 'Andina', createdAt: new Date('2026-11-20T17:00:00Z'), keepsLines }, (sheet) => {
      sheet.lines(
        'P',
        texts.flatMap((text, index) =>
          linesOf(text, 500, STYLE).map((line) => ({ ...line, ...STYLE, x: 40, y: 40 + index * 20 })),
        ),
      )
    })
  const [kept, plain] = [readPdf(await draw(true)), readPdf(await draw(false))]
  expect(kept.text.split('\n')).toEqual(plain.text.split('\n'))
  expect(kept.text).toContain('Łukasz Čapek paga 20 € y')
  // The files of equal documents are equal: nothing of an earlier one stays in a later one.
  expect((await draw(true)).equals(await draw(true))).toBe(true)
})
