import { sql } from 'kysely'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { type ListView, VIEWS_MAX, type ViewList, viewApi } from '#domain/views/api.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'

export const views = implement(viewApi, {
  list: (ctx, { query }) => ctx.tx(async (tx) => ({ data: await listViews(tx, ctx.actor.userId, query.list) })),

  save: (ctx, { body: { view } }) =>
    ctx.tx(async (tx) => {
      // Two requests may save the last allowed view at once.
      await tx.lock(`views:${ctx.actor.userId}`)
      const own = (await listViews(tx, ctx.actor.userId, view.list)).filter(({ is_own }) => is_own)
      assertFreeName(own, view.name)
      if (own.length >= VIEWS_MAX)
        throw new Refusal('conflict', `Ya tienes ${VIEWS_MAX} vistas de esta lista: borra una antes de guardar otra`)
      const id = newId()
      await tx
        .insertInto('list_views')
        .values({ id, user_id: ctx.actor.userId, ...view })
        .execute()
      const { list, name, query, is_shared } = view
      await tx.record('view.saved', { entity_id: id, after: { list, name, query, is_shared } })
      return { data: { id, name, query, is_shared, is_own: true }, message: `Guardamos la vista ${name}` }
    }),

  rename: (ctx, { params, body: { view } }) =>
    ctx.tx(async (tx) => {
      // The application may not update a view: the row is written again with its id.
      const { rows } = await sql<ViewRow>`
        delete from list_views
        where company_id = (select current_company()) and id = ${params.id} and (is_shared or user_id = ${ctx.actor.userId})
        returning id, user_id, list, name, query, is_shared`.execute(tx)
      const [before] = rows
      if (!before) throw notFound('Esa vista no existe')
      assertFreeName(
        (await listViews(tx, before.user_id, before.list)).filter(({ is_own }) => is_own),
        view.name,
      )
      const after = { ...before, name: view.name }
      await tx.insertInto('list_views').values(after).execute()
      const { list: _list, user_id, ...data } = after
      await tx.record('view.renamed', {
        entity_id: after.id,
        before: { name: before.name },
        after: { name: after.name },
      })
      return {
        data: { ...data, is_own: user_id === ctx.actor.userId },
        message: `La vista se llama ahora ${after.name}`,
      }
    }),

  remove: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const { rows } = await sql<ListView & { list: string }>`
        delete from list_views
        where company_id = (select current_company()) and id = ${params.id} and (is_shared or user_id = ${ctx.actor.userId})
        returning id, list, name, query, is_shared, user_id = ${ctx.actor.userId} as is_own`.execute(tx)
      const [removed] = rows
      if (!removed) throw notFound('Esa vista no existe')
      const { list, ...view } = removed
      await tx.record('view.removed', { entity_id: view.id, before: { list, name: view.name, query: view.query } })
      return { data: view, message: `Borramos la vista ${view.name}` }
    }),
})

type ViewRow = Omit<ListView, 'is_own'> & { list: ViewList; user_id: string }

function assertFreeName(own: readonly ListView[], name: string): void {
  if (own.some((view) => view.name.toLowerCase() === name.toLowerCase()))
    throw refuseField('duplicate', 'view.name', 'Ya tienes una vista con ese nombre: escribe otro')
}

/** The user's own views first, each group by name. */
async function listViews(tx: Tx, userId: string, list: ViewList): Promise<ListView[]> {
  const { rows } = await sql<ListView>`
    select id, name, query, is_shared, user_id = ${userId} as is_own from list_views
    where company_id = (select current_company()) and list = ${list} and (is_shared or user_id = ${userId})
    order by user_id = ${userId} desc, lower(name), id`.execute(tx)
  return rows
}
