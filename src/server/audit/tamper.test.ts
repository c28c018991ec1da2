import { expect, test } from 'vitest'
import { inPlatformTx } from '#server/core/context.ts'
import { asOwner, asSuperuser, damages, type Statement, seal, sealedCompany } from '#test/sealing.ts'
import { testApp } from '#test/world.ts'
import { FIRST_DIGEST, linkDigest } from './chain.ts'
import { countUnsealedEvents, listSealedEvents, listSeals } from './queries.ts'

const t = testApp()

/** The two ways to change sealed data: the owner disables the triggers; a superuser bypasses them. */
const INTRUDERS = { owner: asOwner, superuser: asSuperuser } as const

/** The id of one event of a company: the n-th ($2) of a seal ($3). */
const EVENT_ID = `(select event_ids[$2::int] from event_seals where company_id = $1 and number = $3::int)`

/** The statements that delete the events and the seals of a company. */
const deleteChain = (companyId: string): Statement[] =>
  ['events', 'event_seals'].map((table) => [`delete from ${table} where company_id = $1`, [companyId]])

for (const [role, as] of Object.entries(INTRUDERS)) {
  test(`BIN-02 an event edited by the database’s ${role} is detected`, async () => {
    const { id, name } = await sealedCompany(t)
    await as(t, [`update events set after = jsonb_set(after, '{price}', '1') where id = ${EVENT_ID}`, [id, 1, 2]])
    expect(await damages(t, name)).toEqual(['el sello 2 no corresponde a sus hechos'])
  })

  test(`BIN-02 an event removed by the database’s ${role} is detected`, async () => {
    const { id, name } = await sealedCompany(t)
    await as(t, [`delete from events where id = ${EVENT_ID}`, [id, 2, 1]])
    expect(await damages(t, name)).toEqual(['el sello 1 perdió 1 hechos'])
  })

  test(`BIN-02 events reordered by the database’s ${role} are detected, within a seal and between two`, async () => {
    const within = await sealedCompany(t)
    await as(t, [
      `update event_seals set event_ids = array[event_ids[2], event_ids[1]] where company_id = $1 and number = 3`,
      [within.id],
    ])
    expect(await damages(t, within.name)).toEqual(['el sello 3 no corresponde a sus hechos'])

    const between = await sealedCompany(t)
    await as(t, [
      `update event_seals s set event_ids = o.event_ids from event_seals o
       where s.company_id = $1 and o.company_id = $1 and (s.number, o.number) in ((1, 2), (2, 1))`,
      [between.id],
    ])
    expect(await damages(t, between.name)).toEqual([
      'el sello 1 no corresponde a sus hechos',
      'el sello 2 no corresponde a sus hechos',
    ])
  })

  test(`BIN-02 a chain that the database’s ${role} cut short with its events is detected by the heads file`, async () => {
    const { id, name } = await sealedCompany(t)
    await as(
      t,
      [
        `delete from events where company_id = $1 and id = any (select unnest(event_ids) from event_seals where company_id = $1 and number = 3)`,
        [id],
      ],
      [`delete from event_seals where company_id = $1 and number = 3`, [id]],
    )
    expect(await damages(t, name)).toEqual(['la cadena termina en el sello 2 y llegó a tener 3'])
  })
}

test('BIN-02 every column of an event is sealed: an edit of any of them is detected', async () => {
  const { rows: columns } = await t.owner.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns where table_name = 'events' order by 1`,
  )
  expect(columns.length).toBeGreaterThan(10)
  const other: Readonly<Record<string, string>> = {
    uuid: 'gen_random_uuid()',
    text: `'otra.cosa'`,
    jsonb: `'{"otra": 1}'`,
    xid8: `'7'`,
    'timestamp with time zone': `now() - interval '1 year'`,
  }
  for (const { name: column, type } of columns) {
    const { id, name } = await sealedCompany(t)
    await asSuperuser(t, [`update events set ${column} = ${other[type]} where id = ${EVENT_ID}`, [id, 1, 1]])
    expect([column, (await damages(t, name))[0]]).toEqual([
      column,
      // With another company_id or id, the sealed event is missing.
      ['company_id', 'id'].includes(column) ? 'el sello 1 perdió 1 hechos' : 'el sello 1 no corresponde a sus hechos',
    ])
  }
}, 120_000)

test('BIN-02 a link removed from the middle is detected, also when its events are removed with it', async () => {
  const alone = await sealedCompany(t)
  await asSuperuser(t, [`delete from event_seals where company_id = $1 and number = 2`, [alone.id]])
  expect(await damages(t, alone.name)).toEqual(['falta el sello 2', 'el sello 3 no corresponde a sus hechos'])

  const closed = await sealedCompany(t)
  await asSuperuser(
    t,
    [
      `delete from events where id = any (select unnest(event_ids) from event_seals where company_id = $1 and number = 2)`,
      [closed.id],
    ],
    [`delete from event_seals where company_id = $1 and number = 2`, [closed.id]],
    [`update event_seals set number = 2 where company_id = $1 and number = 3`, [closed.id]],
  )
  expect(await damages(t, closed.name)).toEqual([
    'el sello 2 no corresponde a sus hechos',
    'el sello 2 no es el que se anotó fuera de la base de datos',
    'la cadena termina en el sello 2 y llegó a tener 3',
  ])
})

test('BIN-02 a history rewritten with every digest recomputed is detected by the heads file', async () => {
  const { id, name } = await sealedCompany(t)
  await asSuperuser(t, [`update events set actor_name = 'Otra Persona' where id = ${EVENT_ID}`, [id, 1, 2]])
  let previous: Buffer = FIRST_DIGEST
  const links = await inPlatformTx(t.world, async (tx) => {
    const seals = await listSeals(tx, id, 0, 10)
    return Promise.all(
      seals.map(async ({ number, event_ids }) => ({ number, events: await listSealedEvents(tx, id, event_ids) })),
    )
  })
  for (const { number, events } of links) {
    previous = linkDigest(previous, number, events)
    await asSuperuser(t, [
      `update event_seals set digest = $2 where company_id = $1 and number = $3`,
      [id, previous, number],
    ])
  }
  expect(await damages(t, name)).toEqual([
    'el sello 2 no es el que se anotó fuera de la base de datos',
    'el sello 3 no es el que se anotó fuera de la base de datos',
  ])
})

test('BIN-02 an event inserted afterwards is detected', async () => {
  const { id, name } = await sealedCompany(t)
  await t.owner.query(
    `insert into events (company_id, name, actor_name, actor_role, at, xid) values ($1, 'plan.deleted', 'x', 'admin', now() - interval '1 day', '3')`,
    [id],
  )
  expect(await damages(t, name)).toEqual(['1 hechos no están en ningún sello'])
})

test('BIN-02 unsealed events are counted within the statement time limit, also in a long chain', async () => {
  const { id } = await t.company()
  await asSuperuser(
    t,
    [
      `insert into events (company_id, name, actor_name, actor_role, at)
       select $1, 'plan.created', 'x', 'system', now() - interval '1 day' from generate_series(1, 60000)`,
      [id],
    ],
    [
      `insert into event_seals (company_id, number, event_ids, digest, sealed_below)
       select $1, 1 + place / 4, array_agg(e.id), decode(repeat('00', 32), 'hex'), '3'
       from (select id, row_number() over (order by id) - 1 as place from events where company_id = $1) e group by place / 4`,
      [id],
    ],
    ['delete from event_seals where company_id = $1 and number = 5000', [id]],
    ['analyze events, event_seals', []],
  )
  // Comparing each event with each of fifteen thousand links would exceed the time limit of a statement.
  const count = await inPlatformTx(t.world, (tx) => countUnsealedEvents(tx, id, new Date()))
  expect(count).toBe(4)
  await asSuperuser(t, ...deleteChain(id))
})

test('BIN-02 a company removed with its chain is detected by the heads file', async () => {
  const { id } = await sealedCompany(t)
  await asSuperuser(t, ...deleteChain(id), ['delete from companies where id = $1', [id]])
  expect(await damages(t, id)).toEqual(['la empresa ya no está y su cadena llegó a tener sellos'])
})

test('BIN-02 an ordinary statement cannot edit or remove an event, also as the owner', async () => {
  const { id } = await sealedCompany(t)
  for (const statement of [
    'update events set name = name where company_id = $1',
    'delete from events where company_id = $1',
    'update event_seals set digest = digest where company_id = $1',
    'delete from event_seals where company_id = $1',
  ]) {
    await expect(t.owner.query(statement, [id])).rejects.toThrow(/append-only/)
  }
  for (const table of ['events', 'event_seals'])
    await expect(t.owner.query(`truncate ${table} cascade`)).rejects.toThrow(/append-only/)
})

// Keep this test last: it empties the tables of every test above.
test('BIN-02 an audit log emptied by a superuser is detected, also after the chain has grown to the same length', async () => {
  const { id, name } = await sealedCompany(t)
  await asSuperuser(t, ['truncate events, event_seals cascade', []])
  expect(await damages(t, name)).toEqual(['la cadena termina en el sello 0 y llegó a tener 3'])
  for (let link = 0; link < 3; link += 1) {
    await t.owner.query(
      `insert into events (company_id, name, actor_name, actor_role) values ($1, 'plan.created', 'x', 'system')`,
      [id],
    )
    await seal(t)
  }
  expect(await damages(t, name)).toEqual(
    [1, 2, 3].map((number) => `el sello ${number} no es el que se anotó fuera de la base de datos`),
  )
})
