import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAGE_BUTTONS_MAX, rangeLabel } from '#domain/core/paging.ts'
import {
  ACTION_LABELS,
  type ActionKind,
  actionsOfRow,
  areSame,
  fittingRows,
  pageNumbers,
  type RowAction,
  splitActions,
} from './table-actions.ts'

test('los nombres de las acciones de una fila son los de la especificación, se usen o no en una tabla', () => {
  expect(Object.values(ACTION_LABELS)).toEqual([
    'Ver detalles',
    'Editar',
    'Descargar',
    'PQR',
    'PAGAR',
    'Anexar',
    'Completar Contrato',
    'Actas',
    'Eliminar',
    // Not in the specification.
    'Enviar de nuevo',
    'Suspender',
    'Activar',
    'Activar acceso',
    'Desactivar acceso',
    'Ver al lado',
  ])
})

test('TBL-01 una acción es un botón, varias son un menú, y PAGAR siempre es un botón', () => {
  const kindsOf = (...kinds: ActionKind[]) => {
    const { buttons, inMenu } = splitActions(
      actionsOfRow(
        null,
        kinds.map((kind) => ({ kind, onPress: () => undefined })),
      ),
    )
    return [buttons.map(({ kind }) => kind), inMenu.map(({ kind }) => kind)]
  }
  expect(kindsOf()).toEqual([[], []])
  expect(kindsOf('download')).toEqual([['download'], []])
  expect(kindsOf('edit', 'delete')).toEqual([[], ['edit', 'delete']])
  expect(kindsOf('download', 'pay')).toEqual([['pay'], ['download']])
})

test('las acciones de una fila se dibujan de nuevo solo si cambia cuáles son, su espera o su motivo', () => {
  const noWait = (): undefined => undefined
  const edit = (changes: Partial<RowAction<{ isPaid: boolean }>> = {}) =>
    actionsOfRow({ isPaid: false }, [{ kind: 'edit', onPress: noWait, ...changes }])
  expect(areSame(edit(), edit({ onPress: () => undefined, isShown: ({ isPaid }) => !isPaid }))).toBe(true)
  expect(areSame(edit(), edit({ isShown: ({ isPaid }) => isPaid }))).toBe(false)
  expect(areSame(edit(), edit({ kind: 'delete' }))).toBe(false)
  expect(areSame(edit(), edit({ busy: () => 'Guardando…' }))).toBe(false)
  expect(areSame(edit(), edit({ disabledReason: ({ isPaid }) => (isPaid ? undefined : 'Falta el pago') }))).toBe(false)
})

test('TBL-02 hay como mucho cinco números de página, y el actual está entre ellos', () => {
  expect(pageNumbers(1, 2, PAGE_BUTTONS_MAX)).toEqual([1, 2])
  expect(pageNumbers(7, 20, PAGE_BUTTONS_MAX)).toEqual([5, 6, 7, 8, 9])
  expect(pageNumbers(20, 20, PAGE_BUTTONS_MAX)).toEqual([16, 17, 18, 19, 20])
  expect(pageNumbers(1, 0, PAGE_BUTTONS_MAX)).toEqual([1])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (pages, number) => {
      const page = Math.min(number, pages)
      const numbers = pageNumbers(page, pages, PAGE_BUTTONS_MAX)
      expect(numbers).toContain(page)
      expect(numbers.length).toBeLessThanOrEqual(5)
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(1)
      expect(Math.max(...numbers)).toBeLessThanOrEqual(pages)
    }),
  )
})

test('TBL-02 las filas que caben dependen de la ventana, entre 4 y 50', () => {
  expect([300, 800, 1080, 1440, 9000].map((height) => fittingRows(height))).toEqual([4, 8, 14, 20, 50])
  expect(fittingRows(1000, 402)).toBe(11)
})

test('TBL-02 el pie dice Mostrando x a y de n resultados', () => {
  expect(rangeLabel(1, 8, 10)).toBe('Mostrando 1 a 8 de 10 resultados')
  expect(rangeLabel(2, 8, 10)).toBe('Mostrando 9 a 10 de 10 resultados')
  expect(rangeLabel(1, 4, 0)).toBe('Mostrando 0 a 0 de 0 resultados')
  expect(rangeLabel(3, 4, 1204)).toBe('Mostrando 9 a 12 de 1.204 resultados')
})
