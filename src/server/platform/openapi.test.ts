import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { REFUSAL_STATUS } from '#domain/core/refusal.ts'
import { routes } from '#server/app.ts'
import type { Route } from '#server/core/verb.ts'
import { type OpenApi, openApiOf } from './openapi.ts'

type Node = Record<string, unknown>

const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  'x-roles': z.array(z.string()),
  parameters: z.array(z.looseObject({ name: z.optional(z.string()), in: z.optional(z.string()) })),
  responses: z.record(z.string(), z.looseObject({})),
})

const document = await openApiOf(routes)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation: z.parse(Operation, operation) })),
)

/** Every object inside a JSON value, with the path to it. */
function* nodes(value: unknown, at: readonly string[] = []): Generator<{ at: readonly string[]; node: Node }> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { at, node: value as Node }
  for (const [key, child] of Object.entries(value)) yield* nodes(child, [...at, key])
}

const resolve = (root: OpenApi, ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (node, part) => (typeof node === 'object' && node !== null ? Reflect.get(node, part) : undefined),
      root,
    )

test('API-04 every route is in the document once, with its summary, its roles and its replies', () => {
  expect(document.openapi).toBe('3.1.0')
  const known = routes.map(
    ({ endpoint }) => `${endpoint.method.toLowerCase()} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(known.toSorted())
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
  for (const { operation } of operations) {
    expect(operation.summary).toMatch(/^[A-ZÁÉÍÓÚ]/)
    expect([operation.tags.length, operation['x-roles'].length > 0]).toEqual([1, true])
    expect(Object.keys(operation.responses)).toContain('500')
    expect(Object.keys(operation.responses).filter((status) => status.startsWith('2'))).toHaveLength(1)
  }
})

test('API-04 every parameter of a path is declared, and every reference exists', () => {
  for (const { path, operation } of operations) {
    const declared = operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .map((parameter) => parameter.name)
    expect([path, declared]).toEqual([path, [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])])
  }
  const refs = [...nodes(document)].flatMap(({ node }) => (typeof node.$ref === 'string' ? [node.$ref] : []))
  expect(refs.length).toBeGreaterThan(100)
  expect(refs.filter((ref) => !ref.startsWith('#/components/') || resolve(document, ref) === undefined)).toEqual([])
})

test('API-04 no schema is empty: money is a number of pesos and a day is a date', () => {
  const empty = [...nodes(document)].filter(({ at, node }) => {
    const place = at.at(-1) ?? ''
    const isSchema =
      ['schema', 'items', 'additionalProperties'].includes(place) || ['properties', 'anyOf'].includes(at.at(-2) ?? '')
    return isSchema && Object.keys(node).length === 0
  })
  // Only the reply of this document itself is open.
  expect(empty.map(({ at }) => at.join('.'))).toEqual([
    'paths./openapi.json.get.responses.200.content.application/json.schema.additionalProperties',
  ])
  const plan = document.paths['/admin/plans']?.post
  const price = [...nodes(plan)].filter(({ at }) => at.at(-1) === 'price').map(({ node }) => node)
  expect(price).toHaveLength(2)
  for (const node of price) expect(node).toMatchObject({ type: 'number', description: 'Pesos, máximo dos decimales' })
  const on = operations.find(({ path }) => path === '/parameter')?.operation.parameters
  expect(on).toEqual([
    { name: 'on', in: 'query', required: false, schema: expect.objectContaining({ type: 'string', format: 'date' }) },
  ])
})

test('API-04 bodies refuse unknown fields, and replies allow them', () => {
  for (const { operation } of operations) {
    const body = [...nodes(operation.requestBody)].filter(
      ({ node }) => node.type === 'object' && node.contentMediaType === undefined,
    )
    const open = body.filter(
      ({ at, node }) => node.additionalProperties !== false && !at.includes('multipart/form-data'),
    )
    expect([operation.operationId, open.map(({ at }) => at.join('.'))]).toEqual([operation.operationId, []])
  }
})

test('API-03 every JSON success carries data, but the bulk upload and this document', () => {
  const withoutData = routes.filter(({ endpoint }) => {
    const answersJson = endpoint.replyAs !== 'file' && endpoint.replyAs !== 'stream'
    const shape: unknown = Reflect.get(endpoint.reply, 'shape')
    return answersJson && !(typeof shape === 'object' && shape !== null && 'data' in shape)
  })
  expect(withoutData.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted()).toEqual([
    'GET /openapi.json',
    'POST /client/massive',
  ])
})

test('API-03 every failure carries message and code, one of the existing codes', () => {
  const error = resolve(document, '#/components/schemas/Error')
  expect(error).toMatchObject({ required: ['message', 'code'], properties: { errors: { type: 'array' } } })
  const codes = z.parse(
    z.looseObject({ properties: z.looseObject({ code: z.looseObject({ enum: z.array(z.string()) }) }) }),
    error,
  ).properties.code.enum
  expect(codes).toEqual([...Object.keys(REFUSAL_STATUS).map((code) => code.toUpperCase()), 'UNEXPECTED'])
})

test('API-04 a public operation needs no session, and a POST with session has the Idempotency-Key header', () => {
  for (const { method, operation } of operations) {
    const isPublic = operation['x-roles'].includes('public')
    expect([operation.operationId, operation.security]).toEqual([operation.operationId, isPublic ? [] : undefined])
    const hasKey = operation.parameters.some((parameter) => String(parameter.$ref).endsWith('IdempotencyKey'))
    expect([operation.operationId, hasKey]).toEqual([operation.operationId, method === 'post' && !isPublic])
  }
})

test('a schema that refers to itself becomes a component of its own', async () => {
  const Branch = z.object({
    name: z.string(),
    get branches() {
      return z.array(Branch)
    },
  })
  const route: Route = {
    name: 'tree',
    endpoint: { method: 'GET', path: '/tree', summary: 'Un árbol', roles: 'public', reply: z.object({ data: Branch }) },
    run: async () => ({}),
  }
  const tree = await openApiOf([route])
  const refs = [...nodes(tree)].flatMap(({ node }) =>
    typeof node.$ref === 'string' && node.$ref.includes('schemas') ? [node.$ref] : [],
  )
  expect(refs.filter((ref) => resolve(tree, ref) === undefined)).toEqual([])
  expect(refs).toContain('#/components/schemas/getTreeReply')
})
