import { expect, test } from 'vitest'
import { clientImportApi } from '#domain/imports/api.ts'
import { keepStatisticsAway } from '#test/cost/seed.ts'
import { makePlan } from '#test/factory.ts'
import { upload } from '#test/upload.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

const HEAD = 'identificacion,nombre,apellido,estrato,departamento,ciudad,direccion,fecha contrato,plan,saldo inicial'
const CLIENTS = 1_500
/**
 * The maximum rows that are read of all tables for one client of a list. In the first one the tables are almost empty when a batch is
 * planned, so its checks of foreign keys may read that batch (372 were measured); in a later one each reads its row.
 */
const READS_MAX = { first: 500, later: 100 }

const listOf = (first: number) => ({
  name: 'lista.csv',
  bytes: Buffer.from(
    [
      HEAD,
      ...Array.from(
        { length: CLIENTS },
        (_, n) =>
          `${10_000_000 + first + n},Ana,Ruiz,2,Antioquia,Medellín,Calle ${n},2024-01-20,Hogar 100,${n % 5 === 0 ? 59900 : 0}`,
      ),
    ].join('\n'),
  ),
})

/** The rows that were read of the tables, by every connection of the application. */
async function countReads(): Promise<number> {
  const clients = await Promise.all(Array.from({ length: t.world.pool.totalCount }, () => t.world.pool.connect()))
  for (const client of clients) await client.query('select pg_stat_force_next_flush()')
  for (const client of clients) client.release()
  const { rows } = await t.owner.query<{ reads: number }>(
    `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint as reads from pg_stat_user_tables`,
  )
  return Number(rows[0]?.reads)
}

test('CLI-04 el costo de cargar un cliente no crece con los que ya hay, aunque la base de datos no tenga estadísticas', async () => {
  const raw = await t.owner.connect()
  await keepStatisticsAway(raw)
  raw.release()
  const company = await t.company()
  await makePlan(t.owner, company.id)
  const financial = await company.person('financial')
  const costs: number[] = []
  for (const first of [0, CLIENTS, 2 * CLIENTS]) {
    const before = await countReads()
    const answer = await upload(t, financial, clientImportApi.upload, listOf(first))
    expect(answer.json).toMatchObject({ details: { createdClients: CLIENTS, errors: [] } })
    costs.push(((await countReads()) - before) / CLIENTS)
  }
  const [first = 0, ...later] = costs
  expect(first).toBeLessThan(READS_MAX.first)
  expect(Math.max(...later)).toBeLessThan(READS_MAX.later)
})
