import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bulkApi } from '#domain/bulk/api.ts'
import { collectionApi } from '#domain/collections/api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { outageApi } from '#domain/outages/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { routes } from '#server/app.ts'
import { putPolicy } from './arrears.ts'
import { storeOrphan } from './bucket.ts'
import { openTurn } from './cases/cash.ts'
import { newCase } from './cases/filed.ts'
import { makeClient, makeContract, makeUser } from './factory.ts'
import { announceOutage } from './outage-work.ts'
import { type Person, testApp } from './world.ts'

const t = testApp()
const ROWS = 3
const ABSENT = '0197a000-0000-7000-8000-000000000001'

type Row = Record<string, unknown>
type Value = (row: Row) => unknown

const at =
  (...keys: string[]): Value =>
  (row) =>
    keys.reduce<unknown>((value, key) => (typeof value === 'object' && value ? Reflect.get(value, key) : null), row)
const numberAt =
  (key: string): Value =>
  (row) =>
    Number(String(row[key]).split('-').at(-1))

/** The value of a row for each sort key of each list: what a user would compare on the screen. */
const ORDERS: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  '/client': {
    name: at('name'),
    identification: at('identification'),
    balance: at('balance'),
    createdAt: at('createdAt'),
  },
  '/contract': {
    createdAt: at('createdAt'),
    no_contract: at('no_contract'),
    date_contract: at('date_contract'),
    status: at('status'),
    client: at('client', 'name'),
  },
  '/invoice': {
    number: numberAt('number'),
    due_on: at('due_on'),
    issued_on: at('issued_on'),
  },
  '/credit-note': { number: numberAt('number') },
  '/payment/manual': { number: at('number'), paid_on: at('paid_on') },
  '/cash-turn': { number: at('number') },
  '/transaction': { at: at('at') },
  '/pqr': { due: at('due', 'at'), filed_at: at('filed_at') },
  '/message': { created_at: at('created_at') },
  '/electronic-invoice': { queued_at: at('queued_at') },
  '/binnacle': { at: at('at') },
  '/bucket': { stored_at: at('stored_at'), bytes: at('bytes') },
  '/user': {
    name: at('first_name'),
    role: at('role'),
    last_login_at: (row) => row['last_login_at'] ?? '',
  },
  '/admin/companies': { name: at('name'), city: at('city'), status: at('status'), createdAt: at('createdAt') },
  '/admin': { name: at('name'), city: at('city'), status: at('status'), createdAt: at('createdAt') },
}

const lists = routes.flatMap(({ endpoint }) => {
  const shape = endpoint.query instanceof z.ZodMiniObject ? endpoint.query._zod.def.shape : {}
  return 'page' in shape ? [{ endpoint, isSortable: 'sort' in shape }] : []
})
const sortable = lists.filter((list) => list.isSortable)
const WITHOUT_PAGES = routes
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => {
    const { reply } = endpoint
    const data = reply instanceof z.ZodMiniObject ? reply._zod.def.shape['data'] : undefined
    return data instanceof z.ZodMiniArray && !lists.some((list) => list.endpoint === endpoint)
  })

let readerOf: (path: string) => Person
beforeAll(async () => {
  readerOf = await seed()
})

/** Three rows in each list, in an order that is not the order of their values. */
async function seed(): Promise<(path: string) => Person> {
  const company = await t.company({ name: 'Zeta Redes', integrations: true })
  const financial = await company.person('financial', { first_name: 'Óscar' })
  const admin = await company.person('admin', { first_name: 'Ana' })
  const superadmin = await company.person('superadmin')
  await makeUser(t.owner, company.id, 'technical', { first_name: 'Zoraida' })
  await t.owner.query(`update companies set city = 'Bogotá' where id = $1`, [company.id])
  for (const [name, city] of [
    ['Alfa Fibra', 'Pasto'],
    ['Luna Fibra', 'Cali'],
  ] as const) {
    const { id } = await t.company({ name, status: name === 'Luna Fibra' ? 'suspended' : 'active' })
    await t.owner.query('update companies set city = $2 where id = $1', [id, city])
  }
  await t.owner.query(`update users set last_login_at = '2026-01-02' where id = $1`, [financial.id])
  await t.owner.query(`update users set last_login_at = '2026-01-05' where id = $1`, [admin.id])
  const rows = [
    { name: 'Milena', city: 'Tunja', price: 30_000, paid: 2_000, day: '2026-01-12', from: '2025-03-01' },
    { name: 'Íngrid', city: 'Bello', price: 50_000, paid: 9_000, day: '2026-01-10', from: '2025-01-01' },
    { name: 'Zoila', city: 'Neiva', price: 10_000, paid: 5_000, day: '2026-01-14', from: '2025-02-01' },
  ]
  for (const [index, { name, city, price, paid, day, from }] of rows.entries()) {
    t.setNow(new Date(`2026-01-${15 + index}T15:00:00Z`))
    const client = await makeClient(t.owner, company.id, { email: `c${index}@correo.test` })
    await t.owner.query('update clients set first_name = $2, city = $3, payment_date = $4 where id = $1', [
      client.id,
      name,
      city,
      25 - index * 2,
    ])
    const contract = await makeContract(t.owner, company.id, client.id, {
      activeFrom: from,
      status: index === 1 ? 'suspended' : 'active',
    })
    const headers = { 'idempotency-key': `order-${index}` }
    const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price }]
    const { data: invoice } = await financial.call(invoiceApi.create, {
      body: { invoice: { no_contract: contract.no_contract, lines } },
      headers,
    })
    await financial.call(messageApi.sendInvoice, { params: { id: invoice.id } })
    await financial.call(invoiceApi.creditNote, {
      params: { id: invoice.id },
      body: { concept: 'Un descuento', lines: [{ position: 1, amount: 1_000 }] },
      headers: { 'idempotency-key': `order-note-${index}` },
    })
    const pqr = { ...newCase(`Queja ${index}`), client_id: client.id, channel: 'telefono' }
    await financial.call(pqrApi.create, { body: { pqr } })
    const payment = { client_id: client.id, amount: paid, method: 'efectivo', paid_on: day }
    await financial.call(manualPaymentApi.create, {
      body: { payment },
      headers: { 'idempotency-key': `order-paid-${index}` },
    })
  }
  for (let n = 0; n < ROWS; n += 1) await openTurn(financial, `Caja ${n}`)
  for (const [index, size] of [20, 10, 30].entries()) {
    const id = await storeOrphan(t, company.id, { bytes: Buffer.alloc(size) })
    await t.owner.query('update bucket_objects set stored_at = $2 where id = $1', [id, `2026-01-1${5 - index}`])
  }
  const readers: Readonly<Record<string, Person>> = {
    // A superadmin names the company of the files.
    '/bucket': inCompany(superadmin, company.id),
    '/bucket/usage': superadmin,
    '/user': admin,
    '/binnacle': admin,
    '/electronic-invoice': admin,
    '/admin': superadmin,
    '/admin/companies': superadmin,
    '/network-order': admin,
    '/webhook-delivery': admin,
    '/network-service': admin,
    '/network-difference': admin,
    '/network-device': admin,
  }
  return (path) => readers[path] ?? financial
}

const inCompany = (person: Person, company_id: string): Person => ({
  ...person,
  ask: (endpoint, wire = {}) => person.ask(endpoint, { ...wire, query: { company_id, ...wire.query } }),
})

/** The words of a name are compared without accents. */
const comparable = (value: unknown): unknown =>
  typeof value === 'string' ? value.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase() : value

const isSorted = (values: readonly unknown[]): boolean =>
  values.every((value, index) => {
    const before = values[index - 1]
    if (index === 0) return true
    return typeof value === 'number' && typeof before === 'number' ? before <= value : String(before) <= String(value)
  })

test('TBL-02 cada lista que acepta un orden lo cumple, de menor a mayor y de mayor a menor, página por página', async () => {
  expect(sortable.map(({ endpoint }) => endpoint.path).toSorted()).toEqual(Object.keys(ORDERS).toSorted())
  for (const { endpoint } of sortable) {
    const reader = readerOf(endpoint.path)
    for (const [key, valueOf] of Object.entries(ORDERS[endpoint.path] ?? {})) {
      const values = async (query: object): Promise<unknown[]> => {
        const { status, json, text } = await reader.ask(endpoint, { query: { page_size: 100, ...query } })
        expect([endpoint.path, key, status, status === 200 ? '' : text]).toEqual([endpoint.path, key, 200, ''])
        return z
          .array(z.record(z.string(), z.unknown()))
          .parse(json.data)
          .map((row) => comparable(valueOf(row)))
      }
      const ascending = await values({ sort: key })
      const descending = await values({ sort: `-${key}` })
      const about = `${endpoint.path} by ${key}: ${ascending.join(' ')}`
      expect([about, isSorted(ascending)]).toEqual([about, true])
      expect([about, descending]).toEqual([about, ascending.toReversed()])
      const paged = [
        ...(await values({ sort: key, page: 1, page_size: 2 })),
        ...(await values({ sort: key, page: 2, page_size: 2 })),
      ]
      expect([about, paged]).toEqual([about, ascending.slice(0, paged.length)])
      if (key !== 'issued_on') expect([about, new Set(ascending).size > 1]).toEqual([about, true])
      expect(ascending.length).toBeGreaterThanOrEqual(ROWS)
    }
  }
})

test('TBL-02 un orden que la lista no tiene, o de una lista de orden fijo, se rechaza con un 400 que lo dice', async () => {
  const company = await t.company()
  const people = { financial: await company.person('financial'), admin: await company.person('admin') }
  const superadmin = await company.person('superadmin')
  const unsorted = lists.filter((list) => !list.isSortable).map(({ endpoint }) => endpoint.path)
  expect(unsorted.toSorted()).toEqual(
    [
      '/equipment',
      '/visit',
      '/installation-report',
      '/outage',
      '/outage/contract',
      '/accounting/small-balance',
      '/accounting/small-balance/closed',
      '/accounting/write-off',
      '/accounting/write-off/move',
      '/accounting/income',
      '/accounting/sales-book',
      '/accounting/received-book',
      '/accounting/portfolio',
      '/accounting/advances',
      '/accounting/advance-movements',
      '/invoice/massive/preview/rows',
      '/invoice/massive/:id/outcome',
      '/contract-refunds',
      '/dispute',
      '/notification',
      '/bulk/:id/items',
      '/webhook-delivery',
      '/bank/file',
      '/bank/line',
      '/suspension/preview',
      '/suspension/run',
      '/suspension/run/:id',
      '/suspension/reconnection',
      '/message/reply',
      '/promise',
      '/bureau-case',
      '/agreement',
      '/network-order',
      '/network-service',
      '/network-difference',
      '/bucket/usage',
    ].toSorted(),
  )
  for (const { endpoint, isSortable } of lists) {
    const { roles } = endpoint
    const reader = roles.includes('financial') ? people.financial : roles.includes('admin') ? people.admin : superadmin
    const { status, json } = await reader.ask(endpoint, { params: { id: ABSENT }, query: { sort: 'password' } })
    expect([endpoint.path, status]).toEqual([endpoint.path, 400])
    if (isSortable) expect(json.message).toMatch(/^Ordena por /)
  }
})

/** The id of a day that was decided. */
async function decideDay({ companyId }: Person): Promise<string> {
  await putPolicy(t, companyId)
  const { rows } = await t.owner.query<{ id: string }>(
    `insert into collection_runs (company_id, on_day, policy_version, is_trial, status, to_notify, to_cut, spared, cuts_max, finished_at)
     values ($1, '2026-01-15', 1, false, 'done', 0, 0, '{}', 1, now()) returning id`,
    [companyId],
  )
  return rows[0]?.id ?? ''
}

const Page = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ total: z.number(), page: z.number(), page_size: z.number() }),
})

test('TBL-02 cada lista responde a una página o a un tamaño fuera de su rango con lo más cercano, o con un 400 que lo dice', async () => {
  const { data: run } = await readerOf('').call(runApi.start, { body: { period: '2026-01' } })
  const decided = await decideDay(readerOf(''))
  const { data: job } = await readerOf('').call(bulkApi.start, { body: { action: 'zip_invoices', query: '' } })
  const outage = await announceOutage(t, readerOf(''))
  for (const { endpoint } of lists) {
    const id = endpoint === bulkApi.items ? job.id : endpoint === collectionApi.run ? decided : run.id
    const required =
      endpoint === runApi.previewRows
        ? { period: '2026-01' }
        : endpoint === outageApi.contracts
          ? { outage_id: outage }
          : {}
    const ask = (query: Record<string, unknown>) =>
      readerOf(endpoint.path).ask(endpoint, { params: { id }, query: { ...required, ...query } })
    const pageOf = async (query: Record<string, unknown>) => {
      const { status, json } = await ask(query)
      expect([endpoint.path, query, status]).toEqual([endpoint.path, query, 200])
      const { data, meta } = z.parse(Page, json)
      return { path: endpoint.path, rows: data.length, ...meta }
    }
    const first = await pageOf({ page: 1 })
    expect(first).toMatchObject({ page: 1, page_size: 20, rows: Math.min(20, first.total) })
    expect(await pageOf({ page: 0 })).toEqual(first)
    expect(await pageOf({ page_size: 0 })).toEqual({ ...first, rows: Math.min(1, first.total), page_size: 1 })
    expect(await pageOf({ page_size: 1_000_000 })).toMatchObject({ page: 1, page_size: 100, total: first.total })
    expect(await pageOf({ page: 999_999 })).toEqual({ ...first, rows: 0, page: 999_999 })
    expect(await pageOf({ page: '9'.repeat(15) })).toEqual({ ...first, rows: 0, page: 1_000_000 })
    for (const query of [{ page: -1 }, { page: 1.5 }, { page_size: '' }, { page_size: '1e3' }, { sort: 'unknown' }]) {
      const { status, json } = await ask(query)
      expect([endpoint.path, query, status, json.errors?.length]).toEqual([endpoint.path, query, 400, 1])
    }
  }
})

test('TBL-02 una lista sin páginas rechaza la página en vez de responder con otra', () => {
  expect(WITHOUT_PAGES.length).toBeGreaterThan(5)
  for (const { path, query } of WITHOUT_PAGES)
    expect([path, z.safeParse(query ?? z.strictObject({}), { page: '2' }).success]).toEqual([path, false])
})
