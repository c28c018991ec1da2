import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Pesos } from '#domain/core/money.ts'
import { PeriodText } from '#domain/core/period.ts'

export type Json = Record<string, unknown>

/**
 * The JSON schema of the wire format. A schema that refers to itself is added to `schemas` under `name`, because its references
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

/** Completes schemas that zod prints empty, and shortens long ones. */
function describe(schema: z.core.$ZodTypes, json: Json): void {
  if (schema === DayText)
    Object.assign(json, { type: 'string', format: 'date', description: 'Día en Bogotá, AAAA-MM-DD' })
  if (schema === PeriodText)
    Object.assign(json, { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'Período, AAAA-MM' })
  if (isPesos(schema)) Object.assign(json, { description: 'Pesos, máximo dos decimales' })
  // The format is enough: uuid and date-time have patterns of two hundred characters.
  if (json.format !== undefined) delete json.pattern
}

/** Whether a schema is money: every such schema is a pipe with the check function of Pesos, also with its own messages. */
const isPesos = (schema: z.core.$ZodTypes): boolean =>
  schema._zod.def.type === 'pipe' &&
  schema._zod.def.out instanceof z.core.$ZodCustom &&
  schema._zod.def.out._zod.def.fn === Pesos.def.out.def.fn

/** The fields of an object schema, each with its schema, for the parameters of a path or a query. */
export const propertiesOf = (schema: z.ZodMiniType | undefined, name: string, schemas: Record<string, Json>) =>
  z.parse(Properties, schema ? schemaOf(schema, name, schemas) : {})

const Properties = z.object({
  properties: z._default(z.record(z.string(), z.looseObject({})), {}),
  required: z._default(z.array(z.string()), []),
})
