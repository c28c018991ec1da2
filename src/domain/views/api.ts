import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { lineOfText, text } from '#domain/core/text.ts'

/** The lists whose search, filters and order can be saved. */
const VIEW_LISTS = ['clients', 'contracts', 'invoices', 'transactions', 'messages', 'pqr'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

/** The maximum of views that a user keeps of one list. */
export const VIEWS_MAX = 20

const list = z.enum(VIEW_LISTS, { error: 'Elige de qué lista es la vista' })
const name = lineOfText('Escribe un nombre para la vista', 40)
/** The query string of the list, without its page: 'status=vencido&sort=-due_on'. */
const query = text(1_000).check(z.regex(/^[\w.~%+=&*,:-]*$/, { error: 'La vista no se puede leer: guárdala de nuevo' }))

export const ListView = z.object({
  id: z.uuid(),
  name: z.string(),
  query: z.string(),
  is_shared: z.boolean(),
  is_own: z.boolean(),
  /** Whether the list opens with it for the caller. */
  is_default: z.boolean(),
})
export type ListView = z.output<typeof ListView>

const roles = ['admin', 'financial', 'technical', 'network'] as const

/** The saved views of a list: the user's own, and those that others of the company share. */
export const viewApi = api({
  list: {
    method: 'GET',
    path: '/view',
    summary: 'Las vistas guardadas de una lista: las propias y las compartidas de la empresa',
    roles,
    query: z.strictObject({ list }),
    reply: z.object({ data: z.array(ListView) }),
  },
  save: {
    method: 'POST',
    path: '/view',
    summary: 'Guarda la búsqueda, los filtros y el orden de una lista con un nombre',
    roles,
    status: 201,
    body: z.strictObject({ view: z.strictObject({ list, name, query, is_shared: z.boolean() }) }),
    reply: z.object({ data: ListView, message: z.string() }),
  },
  rename: {
    method: 'PATCH',
    path: '/view/:id',
    summary: 'Cambia el nombre de una vista propia o de una compartida de la empresa',
    roles,
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ view: z.strictObject({ name }) }),
    reply: z.object({ data: ListView, message: z.string() }),
  },
  openWith: {
    method: 'PUT',
    path: '/view/:id/default',
    summary: 'Elige la vista con la que se abre su lista para quien llama, o deja de abrirla con ella',
    roles,
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({
      view: z.strictObject({ is_default: z.boolean({ error: 'Di si la lista se abre con esta vista' }) }),
    }),
    reply: z.object({ data: ListView, message: z.string() }),
  },
  remove: {
    method: 'DELETE',
    path: '/view/:id',
    summary: 'Borra una vista propia o una compartida de la empresa',
    roles,
    params: z.object({ id: z.uuid() }),
    reply: z.object({ data: ListView, message: z.string() }),
  },
})
