import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { proveDatabase } from '#server/db/prove.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const UNITS = readdirSync(path.join(ROOT, 'deploy/systemd'))
const ANALYZE = '/usr/bin/systemd-analyze'
const MAX_MS = 60_000

test(
  'OPS-01 systemd accepts each unit, with the program where this checkout has it',
  async ({ skip }) => {
    skip(!existsSync(ANALYZE), 'systemd is not installed')
    const folder = await mkdtemp(path.join(tmpdir(), 'enlace-units-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    for (const unit of UNITS)
      await writeFile(
        path.join(folder, unit),
        textOf(`deploy/systemd/${unit}`)
          .replaceAll('/srv/enlace/bin', path.join(ROOT, 'bin'))
          .replaceAll('file:///srv', 'https://example.com'),
      )
    const files = UNITS.map((unit) => path.join(folder, unit))
    const { stderr } = await promisify(execFile)(ANALYZE, ['verify', '--recursive-errors=no', '--man=no', ...files])
    expect(stderr.split('\n').filter((line) => line.includes('enlace'))).toEqual([])
  },
  MAX_MS,
)

test('OPS-01 the units run commands that exist, and the checks of docs/operations.md', () => {
  const main = textOf('src/server/main.ts')
  const commands = UNITS.flatMap((unit) =>
    [...textOf(`deploy/systemd/${unit}`).matchAll(/^ExecStart=.* \/srv\/enlace\/bin\/enlace (.+)$/gm)].map(
      ([, command = '']) => command,
    ),
  )
  expect(commands.toSorted()).toEqual(['api', 'audit verify', 'invariants', 'serve', 'work'])
  for (const command of commands) expect(main).toMatch(new RegExp(`^  '?${command}'?: \\{`, 'm'))
})

test('OPS-01 the data of each unit are in its folder of state, also when its file of variables is .env.example as it comes', async () => {
  const variables = Object.fromEntries(
    [...textOf('.env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  expect(variables).toHaveProperty('ENLACE_DATA')
  for (const unit of UNITS.filter((name) => name.endsWith('.service'))) {
    const text = textOf(`deploy/systemd/${unit}`)
    const own = Object.fromEntries(
      [...text.matchAll(/^Environment=([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    )
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(text) ?? []
    const asked = command.replace(/\/srv\/enlace\/bin\/enlace.*/, '/usr/bin/env')
    const [program = '', ...words] = asked.split(' ')
    // EnvironmentFile= wins over Environment= (systemd.exec).
    const { stdout } = await promisify(execFile)(program, words, { env: { ...own, ...variables } })
    expect([unit, stdout.split('\n').find((line) => line.startsWith('ENLACE_DATA='))]).toEqual([
      unit,
      'ENLACE_DATA=/var/lib/enlace',
    ])
  }
})

test('OPS-01 the image copies what exists, and runs as no superuser', () => {
  const image = textOf('Dockerfile')
  const copied = [...image.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))
  expect(copied.filter((source) => !existsSync(path.join(ROOT, source)))).toEqual([])
  const kept = [...image.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' ').map((source) => source.replace('/srv/enlace/', '')),
  )
  // dist and the packages are made by the build.
  expect(kept.filter((source) => source !== 'dist' && !existsSync(path.join(ROOT, source)))).toEqual([])
  expect(image).toMatch(/^USER node$/m)
  expect(textOf('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', '.git', 'node_modules']))
})

test('OPS-01 a command of the nightly check that fails does not stop the other one', () => {
  const starts = (unit: string) => [...textOf(`deploy/systemd/${unit}`).matchAll(/^ExecStart=(.*)$/gm)].length
  expect(UNITS.filter((unit) => unit.endsWith('.service') && starts(unit) !== 1)).toEqual([])
  // Requires= or BindsTo= would stop the second unit with the first one.
  expect(textOf('deploy/systemd/enlace-check.service')).toMatch(/^Wants=enlace-verify.service$/m)
  const verify = textOf('deploy/systemd/enlace-verify.service')
  expect(verify).toMatch(/^After=.* enlace-check.service$/m)
  expect(verify).not.toMatch(/^(Requires|Requisite|BindsTo|PartOf)=/m)
})

test('OPS-01 the compose file passes each variable of .env.example that the image does not set, and no other', () => {
  const known = [...textOf('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].flatMap(([, name = '']) => name)
  const [, server = ''] = textOf('deploy/compose.yaml').split('  enlace:\n')
  const set = [...server.matchAll(/^ {6}([A-Z0-9_]+): /gm)].flatMap(([, name = '']) => name)
  const [, ofImage = ''] = /^ENV (.+)$/m.exec(textOf('Dockerfile')) ?? []
  const fixed = [...ofImage.matchAll(/([A-Z0-9_]+)=/g)].flatMap(([, name = '']) => name)
  expect(fixed.length).toBeGreaterThan(2)
  expect(set.toSorted()).toEqual(known.filter((name) => !fixed.includes(name)).toSorted())
})

test(
  'OPS-01 the statements that create the database of the containers make one that the program accepts and migrates',
  async () => {
    const script = textOf('deploy/postgresql/create-database.sh')
    const statements = script.split("<<'SQL'\n")[1]?.split('\nSQL')[0] ?? ''
    // The roles belong to the whole cluster of the tests: these have other names, of which no test of the program's roles takes notice.
    const mark = `deploy_${process.pid}`
    const own = statements
      .replaceAll(/enlace(_owner|_login)?/g, (name) => `${mark}_${name}`)
      .replace(":'owner'", "'dueño-de-prueba'")
      .replace(":'login'", "'login-de-prueba'")
    const adminUrl = inject('adminUrl')
    const admin = new Client({ connectionString: adminUrl })
    await admin.connect()
    onTestFinished(async () => {
      await admin.query(`drop database if exists ${mark}_enlace with (force)`)
      for (const role of ['login', 'owner']) await admin.query(`drop role if exists ${mark}_enlace_${role}`)
      await admin.end()
    })
    for (const statement of own.split(';').filter((one) => one.trim() !== '')) await admin.query(statement)
    const urlOf = (role: string, password: string): string => {
      const url = new URL(adminUrl)
      url.username = `${mark}_enlace_${role}`
      url.password = password
      url.pathname = `/${mark}_enlace`
      return url.href
    }
    const [ownerUrl, loginUrl] = [urlOf('owner', 'dueño-de-prueba'), urlOf('login', 'login-de-prueba')]
    await proveDatabase({ databaseUrl: loginUrl, databaseAdminUrl: ownerUrl })
    // The roles of the program are of another owner in this cluster, which only its own administrator may grant.
    await admin.query(
      `grant enlace_app, enlace_platform, enlace_search, enlace_radius_reader, enlace_radius to ${mark}_enlace_owner with admin option`,
    )
    expect((await migrate(ownerUrl, `${mark}_enlace_login`)).length).toBe(
      readdirSync(path.join(ROOT, 'db/migrations')).length,
    )
  },
  MAX_MS,
)

test(
  'PQR-03 the script of Postfix delivers a mail as it came, and only what Enlace decided is not tried again',
  async ({ skip }) => {
    skip(!existsSync('/usr/bin/curl'), 'curl is not installed')
    const received: { headers: IncomingHttpHeaders; body: Buffer }[] = []
    let status = 200
    const server = createServer(async (request, response) => {
      received.push({ headers: request.headers, body: await buffer(request) })
      response.writeHead(status).end('{}')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const folder = await mkdtemp(path.join(tmpdir(), 'enlace-reply-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const settings = path.join(folder, 'curl')
    const mail = Buffer.from('From: ana@correo.test\r\n\r\nñ @no-es-un-archivo\0\r\n.\r\n')
    const deliver = async (url: string): Promise<number | null> => {
      await writeFile(settings, `url = "${url}"\nheader = "Authorization: Bearer clave"\n`)
      const script = spawn(path.join(ROOT, 'deploy/postfix/deliver-reply'), {
        env: { ...process.env, ENLACE_REPLY_SETTINGS: settings },
      })
      script.stdin.end(mail)
      const [code]: (number | null)[] = await once(script, 'exit')
      return code ?? null
    }
    const codes: (number | null)[] = []
    for (const answer of [200, 400, 413, 404, 429, 503]) {
      status = answer
      codes.push(await deliver(`http://127.0.0.1:${port}/api/pqr/inbound`))
    }
    expect(codes).toEqual([0, 65, 65, 75, 75, 75])
    expect(received[0]?.body.equals(mail)).toBe(true)
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer clave', 'content-type': 'message/rfc822' })
    // No program listens there.
    expect(await deliver('http://127.0.0.1:9/api/pqr/inbound')).toBe(75)
  },
  MAX_MS,
)
