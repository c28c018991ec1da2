import * as z from 'zod/mini'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { ImportDefaults, REMEMBERED_DEFAULTS } from '#domain/imports/defaults.ts'
import { choicesOf, isColumnChoice } from '#domain/imports/headings.ts'
import { type NamedPlan, NEW_PLAN, planKey } from '#domain/imports/plan-names.ts'
import type { SourceProfile } from '#domain/imports/sources.ts'
import type { Tx } from '#server/core/tx.ts'

/**
 * What a person chose for a file. `columns`: heading → target column, '' for none. `plans`: text → reference code, or NEW_PLAN.
 * `defaults`: what the file has not.
 */
export type ImportChoices = {
  columns: Readonly<Record<string, string>>
  plans: Readonly<Record<string, string>>
  defaults: ImportDefaults
}

const SOURCE_MAX = 1_000
/** The most choices that a company keeps. Beyond them a file is imported and nothing more is remembered. */
const CHOICES_MAX = 2_000

const storable = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.refine((text) => !text.includes('\0') && text.isWellFormed()),
  )
const Choices = z.record(storable(SOURCE_MAX), storable(100))

/** The choices that come with an upload. Throws a Refusal on `mapping`, `plans` or `defaults` when it is not a JSON object of such texts. */
export function uploadedChoices(fields: Readonly<Record<string, string>>): ImportChoices {
  const columns = choicesIn(fields, 'mapping', 'La relación de columnas', 'columna del archivo → columna de Enlace')
  const unknown = Object.values(columns).find((target) => !isColumnChoice(target))
  if (unknown !== undefined)
    throw refuseField('invalid', 'mapping', `No existe la columna «${unknown}» en Enlace: elige otra`)
  const plans = choicesIn(fields, 'plans', 'La relación de planes', 'plan del archivo → código de tu plan')
  const defaults = choicesIn(fields, 'defaults', 'Lo que falta en el archivo', 'dato → valor')
  const given = Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== ''))
  const parsed = z.safeParse(ImportDefaults, given)
  if (!parsed.success)
    throw refuseField('invalid', 'defaults', parsed.error.issues[0]?.message ?? 'Revisa lo que falta en el archivo')
  return { columns, plans, defaults: parsed.data }
}

/** The defaults that count for a file: those of the upload, else the remembered ones. Throws a Refusal for a cut-off day after `today`. */
export function defaultsFor({ defaults }: ImportChoices, remembered: ImportDefaults, today: Day): ImportDefaults {
  if (defaults.cut_off_on !== undefined && defaults.cut_off_on > today)
    throw refuseField('invalid', 'defaults', 'La fecha de corte de los saldos no puede ser futura')
  return { ...remembered, ...defaults }
}

/** Throws a Refusal on `plans` when a chosen plan is not one of the company's. '' is none. */
export function assertPlans({ plans }: ImportChoices, offered: readonly NamedPlan[]): void {
  const missing = Object.values(plans).find(
    (code) => code !== '' && code !== NEW_PLAN && !offered.some((plan) => plan.code === code),
  )
  if (missing !== undefined)
    throw refuseField('invalid', 'plans', `Ya no tienes el plan ${missing}: vuelve a relacionar los planes`)
}

function choicesIn(
  fields: Readonly<Record<string, string>>,
  field: 'mapping' | 'plans' | 'defaults',
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
  plans: (NamedPlan & { price: Money })[]
  columns: Readonly<Record<string, string>>
  chosen: Map<string, string>
  defaults: ImportDefaults
}

export async function readImportContext(tx: Tx): Promise<ImportContext> {
  const plans = await tx
    .selectFrom('plans')
    .select(['reference_code as code', 'name', 'price'])
    .orderBy('reference_code')
    .execute()
  const rows = await tx.selectFrom('import_choices').select(['kind', 'source', 'target']).execute()
  const ofKind = (kind: (typeof rows)[number]['kind']) =>
    rows.filter((row) => row.kind === kind).map(({ source, target }): [string, string] => [source, target])
  const defaults = z.safeParse(ImportDefaults, Object.fromEntries(ofKind('default')))
  return {
    plans,
    columns: Object.fromEntries(ofKind('column')),
    chosen: new Map(ofKind('plan')),
    defaults: defaults.data ?? {},
  }
}

/** The chosen plans of a file by `planKey`. */
export const plansByKey = ({ plans }: ImportChoices): [string, string][] =>
  Object.entries(plans).map(([text, code]) => [planKey(text), code])

/**
 * Remembers the choices of a file for the next one; a later choice replaces an earlier one. `texts`: the plans of the file that were
 * related, because others need not be remembered.
 */
export async function saveChoices(
  tx: Tx,
  { headers, profile }: { headers: readonly string[]; profile: SourceProfile | null },
  texts: readonly string[],
  choices: ImportChoices,
): Promise<void> {
  const { kept, forgotten } = choicesOf(headers, choices.columns, profile)
  const keys = new Set(texts.map(planKey))
  const plans = [...new Map(plansByKey(choices))].filter(([source, target]) => keys.has(source) && target !== NEW_PLAN)
  const defaults = REMEMBERED_DEFAULTS.flatMap((source) => {
    const target = choices.defaults[source]
    return target === undefined ? [] : [{ kind: 'default' as const, source, target }]
  })
  if (forgotten.length > 0)
    await tx.deleteFrom('import_choices').where('kind', '=', 'column').where('source', 'in', forgotten).execute()
  const rows = [
    ...kept.map(([source, target]) => ({ kind: 'column' as const, source, target })),
    ...plans.map(([source, target]) => ({ kind: 'plan' as const, source, target })),
    ...defaults,
  ].filter(({ source }) => source.length <= SOURCE_MAX)
  if (rows.length === 0 || (await countChoices(tx)) + rows.length > CHOICES_MAX) return
  await tx
    .insertInto('import_choices')
    .values(rows)
    .onConflict((on) =>
      on.columns(['company_id', 'kind', 'source']).doUpdateSet((eb) => ({ target: eb.ref('excluded.target') })),
    )
    .execute()
}

async function countChoices(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('import_choices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
