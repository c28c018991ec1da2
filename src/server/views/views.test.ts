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

const open = (id: string, is_default = true) => ({ params: { id }, body: { view: { is_default } } })

test('TBL-03 una lista se abre con la vista que cada quien elige: una a la vez, de una lista, y se puede dejar de elegir', async () => {
  const company = await t.company()
  const [ana, luis] = [await company.person('financial'), await company.person('admin')]
  const { data: own } = await ana.call(viewApi.save, view('Las mías'))
  const { data: shared } = await ana.call(viewApi.save, view('Mora', true))
  const other = { view: { list: 'clients', name: 'Deben', query: 'debt=true', is_shared: false } }
  const { data: clients } = await ana.call(viewApi.save, { body: other })
  const opened = async (who: typeof ana, list = 'invoices') =>
    (await who.call(viewApi.list, { query: { list } })).data
      .filter(({ is_default }) => is_default)
      .map(({ name }) => name)

  const chosen = await ana.call(viewApi.openWith, open(own.id))
  expect(chosen).toEqual({
    data: { ...own, is_default: true },
    message: 'La lista se abre desde ahora con la vista Las mías',
  })
  expect([await opened(ana), await opened(luis)]).toEqual([['Las mías'], []])
  await luis.call(viewApi.openWith, open(shared.id))
  await ana.call(viewApi.openWith, open(clients.id))
  for (const _again of [1, 2]) await ana.call(viewApi.openWith, open(shared.id))
  expect([await opened(ana), await opened(ana, 'clients'), await opened(luis)]).toEqual([['Mora'], ['Deben'], ['Mora']])

  // To stop with a view that is not the chosen one changes nothing.
  await ana.call(viewApi.openWith, open(own.id, false))
  expect(await opened(ana)).toEqual(['Mora'])
  expect((await ana.call(viewApi.openWith, open(shared.id, false))).message).toBe(
    'La lista ya no se abre con la vista Mora',
  )
  expect([await opened(ana), await opened(luis)]).toEqual([[], ['Mora']])
})

test('TBL-03 la vista con la que se abre una lista sigue elegida con otro nombre, y borrada la lista se abre como antes', async () => {
  const company = await t.company()
  const [ana, luis] = [await company.person('financial'), await company.person('admin')]
  const { data: shared } = await ana.call(viewApi.save, view('Mora', true))
  const { data: own } = await ana.call(viewApi.save, view('Las mías'))
  for (const who of [ana, luis]) await who.call(viewApi.openWith, open(shared.id))
  const renamed = await luis.call(viewApi.rename, { params: { id: shared.id }, body: { view: { name: 'Cartera' } } })
  expect(renamed.data).toEqual({ ...shared, name: 'Cartera', is_own: false, is_default: true })
  expect((await ana.call(viewApi.list, read)).data).toMatchObject([{ name: 'Cartera', is_default: true }, {}])

  // A view of another user is not found, and a refused call changes nothing.
  expect((await luis.ask(viewApi.openWith, open(own.id))).status).toBe(404)
  expect((await luis.ask(viewApi.remove, { params: { id: own.id } })).status).toBe(404)
  const outsider = await (await t.company()).person('financial')
  expect((await outsider.ask(viewApi.openWith, open(shared.id))).status).toBe(404)
  expect((await luis.call(viewApi.remove, { params: { id: shared.id } })).data).toMatchObject({ is_default: true })
  expect((await ana.call(viewApi.list, read)).data).toEqual([own])
  expect((await ana.ask(viewApi.openWith, open(shared.id))).status).toBe(404)
})

test('TBL-03 una vista que se borra mientras otras personas la eligen no deja nada roto', async () => {
  const company = await t.company()
  const people = [await company.person('financial'), await company.person('admin'), await company.person('technical')]
  const [ana] = people
  if (!ana) throw new Error('nobody')
  for (let round = 1; round <= 5; round += 1) {
    const { data: shared } = await ana.call(viewApi.save, view(`Mora ${round}`, true))
    const answers = await Promise.all([
      ...people.map((who) => who.ask(viewApi.openWith, open(shared.id))),
      ana.ask(viewApi.rename, { params: { id: shared.id }, body: { view: { name: `Cartera ${round}` } } }),
      ana.ask(viewApi.remove, { params: { id: shared.id } }),
    ])
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
    expect((await ana.call(viewApi.list, read)).data).toEqual([])
  }
})
