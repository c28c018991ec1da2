import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { asSuperuser, damages, seal, sealedCompany } from '#test/sealing.ts'
import { testApp } from '#test/world.ts'
import { chainEndsFile, sealEvents } from './seal.ts'
import { verifyAudit } from './verify.ts'

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

test('BIN-02 a line of the heads file that was cut off ends no check: it is said, and the next line does not join it', async () => {
  const { id, name } = await sealedCompany(t)
  const file = chainEndsFile(t.world.config.dataDir)
  const text = await readFile(file, 'utf8')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  try {
    await writeFile(file, `${text}{"company_id":"${id}","num`)
    const torn = await verifyAudit(t.world)
    expect(torn.breaks.filter((damage) => damage.company === name)).toEqual([])
    expect(torn.notes).toEqual([expect.stringContaining('quedó a medias')])
    await t.owner.query(
      `insert into events (company_id, name, actor_name, actor_role) values ($1, 'plan.created', 'x', 'system')`,
      [id],
    )
    await seal(t)
    expect(
      (await readFile(file, 'utf8')).split('\n').filter((line) => line.includes(id) && line.endsWith('}')),
    ).toHaveLength(4)
    expect((await verifyAudit(t.world)).notes).toEqual([expect.stringContaining('quedó a medias')])
    await writeFile(file, `${text}{"one\n{"other\n`)
    expect((await verifyAudit(t.world)).breaks).toContainEqual({
      company: 'Enlace',
      what: expect.stringContaining('2 líneas de'),
    })
  } finally {
    await writeFile(file, text)
  }
})

test('BIN-02 without a heads file the verification says that there was nothing to compare with', async () => {
  await sealedCompany(t)
  const file = chainEndsFile(t.world.config.dataDir)
  await rename(file, `${file}.aside`)
  try {
    expect(await verifyAudit(t.world)).toMatchObject({
      hasHeads: false,
      notes: [expect.stringContaining('no hay con qué comparar')],
    })
  } finally {
    await rename(`${file}.aside`, file)
  }
})
