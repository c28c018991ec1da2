import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { type PqrTemplate, pqrTemplateApi, TEMPLATES_MAX } from '#domain/pqr/template-api.ts'
import { sqlState, type Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'

const UNIQUE_VIOLATION = '23505'

const COLUMNS = ['id', 'name', 'typology', 'text'] as const

export const pqrTemplates = implement(pqrTemplateApi, {
  list: (ctx) =>
    ctx.tx(async (tx) => ({
      data: await tx.selectFrom('pqr_templates').select(COLUMNS).orderBy('name').limit(TEMPLATES_MAX).execute(),
    })),

  create: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      await tx.lock('pqr_templates')
      const { count } = await tx
        .selectFrom('pqr_templates')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
      if (Number(count) >= TEMPLATES_MAX)
        throw new Refusal('limit_reached', `Puedes tener hasta ${TEMPLATES_MAX} plantillas: quita una`)
      const data = await tx
        .insertInto('pqr_templates')
        .values({ ...body.template, typology: body.template.typology ?? null })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow()
        .catch(refuseSameName)
      return saved(tx, data)
    }),

  update: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const data = await tx
        .updateTable('pqr_templates')
        .set({ ...body.template, typology: body.template.typology ?? null })
        .where('id', '=', params.id)
        .returning(COLUMNS)
        .executeTakeFirst()
        .catch(refuseSameName)
      if (!data) throw notFound(ABSENT_COPY)
      return saved(tx, data)
    }),

  remove: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const removed = await tx
        .deleteFrom('pqr_templates')
        .where('id', '=', params.id)
        .returning(['id', 'name'])
        .executeTakeFirst()
      if (!removed) throw notFound(ABSENT_COPY)
      await tx.record('pqr.template_removed', { entity_id: removed.id, before: { name: removed.name } })
      return { data: { id: removed.id }, message: `Quitamos la plantilla ${removed.name}` }
    }),
})

const ABSENT_COPY = 'Esa plantilla no existe'

async function saved(tx: Tx, data: PqrTemplate): Promise<{ data: PqrTemplate; message: string }> {
  await tx.record('pqr.template_saved', { entity_id: data.id, after: { name: data.name, text: data.text } })
  return { data, message: `Guardamos la plantilla ${data.name}` }
}

const refuseSameName = (error: unknown): never => {
  throw sqlState(error) === UNIQUE_VIOLATION
    ? refuseField('duplicate', 'template.name', 'Ya hay una plantilla con ese nombre')
    : error
}
