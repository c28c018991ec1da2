import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SRC = path.resolve(import.meta.dirname, '..')

/** Words that the screens do not use, an example of each, and the word that they use instead (docs/glossary.md). */
const RULES: readonly { refused: RegExp; example: string; instead: string }[] = [
  { refused: /['">]Aprobad[oa]s?['"<]/, example: "approved: 'Aprobado',", instead: 'Recibido' },
  { refused: /['">](Comercial|Corporativo)['"<]/, example: "business: 'Comercial',", instead: 'Empresarial' },
  { refused: /['">]Apellido['"<]/, example: '<TextField label="Apellido" />', instead: 'Apellidos' },
  { refused: /\b[Cc]orreo electrónico\b/, example: '<p>Tu correo electrónico</p>', instead: 'correo' },
  { refused: /\b([Mm]óvil|[Tt]eléfono celular)\b/, example: 'label="Móvil"', instead: 'celular' },
  { refused: /\bperiodos?\b/i, example: "label: 'Periodo'", instead: 'período' },
  { refused: /\b(clic|click) (aquí|en )/i, example: '<p>Haz clic aquí</p>', instead: 'the name of the button' },
  // The sentence about a URL is the specification's own.
  { refused: /\bingrese\b(?! una URL)/i, example: "'Por favor ingrese su correo'", instead: 'escribe (tuteo)' },
]

/** A format that depends on the language of the browser: months, days and amounts are Spanish on all of them. */
const BROWSER_FORMATS = /toLocale(Date|Time)?String\(|new Intl\.\w+\((\)|undefined|\[)/

const listLines = (): { at: string; line: string }[] =>
  ['web', 'domain'].flatMap((root) =>
    readdirSync(path.join(SRC, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .flatMap((name) =>
        withoutComments(readFileSync(path.join(SRC, root, name), 'utf8'))
          .split('\n')
          .map((line) => ({ at: `${root}/${name}`, line })),
      ),
  )

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')

const lines = listLines()

test('the same thing has the same word on every screen', () => {
  expect(lines.length).toBeGreaterThan(10_000)
  const found = lines.flatMap(({ at, line }) =>
    RULES.filter(({ refused }) => refused.test(line)).map(({ instead }) => `${at}: ${line.trim()} → ${instead}`),
  )
  expect(found).toEqual([])
})

test('the rule of each word finds its example', () => {
  expect(RULES.filter(({ refused, example }) => !refused.test(example))).toEqual([])
})

test('months, days and amounts do not depend on the language of the browser', () => {
  expect(lines.filter(({ line }) => BROWSER_FORMATS.test(line)).map(({ at, line }) => `${at}: ${line.trim()}`)).toEqual(
    [],
  )
  expect(BROWSER_FORMATS.test('date.toLocaleDateString()')).toBe(true)
})
