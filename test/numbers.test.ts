import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { routes } from '#server/app.ts'
import { placesOf } from './schema-places.ts'

/** Numbers that JSON can carry and no field expects. */
const HOSTILE = [1e21, -1e21, 1.7e308, Number.MAX_SAFE_INTEGER, 5e-324, 1e9, 0.001]

const INPUTS = routes.flatMap(({ endpoint }) =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    if (schema === undefined) return []
    return placesOf(schema).map((place) => ({
      name: `${endpoint.method} ${endpoint.path} ${place.path}`,
      schema,
      place,
    }))
  }),
)

test('API-03 un número enorme en cualquier campo se rechaza con sus razones, o se acepta: nunca es un error del programa', () => {
  const thrown = INPUTS.flatMap(({ name, schema, place }) =>
    HOSTILE.flatMap((hostile) => {
      try {
        z.safeParse(schema, place.inputWith(hostile))
        return []
      } catch (error) {
        return [`${name} ${hostile}: ${String(error)}`]
      }
    }),
  )
  expect(thrown).toEqual([])
})
