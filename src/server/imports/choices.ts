import * as z from 'zod/mini'
import { refuseField } from '#domain/core/refusal.ts'
import { choicesOf } from '#domain/imports/headings.ts'
import { type NamedPlan, planKey } from '#domain/imports/plan-names.ts'
import type { Tx } from '#server/core/tx.ts'

/** What a person chose for a file. `columns`: heading → target column, '' for none. `plans`: text → reference code. */
export type ImportChoices = {
  columns: Readonly<Record<string, string>>
  plans: Readonly<Record<string, string>>
}

const Choices = z.record(z.string(), z.string().check(z.maxLength(100)))

/** The choices that come with an upload. Throws a Refusal on `mapping` or `plans` when it is not a JSON object of texts. */
export const uploadedChoices = (fields: Readonly<Record<string, string>>): ImportChoices => ({
  columns: choicesIn(fields, 'mapping', 'La relación de columnas', 'columna del archivo → columna de Enlace'),
  plans: choicesIn(fields, 'plans', 'La relación de planes', 'plan del archivo → código de tu plan'),
})

function choicesIn(
  fields: Readonly<Record<string, string>>,
  field: 'mapping' | 'plans',
  what: string,
  shape: string,
): Readonly<Record<string, string>> {
  const text = fields[field]
  if (text === undefined || text === '') return {}
  try {
    return z.parse(Choices, JSON.parse(text))
  } catch {
    throw refuseField('invalid', field, `${what} no se puede leer: debe ser un objeto JSON, ${shape}`)
  }
}

/** What the rows of a file are read with: the company's plans, and the choices of its earlier files. */
export type ImportContext = {
  plans: NamedPlan[]
  columns: Readonly<Record<string, string>>
  chosen: Map<string, string>
}

export async function readImportContext(tx: Tx): Promise<ImportContext> {
  const plans = await tx
    .selectFrom('plans')
    .select(['reference_code as code', 'name'])
    .orderBy('reference_code')
    .execute()
  const rows = await tx.selectFrom('import_choices').select(['kind', 'source', 'target']).execute()
  const ofKind = (kind: (typeof rows)[number]['kind']) =>
    rows.filter((row) => row.kind === kind).map(({ source, target }): [string, string] => [source, target])
  return { plans, columns: Object.fromEntries(ofKind('column')), chosen: new Map(ofKind('plan')) }
}

/** The chosen plans of a file by `planKey`. */
export const plansByKey = ({ plans }: ImportChoices): [string, string][] =>
  Object.entries(plans).map(([text, code]) => [planKey(text), code])

/** Remembers the choices of a file for the next one; a later choice replaces an earlier one. */
export async function saveChoices(tx: Tx, headers: readonly string[], choices: ImportChoices): Promise<void> {
  const rows = [
    ...Object.entries(choicesOf(headers, choices.columns)).map(([source, target]) => ({
      kind: 'column' as const,
      source,
      target,
    })),
    ...[...new Map(plansByKey(choices))].map(([source, target]) => ({ kind: 'plan' as const, source, target })),
  ].filter(
    ({ kind, source, target }) => source !== '' && source.length <= SOURCE_MAX && (kind === 'column' || target !== ''),
  )
  if (rows.length === 0) return
  await tx
    .insertInto('import_choices')
    .values(rows)
    .onConflict((on) =>
      on.columns(['company_id', 'kind', 'source']).doUpdateSet((eb) => ({ target: eb.ref('excluded.target') })),
    )
    .execute()
}

const SOURCE_MAX = 1_000
