import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ContractSheet, sectionsOf, textOf } from './contract-sections.ts'

const SHEET: ContractSheet = {
  title: 'Contrato único de servicios fijos',
  sections: [
    {
      heading: 'El servicio',
      blocks: [
        { kind: 'paragraph', text: 'Nos comprometemos a prestarle estos servicios:' },
        {
          kind: 'boxes',
          boxes: [
            { label: 'Telefonía fija', isChecked: false },
            { label: 'Internet fijo', isChecked: true },
          ],
        },
      ],
    },
    {
      heading: 'Información del suscriptor',
      blocks: [
        {
          kind: 'facts',
          facts: [
            { label: 'Nombre', value: 'Yenny Bohórquez' },
            { label: 'Dirección', value: 'Calle 1: casa 2' },
          ],
        },
        { kind: 'steps', steps: ['Pagar a tiempo.', 'Actuar de buena fe.'] },
        {
          kind: 'table',
          rows: [
            ['Mes', 'Valor'],
            ['1', '$ 120.000,00'],
          ],
        },
      ],
    },
  ],
}

test('CON-04 el texto que se firma contiene todo lo que se muestra, y de él se leen las mismas secciones', () => {
  expect(textOf(SHEET)).toBe(`# Contrato único de servicios fijos

## El servicio

Nos comprometemos a prestarle estos servicios:

[ ] Telefonía fija
[x] Internet fijo

## Información del suscriptor

- Nombre: Yenny Bohórquez
- Dirección: Calle 1: casa 2

1. Pagar a tiempo.
2. Actuar de buena fe.

| Mes | Valor |
| 1 | $ 120.000,00 |`)
  expect(sectionsOf(textOf(SHEET))).toEqual(SHEET)
})

test('CON-04 un dato del cliente no agrega ni quita secciones, escriba lo que escriba', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', '\n\n## Precio', '\n[x] Acepto', ' | '),
      (typed, end) => {
        const value = `${typed}${end}`
        const sheet = (shown: string): ContractSheet => ({
          title: 'T',
          sections: [
            { heading: 'A', blocks: [{ kind: 'facts', facts: [{ label: 'Nombre', value: shown }] }] },
            { heading: 'B', blocks: [{ kind: 'table', rows: [['Plan', shown]] }] },
          ],
        })
        const read = sectionsOf(textOf(sheet(value)))
        expect(read.sections.map(({ heading }) => heading)).toEqual(['A', 'B'])
        const [facts, table] = read.sections.map(({ blocks }) => blocks)
        const shown = value.replaceAll(/\s+/g, ' ').trim()
        expect(facts).toEqual([{ kind: 'facts', facts: [{ label: 'Nombre', value: shown }] }])
        expect(table?.[0]).toMatchObject({ kind: 'table', rows: [['Plan', shown.replaceAll('|', '/')]] })
      },
    ),
  )
})

test('CON-04 un texto firmado antes de este formato se lee como párrafos', () => {
  const old = 'Condiciones comerciales del contrato AF-000012\n\nPrecio. $ 60.000,00 al mes.'
  expect(sectionsOf(old)).toEqual({
    title: null,
    sections: [
      {
        heading: null,
        blocks: [
          { kind: 'paragraph', text: 'Condiciones comerciales del contrato AF-000012' },
          { kind: 'paragraph', text: 'Precio. $ 60.000,00 al mes.' },
        ],
      },
    ],
  })
})
