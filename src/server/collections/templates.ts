import type { collectionApi } from '#domain/collections/api.ts'
import {
  assertTemplate,
  DEFAULT_TEMPLATES,
  filledTemplate,
  TEMPLATE_KINDS,
  TEMPLATE_LABELS,
  type Template,
  type TemplateKind,
} from '#domain/collections/template.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import { pesos } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'

export const templates: Verb<typeof collectionApi.templates> = (ctx) =>
  ctx.tx(async (tx) => ({ data: await Promise.all(TEMPLATE_KINDS.map((kind) => templateOf(tx, kind, ctx.today))) }))

export const saveTemplate: Verb<typeof collectionApi.saveTemplate> = (ctx, { body: { kind, template: words } }) =>
  ctx.tx(async (tx) => {
    const { preview: _preview, ...before } = await templateOf(tx, kind, ctx.today)
    if (words === null) await tx.deleteFrom('collection_templates').where('kind', '=', kind).execute()
    else {
      assertTemplate(kind, words)
      await tx
        .insertInto('collection_templates')
        .values({ ...words, kind })
        .onConflict((on) => on.columns(['company_id', 'kind']).doUpdateSet(words))
        .execute()
    }
    const data = await templateOf(tx, kind, ctx.today)
    const { preview: _shown, ...after } = data
    await tx.record('collection_template.saved', { before, after: { ...after, label: TEMPLATE_LABELS[kind] } })
    return { data, message: words === null ? 'Volvimos a las palabras de Enlace' : 'Guardamos el mensaje' }
  })

async function templateOf(tx: Tx, kind: TemplateKind, today: Day): Promise<Template> {
  const company = await tx
    .selectFrom('companies')
    .select('name')
    .where('id', '=', tx.scope.companyId)
    .executeTakeFirstOrThrow()
  const own = await tx
    .selectFrom('collection_templates')
    .select(['subject', 'text'])
    .where('kind', '=', kind)
    .executeTakeFirst()
  const words = own ?? DEFAULT_TEMPLATES[kind]
  const values = {
    name: 'Marta',
    company: company.name,
    no_contract: 'AF-000123',
    amount: pesos(60_000),
    on: addDays(today, 5),
  }
  return { kind, ...words, is_own: own !== undefined, preview: filledTemplate(words, values) }
}
