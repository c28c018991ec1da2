import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { TEST_SECRET } from '#test/database.ts'
import { makePayingCompany, makePendingPayments, makeProviderEvent, PENDING_MERCHANT } from '#test/pending-payments.ts'
import { type Watched, watchedPool } from '#test/watched-pool.ts'
import { testApp } from '#test/world.ts'
import { applyReceived } from './events.ts'

const simulator = await startWompiSimulator({ merchants: [PENDING_MERCHANT] })
const t = testApp({ WOMPI_TEST_URL: simulator.url })
beforeAll(async () => {
  // Without autovacuum, so that the statements are planned without statistics.
  const { rows } = await t.owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) await t.owner.query(`alter table ${name} set (autovacuum_enabled = false)`)
})
afterAll(() => simulator.close())

/** Applies the approved payments one by one, and returns the statements of the last one. */
async function apply(
  company: string,
  transactions: Awaited<ReturnType<typeof makePendingPayments>>,
): Promise<Watched[]> {
  let last: Watched[] = []
  for (const transaction of transactions) {
    simulator.adopt(transaction)
    const event_id = await makeProviderEvent(t.owner, company, transaction)
    last = []
    await applyReceived(
      { ...t.world, pool: watchedPool(t.world.pool, last) },
      { company_id: company, event_ids: [event_id] },
    )
  }
  return last
}

/** Closes every connection, so that the next statements are planned again. */
async function dropConnections(): Promise<void> {
  const clients = await Promise.all(Array.from({ length: t.world.config.poolMax }, () => t.world.pool.connect()))
  for (const client of clients) client.release(true)
}

/** After this many executions a connection keeps its plans. */
const PLANS_KEPT_AFTER = 12
const [FEW, MANY] = [200, 2_000]
const ROWS_MAX = 30
const BLOCKS_MAX = 400
const ROWS_PER_CLIENT_MAX = 20

const rowsOf = (statements: readonly Watched[]): number =>
  statements.reduce((sum, statement) => sum + statement.rows, 0)
const blocksOf = (statements: readonly Watched[]): number =>
  statements.reduce((sum, statement) => sum + statement.blocks, 0)

test('TRX-05 aplicar un pago lee unas pocas filas con 2.000 clientes, y nunca cliente por cliente, sin estadísticas', async () => {
  const company = await makePayingCompany(t.owner, TEST_SECRET, 'e'.repeat(43))
  const few = await apply(company, (await makePendingPayments(t.owner, company, FEW)).slice(0, PLANS_KEPT_AFTER))
  const many = await makePendingPayments(t.owner, company, MANY - FEW, FEW + 1)
  const withOldPlans = await apply(company, many.slice(0, 2))
  await dropConnections()
  const withNewPlans = await apply(company, many.slice(2, 2 + PLANS_KEPT_AFTER))
  expect(withNewPlans.filter(({ rows }) => rows > ROWS_MAX)).toEqual([])
  expect(blocksOf(withNewPlans)).toBeLessThan(BLOCKS_MAX)
  expect(withNewPlans).toHaveLength(few.length)
  // A plan made for a small table may read a company once in each look-up, but never once for each of its clients.
  expect(rowsOf(few)).toBeLessThan(ROWS_PER_CLIENT_MAX * FEW)
  expect(rowsOf(withOldPlans)).toBeLessThan(ROWS_PER_CLIENT_MAX * MANY)
}, 120_000)

test('TRX-05 el consecutivo de recibos se toma al final: después solo el recibo, su registro y su correo', async () => {
  const company = await makePayingCompany(t.owner, TEST_SECRET, 'f'.repeat(43))
  const statements = await apply(company, await makePendingPayments(t.owner, company, 1, 5_001))
  const texts = statements.map(({ text }) => text.trim().replaceAll(/\s+/g, ' '))
  const numbered = texts.findIndex((text) => text.includes('insert into counters'))
  expect(texts[numbered]).toMatch(/insert into payments/)
  expect(texts.slice(0, numbered).filter((text) => text.includes('counters'))).toEqual([])
  expect(texts.slice(numbered + 1).toSorted()).toEqual([
    'commit',
    expect.stringMatching(/^insert into "messages"/),
    expect.stringMatching(/^with event as \( insert into events .* insert into notifications/),
  ])
  const { rows } = await t.owner.query(
    `select (select count(*)::int from payments where company_id = $1) as receipts,
       (select count(*)::int from notifications where company_id = $1) as notified,
       (select count(*)::int from provider_events where company_id = $1 and outcome = 'applied') as applied`,
    [company],
  )
  expect(rows).toEqual([{ receipts: 1, notified: 2, applied: 1 }])
})

test('TRX-05 PAY-05 los avisos que llegan juntos comparten una transacción, y el que falla no detiene a los demás', async () => {
  const company = await makePayingCompany(t.owner, TEST_SECRET, 'j'.repeat(43))
  const { transactions, events } = await receive(company, 12, 90_000)
  const broken = transactions[3]?.reference
  const setPayer = (payer: string) =>
    t.owner.query('update payment_attempts set payer = $2 where reference = $1', [broken, payer])
  const { rows } = await t.owner.query<{ payer: object }>('select payer from payment_attempts where reference = $1', [
    broken,
  ])
  await setPayer('{}')
  const statements: Watched[] = []
  const world = { ...t.world, pool: watchedPool(t.world.pool, statements) }
  const applyAll = () =>
    Promise.allSettled(events.map((event_id) => applyReceived(world, { company_id: company, event_ids: [event_id] })))
  const failed = (await applyAll()).filter(({ status }) => status === 'rejected')
  expect(failed).toHaveLength(1)
  expect(statements.filter(({ text }) => text === 'rollback')).toHaveLength(2)
  expect(await receiptNumbers(company)).toEqual(Array.from({ length: 11 }, (_, index) => index + 1))
  await setPayer(JSON.stringify(rows[0]?.payer))
  statements.length = 0
  expect((await applyAll()).filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await receiptNumbers(company)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
})

test('TRX-05 un trabajo con varios avisos aplica los que puede, falla por el otro, y al repetirse solo ese falta', async () => {
  const company = await makePayingCompany(t.owner, TEST_SECRET, 'm'.repeat(43))
  const { events } = await receive(company, 4, 97_000)
  simulator.fail('read', 'error_500')
  const run = () => applyReceived(t.world, { company_id: company, event_ids: events })
  await expect(run()).rejects.toThrow(/did not answer/)
  const open = async () =>
    (
      await t.owner.query('select count(*)::int as n from provider_events where company_id = $1 and outcome is null', [
        company,
      ])
    ).rows[0].n
  expect([await open(), await receiptNumbers(company)]).toEqual([1, [1, 2, 3]])
  await run()
  expect([await open(), await receiptNumbers(company)]).toEqual([0, [1, 2, 3, 4]])
})

test('TRX-05 un cliente ocupado no detiene los pagos de los demás: su aviso se intenta de nuevo', async () => {
  const company = await makePayingCompany(t.owner, TEST_SECRET, 'k'.repeat(43))
  const { transactions, events } = await receive(company, 6, 95_000)
  const applyAll = () =>
    Promise.allSettled(events.map((event_id) => applyReceived(t.world, { company_id: company, event_ids: [event_id] })))
  const holder = await t.owner.connect()
  try {
    await holder.query('begin')
    await holder.query(
      'select from clients where id = (select client_id from payment_attempts where reference = $1) for update',
      [transactions[2]?.reference],
    )
    expect((await applyAll()).filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(await receiptNumbers(company)).toEqual([1, 2, 3, 4, 5])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect((await applyAll()).filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await receiptNumbers(company)).toEqual([1, 2, 3, 4, 5, 6])
})

test('TRX-05 un trabajo que quedó en la cola antes de una actualización, con un solo aviso, se aplica', async () => {
  const company = await makePayingCompany(t.owner, TEST_SECRET, 'n'.repeat(43))
  const { events } = await receive(company, 1, 99_000)
  await applyReceived(t.world, { company_id: company, event_id: events[0] })
  expect(await receiptNumbers(company)).toEqual([1])
})

/** Approved payments of a company, numbered from `from`, and the ids of their events, which are not applied yet. */
async function receive(company: string, count: number, from: number) {
  const transactions = await makePendingPayments(t.owner, company, count, from)
  const events: string[] = []
  for (const transaction of transactions) {
    simulator.adopt(transaction)
    events.push(await makeProviderEvent(t.owner, company, transaction))
  }
  return { transactions, events }
}

const receiptNumbers = async (company: string): Promise<number[]> =>
  (
    await t.owner.query<{ number: number }>('select number::int from payments where company_id = $1 order by number', [
      company,
    ])
  ).rows.map(({ number }) => number)
