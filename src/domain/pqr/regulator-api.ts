import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { patternText } from '#domain/core/text.ts'
import { CUN_NUMBER_MAX } from './cun.ts'
import { FACTS, PACKAGED } from './list-query.ts'
import { PQR_CHANNELS, PQR_SERVICES, TYPOLOGIES } from './topics.ts'

/** The formats of the regulator: T.4.2 is the monitoring of complaints, T.4.3 its indicators (Res. CRC 6755 de 2022). */
export const REGULATOR_FORMATS = ['T.4.2', 'T.4.3'] as const
export type RegulatorFormat = (typeof REGULATOR_FORMATS)[number]

/** The sheets of each format, with their official columns (domain/pqr/regulator.ts). */
const REGULATOR_SHEETS = [
  'MONITOREO_QUEJAS',
  'QUEJAS_Y_PETICIONES',
  'QUEJAS_SEGUNDA_INSTANCIA',
  'SATISFACCION_USUARIOS',
] as const

/** The lists whose numbers come from the dictionary of the regulator. */
const REGULATOR_LISTS = ['typology', 'channel', 'service'] as const

const QUARTER_COPY = 'El trimestre va de 1 a 4'
const quarter = {
  year: patternText(4, /^20\d{2}$/, 'Escribe el año'),
  quarter: patternText(1, /^[1-4]$/, QUARTER_COPY),
}
const roles = ['financial', 'admin'] as const

/** The filters of the list of cases that has exactly the cases of a figure. */
const Figure = z.object({
  fact: z.enum(FACTS),
  from: DayText,
  to: DayText,
  service: z.optional(z.enum(PQR_SERVICES)),
  packaged: z.optional(z.enum(PACKAGED)),
  typology: z.optional(z.enum(TYPOLOGIES)),
  channel: z.optional(z.enum(PQR_CHANNELS)),
  satisfaction: z.optional(z.string()),
})
export type Figure = z.output<typeof Figure>

/** A sheet. `figures`: of each cell of `rows`, the cases behind its figure; null for a value of the template and for zero. */
const Sheet = z.object({
  name: z.enum(REGULATOR_SHEETS),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number()]))),
  figures: z.array(z.array(z.nullable(Figure))),
})
export type Sheet = z.output<typeof Sheet>

const RANGE_COPY = `Escribe un número de 1 a ${CUN_NUMBER_MAX}`
const cunNumber = z
  .int({ error: RANGE_COPY })
  .check(z.minimum(1, { error: RANGE_COPY }), z.maximum(CUN_NUMBER_MAX, { error: RANGE_COPY }))

/** The range of CUN of a year. `last` null: without an end. `used`: the last number that was given; 0 for none. */
const CunRange = z.object({
  year: z.number(),
  operator_code: z.string(),
  first: z.number(),
  last: z.nullable(z.number()),
  used: z.number(),
})
export type CunRange = z.output<typeof CunRange>

const CODE_COPY = 'Escribe el número del diccionario oficial'
const RegulatorCode = z.object({
  list: z.enum(REGULATOR_LISTS),
  key: z.string(),
  label: z.string(),
  code: z.nullable(z.string()),
})
export type RegulatorCode = z.output<typeof RegulatorCode>

/** The numbers for the regulator, and what they need: the range of CUN and the codes of the official dictionary. */
export const pqrRegulatorApi = api({
  format: {
    method: 'GET',
    path: '/pqr/regulator/:format',
    summary: 'Las cifras de T.4.2 o T.4.3 de un trimestre, con las columnas oficiales',
    roles,
    params: z.object({ format: z.enum(REGULATOR_FORMATS) }),
    query: z.strictObject(quarter),
    /** `missing`: the values without a code of the official dictionary; the rows have their name instead. */
    reply: z.object({ data: z.object({ sheets: z.array(Sheet), missing: z.array(z.string()) }) }),
  },
  formatFile: {
    method: 'GET',
    path: '/pqr/regulator/:format/file',
    summary: 'El mismo formato como archivo: un libro de Excel con la hoja INFO, o una hoja en CSV',
    roles,
    params: z.object({ format: z.enum(REGULATOR_FORMATS) }),
    query: z.strictObject({
      ...quarter,
      format: z.enum(['xlsx', 'csv'], { error: 'Elige xlsx o csv' }),
      /** The sheet of a CSV; by default the first one. */
      sheet: z.optional(z.enum(REGULATOR_SHEETS)),
    }),
    replyAs: 'file',
    reply: z.unknown(),
  },
  ranges: {
    method: 'GET',
    path: '/pqr/numbering',
    summary: 'Los rangos de CUN de la empresa por año, con lo que se ha usado',
    roles,
    reply: z.object({ data: z.array(CunRange) }),
  },
  saveRange: {
    method: 'PUT',
    path: '/pqr/numbering',
    summary: 'Guarda el código de operador y el rango de CUN de un año; sin ellos las PQR llevan radicado interno',
    roles: ['admin'],
    body: z.strictObject({
      range: z.strictObject({
        year: z.int({ error: 'Escribe el año' }).check(z.minimum(2020), z.maximum(2199)),
        operator_code: patternText(4, /^\d{4}$/, 'El código de operador tiene 4 dígitos'),
        first: cunNumber,
        last: z.optional(z.nullable(cunNumber)),
      }),
    }),
    reply: z.object({ data: z.array(CunRange), message: z.string() }),
  },
  codes: {
    method: 'GET',
    path: '/pqr/regulator-code',
    summary: 'Los códigos del diccionario oficial para los reportes, con los que faltan',
    roles,
    reply: z.object({ data: z.array(RegulatorCode) }),
  },
  saveCode: {
    method: 'PUT',
    path: '/pqr/regulator-code',
    summary: 'Guarda el código oficial de un tema, un medio de atención o un servicio',
    roles: ['admin'],
    body: z.strictObject({
      code: z.strictObject({
        list: z.enum(REGULATOR_LISTS),
        key: patternText(30, /^[a-z_]+$/, 'Elige un valor de la lista'),
        code: patternText(10, /^\d{1,10}$/, CODE_COPY),
      }),
    }),
    reply: z.object({ data: z.array(RegulatorCode), message: z.string() }),
  },
})
