import * as z from 'zod/mini'

/** The part of JSON Schema that the document of Enlace uses. */
const Schema = z.object({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  format: z.optional(z.string()),
  description: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.union([z.string(), z.number(), z.boolean(), z.null()])),
  required: z.optional(z.array(z.string())),
  contentMediaType: z.optional(z.string()),
  $ref: z.optional(z.string()),
  get properties() {
    return z.optional(z.record(z.string(), Schema))
  },
  get items() {
    return z.optional(z.union([Schema, z.boolean()]))
  },
  get prefixItems() {
    return z.optional(z.array(Schema))
  },
  get anyOf() {
    return z.optional(z.array(Schema))
  },
  get oneOf() {
    return z.optional(z.array(Schema))
  },
})
type Schema = z.output<typeof Schema>

const Content = z.record(z.string(), z.object({ schema: Schema }))

const Parameter = z.object({
  name: z.optional(z.string()),
  in: z.optional(z.string()),
  required: z.optional(z.boolean()),
  schema: z.optional(Schema),
})

const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  'x-roles': z.array(z.string()),
  parameters: z.array(Parameter),
  requestBody: z.optional(z.object({ content: Content })),
  responses: z.record(z.string(), z.object({ content: z.optional(Content) })),
})

const Document = z.object({
  info: z.object({ description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
})

/** A field of an input or a reply, with its nested fields. */
export type DocField = { name: string; type: string; isRequired: boolean; note: string; fields: DocField[] }

/** One call, in the form that the page shows. */
export type DocCall = {
  id: string
  method: string
  path: string
  summary: string
  roles: string[]
  parameters: DocField[]
  body: DocField[]
  status: string
  reply: DocField[]
  failures: string[]
}

export type DocGroup = { name: string; calls: DocCall[] }
export type ApiDocument = { description: string; groups: DocGroup[] }

/** The OpenAPI document of /api/openapi.json as groups of calls. Throws a ZodError for another document. */
export function readDocument(json: unknown): ApiDocument {
  const { info, paths } = z.parse(Document, json)
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      group: operation.tags[0] ?? 'Otras',
      call: callOf(method, path, operation),
    })),
  )
  const groups = Map.groupBy(calls, ({ group }) => group)
  return {
    description: info.description,
    groups: [...groups].map(([name, members]) => ({ name, calls: members.map(({ call }) => call) })),
  }
}

/** The groups with the calls whose method, path, summary or group contain every typed word, without regard to accents. */
export function filterCalls(groups: readonly DocGroup[], typed: string): DocGroup[] {
  const words = normalized(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  const isMatch = (group: string, call: DocCall): boolean => {
    const text = normalized(`${group} ${call.method} ${call.path} ${call.summary}`)
    return words.every((word) => text.includes(word))
  }
  return groups
    .map(({ name, calls }) => ({ name, calls: calls.filter((call) => isMatch(name, call)) }))
    .filter(({ calls }) => calls.length > 0)
}

const normalized = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function callOf(method: string, path: string, operation: z.output<typeof Operation>): DocCall {
  const [status = '200', response] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? []
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    roles: operation['x-roles'],
    parameters: operation.parameters.flatMap(({ name, schema, required, in: location }) =>
      name && schema
        ? [
            {
              ...fieldOf(name, schema, required === true),
              note: location === 'path' ? 'En la dirección' : 'En la consulta',
            },
          ]
        : [],
    ),
    body: fieldsOf(schemaIn(operation.requestBody?.content)),
    status,
    reply: fieldsOf(schemaIn(response?.content)),
    failures: Object.keys(operation.responses).filter((code) => !code.startsWith('2')),
  }
}

const schemaIn = (content: z.output<typeof Content> | undefined): Schema =>
  Object.values(content ?? {})[0]?.schema ?? {}

const fieldsOf = (schema: Schema): DocField[] =>
  Object.entries(schema.properties ?? {}).map(([name, inner]) =>
    fieldOf(name, inner, schema.required?.includes(name) === true),
  )

function fieldOf(name: string, schema: Schema, isRequired: boolean): DocField {
  return { name, type: typeLabel(schema), isRequired, note: schema.description ?? '', fields: innerFields(schema) }
}

/** The fields of an object, of each element of a list, or of every alternative. */
function innerFields(schema: Schema): DocField[] {
  const alternatives = alternativesOf(schema)
  if (alternatives.length > 0) return alternatives.flatMap(innerFields)
  return isSchema(schema.items) ? innerFields(schema.items) : fieldsOf(schema)
}

/** A list of fixed length has `items: false`. */
const isSchema = (items: Schema['items']): items is Schema => typeof items === 'object'

const alternativesOf = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? []

const TYPES: Readonly<Record<string, string>> = {
  string: 'texto',
  number: 'número',
  integer: 'número entero',
  boolean: 'verdadero o falso',
  object: 'grupo',
  null: 'nulo',
}
const FORMATS: Readonly<Record<string, string>> = { uuid: 'identificador', date: 'día', 'date-time': 'fecha y hora' }

function typeLabel(schema: Schema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.const !== undefined) return String(schema.const)
  if (schema.contentMediaType) return 'archivo'
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeLabel).join(', ')}]`
  if (isSchema(schema.items)) return `lista de ${typeLabel(schema.items)}`
  const alternatives = alternativesOf(schema)
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeLabel))].join(' o ')
  const kinds = [schema.type ?? []]
    .flat()
    .map((kind) => (kind === 'string' && FORMATS[schema.format ?? '']) || (TYPES[kind] ?? kind))
  return kinds.length > 0 ? kinds.join(' o ') : 'cualquier valor'
}
