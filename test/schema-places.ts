import type * as z from 'zod/mini'

type Schema = z.core.$ZodTypes

/** One place of an input that has a value, with its schema and an input that has `value` there. */
export type Place = { path: string; schema: Schema; inputWith(value: unknown): unknown }

/** Every place of a schema that is not an object or a list, with each branch of a union. Throws for an unknown kind. */
export function placesOf(schema: z.core.$ZodType): Place[] {
  const known = typed(schema)
  const { def } = known._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return placesOf(def.innerType)
    case 'pipe':
      return placesOf(def.in)
    case 'union':
      return def.options.flatMap(placesOf)
    case 'object':
      return Object.entries(def.shape).flatMap(([key, field]) =>
        placesOf(field).map((place) => ({
          path: `${key}.${place.path}`,
          schema: place.schema,
          inputWith: (value: unknown) => ({ ...exampleObject(known), [key]: place.inputWith(value) }),
        })),
      )
    case 'array':
      return placesOf(def.element).map((place) => ({
        path: `0.${place.path}`,
        schema: place.schema,
        inputWith: (value: unknown) => [place.inputWith(value)],
      }))
    case 'tuple':
      return def.items.flatMap((item, at) =>
        placesOf(item).map((place) => ({
          path: `${at}.${place.path}`,
          schema: place.schema,
          inputWith: (value: unknown) =>
            def.items.map((other, index) => (index === at ? place.inputWith(value) : example(other))),
        })),
      )
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'custom':
      return [{ path: '', schema: known, inputWith: (value) => value }]
    default:
      throw new Error(`no example for ${def.type}`)
  }
}

/** Every list of a schema. */
export function listsOf(schema: z.core.$ZodType): Schema[] {
  const known = typed(schema)
  const { def } = known._zod
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') return listsOf(def.innerType)
  if (def.type === 'pipe') return listsOf(def.in)
  if (def.type === 'union') return def.options.flatMap(listsOf)
  if (def.type === 'object') return Object.values(def.shape).flatMap(listsOf)
  return def.type === 'array' ? [known, ...listsOf(def.element)] : []
}

/** An unknown schema, as one of the kinds that zod has. */
const typed = (schema: z.core.$ZodType): Schema => schema as Schema

const exampleObject = (schema: Schema): Record<string, unknown> => {
  const value = example(schema)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** A value of the right kind, which may be invalid. */
function example(schema: z.core.$ZodType): unknown {
  const { def } = typed(schema)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return example(def.innerType)
    case 'pipe':
      return example(def.in)
    case 'union':
      return def.options[0] && example(def.options[0])
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, field]) => [key, example(field)]))
    case 'array':
      return [example(def.element)]
    case 'tuple':
      return def.items.map(example)
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      return '01890000-0000-7000-8000-000000000000'
  }
}
