import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { asSuperuser, damages, seal, sealedCompany } from '#test/sealing.ts'
import { testApp } from '#test/world.ts'
import { chainEndsFile, sealEvents } from './seal.ts'

const t = testApp()

test('BIN-02 an unchanged chain verifies, and each event is sealed once', async () => {
  const { id, name } = await sealedCompany(t)
  await sealEvents(t.world)
  expect(await damages(t, name)).toEqual([])
  const { rows } = await t.owner.query(
    'select number, cardinality(event_ids) as events from event_seals where company_id = $1 order by number',
    [id],
  )
  expect(rows).toEqual([
    { number: 1, events: 2 },
    { number: 2, events: 2 },
    { number: 3, events: 2 },
  ])
})

test('BIN-02 two seal jobs at once add each event once', async () => {
  const { id, name } = await sealedCompany(t)
  const company = await t.owner.query<{ id: string }>(`select id from users where company_id = $1`, [id])
  expect(company.rows.length).toBe(1)
  await t.owner.query(
    `insert into events (company_id, name, actor_name, actor_role) values ($1, 'plan.created', 'x', 'system')`,
    [id],
  )
  await Promise.all([sealEvents(t.world), sealEvents(t.world), sealEvents(t.world)])
  expect(await damages(t, name)).toEqual([])
})

test('BIN-02 a late commit is not left out of the seal', async () => {
  const { id, name } = await sealedCompany(t)
  const slow = await t.owner.connect()
  await slow.query('begin')
  await slow.query(
    `insert into events (company_id, name, actor_name, actor_role) values ($1, 'plan.created', 'lento', 'system')`,
    [id],
  )
  await t.owner.query(
    `insert into events (company_id, name, actor_name, actor_role) values ($1, 'plan.created', 'rápido', 'system')`,
    [id],
  )
  await sealEvents(t.world)
  await slow.query('commit')
  slow.release()
  await seal(t)
  const { rows } = await t.owner.query<{ sealed: number }>(
    'select sum(cardinality(event_ids))::int as sealed from event_seals where company_id = $1',
    [id],
  )
  expect(rows[0]?.sealed).toBe(8)
  expect(await damages(t, name)).toEqual([])
})

test('BIN-02 restored into another cluster, whose transaction numbers start again, each event is still sealed once', async () => {
  const { id, name } = await sealedCompany(t)
  await asSuperuser(t, [`update event_seals set sealed_below = '9000000000000' where company_id = $1`, [id]])
  for (const actor of ['después', 'más tarde']) {
    await t.owner.query(
      `insert into events (company_id, name, actor_name, actor_role) values ($1, 'plan.created', $2, 'system')`,
      [id, actor],
    )
    await seal(t)
    await sealEvents(t.world)
  }
  const { rows } = await t.owner.query(
    `select count(*)::int as sealed, count(distinct event_id)::int as events from event_seals, unnest(event_ids) event_id where company_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ sealed: 8, events: 8 }])
  expect(await damages(t, name)).toEqual([])
})

test('the heads file outside the database has one line of JSON for each seal', async () => {
  await sealedCompany(t)
  const file = chainEndsFile(t.world.config.dataDir)
  const text = await readFile(file, 'utf8')
  expect(
    text
      .trim()
      .split('\n')
      .every((line) => JSON.parse(line).digest.length === 64),
  ).toBe(true)
  await writeFile(file, text)
})
