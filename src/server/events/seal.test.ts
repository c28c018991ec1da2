import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { planApi } from '#domain/plans/api.ts'
import { testApp } from '#test/world.ts'
import { headsFile, sealEvents } from './seal.ts'
import { verifyAudit } from './verify.ts'

const t = testApp()
let codes = 0

/** A company with facts in three seals. */
async function sealedCompany(): Promise<{ id: string; name: string }> {
  const company = await t.company()
  const financial = await company.person('financial')
  for (let link = 0; link < 3; link += 1) {
    for (let fact = 0; fact < 2; fact += 1) {
      codes += 1
      await financial.call(planApi.create, {
        body: {
          plan: {
            name: `Plan ${codes}`,
            reference_code: `P00${codes}`,
            price: 1_000,
            download_speed: '1 Mbps',
            upload_speed: '1 Mbps',
          },
        },
      })
    }
    await seal()
  }
  const { rows } = await t.owner.query<{ name: string }>('select name from companies where id = $1', [company.id])
  return { id: company.id, name: rows[0]?.name ?? '' }
}

/** Seals once no transaction of the cluster (other tests run beside) can still slip behind what was recorded. */
async function seal(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await t.owner.query(
          'select from events where xid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1',
        )
        return rows.length
      },
      { timeout: 20_000 },
    )
    .toBe(0)
  await sealEvents(t.world)
}

const damages = async (name: string): Promise<string[]> =>
  (await verifyAudit(t.world)).breaks.filter((damage) => damage.company === name).map((damage) => damage.what)

/** What only the owner of the database can do, with the guard taken away. */
async function asOwner(...statements: [string, unknown[]][]): Promise<void> {
  for (const table of ['events', 'event_seals']) await t.owner.query(`alter table ${table} disable trigger user`)
  for (const [text, values] of statements) await t.owner.query(text, values)
  for (const table of ['events', 'event_seals']) await t.owner.query(`alter table ${table} enable trigger user`)
}

test('BIN-02 a chain nobody touched verifies, and a fact is sealed once', async () => {
  const { id, name } = await sealedCompany()
  await sealEvents(t.world)
  expect(await damages(name)).toEqual([])
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

test('BIN-02 two sealers at once add each fact once', async () => {
  const { id, name } = await sealedCompany()
  const company = await t.owner.query<{ id: string }>(`select id from users where company_id = $1`, [id])
  expect(company.rows.length).toBe(1)
  await t.owner.query(
    `insert into events (company_id, name, actor_name, actor_role) values ($1, 'plan.created', 'x', 'system')`,
    [id],
  )
  await Promise.all([sealEvents(t.world), sealEvents(t.world), sealEvents(t.world)])
  expect(await damages(name)).toEqual([])
})

test('BIN-02 a late commit does not fall behind the seal', async () => {
  const { id, name } = await sealedCompany()
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
  await seal()
  const { rows } = await t.owner.query<{ sealed: number }>(
    'select sum(cardinality(event_ids))::int as sealed from event_seals where company_id = $1',
    [id],
  )
  expect(rows[0]?.sealed).toBe(8)
  expect(await damages(name)).toEqual([])
})

test('BIN-02 an edited, a removed and a reordered fact are found, although the database’s owner did it', async () => {
  const edited = await sealedCompany()
  await asOwner([
    `update events set after = jsonb_set(after, '{price}', '1') where id = (select event_ids[1] from event_seals where company_id = $1 and number = 2)`,
    [edited.id],
  ])
  expect(await damages(edited.name)).toEqual(['el sello 2 no corresponde a sus hechos'])

  const removed = await sealedCompany()
  await asOwner([
    `delete from events where id = (select event_ids[2] from event_seals where company_id = $1 and number = 1)`,
    [removed.id],
  ])
  expect(await damages(removed.name)).toEqual(['el sello 1 perdió 1 hechos'])

  const reordered = await sealedCompany()
  await asOwner([
    `update event_seals set event_ids = array[event_ids[2], event_ids[1]] where company_id = $1 and number = 3`,
    [reordered.id],
  ])
  expect(await damages(reordered.name)).toEqual(['el sello 3 no corresponde a sus hechos'])
})

test('BIN-02 a chain cut short together with its facts is found by what was noted outside the database', async () => {
  const { id, name } = await sealedCompany()
  await asOwner(
    [
      `delete from events where company_id = $1 and id = any (select unnest(event_ids) from event_seals where company_id = $1 and number = 3)`,
      [id],
    ],
    [`delete from event_seals where company_id = $1 and number = 3`, [id]],
  )
  expect(await damages(name)).toEqual(['la cadena termina en el sello 2 y llegó a tener 3'])
})

test('BIN-02 a fact slipped in afterwards is found', async () => {
  const { id, name } = await sealedCompany()
  await t.owner.query(
    `insert into events (company_id, name, actor_name, actor_role, at, xid) values ($1, 'plan.deleted', 'x', 'admin', now() - interval '1 day', '3')`,
    [id],
  )
  expect(await damages(name)).toEqual(['1 hechos no están en ningún sello'])
})

test('BIN-02 nobody edits or removes a fact by an ordinary statement, the owner included', async () => {
  const { id } = await sealedCompany()
  for (const statement of [
    'update events set name = name where company_id = $1',
    'delete from events where company_id = $1',
    'delete from event_seals where company_id = $1',
  ]) {
    await expect(t.owner.query(statement, [id])).rejects.toThrow(/append-only/)
  }
})

test('the notes outside the database are one line of JSON for each seal', async () => {
  await sealedCompany()
  const file = headsFile(t.world.config.dataDir)
  const text = await readFile(file, 'utf8')
  expect(
    text
      .trim()
      .split('\n')
      .every((noted) => JSON.parse(noted).digest.length === 64),
  ).toBe(true)
  await writeFile(file, text)
})
