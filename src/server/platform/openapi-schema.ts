import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Pesos } from '#domain/core/money.ts'
import { PeriodText } from '#domain/core/period.ts'

export type Json = Record<string, unknown>

/**
 * The JSON schema of what crosses the wire. One that refers to itself goes to `schemas` under `name`, because its references
 * are relative to its own root.
 */
export function schemaOf(schema: z.ZodMiniType, name: string, schemas: Record<string, Json>): Json {
  const { $schema: _draft, ...printed } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    cycles: 'ref',
    override: ({ zodSchema, jsonSchema }) => describe(zodSchema, jsonSchema),
  })
  const text = JSON.stringify(printed)
  if (!text.includes('"$ref":"#')) return printed
  schemas[name] = JSON.parse(text.replaceAll('"$ref":"#', `"$ref":"#/components/schemas/${name}`))
  return { $ref: `#/components/schemas/${name}` }
}

/** What zod cannot print by itself, or prints at length. */
function describe(schema: z.core.$ZodTypes, json: Json): void {
  if (schema === DayText)
    Object.assign(json, { type: 'string', format: 'date', description: 'Día en Bogotá, AAAA-MM-DD' })
  if (schema === PeriodText)
    Object.assign(json, { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'Período, AAAA-MM' })
  if (isPesos(schema)) Object.assign(json, { description: 'Pesos, máximo dos decimales' })
  // The format says it: uuid and date-time carry patterns of two hundred characters.
  if (json.format !== undefined) delete json.pattern
}

/** Every field of money ends in the same test of what is inside, whatever sentences it has of its own. */
const isPesos = (schema: z.core.$ZodTypes): boolean =>
  schema._zod.def.type === 'pipe' &&
  schema._zod.def.out instanceof z.core.$ZodCustom &&
  schema._zod.def.out._zod.def.fn === Pesos.def.out.def.fn

/** The fields of an object schema, each with its own schema: what becomes parameters of a path or a query. */
export const propertiesOf = (schema: z.ZodMiniType | undefined, name: string, schemas: Record<string, Json>) =>
  z.parse(Properties, schema ? schemaOf(schema, name, schemas) : {})

const Properties = z.object({
  properties: z._default(z.record(z.string(), z.looseObject({})), {}),
  required: z._default(z.array(z.string()), []),
})
