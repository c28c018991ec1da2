import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { day } from '#domain/core/days.ts'
import { pesos } from '#domain/core/money.ts'
import { CUT_DAY, DEFAULTS_FIELDS, defaultsBody, defaultsSchema } from './defaults-form.ts'

const typed = Object.fromEntries(DEFAULTS_FIELDS.map((field) => [field, field === CUT_DAY ? '25' : '1,500.50']))

const schema = defaultsSchema(day('2026-11-20'))
const messages = (value: Record<string, unknown>): string[] =>
  (z.safeParse(schema, defaultsBody(value)).error?.issues ?? []).map(
    (issue) => `${issue.path.join('.')}: ${issue.message}`,
  )

test('PLN-07 el formulario lee comas y punto decimal', () => {
  const { billing_config } = z.parse(schema, defaultsBody(typed))
  expect(billing_config.transfer_cost).toBe(pesos(1_500.5))
  expect(billing_config.billing_cut_day).toBe(25)
})

test('PLN-07 el día de corte debe existir en el mes en curso', () => {
  expect(messages({ ...typed, [CUT_DAY]: '31' })).toEqual([
    `${CUT_DAY}: El día 31 no existe en noviembre (máximo 30 días)`,
  ])
  expect(messages({ ...typed, [CUT_DAY]: '32' })).toEqual([`${CUT_DAY}: El día debe estar entre 1 y 31`])
  expect(messages({ ...typed, [CUT_DAY]: '' })).toEqual([`${CUT_DAY}: Este campo es requerido`])
})
