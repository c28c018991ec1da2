import { expect, test } from 'vitest'
import { changeAddress, readTableAddress, sortText } from './table-address.ts'

const read = (text: string, pageSize?: number) => readTableAddress(new URLSearchParams(text), pageSize)

test('TBL-02 una dirección sin nada es la primera página de cuatro, o de las que pida la pantalla', () => {
  expect(read('')).toEqual({ page: 1, pageSize: 4, sort: null, q: '', filters: {} })
  expect(read('', 8).pageSize).toBe(8)
})

test('TBL-02 página, tamaño, orden, búsqueda y filtros viven en la dirección', () => {
  expect(read('page=3&page_size=20&sort=-createdAt&q=ana&status=vencido')).toEqual({
    page: 3,
    pageSize: 20,
    sort: { key: 'createdAt', direction: 'desc' },
    q: 'ana',
    filters: { status: 'vencido' },
  })
})

test('TBL-02 lo que alguien escriba a mano se vuelve algo que se puede mostrar', () => {
  expect(read('page=0&page_size=7').page).toBe(1)
  expect(read('page=-2').page).toBe(1)
  expect(read('page=dos&page_size=mil')).toMatchObject({ page: 1, pageSize: 4 })
  expect(read('page_size=3&page=1').pageSize).toBe(4)
  expect(read('page_size=51').pageSize).toBe(4)
  expect(read('page_size=9').pageSize).toBe(9)
  // The server accepts a page of six digits.
  expect(read('page=1e99').page).toBe(999_999)
})

test('TBL-02 cambiar algo vuelve a la primera página; cambiar de página deja lo demás', () => {
  const now = new URLSearchParams('page=3&sort=name&status=activo')
  expect(changeAddress(now, { status: 'vencido' }).toString()).toBe('sort=name&status=vencido')
  expect(changeAddress(now, { page: '4' }).toString()).toBe('page=4&sort=name&status=activo')
  expect(changeAddress(now, { status: '' }).toString()).toBe('sort=name')
})

test('TBL-02 el orden se escribe como lo pide el servidor', () => {
  expect([
    sortText(null),
    sortText({ key: 'name', direction: 'asc' }),
    sortText({ key: 'name', direction: 'desc' }),
  ]).toEqual(['', 'name', '-name'])
})
