import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { proveDatabase } from '#server/db/prove.ts'
import { cloneDatabase } from './database.ts'
import { changed, productionEnv, runCommand, startCommand } from './operator-process.ts'
import { START_MAX_MS } from './start-limit.ts'

/** A test starts up to ten processes. */
const MAX_MS = 2 * START_MAX_MS
const CHECKS = [['invariants'], ['audit', 'verify'], ['create-superadmin', 'ana@ejemplo.co'], ['superadmin', 'list']]
const STACK = / at .*\.ts:\d+|node:internal/

let database: Awaited<ReturnType<typeof cloneDatabase>>
let dataDir = ''
let env: Record<string, string> = {}

beforeAll(async () => {
  database = await cloneDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-operator-'))
  env = productionEnv(database, dataDir)
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function asOwner(statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}

test(
  'OPS-03 a check or a command without DATABASE_URL refuses with its name, and with --demo it creates no database',
  async () => {
    const nothing = { ENLACE_DATA: path.join(dataDir, 'never') }
    for (const words of CHECKS) {
      const [unset, demo] = await Promise.all([runCommand(words, nothing), runCommand([...words, '--demo'], nothing)])
      expect(unset).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Falta DATABASE_URL') })
      expect(demo).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('No hay datos de la demostración en'),
      })
    }
    const both = await runCommand(['invariants', '--demo'], env)
    expect(both).toMatchObject({ code: 1, err: expect.stringContaining('DATABASE_URL y --demo') })
    expect(await readdir(dataDir)).not.toContain('never')
  },
  MAX_MS,
)

test(
  'OPS-03 a check prints the database that it looked at, and no password',
  async () => {
    const { host, pathname, password } = new URL(database.appUrl)
    const { code, out } = await runCommand(['invariants'], env)
    expect(out).toContain(`Base de datos: ${pathname.slice(1)} en ${host}`)
    expect(out).toMatch(/Todo cuadra: \d+ comprobaciones/)
    expect(out).not.toContain(password)
    expect(code).toBe(0)
  },
  MAX_MS,
)

test(
  'OPS-03 an unknown command, flag or word is an error: the help goes to the standard error and the exit code is 2',
  async () => {
    for (const words of [['servr'], ['invariant'], ['invariants', '--dmeo'], ['migrate', 'now'], []]) {
      const { code, out, err } = await runCommand(words, env)
      expect([words, code, out]).toEqual([words, 2, ''])
      expect(err).toContain('Uso: bin/enlace')
    }
    expect(await runCommand(['help'], {})).toMatchObject({ code: 0, err: '' })
    expect(await runCommand(['--version'], {})).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Enlace \d+\.\d+/),
    })
  },
  MAX_MS,
)

test(
  'OPS-03 a start with a wrong setting stops with one sentence that has the name of the variable, without a stack',
  async () => {
    const wrong: [Record<string, string>, string][] = [
      [{ PORT: 'abc' }, 'PORT: debe ser un número entero'],
      [
        { DATABASE_URL: changed(database.appUrl, (url) => (url.password = 'otra')) },
        'DATABASE_URL: PostgreSQL no acepta',
      ],
    ]
    for (const [setting, sentence] of wrong) {
      const { code, out, err } = await runCommand(['serve'], { ...env, ...setting })
      expect([setting, code, out]).toEqual([setting, 1, ''])
      expect(err).toContain(sentence)
      expect(err).not.toMatch(STACK)
    }
  },
  MAX_MS,
)

test('OPS-03 each address of the database is proved: server, user, password, name, owner, and that both are of one database', async () => {
  const { appUrl, ownerUrl } = database
  const of = (url: string, change: (copy: URL) => void) => changed(url, change)
  const wrong: [string, string | undefined, string][] = [
    [
      of(appUrl, (url) => (url.password = 'otra')),
      ownerUrl,
      'DATABASE_URL: PostgreSQL no acepta al usuario enlace_login',
    ],
    [
      appUrl,
      of(ownerUrl, (url) => (url.password = 'otra')),
      'DATABASE_ADMIN_URL: PostgreSQL no acepta al usuario enlace_owner',
    ],
    [of(appUrl, (url) => (url.port = '1')), ownerUrl, 'DATABASE_URL: PostgreSQL no responde en 127.0.0.1:1.'],
    [
      of(appUrl, (url) => (url.hostname = 'no.invalid')),
      ownerUrl,
      'DATABASE_URL: no se encuentra el equipo no.invalid',
    ],
    [of(appUrl, (url) => (url.pathname = '/ninguna')), ownerUrl, 'DATABASE_URL: no existe la base de datos ninguna'],
    [
      appUrl,
      of(ownerUrl, (url) => (url.pathname = '/postgres')),
      'DATABASE_ADMIN_URL: es de otra base de datos que DATABASE_URL',
    ],
    [appUrl, undefined, 'DATABASE_URL: el usuario enlace_login no es el dueño'],
    [appUrl, appUrl, 'DATABASE_ADMIN_URL: el usuario enlace_login no es el dueño'],
  ]
  for (const [databaseUrl, databaseAdminUrl, sentence] of wrong)
    await expect(proveDatabase({ databaseUrl, databaseAdminUrl })).rejects.toThrow(sentence)
  await proveDatabase({ databaseUrl: appUrl, databaseAdminUrl: ownerUrl })
  await proveDatabase({ databaseUrl: ownerUrl, databaseAdminUrl: undefined })
})

test(
  'OPS-03 a check on an older or a newer schema says so and changes nothing',
  async () => {
    const [last] = await asOwner(
      'delete from schema_migrations where name = (select max(name) from schema_migrations) returning name, digest',
    )
    const { name, digest } = z.parse(z.object({ name: z.string(), digest: z.string() }), last)
    for (const words of CHECKS.slice(0, 3)) {
      const { code, err } = await runCommand(words, env)
      expect([words, code]).toEqual([words, 1])
      expect(err).toContain(`esquema anterior al de este programa (falta ${name})`)
    }
    expect(await asOwner(`select name from schema_migrations where name = '${name}'`)).toEqual([])
    await asOwner(`insert into schema_migrations (name, digest) values ('${name}', '${digest}')`)
    await asOwner(`insert into schema_migrations (name, digest) values ('9999_later.sql', 'x')`)
    expect(await runCommand(['invariants'], env)).toMatchObject({ code: 1, err: expect.stringContaining('más nueva') })
    await asOwner(`delete from schema_migrations where name = '9999_later.sql'`)
  },
  MAX_MS,
)

test(
  'OPS-03 audit verify without its heads file says that a cut would not be noticed, and succeeds only with --without-heads',
  async () => {
    const without = await runCommand(['audit', 'verify'], env)
    expect(without).toMatchObject({ code: 1, out: expect.stringContaining('no hay con qué comparar') })
    const asked = await runCommand(['audit', 'verify', '--without-heads'], env)
    expect(asked).toMatchObject({ code: 0, out: expect.stringContaining('Lo que hay de la bitácora está bien') })
  },
  MAX_MS,
)

test(
  'OPS-03 superadmins are listed, disabled and given another password by commands, and the last one keeps the access',
  async () => {
    const command = (...words: string[]) => runCommand(words, env)
    expect(await command('superadmin', 'list')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nadie administra'),
    })
    expect((await command('create-superadmin', 'ana@ejemplo.co')).code).toBe(0)
    expect(await command('superadmin', 'disable', 'ana@ejemplo.co')).toMatchObject({
      code: 1,
      err: expect.stringContaining('es la única persona'),
    })
    const made = await command('create-superadmin', 'luis@ejemplo.co')
    expect(made.out).toMatch(/Primera contraseña: \S{20}/)
    expect(await command('superadmin', 'disable', 'Ana@ejemplo.co')).toMatchObject({ code: 0 })
    expect((await command('superadmin', 'list')).out).toMatch(
      /ana@ejemplo\.co +sin acceso +no ha entrado\nluis@ejemplo\.co +activo/,
    )
    const reset = await command('superadmin', 'reset', 'ana@ejemplo.co')
    expect(reset.out).toMatch(/Usuario: ana@ejemplo\.co\nPrimera contraseña: \S{20}/)
    const [ana] = await asOwner(`select is_active, is_first_login from users where username = 'ana@ejemplo.co'`)
    expect(ana).toEqual({ is_active: true, is_first_login: true })
    expect(await command('superadmin', 'reset', 'nadie@ejemplo.co')).toMatchObject({
      code: 1,
      err: expect.stringContaining('superadmin list'),
    })
    const events = await asOwner(`select name from events where actor_name = 'La consola' order by id`)
    expect(events.map(({ name }) => name)).toEqual(['user.created', 'user.created', 'user.updated', 'user.reset'])
  },
  MAX_MS,
)

test(
  'OPS-03 functions that a restore gave to the owner of the database get their roles again from migrate, and users sign in',
  async () => {
    const list = `select oid::regprocedure::text as name, proowner::regrole::text as role from pg_proc
      where pronamespace in ('public'::regnamespace, 'radius'::regnamespace) and proowner <> 'enlace_owner'::regrole
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') order by 1`
    const before = await asOwner(list)
    expect(before).toHaveLength(14)
    const admin = new Client({
      connectionString: changed(database.adminUrl, (url) => (url.pathname = new URL(database.appUrl).pathname)),
    })
    await admin.connect()
    for (const { name } of before) await admin.query(`alter function ${String(name)} owner to enlace_owner`)
    await admin.end()
    expect(await asOwner(list)).toEqual([])
    expect(await runCommand(['migrate'], env)).toMatchObject({ code: 0, out: expect.stringContaining('está al día') })
    expect(await asOwner(list)).toEqual(before)
    const [rights] = await asOwner(
      `select bool_or(has_schema_privilege(role, schema, 'create')) as may_create from unnest(array['public', 'radius']) schema,
         unnest(array['enlace_platform', 'enlace_search', 'enlace_radius_reader']) role`,
    )
    expect(rights).toEqual({ may_create: false })
  },
  MAX_MS,
)

test(
  'OPS-03 work says that it answers no request, names its connections, and ends with 0',
  async () => {
    const work = startCommand(['work'], env)
    onTestFinished(() => void work.kill('SIGKILL'))
    await expect.poll(() => work.out(), { timeout: MAX_MS }).toContain('No atiende peticiones')
    const names = await asOwner(`select distinct application_name as name from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)
    expect(names.map(({ name }) => name)).toContain('enlace queue')
    expect(names.map(({ name }) => name)).not.toContain('')
    work.kill('SIGHUP')
    expect((await work.ended()).code).toBe(0)
  },
  MAX_MS,
)
