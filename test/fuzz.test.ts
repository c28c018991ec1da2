import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { anything, assert, asyncProperty, constantFrom, nat, oneof, string } from 'fast-check'
import { expect, test } from 'vitest'
import type { Endpoint } from '#domain/core/api.ts'
import { ROLES } from '#domain/core/roles.ts'
import { routes } from '#server/app.ts'
import { listBreaches } from '#server/invariants/check.ts'
import { placesOf } from './schema-places.ts'
import { type Person, testApp } from './world.ts'

const t = testApp()

/** `FUZZ_CALLS=100000 FUZZ_SEED=7 npx vitest run test/fuzz.test.ts` is the long run; a failure names the seed. */
const CALLS = Number(process.env['FUZZ_CALLS'] ?? 1_500)
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_122)
const ANSWER_MAX_MS = 2_000
const NOWHERE = '01890000-0000-7000-8000-000000000000'

/** The most that what is kept may grow in the second half of the calls: caches are full by then. */
const GROWTH_MAX_MB = 20

/** The memory that a process keeps after a garbage collection, in MB. */
function keptMb(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('this Node gives no gc')
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_000_000
}

/** Values that programs of the internet have failed on, and those that a field of ours expects. */
const value = oneof(
  constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    0.001,
    1e9,
    1e21,
    Number.MAX_SAFE_INTEGER,
    '',
    ' ',
    '\0',
    '\ud800x',
    '\u202e',
    "' or 1=1 --",
    '%_\\',
    '../../etc/passwd',
    '<script>',
    '=1+1',
    '0',
    '1e3',
    '-0',
    'NaN',
    '2026-02-30',
    '2026-11-20',
    '9999-12-31',
    '0000-01-01',
    '2026-11',
    '9999-99',
    '2026-11-20T10:00:00Z',
    '0000-01-01T00:00:00Z',
    NOWHERE,
    'AF-000001',
    '3001234567',
    'ana@correo.test',
    'x'.repeat(10_000),
    [],
    {},
    [[[[]]]],
    { constructor: 1 },
    'ﷺ'.repeat(50),
    '🧑‍🚀',
  ),
  string({ unit: 'binary' }),
  anything({ maxDepth: 2, withNullPrototype: false }),
)

const targets = routes.filter(
  ({ endpoint }) => endpoint.replyAs !== 'stream' && endpoint.session === undefined && endpoint.path !== '/maintenance',
)

/** An input with the hostile value in one place of the schema, or instead of all of it. */
function inputOf(schema: Endpoint['body'], hostile: unknown, at: number): unknown {
  if (schema === undefined) return hostile
  const places = placesOf(schema)
  const place = places[at % (places.length + 1)]
  return place === undefined ? hostile : place.inputWith(hostile)
}

const textOf = (hostile: unknown): string => (typeof hostile === 'string' ? hostile : (JSON.stringify(hostile) ?? ''))

function requestOf(endpoint: Endpoint, hostile: unknown, at: number) {
  const part = at % 3
  const param = part === 0 && typeof hostile === 'string' ? hostile.toWellFormed() : NOWHERE
  const path = endpoint.path.replace(/:\w+/g, () => encodeURIComponent(param.slice(0, 150)) || 'x')
  const query = part === 1 || endpoint.method === 'GET' ? inputOf(endpoint.query, hostile, at) : {}
  const pairs = typeof query === 'object' && query !== null ? Object.entries(query) : []
  const search = pairs.map(
    ([key, one]) =>
      `${encodeURIComponent(key.toWellFormed())}=${encodeURIComponent(textOf(one).toWellFormed().slice(0, 500))}`,
  )
  const body = endpoint.method === 'GET' ? undefined : JSON.stringify(inputOf(endpoint.body, hostile, at) ?? null)
  return { url: `/api${path}${search.length === 0 ? '' : `?${search.join('&')}`}`, body }
}

test(`API-03 ${CALLS} llamadas torcidas a todas las direcciones y roles: ninguna es un 500 ni tarda, la memoria no crece y los libros cuadran`, async () => {
  const company = await t.company({ integrations: true })
  const people = new Map<string, Person>()
  for (const role of ROLES) people.set(role, await company.person(role))
  const statuses = new Map<number, number>()
  let calls = 0
  let half = 0
  await assert(
    asyncProperty(nat(), nat(), value, async (which, at, hostile) => {
      calls += 1
      if (calls === Math.ceil(CALLS / 2)) half = keptMb()
      const route = targets[which % targets.length]
      if (!route) return
      const { endpoint } = route
      const roles = endpoint.roles === 'public' ? ROLES : endpoint.roles
      const token = people.get(roles[at % roles.length] ?? 'admin')?.token ?? ''
      const { url, body } = requestOf(endpoint, hostile, at)
      const start = process.threadCpuUsage()
      const answer = await t.app.inject({
        method: endpoint.method,
        url,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': `${which} ${at}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: body }),
      })
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
      expect(answer.statusCode, `${endpoint.method} ${url.slice(0, 200)} ${(body ?? '').slice(0, 500)}`).not.toBe(500)
      const { user, system } = process.threadCpuUsage(start)
      expect((user + system) / 1_000).toBeLessThan(ANSWER_MAX_MS)
    }),
    { numRuns: CALLS, seed: SEED, endOnFailure: true },
  )
  const grown = keptMb() - half
  process.stdout.write(
    `fuzz: ${CALLS} calls, ${JSON.stringify(Object.fromEntries(statuses))}, memory ${half.toFixed()} MB, then ${grown.toFixed()} MB more\n`,
  )
  expect(grown).toBeLessThan(GROWTH_MAX_MB)
  expect(statuses.size).toBeGreaterThan(3)
  const client = await t.owner.connect()
  try {
    expect(await listBreaches(client)).toEqual([])
  } finally {
    client.release()
  }
}, 3_600_000)
