import { expect, test } from 'vitest'
import { VIEWS_MAX, viewApi } from '#domain/views/api.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

const view = (name: string, is_shared = false) => ({
  body: { view: { list: 'invoices', name, query: 'status=vencido&sort=-due_on', is_shared } },
})
const read = { query: { list: 'invoices' } }

test('TBL-03 una vista es de quien la guarda; la compartida la ve y la borra cualquiera del equipo, nadie de otra empresa', async () => {
  const company = await t.company()
  const [ana, luis] = [await company.person('financial'), await company.person('admin')]
  const outsider = await (await t.company()).person('financial')
  const { data: own } = await ana.call(viewApi.save, view('Las mías'))
  const { data: shared } = await ana.call(viewApi.save, view('Mora', true))
  expect((await ana.call(viewApi.list, read)).data.map(({ name }) => name)).toEqual(['Las mías', 'Mora'])
  expect((await luis.call(viewApi.list, read)).data).toEqual([{ ...shared, is_own: false }])
  expect((await outsider.call(viewApi.list, read)).data).toEqual([])
  expect((await luis.ask(viewApi.remove, { params: { id: own.id } })).status).toBe(404)
  expect((await outsider.ask(viewApi.remove, { params: { id: shared.id } })).status).toBe(404)
  await luis.call(viewApi.remove, { params: { id: shared.id } })
  expect((await ana.call(viewApi.list, read)).data).toEqual([own])
})

test('TBL-03 un nombre repetido se rechaza en su campo, y hay un máximo de vistas por lista', async () => {
  const ana = await (await t.company()).person('financial')
  for (let index = 1; index <= VIEWS_MAX; index += 1) await ana.call(viewApi.save, view(`Vista ${index}`))
  const repeated = await ana.ask(viewApi.save, view('vista 1'))
  expect(repeated.json.errors).toMatchObject([{ field: 'view.name' }])
  const another = await ana.ask(viewApi.save, view('Otra'))
  expect([another.status, another.json.message]).toEqual([409, expect.stringMatching(/borra una antes/)])
  const broken = await ana.ask(viewApi.save, {
    body: { view: { list: 'invoices', name: 'x', query: 'javascript:"', is_shared: false } },
  })
  expect(broken.json.errors).toMatchObject([{ field: 'view.query' }])
})

test('TBL-03 el nombre de una vista lo cambia quien la guardó, y el de una compartida todo el equipo; la borrada se guarda otra vez igual', async () => {
  const company = await t.company()
  const [ana, luis] = [await company.person('financial'), await company.person('admin')]
  const { data: shared } = await ana.call(viewApi.save, view('Mora', true))
  const { data: other } = await ana.call(viewApi.save, view('Otra'))
  const rename = (id: string, name: string) => ({ params: { id }, body: { view: { name } } })
  expect((await ana.call(viewApi.rename, rename(shared.id, 'Mora vieja'))).data).toEqual({
    ...shared,
    name: 'Mora vieja',
  })
  expect((await luis.ask(viewApi.rename, rename(other.id, 'Suya'))).status).toBe(404)
  expect((await luis.call(viewApi.rename, rename(shared.id, 'De Luis'))).data).toMatchObject({ is_own: false })
  const repeated = await ana.ask(viewApi.rename, rename(shared.id, 'OTRA'))
  expect(repeated.json.errors).toMatchObject([{ field: 'view.name' }])
  await ana.call(viewApi.rename, rename(shared.id, 'Mora'))
  expect((await ana.call(viewApi.list, read)).data).toEqual([shared, other])
  await ana.call(viewApi.remove, { params: { id: shared.id } })
  const { name, query, is_shared } = shared
  const again = await ana.call(viewApi.save, { body: { view: { list: 'invoices', name, query, is_shared } } })
  expect(again.data).toEqual({ ...shared, id: again.data.id })
})
