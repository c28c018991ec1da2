import { type RawBuilder, sql } from 'kysely'
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
      return {
        data: { id, name, query, is_shared, is_own: true, is_default: false },
        message: `Guardamos la vista ${name}`,
      }
    }),

  rename: (ctx, { params, body: { view } }) =>
    ctx.tx(async (tx) => {
      await tx.lock(`view:${params.id}`)
      const { is_default } = await getView(tx, ctx.actor.userId, params.id)
      // The application may not update a view: the row is written again with its id, which a default still names at the end.
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
        data: { ...data, is_own: user_id === ctx.actor.userId, is_default },
        message: `La vista se llama ahora ${after.name}`,
      }
    }),

  openWith: (ctx, { params, body: { view } }) =>
    ctx.tx(async (tx) => {
      const { userId } = ctx.actor
      await tx.lock(`view:${params.id}`)
      // Two tabs may choose at once.
      await tx.lock(`views:${userId}`)
      const before = await getView(tx, userId, params.id)
      const { list, ...data } = { ...before, is_default: view.is_default }
      if (before.is_default !== view.is_default) {
        await tx.deleteFrom('default_views').where('user_id', '=', userId).where('list', '=', list).execute()
        if (view.is_default)
          await tx.insertInto('default_views').values({ user_id: userId, list, view_id: params.id }).execute()
        await tx.record(view.is_default ? 'view.chosen' : 'view.unchosen', {
          entity_id: params.id,
          after: { list, name: data.name },
        })
      }
      return {
        data,
        message: view.is_default
          ? `La lista se abre desde ahora con la vista ${data.name}`
          : `La lista ya no se abre con la vista ${data.name}`,
      }
    }),

  remove: (ctx, { params: { id } }) =>
    ctx.tx(async (tx) => {
      await tx.lock(`view:${id}`)
      const { list, ...view } = await getView(tx, ctx.actor.userId, id)
      // Also of others: a list whose view is gone opens as before.
      await tx.deleteFrom('default_views').where('view_id', '=', id).execute()
      await tx.deleteFrom('list_views').where('id', '=', id).execute()
      await tx.record('view.removed', { entity_id: view.id, before: { list, name: view.name, query: view.query } })
      return { data: view, message: `Borramos la vista ${view.name}` }
    }),
})

type ViewRow = Omit<ListView, 'is_own' | 'is_default'> & { list: ViewList; user_id: string }

function assertFreeName(own: readonly ListView[], name: string): void {
  if (own.some((view) => view.name.toLowerCase() === name.toLowerCase()))
    throw refuseField('duplicate', 'view.name', 'Ya tienes una vista con ese nombre: escribe otro')
}

/** A view that the user may open: an own one, or one of the company. */
async function getView(tx: Tx, userId: string, id: string): Promise<ListView & { list: ViewList }> {
  const { rows } = await sql<ListView & { list: ViewList }>`
    select ${columns(userId)}, v.list from ${viewsFor(userId)} and v.id = ${id}`.execute(tx)
  const [view] = rows
  if (!view) throw notFound('Esa vista no existe')
  return view
}

/** The user's own views first, each group by name. */
async function listViews(tx: Tx, userId: string, list: ViewList): Promise<ListView[]> {
  const { rows } = await sql<ListView>`
    select ${columns(userId)} from ${viewsFor(userId)} and v.list = ${list}
    order by v.user_id = ${userId} desc, lower(v.name), v.id`.execute(tx)
  return rows
}

const columns = (userId: string): RawBuilder<unknown> =>
  sql`v.id, v.name, v.query, v.is_shared, v.user_id = ${userId} as is_own, d.view_id is not null as is_default`

const viewsFor = (userId: string): RawBuilder<unknown> => sql`list_views v
  left join default_views d on d.company_id = v.company_id and d.user_id = ${userId} and d.list = v.list and d.view_id = v.id
  where v.company_id = (select current_company()) and (v.is_shared or v.user_id = ${userId})`
