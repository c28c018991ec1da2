import { expect, test } from 'vitest'
import { createChosenRows } from '#web/core/chosen-rows.ts'
import { isSameRow, type RowProps, type RowsProps, rowsOf } from './row-props.ts'

type Invoice = { id: string; isPaid: boolean }

const invoices: readonly Invoice[] = Array.from({ length: 50 }, (_, at) => ({ id: `f${at}`, isPaid: at % 2 === 0 }))
const columns = [{ key: 'number', header: 'Número', cell: ({ id }: Invoice) => id }]
const selection = createChosenRows().table
const handlers = { onPress: () => undefined, onToggle: () => undefined, onPeek: () => undefined }

/** A drawing of the list: like a screen, with new functions each time. */
const draw = (changes: Partial<RowsProps<Invoice>> = {}): RowProps<Invoice>[] =>
  rowsOf(
    {
      rows: invoices,
      page: 1,
      pageSize: 50,
      columns,
      rowKey: ({ id }) => id,
      rowName: ({ id }) => id,
      actions: [
        { kind: 'view', onPress: () => undefined },
        { kind: 'pay', onPress: () => undefined, isShown: ({ isPaid }) => !isPaid },
      ],
      selection,
      ...changes,
    },
    handlers,
  )

/** The rows that are drawn again between two drawings. */
const drawnAgain = (before: readonly RowProps<Invoice>[], after: readonly RowProps<Invoice>[]): string[] =>
  after
    .filter((row) => {
      const old = before.find(({ id }) => id === row.id)
      return old === undefined || !isSameRow(old, row)
    })
    .map(({ id }) => id)

test('TBL-02 ordenar no dibuja de nuevo las filas anteriores mientras llegan las nuevas', () => {
  expect(drawnAgain(draw(), draw())).toEqual([])
})

test('TBL-01 una fila se dibuja de nuevo cuando cambia lo que muestra: sus datos, sus acciones, su lugar o sus columnas', () => {
  const before = draw()
  const paid = invoices.map((invoice) => (invoice.id === 'f3' ? { ...invoice, isPaid: true } : invoice))
  expect(drawnAgain(before, draw({ rows: paid }))).toEqual(['f3'])
  const busy = draw({
    actions: [
      { kind: 'view', onPress: () => undefined, busy: ({ id }) => (id === 'f4' ? 'Preparando…' : undefined) },
      { kind: 'pay', onPress: () => undefined, isShown: ({ isPaid }) => !isPaid },
    ],
  })
  expect(drawnAgain(before, busy)).toEqual(['f4'])
  expect(drawnAgain(before, draw({ rows: invoices.toReversed() }))).toHaveLength(50)
  expect(drawnAgain(before, draw({ columns: [...columns] }))).toHaveLength(50)
  expect(drawnAgain(before, draw({ peek: { id: null, onOpen: () => undefined } }))).toHaveLength(50)
})
