import { expect, test } from 'vitest'
import { filterCalls, readDocument } from './document.ts'

const price = { type: 'number', description: 'Pesos' }
const operation = (overrides: object) => ({
  operationId: 'x',
  summary: 'Crea un plan',
  tags: ['Planes'],
  'x-roles': ['financial'],
  parameters: [],
  responses: { 200: { description: 'Hecho', content: {} }, 400: { $ref: '#/components/responses/Failure400' } },
  ...overrides,
})

const json = {
  openapi: '3.1.0',
  info: { title: 'API', version: '1', description: 'Dinero en pesos' },
  paths: {
    '/admin/plans': {
      post: operation({
        parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { plan: { type: 'object', properties: { price }, required: ['price'] } },
                required: ['plan'],
              },
            },
          },
        },
        responses: {
          201: {
            description: 'Hecho',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    data: {
                      type: 'array',
                      items: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } },
                    },
                    role: { type: 'string', enum: ['a', 'b'] },
                    day: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
                    logo: { type: ['string', 'null'] },
                    point: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false },
                  },
                },
              },
            },
          },
        },
      }),
    },
    '/auth/me': { get: operation({ operationId: 'y', summary: 'Quién entró', tags: ['Sesión'] }) },
  },
}

test('API-04 the page reads the calls by group with their input and their reply', () => {
  const { description, groups } = readDocument(json)
  expect([description, groups.map(({ name }) => name)]).toEqual(['Dinero en pesos', ['Planes', 'Sesión']])
  const [create] = groups[0]?.calls ?? []
  expect(create).toMatchObject({ method: 'POST', path: '/admin/plans', status: '201', parameters: [] })
  expect(create?.body).toMatchObject([
    { name: 'plan', type: 'grupo', isRequired: true, fields: [{ name: 'price', type: 'número', note: 'Pesos' }] },
  ])
  expect(create?.reply.map((field) => [field.name, field.type, field.fields.length])).toEqual([
    ['data', 'lista de grupo', 1],
    ['role', 'a | b', 0],
    ['day', 'día o nulo', 0],
    ['logo', 'texto o nulo', 0],
    ['point', '[número, número]', 0],
  ])
  expect(groups[1]?.calls[0]).toMatchObject({ failures: ['400'] })
})

test('the filter finds calls by every word of the path, the summary or the group, accents aside', () => {
  const { groups } = readDocument(json)
  const pathsFor = (typed: string) => filterCalls(groups, typed).flatMap(({ calls }) => calls.map((call) => call.path))
  expect(pathsFor('')).toEqual(['/admin/plans', '/auth/me'])
  expect(pathsFor('sesion quien')).toEqual(['/auth/me'])
  expect(pathsFor('POST plans')).toEqual(['/admin/plans'])
  expect(pathsFor('nada')).toEqual([])
})

test('a document that is not OpenAPI is rejected', () => {
  expect(() => readDocument({ openapi: '3.1.0' })).toThrow()
})
