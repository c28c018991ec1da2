import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#domain/core/api.ts'
import { ROLES, type Role } from '#domain/core/roles.ts'
import { routes } from '#server/app.ts'
import { CASES } from './cases/all-cases.ts'
import { placesOf } from './schema-places.ts'
import { type Person, testApp } from './world.ts'

const t = testApp()

const FORBIDDEN_WORDS = /Tu sesión ha expirado|Token inválido|No autorizado|Unauthorized/
const NOWHERE = '01890000-0000-7000-8000-000000000000'

const nameOf = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`
const paramsOf = (endpoint: Endpoint): Record<string, string> =>
  Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map((match) => [match[1] ?? '', NOWHERE]))

test('the test sees every call, and no two share method and path', () => {
  expect(routes.length).toBeGreaterThan(35)
  expect(new Set(routes.map((route) => nameOf(route.endpoint))).size).toBe(routes.length)
})

/** Ids that are compared with a text in the database. */
const TEXT_IDS: readonly string[] = [
  // The name of a client of OAuth.
  'PATCH /admin/credentials/factus credentials.client_id.',
  'GET /binnacle entity_id.',
  'GET /binnacle/file entity_id.',
]

test('API-03 every id of an input is checked as an id before it reaches the database', () => {
  const places = routes.flatMap(({ endpoint }) =>
    [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) =>
      schema === undefined ? [] : placesOf(schema).map((place) => ({ ...place, name: nameOf(endpoint) })),
    ),
  )
  const ids = places.filter(({ path }) => /(^|[._])(id|ids|progress)(\.0)?\.+$/.test(path))
  expect(ids.length).toBeGreaterThan(60)
  const unchecked = ids.filter(({ schema }) =>
    ['x', '0'.repeat(36), ''].some((value) => z.safeParse(schema, value).success),
  )
  expect(unchecked.map(({ name, path }) => `${name} ${path}`).filter((one) => !TEXT_IDS.includes(one))).toEqual([])
})

test('BIN-01 a call declares the clients or the list that it reads only when it reads, and a file of a whole list asks for the password', () => {
  const declared = routes.filter(({ endpoint }) => endpoint.clientRows !== undefined || endpoint.listFile !== undefined)
  expect(declared.length).toBeGreaterThan(20)
  for (const { endpoint } of declared) {
    expect([nameOf(endpoint), endpoint.method === 'GET' || endpoint.readOnly || endpoint.replyAs === 'file']).toEqual([
      nameOf(endpoint),
      true,
    ])
    if (endpoint.listFile !== undefined)
      expect([nameOf(endpoint), endpoint.replyAs, endpoint.stepUp !== undefined]).toEqual([
        nameOf(endpoint),
        'file',
        true,
      ])
  }
})

test('AUT-07 each public call has a reason in its cases, and no other call has one', () => {
  const reasons = CASES.filter(({ isPublicBecause }) => isPublicBecause !== undefined)
  expect(
    routes
      .filter((route) => route.endpoint.roles === 'public')
      .map((route) => nameOf(route.endpoint))
      .toSorted(),
  ).toEqual(reasons.map(({ name }) => name).toSorted())
})

test('AUT-07 without a session every other call answers 401, and a garbage token is no session', async () => {
  for (const { endpoint } of routes.filter((route) => route.endpoint.roles !== 'public')) {
    const attempts: Record<string, string>[] = [
      {},
      { authorization: 'Bearer enl_nada' },
      { authorization: "Bearer a'b" },
      { authorization: 'Basic YTpi' },
    ]
    for (const headers of attempts) {
      const answer = await t.ask(endpoint, { params: paramsOf(endpoint), headers })
      expect([nameOf(endpoint), answer.status, answer.json.code]).toEqual([nameOf(endpoint), 401, 'NOT_SIGNED_IN'])
    }
  }
})

test('AUT-07 every call × role: who is not listed gets 403, who is listed does not', async () => {
  const company = await t.company()
  const people = new Map<Role, Person>()
  for (const role of ROLES) people.set(role, await company.person(role))
  let cells = 0
  for (const { endpoint } of routes) {
    if (
      endpoint.roles === 'public' ||
      nameOf(endpoint) === 'POST /auth/logout' ||
      nameOf(endpoint) === 'DELETE /auth/sessions'
    )
      continue
    for (const [role, person] of people) {
      // A stream that is allowed never ends.
      if (endpoint.replyAs === 'stream' && endpoint.roles.includes(role)) continue
      cells += 1
      const answer = await person.ask(endpoint, {
        params: paramsOf(endpoint),
        body: endpoint.method === 'GET' ? undefined : {},
      })
      const allowed = endpoint.roles.includes(role)
      expect([nameOf(endpoint), role, answer.status === 403]).toEqual([nameOf(endpoint), role, !allowed])
      expect(answer.status).not.toBe(401)
      expect(answer.status).not.toBe(500)
      expect(answer.text).not.toMatch(FORBIDDEN_WORDS)
    }
  }
  expect(cells).toBeGreaterThan(150)
})

test('API-03 a path that does not exist is a JSON 404, and a known path by another method a 405 that says which', async () => {
  const absent = await t.app.inject({ method: 'GET', url: '/api/no-existe' })
  expect([absent.statusCode, absent.json().code]).toEqual([404, 'NOT_FOUND'])
  const method = await t.app.inject({ method: 'PUT', url: '/api/admin/plans' })
  expect([method.statusCode, method.headers.allow, method.json().code]).toEqual([
    405,
    'GET, POST',
    'METHOD_NOT_ALLOWED',
  ])
})

test('every answer carries the security headers and no version of anything', async () => {
  for (const url of ['/api/health/live', '/api/no-existe', '/api/admin/plans', '/api/health/live?x=1']) {
    const { headers } = await t.app.inject({ method: 'GET', url })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).not.toMatch(/unsafe/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(headers['x-powered-by'] ?? headers.server).toBeUndefined()
  }
})

test('hostile bodies are refused in words, never with a 500', async () => {
  const company = await t.company()
  const { token } = await company.person('financial')
  const post = (payload: string, type = 'application/json') =>
    t.app.inject({
      method: 'POST',
      url: '/api/admin/plans',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      payload,
    })
  const vectors: [string, string | undefined, number][] = [
    ['', undefined, 400],
    ['null', undefined, 400],
    ['[]', undefined, 400],
    ['"texto"', undefined, 400],
    ['{"__proto__":{"a":1}}', undefined, 400],
    ['{"plan":{"constructor":{"prototype":{}}}}', undefined, 400],
    [`${'['.repeat(10_000)}${']'.repeat(10_000)}`, undefined, 400],
    [JSON.stringify({ plan: { name: 'a'.repeat(300_000) } }), undefined, 413],
    ['plan=1', 'application/x-www-form-urlencoded', 415],
    ['<plan/>', 'text/xml', 415],
  ]
  for (const [payload, type, status] of vectors) {
    const answer = await post(payload, type)
    expect([payload.slice(0, 40), answer.statusCode]).toEqual([payload.slice(0, 40), status])
    expect(answer.json().message).toMatch(/^[A-ZÁÉÍÓÚ]/)
  }
})
