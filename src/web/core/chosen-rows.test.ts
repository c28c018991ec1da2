import { expect, test } from 'vitest'
import { createChosenRows } from './chosen-rows.ts'

const PAGE = Array.from({ length: 50 }, (_, at) => ({ id: `f${at}` }))
const list = { data: PAGE, meta: { total: 120 } }

/** The chosen rows of a list, with a reader for each row of its page, which counts how often its row is drawn again. */
function shownList(filters: Readonly<Record<string, string>> = {}) {
  const chosen = createChosenRows()
  chosen.show({ list, filters: { page: '1', sort: '-number', ...filters } })
  const drawn: string[] = []
  for (const { id } of PAGE) {
    let before = chosen.table.isChosen(id)
    chosen.table.subscribe(() => {
      const after = chosen.table.isChosen(id)
      if (after !== before) drawn.push(id)
      before = after
    })
  }
  return { chosen, drawn }
}

test('TBL-01 elegir una de cincuenta filas dibuja de nuevo solo esa fila', () => {
  const { chosen, drawn } = shownList()
  chosen.table.onRow('f7', false)
  expect(drawn).toEqual(['f7'])
  chosen.table.onRow('f8', false)
  expect(drawn).toEqual(['f7', 'f8'])
  expect([chosen.get().count, chosen.table.page()]).toEqual([2, 'some'])
})

test('TBL-01 dibujar otra vez la misma lista no avisa a ninguna fila, y su barra tiene la misma elección', () => {
  const { chosen } = shownList()
  chosen.table.onRow('f7', false)
  let notified = 0
  chosen.subscribe(() => (notified += 1))
  const before = chosen.get()
  chosen.show({ list, filters: { page: '1', sort: '-number' } })
  expect(notified).toBe(0)
  expect(chosen.get()).toBe(before)
})

test('TBL-01 lo elegido se conserva en otra página y en otro orden, y otro filtro es otra lista sin nada elegido', () => {
  const { chosen, drawn } = shownList({ status: 'overdue' })
  chosen.table.onRow('f7', false)
  chosen.show({
    list: { data: [{ id: 'z' }], meta: { total: 120 } },
    filters: { page: '2', sort: 'due_on', status: 'overdue' },
  })
  expect(chosen.get()).toMatchObject({ count: 1, total: 120, filters: { ids: 'f7', sort: 'due_on' } })
  expect(chosen.table.page()).toBe('none')
  chosen.show({ list: { data: PAGE, meta: { total: 80 } }, filters: { sort: 'due_on', status: 'paid' } })
  expect(chosen.get()).toMatchObject({ count: 0, total: 80 })
  expect(drawn).toEqual(['f7', 'f7'])
})

test('TBL-01 todas las del filtro son las de la consulta, las que sean cuando la lista cambia', () => {
  const { chosen } = shownList({ status: 'overdue' })
  chosen.onAll()
  expect(chosen.get()).toMatchObject({ count: 120, isAll: true, filters: { status: 'overdue', sort: '-number' } })
  chosen.show({
    list: { data: PAGE, meta: { total: 119 } },
    filters: { page: '1', sort: '-number', status: 'overdue' },
  })
  expect(chosen.get().count).toBe(119)
  expect(chosen.table.page()).toBe('all')
  chosen.onClear()
  expect([chosen.get().count, chosen.table.page()]).toEqual([0, 'none'])
})
