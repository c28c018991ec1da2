import { expect, test } from 'vitest'
import { annexFileName, assertNamedAsIs, TITLE_MAX, titleOf } from './document.ts'

test('CON-05 el título de un anexo es el escrito, o el nombre del archivo sin su terminación', () => {
  expect(titleOf('  Cédula  ', 'IMG_0001.jpg')).toBe('Cédula')
  expect(titleOf('', 'recibo de la luz.PDF')).toBe('recibo de la luz')
  expect(titleOf(undefined, '.pdf')).toBe('Anexo')
  expect(titleOf(undefined, `${'a'.repeat(200)}.pdf`)).toHaveLength(TITLE_MAX)
  // Not half of a character.
  expect(titleOf(undefined, `${'a'.repeat(TITLE_MAX - 1)}🌊.pdf`)).toBe('a'.repeat(TITLE_MAX - 1))
})

test('CON-05 el archivo descargado se llama por su título y su contrato', () => {
  const annex = { title: 'Cédula de Ñañez / frente', no_contract: 'AF-000123' }
  expect(annexFileName({ ...annex, kind: 'pdf' })).toBe('cedula-de-nanez-frente-AF-000123.pdf')
  expect(annexFileName({ ...annex, title: '¿?', kind: 'image' })).toBe('anexo-AF-000123.webp')
})

test('CON-05 un archivo con el nombre de otra cosa se rechaza con una frase', () => {
  for (const name of ['foto.png', 'foto.JPG', 'foto.jpeg', 'foto.webp'])
    expect(() => assertNamedAsIs(name, 'image')).not.toThrow()
  expect(() => assertNamedAsIs('contrato.PDF', 'pdf')).not.toThrow()
  expect(() => assertNamedAsIs('foto.png', 'pdf')).toThrow('su contenido es un PDF')
  expect(() => assertNamedAsIs('contrato.pdf', 'image')).toThrow('su contenido es una imagen')
  expect(() => assertNamedAsIs('contrato.exe', 'pdf')).toThrow('«contrato.exe»')
})
