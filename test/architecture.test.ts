import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { paths } from '#domain/core/paths.ts'
import { goesLeft, importsIn, listImports, MODULES, moduleOf, withoutComments } from '../scripts/modules.ts'
import { modulesTable } from '../scripts/print-modules.ts'
import { ACROSS_COMPANIES, MAIL_SENDERS } from './named-files.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const LINES_MAX = 350
const MAIN = 'src/server/main.ts'
const FORBIDDEN_NAMES = /^(utils?|helpers?|common|misc|types|index|shared|manager|service)\.tsx?$/
/** Printed from the database: the only file that may be called types. */
const PRINTED = 'src/server/db/types.ts'

type File = { path: string; text: string }

const files: File[] = ['src', 'test', 'e2e', 'bench', 'faults'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(path.join(ROOT, folder, name), 'utf8') })),
)
const sources = files.filter((file) => file.path.startsWith('src/'))
const product = sources.filter((file) => !/\.test\.tsx?$/.test(file.path))

const edges = listImports()
type Edge = Pick<(typeof edges)[number], 'from' | 'to' | 'typeOnly'>

const inside = (folder: string) => (file: string) => file.startsWith(folder)

/** Slow calls on a file of 5 MB: on the event loop every other request would wait for them. */
const PARSERS =
  /^(csv-parse|read-excel-file|fflate)|^src\/server\/files\/(csv-read|xlsx-read|table-worker|zip-write-worker)\.ts$/

const rules: Record<string, (edge: Edge) => boolean> = {
  'domain imports only itself and zod/mini': ({ from, to }) =>
    !inside('src/domain/')(from) || inside('src/domain/')(to) || to === 'zod/mini',
  'web never reaches the server or node': ({ from, to }) =>
    !inside('src/web/')(from) || !(inside('src/server/')(to) || to.startsWith('node:')),
  'server never reaches the web or react': ({ from, to }) =>
    !inside('src/server/')(from) || !(inside('src/web/')(to) || to.startsWith('react')),
  'the kit knows no feature and no router': ({ from, to }) =>
    !inside('src/web/ui/')(from) ||
    !(to.startsWith('react-router') || (inside('src/web/')(to) && !inside('src/web/ui/')(to))),
  'only serve.ts and static.ts know the HTTP framework': ({ from, to, typeOnly }) =>
    !/^(fastify|@fastify\/)/.test(to) || typeOnly || /^src\/server\/core\/(serve|static)\.ts$/.test(from),
  'only a worker parses CSV and workbooks': ({ from, to }) =>
    !PARSERS.test(to) ||
    /^src\/server\/(files\/(csv-read|xlsx-read|table-worker|zip-write-worker)|banks\/file-worker)\.ts$/.test(from),
  'each import names a file that exists': ({ to }) =>
    !to.startsWith('src/') || /\.(css|txt|json)$/.test(to) || sources.some((file) => file.path === to),
}

test('the test sees the code', () => {
  expect(product.length).toBeGreaterThan(60)
  expect(edges.length).toBeGreaterThan(1_500)
  expect(
    edges.some((edge) => edge.from === 'src/server/plans/plans.ts' && edge.to === 'src/domain/plans/plan.ts'),
  ).toBe(true)
})

for (const [rule, allows] of Object.entries(rules)) {
  test(rule, () => expect(edges.filter((edge) => !allows(edge)).map(({ from, to }) => `${from} → ${to}`)).toEqual([]))
}

test('each rule catches a planted fault', () => {
  const planted: Record<string, [string, string]> = {
    'domain imports only itself and zod/mini': ['src/domain/a/a.ts', 'node:fs'],
    'web never reaches the server or node': ['src/web/a/A.tsx', 'src/server/app.ts'],
    'server never reaches the web or react': ['src/server/a/a.ts', 'react'],
    'the kit knows no feature and no router': ['src/web/ui/A.tsx', 'react-router'],
    'only serve.ts and static.ts know the HTTP framework': ['src/server/a/a.ts', 'fastify'],
    'only a worker parses CSV and workbooks': ['src/server/imports/imports.ts', 'src/server/files/csv-read.ts'],
    'each import names a file that exists': ['src/server/a/a.ts', 'src/server/gone.ts'],
  }
  for (const [rule, [from, to]] of Object.entries(planted))
    expect(rules[rule]?.({ from, to, typeOnly: false }), rule).toBe(false)
})

const filesWith = (pattern: RegExp, allowed: RegExp): string[] =>
  product
    .filter((file) => !allowed.test(file.path) && pattern.test(withoutComments(file.text)))
    .map((file) => file.path)

test('only main.ts reads process.env', () => {
  expect(filesWith(/process\.env/, /^src\/server\/main\.ts$/)).toEqual([])
})

test('OPS-02 each program that calls process.exit first sets the flags with which Node ends', () => {
  const ends = (text: string) => /\bprocess\.exit\(/.test(withoutComments(text))
  const programs = files.filter(({ path: file }) => /-(child|simulator)\.ts$/.test(file) || file.endsWith('/main.ts'))
  const ending = [...programs.filter(({ text }) => ends(text)), ...programs.filter(({ path: file }) => file === MAIN)]
  expect(ending.length).toBeGreaterThan(2)
  expect(
    ending.filter(({ text }) => !/^import '(#server|\.)\/exit-flags\.ts'\n/.test(text)).map((file) => file.path),
  ).toEqual([])
})

test('only providers and the browser call fetch', () => {
  expect(
    filesWith(/\bfetch\(/, /^src\/(server\/providers\/|simulators\/|web\/core\/|web\/notifications\/live\.ts$)/),
  ).toEqual([])
})

/** The first part of each address of a screen: 'clients', 'view'. */
const SCREEN_PARTS = Object.values(paths)
  .map((address) => (typeof address === 'string' ? address : address('pse', 'pse')).split(/[/?]/)[1])
  .filter((part) => part)
/** An address of a screen in a text, or after an expression. */
const SCREENS = new RegExp(`['"\`}]/(${SCREEN_PARTS.join('|')})\\b`)

test('the server takes the addresses of the screens from domain/core/paths.ts', () => {
  // The APIs of Wompi and Meta, and the groups of our API have paths of their own.
  const allowed =
    /^src\/(domain\/(?!notifications\/notification\.ts)|web\/|demo\/|simulators\/|embedded-|server\/(providers\/(wompi|whatsapp)\/|platform\/openapi\.ts))/
  expect(filesWith(SCREENS, allowed)).toEqual([])
  for (const planted of ["'/clients'", '`/view/invoice/${id}`', '`${publicUrl}/factura/${token}`'])
    expect(SCREENS.test(planted), planted).toBe(true)
})

/** The time zone by its name, or a conversion to another zone than UTC in a statement. */
const ZONES = /America\/Bogota|\bat time zone (?!'UTC')/i

test('the time zone of Bogotá is named in two places: domain/core/days.ts, and server/db/days.ts for statements', () => {
  expect(filesWith(ZONES, /^src\/(domain\/core|server\/db)\/days\.ts$/)).toEqual([])
  for (const planted of [
    "timeZone: 'America/Bogota'",
    "(at at time zone 'America/Bogota')::date",
    'at time zone ${ZONE}',
  ])
    expect(ZONES.test(planted), planted).toBe(true)
  expect(ZONES.test("to_char(at at time zone 'UTC', 'YYYY')")).toBe(false)
})

/** The day of an instant in UTC, which is another day than that of Colombia from seven in the evening. */
const UTC_DAY = /toISOString\(\)\s*\.(slice|substring)\(0, ?10\)/

test('only domain/core/days.ts, and a cell of a workbook, take the day of an instant in UTC', () => {
  const text = (file: { text: string }) => UTC_DAY.test(file.text)
  const found = sources.filter(text).map((file) => file.path)
  expect(found.toSorted()).toEqual(['src/domain/core/days.ts', 'src/server/files/xlsx-read.ts'])
})

test('only the ledger and the invariants name the journal and the counters', () => {
  const words = /\b(from|into|update|join)\s+(journal|counters)\b|'(journal|counters)'|\b(debit|credit)_account\b/
  expect(filesWith(words, /^src\/(server\/(ledger|invariants)\/|server\/db\/types\.ts|domain\/|web\/)/)).toEqual([])
})

test('only a named list of files works across companies, each with its reason', () => {
  const found = product.filter((file) =>
    /ctx\.platform\b|'enlace_platform'|\b(?:inPlatformTx|readInPlatformTx)\(/.test(withoutComments(file.text)),
  )
  const server = found
    .filter((file) => file.path.startsWith('src/server/'))
    .map((file) => file.path.slice('src/server/'.length))
  expect(server.toSorted()).toEqual(Object.keys(ACROSS_COMPANIES).toSorted())
})

test('only a named list of files sends mail, each with its reason', () => {
  const sends = /\bmailer\b(\?\.|\.)send\b/
  expect(filesWith(sends, /^$/).toSorted()).toEqual(
    Object.keys(MAIL_SENDERS)
      .map((name) => `src/server/${name}`)
      .toSorted(),
  )
})

/** The functions that read an uploaded file. A transaction that waited for them would keep a connection of the pool. */
const FILE_READERS = /\b(readTable|readClientTable|readFile|keepImage|queueReading|queueUpload)\s*\(/
const TRANSACTION =
  /\.(?:tx|platform)\(|\b(?:inTransaction|inSystemTx|inPlatformTx|readInPlatformTx|txWithKey|apart|lookApart)\(/g

/** The arguments of each call that opens a transaction, up to its closing parenthesis. */
function transactionsIn(text: string): string[] {
  const code = withoutComments(text)
  return [...code.matchAll(TRANSACTION)].map((match) => {
    const start = match.index + match[0].length
    let depth = 1
    let end = start
    for (; end < code.length && depth > 0; end += 1) depth += code[end] === '(' ? 1 : code[end] === ')' ? -1 : 0
    return code.slice(start, end)
  })
}

const readsInTransaction = ({ path: name, text }: File): boolean =>
  name.startsWith('src/server/') && transactionsIn(text).some((body) => FILE_READERS.test(body))

test('an uploaded file is never read inside a transaction', () => {
  expect(product.filter(readsInTransaction).map((file) => file.path)).toEqual([])
  const readers = product.filter((file) => file.path.startsWith('src/server/') && FILE_READERS.test(file.text))
  expect(readers.map((file) => file.path)).toEqual(
    expect.arrayContaining(['src/server/imports/imports.ts', 'src/server/profile/profile.ts']),
  )
  const planted = ['ctx.tx(async (tx) => f(tx, await readFile(ctx, body)))', 'ctx.platform((tx) => keepImage(tx))']
  for (const text of planted) expect(readsInTransaction({ path: 'src/server/a/a.ts', text })).toBe(true)
  expect(readsInTransaction({ path: 'src/server/a/a.ts', text: 'f(await readFile(b), await ctx.tx(g))' })).toBe(false)
  // A file that reads uploads does not receive a transaction from its caller either.
  const takesTx = product.filter((file) => /files\/(table|images)\.ts$/.test(file.path) && /\bTx\b/.test(file.text))
  expect(takesTx.map((file) => file.path)).toEqual([])
})

test('the domain has no clock, no chance and no waiting', () => {
  const impure = sources.filter((file) => file.path.startsWith('src/domain/') && !file.path.includes('.test.'))
  const found = impure.filter((file) =>
    /new Date\(\)|Date\.now|Math\.random|\basync\b|\bawait\b/.test(withoutComments(file.text)),
  )
  expect(found.map((file) => file.path)).toEqual([])
})

test('a class is the exception: the refusal, and the error boundary that React asks for', () => {
  expect(
    filesWith(/(^|\n)\s*(export )?class /, /^src\/(domain\/core\/refusal\.ts|web\/ui\/ErrorBoundary\.tsx)$/),
  ).toEqual([])
})

test('HTML is never written by hand into a page', () => {
  expect(filesWith(/dangerouslySetInnerHTML|\.innerHTML\s*=/, /^$/)).toEqual([])
})

test('files are short, and named for what they hold', () => {
  const long = files.filter((file) => file.path !== PRINTED && file.text.split('\n').length > LINES_MAX)
  expect(long.map((file) => file.path)).toEqual([])
  const lengths = product
    .filter((file) => file.path !== PRINTED)
    .map((file) => file.text.split('\n').length)
    .toSorted((a, b) => a - b)
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(90)
  expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThanOrEqual(220)
  const unnamed = sources.filter((file) => FORBIDDEN_NAMES.test(path.basename(file.path)) && file.path !== PRINTED)
  expect(unnamed.map((file) => file.path)).toEqual([])
})

test('a module imports only modules to its left, in domain, server and web', () => {
  const folders = new Set(edges.flatMap(({ fromModule, toModule }) => [fromModule, toModule]))
  expect([...folders].filter((name) => name !== null && !MODULES.includes(name))).toEqual([])
  expect(edges.filter((one) => !goesLeft(one)).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  const planted: [string, string][] = [
    ['src/server/plans/plans.ts', 'src/server/payments/manual.ts'],
    ['src/web/plans/PlansPage.tsx', 'src/domain/payments/payment.ts'],
    ['src/domain/core/days.ts', 'src/domain/plans/plan.ts'],
  ]
  for (const [from, to] of planted)
    expect(goesLeft({ from, to, fromModule: moduleOf(from), toModule: moduleOf(to) })).toBe(false)
})

test('docs/architecture.md has the modules as they are (npm run modules)', () => {
  // The formatter pads the table.
  const plain = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')
  const page = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8')
  expect(plain(page)).toContain(plain(modulesTable()))
  expect(/```\n([^`]*)```/.exec(page)?.[1]?.match(/[a-z-]+/g)).toEqual(MODULES)
})

test('the demo, the simulators and the embedded database are imported by the commands only', () => {
  const users = edges.filter(
    ({ from, to }) =>
      /^src\/(demo|simulators|embedded-postgres)\//.test(to) &&
      !/^src\/(demo|simulators|embedded-postgres)\//.test(from),
  )
  expect([...new Set(users.map(({ from }) => from))].toSorted()).toEqual([
    'src/server/db/embedded.ts',
    'src/server/db/print-files.ts',
    'src/server/main.ts',
  ])
})

/** What a process loads when its first file is `entry`: without the imports that are reached later, or never. */
function loadedWith(entry: string, imports: readonly (Edge & { isDynamic: boolean })[]): Set<string> {
  const loaded = new Set([entry])
  for (const file of loaded)
    for (const { from, to, typeOnly, isDynamic } of imports)
      if (from === file && !typeOnly && !isDynamic) loaded.add(to)
  return loaded
}

test('production loads no code of the demo, the simulators or the embedded database', () => {
  const isDemo = (file: string): boolean => /^src\/(demo|simulators|embedded-postgres)\//.test(file)
  const loaded = loadedWith('src/server/main.ts', edges)
  expect(loaded.size).toBeGreaterThan(300)
  expect([...loaded].filter(isDemo)).toEqual([])
  const planted = importsIn('src/server/app.ts', "import { runDemo } from '#demo/run.ts'\n")
  expect([...loadedWith('src/server/main.ts', [...edges, ...planted])].some(isDemo)).toBe(true)
})

test('no cycles between files', () => {
  const next = new Map<string, string[]>()
  for (const { from, to, typeOnly } of edges)
    if (!typeOnly && to.startsWith('src/')) next.set(from, [...(next.get(from) ?? []), to])
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (file: string, trail: string[]): void => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '))
      return
    }
    state.set(file, 'open')
    for (const to of next.get(file) ?? []) visit(to, [...trail, file])
    state.set(file, 'done')
  }
  for (const file of next.keys()) visit(file, [])
  expect(cycles).toEqual([])
})

test('migrations have one number each', () => {
  const numbers = readdirSync(path.join(ROOT, 'db/migrations')).map((name) => name.slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
})
