import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clientApi } from '#domain/clients/api.ts'
import { type Endpoint, pathOf } from '#domain/core/api.ts'
import { PESOS_MAX } from '#domain/core/money.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { routes } from '#server/app.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { startWompiSimulator } from '#simulators/wompi/simulator.ts'
import type { Wire } from './authorization/wires.ts'
import { CASES } from './cases/all-cases.ts'
import { newKey, served } from './cases/billed.ts'
import { SAMPLE_MERCHANT } from './cases/integrations.ts'
import { makeClient, makeContract } from './factory.ts'
import { placesOf } from './schema-places.ts'
import { merchantOf } from './wompi-keys.ts'
import { type Person, testApp } from './world.ts'

const simulator = await startWompiSimulator({ settleMs: 1, merchants: [merchantOf(SAMPLE_MERCHANT)] })
const t = testApp({ WOMPI_TEST_URL: simulator.url })
afterAll(() => simulator.close())

/** The numbers that are tried in each place, the largest first. */
const LARGE = [PESOS_MAX, 1_000_000, 100_000, 10_000, 5_000, 1_000, 365, 100, 60, 31, 28, 20, 12, 6, 1]

type Path = readonly string[]

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const numbersIn = (value: unknown, at: Path = []): Path[] => {
  if (typeof value === 'number') return [at]
  return isTree(value) ? Object.entries(value).flatMap(([key, part]) => numbersIn(part, [...at, key])) : []
}

function withNumber(body: unknown, path: Path, number: number): unknown {
  const copy = structuredClone(body)
  const tree = path.slice(0, -1).reduce((part: unknown, key) => (isTree(part) ? part[key] : undefined), copy)
  const key = path.at(-1)
  if (isTree(tree) && key !== undefined) tree[key] = number
  return copy
}

/** The body with the largest number that the schema accepts at a place. */
function withLargest(endpoint: Endpoint, body: unknown, path: Path): unknown {
  const accepts = (one: unknown): boolean => endpoint.body !== undefined && z.safeParse(endpoint.body, one).success
  return LARGE.map((number) => withNumber(body, path, number)).find(accepts) ?? body
}

const hasNumbers = ({ body, bodyAs }: Endpoint): boolean =>
  body !== undefined && bodyAs === undefined && placesOf(body).some(({ schema }) => schema._zod.def.type === 'number')

const SAMPLES = CASES.flatMap(({ name, endpoint, sample }) =>
  sample && hasNumbers(endpoint) ? [{ name, endpoint, sample }] : [],
)
const READS = routes.filter(
  ({ endpoint: { method, path, roles, replyAs } }) =>
    method === 'GET' &&
    !path.includes(':') &&
    replyAs !== 'file' &&
    replyAs !== 'stream' &&
    roles.includes('financial'),
)

/** The reads of the desk that fail: an amount that one call accepted must not make another one fail. */
async function failingReads(desk: Person): Promise<string[]> {
  const failing: string[] = []
  for (const { endpoint } of READS) {
    const { status } = await desk.ask(endpoint)
    if (status >= 500) failing.push(`${status} ${endpoint.path}`)
  }
  return failing
}

for (const { name, endpoint, sample } of SAMPLES) {
  test(`API-03 ${name} con la cifra más grande que admite cada campo no es un 500, ni deja una lista sin leer`, async () => {
    const first = await sample(t, await t.company())
    const places = numbersIn(first.wire.body).filter((path) => !path.includes('signature'))
    const bodies: ((body: Wire['body']) => unknown)[] = [
      ...places.map((path) => (body: Wire['body']) => withLargest(endpoint, body, path)),
      (body) => places.reduce((one: unknown, path) => withLargest(endpoint, one, path), body),
    ]
    for (const enlarge of bodies) {
      const company = await t.company()
      const { by, wire } = await sample(t, company)
      const payload = JSON.stringify(enlarge(wire.body))
      const answer = await t.app.inject({
        method: endpoint.method,
        url: `/api${pathOf(endpoint, wire.params ?? {})}`,
        query: { ...wire.query },
        headers: {
          ...wire.headers,
          ...newKey(),
          'content-type': 'application/json',
          ...(by ? { authorization: `Bearer ${by.token}` } : {}),
        },
        payload,
      })
      expect([payload, answer.statusCode < 500 ? 'answered' : answer.body]).toEqual([payload, 'answered'])
      expect(await failingReads(await company.person('financial'))).toEqual([])
    }
  })
}

const lineOf = (quantity: number, price: number) => ({
  kind: 'technical_visit',
  description: 'Visita',
  quantity,
  price,
})

test('INV-06 una factura de más de mil millones se rechaza en su campo, por un cobro o por la suma de ellos', async () => {
  const { by, no_contract } = await served(t, await t.company())
  const ask = async (lines: object[]) => {
    const { status, json } = await by.ask(invoiceApi.create, {
      body: { invoice: { no_contract, lines } },
      headers: newKey(),
    })
    return [status, json.errors?.[0]?.field]
  }
  const twenty = Array.from({ length: 20 }, () => lineOf(10_000, PESOS_MAX))
  expect(await ask(twenty)).toEqual([400, 'invoice.lines.0.price'])
  expect(await ask([lineOf(2, 600_000_000)])).toEqual([400, 'invoice.lines.0.price'])
  expect(await ask([lineOf(1, 600_000_000), lineOf(1, 600_000_000)])).toEqual([400, 'invoice.lines'])
})

test('INV-04 una corrida deja aparte, con su motivo, el contrato cuya factura pasa del máximo, y se sigue leyendo todo', async () => {
  const company = await t.company()
  const { by } = await served(t, company)
  const client = await makeClient(t.owner, company.id, { segment: 'business' })
  const { no_contract } = await makeContract(t.owner, company.id, client.id, {
    price: PESOS_MAX * 100,
    segment: 'business',
    includesVat: false,
  })
  const preview = await by.call(runApi.preview, { body: { period: '2026-01' } })
  expect(preview.data).toMatchObject({ invoices: 1, excluded: [{ no_contract }] })
  const { data: run } = await by.call(runApi.start, { body: { period: '2026-01' } })
  await runMassive(t.world, { company_id: company.id, run_id: run.id })
  const { data: failed } = await by.call(runApi.outcome, { params: { id: run.id }, query: { outcome: 'failed' } })
  expect(failed).toMatchObject([{ no_contract }])
  expect(failed[0]?.reason).toMatch(/Pasa del máximo de una factura/)
  expect(await failingReads(by)).toEqual([])
})

test('INV-03 quien debe o paga más de mil millones en varias facturas se lee en todas partes', async () => {
  const company = await t.company()
  const { by, clientId, no_contract } = await served(t, company)
  const bill = async () => {
    const body = { invoice: { no_contract, lines: [lineOf(1, 800_000_000)] } }
    return (await by.call(invoiceApi.create, { body, headers: newKey() })).data
  }
  await bill()
  await bill()
  const last = await bill()
  expect((await by.call(invoiceApi.get, { params: { id: last.id } })).data.previous_balance).toBe(160_000_000_000)
  expect((await by.ask(clientApi.statement, { params: { id: clientId } })).status).toBe(200)
  const payment = {
    client_id: clientId,
    amount: PESOS_MAX,
    method: 'transferencia',
    paid_on: '2026-01-15',
    retentions: { retefuente: PESOS_MAX, reteiva: PESOS_MAX },
  }
  const { status } = await by.ask(manualPaymentApi.create, { body: { payment }, headers: newKey() })
  expect(status).toBeLessThan(500)
  expect(await failingReads(by)).toEqual([])
})
