import type { Endpoint } from '#domain/core/api.ts'
import { capitalise } from '#domain/core/text.ts'
import { mapInSlices } from '#server/core/slices.ts'
import type { Route } from '#server/core/verb.ts'
import { componentsOf } from './openapi-components.ts'
import { type Json, propertiesOf, schemaOf } from './openapi-schema.ts'

/** An OpenAPI document, with types for its main fields. */
export type OpenApi = {
  openapi: string
  info: Json
  paths: Record<string, Json>
  components: Json
  [more: string]: unknown
}

const texts = new WeakMap<readonly Route[], Promise<Buffer>>()

/**
 * The document of these routes as JSON, made once for a process: it takes a quarter of a second, in slices, and to print it a twentieth.
 * The call is public, so that a process makes it before anyone asks: in the slices of a busy process each new connection waits for one.
 */
export function openApiText(routes: readonly Route[]): Promise<Buffer> {
  const made = texts.get(routes) ?? openApiOf(routes).then((document) => Buffer.from(JSON.stringify(document)))
  texts.set(routes, made)
  return made
}

/**
 * The OpenAPI 3.1 document of the routes, printed from the schemas that validate them (`io: 'input'`, the wire format, for bodies
 * and replies; otherwise a codec is printed as `{}`). API-04.
 */
export async function openApiOf(routes: readonly Route[]): Promise<OpenApi> {
  const schemas: Record<string, Json> = {}
  const paths: Record<string, Json> = {}
  await mapInSlices(routes, (route) => {
    const path = route.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: operationOf(route, schemas) }
  })
  return {
    openapi: '3.1.0',
    info: { title: 'API de Enlace', version: '1.0.0', description: DESCRIPTION },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    tags: [...new Set(routes.map(({ endpoint }) => tagOf(endpoint.path)))].map((name) => ({ name })),
    paths,
    components: componentsOf(schemas),
  }
}

const DESCRIPTION =
  'Dinero en pesos (número, máximo dos decimales), días como AAAA-MM-DD en Bogotá, instantes en ISO 8601 UTC. Los campos que no se reconocen se rechazan.'

function operationOf({ endpoint }: Route, schemas: Record<string, Json>): Json {
  const body = bodyOf(endpoint, schemas)
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [tagOf(endpoint.path)],
    'x-roles': endpoint.roles === 'public' ? ['public'] : endpoint.roles,
    ...(endpoint.stepUp === undefined ? {} : { 'x-step-up': true }),
    ...(endpoint.roles === 'public' ? { security: [] } : {}),
    parameters: [
      ...pathParameters(endpoint, schemas),
      ...queryParameters(endpoint, schemas),
      ...idempotencyParameters(endpoint),
    ],
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: 'Hecho',
        content:
          endpoint.replyAs === 'stream'
            ? { 'text/event-stream': { schema: { type: 'string' } } }
            : endpoint.replyAs === 'file'
              ? {
                  'application/octet-stream': {
                    schema: { type: 'string', contentMediaType: 'application/octet-stream' },
                  },
                }
              : { 'application/json': { schema: schemaOf(endpoint.reply, `${operationId(endpoint)}Reply`, schemas) } },
      },
      ...Object.fromEntries(
        failuresOf(endpoint).map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
      ),
    },
  }
}

/** 'patchAdminPlansById' from the method and the path: stable, and one for each operation. */
const operationId = (endpoint: Endpoint): string =>
  endpoint.method.toLowerCase() +
  endpoint.path
    .split(/[/.-]/)
    .map((part) => (part.startsWith(':') ? `By${capitalise(part.slice(1))}` : capitalise(part)))
    .join('')

/** The tags by path prefix, the longest prefix first. Without a prefix the tag is the first part of the path. */
const TAGS: readonly (readonly [string, string])[] = [
  ['/admin/plans', 'Planes'],
  ['/admin/billing-config', 'Contratos'],
  ['/admin/credentials', 'Integraciones'],
  ['/admin', 'Empresas'],
  ['/auth', 'Sesión'],
  ['/client', 'Clientes'],
  ['/contract', 'Contratos'],
  ['/invoice', 'Facturas'],
  ['/payment', 'Pagos'],
  ['/installation-log', 'Actas'],
  ['/parameter', 'Parámetros regulados'],
  ['/health', 'Plataforma'],
  ['/openapi.json', 'Plataforma'],
  ['/maintenance', 'Plataforma'],
  ['/demo', 'Demostración'],
]

const tagOf = (path: string): string =>
  TAGS.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1] ?? capitalise(path.split('/')[1] ?? '')

function pathParameters(endpoint: Endpoint, schemas: Record<string, Json>): Json[] {
  const known = propertiesOf(endpoint.params, `${operationId(endpoint)}Params`, schemas)
  return [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: known.properties[name] ?? { type: 'string' },
  }))
}

function queryParameters(endpoint: Endpoint, schemas: Record<string, Json>): Json[] {
  const { properties, required } = propertiesOf(endpoint.query, `${operationId(endpoint)}Query`, schemas)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/** Only a POST with session accepts an Idempotency-Key. */
const idempotencyParameters = (endpoint: Endpoint): Json[] =>
  endpoint.method === 'POST' && endpoint.roles !== 'public'
    ? [
        {
          $ref: `#/components/parameters/${endpoint.idempotency === 'required' ? 'RequiredIdempotencyKey' : 'IdempotencyKey'}`,
        },
      ]
    : []

function bodyOf(endpoint: Endpoint, schemas: Record<string, Json>): Json | null {
  const { bodyAs } = endpoint
  if (bodyAs === 'upload' || typeof bodyAs === 'object') {
    const { properties } = propertiesOf(endpoint.body, `${operationId(endpoint)}Fields`, schemas)
    return { 'multipart/form-data': { schema: uploadOf(bodyAs, properties) } }
  }
  if (bodyAs === 'email')
    return { 'message/rfc822': { schema: { type: 'string', contentMediaType: 'message/rfc822' } } }
  return endpoint.body
    ? { 'application/json': { schema: schemaOf(endpoint.body, `${operationId(endpoint)}Body`, schemas) } }
    : null
}

/** The body of an upload: the part `file` with its short fields, or exactly one of the named parts. */
const uploadOf = (
  form: 'upload' | { readonly parts: readonly string[] },
  fields: Readonly<Record<string, Json>>,
): Json =>
  form === 'upload'
    ? { type: 'object', properties: { ...fields, file: FILE }, required: ['file'] }
    : {
        type: 'object',
        properties: Object.fromEntries(form.parts.map((part) => [part, FILE])),
        minProperties: 1,
        maxProperties: 1,
      }

const FILE: Json = { type: 'string', contentMediaType: 'application/octet-stream' }

/** The failure statuses of an endpoint, by its method, path and roles. */
function failuresOf(endpoint: Endpoint): string[] {
  const ofStepUp = endpoint.stepUp === undefined ? [] : ['422']
  const changes = endpoint.method === 'GET' ? ofStepUp : ['409', '413', '415', '422']
  return [
    '400',
    ...(endpoint.roles === 'public' ? [] : ['401', '403']),
    ...(endpoint.path.includes(':') ? ['404'] : []),
    ...changes,
    '429',
    '500',
    '503',
  ]
}
