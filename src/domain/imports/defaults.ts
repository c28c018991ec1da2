import * as z from 'zod/mini'
import { IDENTIFICATION_TYPES } from '#domain/clients/client.ts'
import { DayText } from '#domain/core/days.ts'
import { lineOfText } from '#domain/core/text.ts'

const PLACE_MAX = 60

/**
 * What no other system exports, asked once per company and used where the file has no value. `cut_off_on`: the day of the opening
 * documents; today without it. `retired`: which retired clients come in, those with a balance or all. `contract_price`: what a contract
 * costs when the list and its plan differ; the plan without it. `balances`: 'invoices' when what clients owe comes later, invoice by
 * invoice, so that the debts of this list are left out.
 */
export const ImportDefaults = z.strictObject({
  department: z.optional(lineOfText('Elige el departamento', PLACE_MAX)),
  city: z.optional(lineOfText('Elige el municipio', PLACE_MAX)),
  type_identification: z.optional(z.enum(IDENTIFICATION_TYPES)),
  stratum: z.optional(z.enum(['1', '2', '3', '4', '5', '6'])),
  payment_date: z.optional(z.string().check(z.regex(/^([1-9]|[12]\d|3[01])$/, 'El día de pago va de 1 a 31'))),
  prices: z.optional(z.enum(['with_vat', 'without_vat'])),
  retired: z.optional(z.enum(['balance', 'all'])),
  cut_off_on: z.optional(DayText),
  contract_price: z.optional(z.enum(['plan', 'list'])),
  balances: z.optional(z.enum(['list', 'invoices'])),
})
export type ImportDefaults = z.output<typeof ImportDefaults>

/** The defaults that are remembered for the next file: all but the cut-off day and where the debts are, which belong to one file. */
export const REMEMBERED_DEFAULTS = [
  'department',
  'city',
  'type_identification',
  'stratum',
  'payment_date',
  'prices',
  'retired',
  'contract_price',
] as const satisfies readonly (keyof ImportDefaults)[]

/** The defaults that fill an empty cell of a row. */
export const CELL_DEFAULTS = [
  'department',
  'city',
  'stratum',
  'payment_date',
] as const satisfies readonly (keyof ImportDefaults)[]
