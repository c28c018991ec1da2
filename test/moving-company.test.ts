import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { outgoingWebhookApi } from '#domain/integrations/outgoing-webhook-api.ts'
import { sealEvents } from '#server/audit/seal.ts'
import { COLUMNS_REPLACED, listCompanyTables, TABLES_LEFT_OUT } from '#server/platform/company-tables.ts'
import { cloneDatabase } from './database.ts'
import { makeUser } from './factory.ts'
import { productionEnv, runCommand } from './operator-process.ts'
import { START_MAX_MS } from './start-limit.ts'
import { openTestApp } from './world.ts'

const MAX_MS = 6 * START_MAX_MS
const roots: string[] = []
afterAll(() => Promise.all(roots.map((root) => rm(root, { recursive: true, force: true }))))

/** An empty installation of the program, with its data folder. */
async function installation() {
  const database = await cloneDatabase()
  const root = await mkdtemp(path.join(tmpdir(), 'enlace-moving-'))
  roots.push(root)
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  const dataDir = path.join(root, 'data')
  await mkdir(dataDir)
  const env = productionEnv(database, dataDir)
  return { database, root, dataDir, client, command: (...words: string[]) => runCommand(words, env) }
}
type Installation = Awaited<ReturnType<typeof installation>>

/** Each row of a company as text, by its table, without what an export replaces. */
async function rowsOf({ client }: Installation, companyId: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { name, companyColumn } of await listCompanyTables(client)) {
    const replaced = Object.keys(COLUMNS_REPLACED[name] ?? {}).map((column) => ` - '${column}'`)
    const { rows } = await client.query<{ row: string }>(
      `select (to_jsonb(t)${replaced.join('')})::text as row from ${name} t where ${companyColumn} = $1 order by 1`,
      [companyId],
    )
    found.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return found
}

const companyOf = async ({ client }: Installation): Promise<{ id: string; nit: string }> => {
  const { rows } = await client.query<{ id: string; nit: string }>(
    `select id, nit from companies where kind = 'provider' order by created_at desc limit 1`,
  )
  return rows[0] ?? { id: '', nit: '' }
}

/** An installation with a company for trials, its secrets and a file of it. */
async function seeded(clients: string) {
  const it = await installation()
  const seed = await it.command('seed', clients)
  expect([seed.code, seed.err]).toEqual([0, ''])
  const company = await companyOf(it)
  const { value: t, close } = await openTestApp({}, { ...it.database, drop: async () => undefined })
  const admin = await makeUser(t.owner, company.id, 'admin')
  const webhook = { name: 'CRM', url: 'https://crm.example.com/enlace', events: ['payment.registered'] }
  await t.as(await t.session(admin), admin).call(outgoingWebhookApi.create, { body: { webhook } })
  await sealEvents(t.world)
  await close()
  const folder = path.join(it.dataDir, 'files', company.id, 'evidence')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'foto.webp'), 'una foto')
  return { ...it, company, said: seed.out }
}

test(
  'OPS-04 una empresa exportada llega a otra instalación fila por fila, con sus archivos y sin secretos, y todo cuadra',
  async () => {
    const from = await seeded('30')
    const before = await rowsOf(from, from.company.id)
    expect(before.get('clients')?.length).toBe(30)
    expect(before.get('payments')?.length).toBeGreaterThan(20)
    const folder = path.join(from.root, 'exported')
    expect(await from.command('export', from.company.nit, folder)).toMatchObject({ code: 0, err: '' })
    // A second export into the same folder would mix two companies.
    expect(await from.command('export', from.company.nit, folder)).toMatchObject({ code: 1 })
    for (const file of await readdir(path.join(folder, 'tables')))
      expect([file, await readFile(path.join(folder, 'tables', file), 'utf8')]).toEqual([
        file,
        expect.not.stringMatching(/\$argon2|"sealed":"/),
      ])

    const to = await installation()
    const done = await to.command('import', folder)
    expect([done.code, done.err]).toEqual([0, ''])
    const after = await rowsOf(to, from.company.id)
    // The only new row is the event of the import.
    const events = after.get('events') ?? []
    after.set(
      'events',
      events.filter((row) => !row.includes('"company.imported"')),
    )
    expect(events.length - (after.get('events')?.length ?? 0)).toBe(1)
    for (const [name, rows] of before) expect([name, after.get(name)]).toEqual([name, rows])
    expect(await readFile(path.join(to.dataDir, 'files', from.company.id, 'evidence/foto.webp'), 'utf8')).toBe(
      'una foto',
    )
    expect(await to.command('invariants')).toMatchObject({ code: 0 })
    expect(await to.command('audit', 'verify', '--without-heads')).toMatchObject({ code: 0 })

    const again = await to.command('import', folder)
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('ya tiene la empresa') })
    const { rows } = await to.client.query('select from companies where nit = $1', [from.company.nit])
    expect(rows).toHaveLength(1)
  },
  MAX_MS,
)

test(
  'OPS-04 una importación que falla en la mitad no deja nada, y la siguiente entra',
  async () => {
    const from = await seeded('3')
    const folder = path.join(from.root, 'exported')
    await from.command('export', from.company.id, folder)
    const to = await installation()
    const payments = path.join(folder, 'tables/payments.ndjson')
    const whole = await readFile(payments, 'utf8')
    // A file that lost its end, and one whose amounts were changed by hand.
    for (const damaged of [whole.slice(0, whole.indexOf('\n') + 1), whole.replace(/"amount":\d+/, '"amount":1')]) {
      await writeFile(payments, damaged)
      const refused = await to.command('import', folder)
      expect(refused.code).toBe(1)
      expect(await companyOf(to)).toEqual({ id: '', nit: '' })
      expect(await readdir(to.dataDir)).not.toContain('files')
    }
    // A person who was made a superadmin by hand.
    const users = path.join(folder, 'tables/users.ndjson')
    const people = await readFile(users, 'utf8')
    await writeFile(payments, whole)
    await writeFile(users, people.replace('"role":"admin"', '"role":"superadmin"'))
    expect(await to.command('import', folder)).toMatchObject({
      code: 1,
      err: expect.stringContaining('superadministrador'),
    })
    // A row of another company.
    await writeFile(users, people)
    await writeFile(payments, whole.replace(/"company_id":"[^"]{8}/, '"company_id":"00000000'))
    expect(await to.command('import', folder)).toMatchObject({
      code: 1,
      err: expect.stringContaining('de otra empresa'),
    })
    expect(await companyOf(to)).toEqual({ id: '', nit: '' })
    await writeFile(payments, whole)
    expect(await to.command('import', folder)).toMatchObject({ code: 0, err: '' })
  },
  MAX_MS,
)

test(
  'seed crea empresas de prueba al lado de otras solo cuando se le dice, con la misma cantidad de clientes',
  async () => {
    const it = await installation()
    expect(await it.command('seed', 'muchos')).toMatchObject({
      code: 1,
      err: expect.stringContaining('cuántos clientes'),
    })
    expect(await it.command('seed', '5')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Contraseña de todos'),
    })
    await it.client.query(
      `insert into companies (nit, name, legal_representative, initial_letter) values ('900123456-8', 'Real', 'Ana', 'RE')`,
    )
    expect(await it.command('seed', '5')).toMatchObject({ code: 1, err: expect.stringContaining('--beside-others') })
    expect(await it.command('seed', '7', '--beside-others')).toMatchObject({ code: 0 })
    const { rows } = await it.client.query<{ name: string; count: number }>(
      `select c.name, (select count(*)::int from clients k where k.company_id = c.id) as count from companies c
       where kind = 'provider' and name <> 'Real' order by 1`,
    )
    expect(rows).toEqual([
      { name: 'Empresa de prueba 1', count: 5 },
      { name: 'Empresa de prueba 2', count: 7 },
    ])
    expect(await it.command('invariants')).toMatchObject({ code: 0 })
  },
  MAX_MS,
)

test('cada columna con un secreto se queda en su instalación, y ninguna tabla exportada depende de una que no lo es', async () => {
  const { client } = await installation()
  const { rows } = await client.query<{ column: string }>(`
    select c.relname || '.' || a.attname as "column" from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attname !~ '_(at|below)$' and (a.atttypid = 'bytea'::regtype or a.attname ~ 'secret|password|sealed|token') order by 1`)
  const exported = new Set((await listCompanyTables(client)).map(({ name }) => name))
  const left = rows
    .map(({ column }) => column)
    .filter((column) => {
      const [table = '', name = ''] = column.split('.')
      return exported.has(table) && COLUMNS_REPLACED[table]?.[name] === undefined
    })
  // Digests and files, which reveal nothing of a secret.
  expect(left).toEqual([
    'bank_files.digest',
    'bank_lines.key',
    'contract_signatures.text_hash',
    'contract_versions.text_hash',
    'event_seals.digest',
    'installation_reports.digest',
    'message_files.bytes',
    'payment_attempts.request_hash',
    'pqr_cases.digest',
    'pqr_mails.digest',
    'provider_events.digest',
  ])
  const { rows: keys } = await client.query<{ from: string; to: string }>(`
    select f.conrelid::regclass::text as from, f.confrelid::regclass::text as to from pg_constraint f where f.contype = 'f'`)
  expect(keys.filter((key) => exported.has(key.from) && key.to in TABLES_LEFT_OUT)).toEqual([])
})
