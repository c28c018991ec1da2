import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { searchText } from '#domain/core/text.ts'

const SEARCH_RESULT_KINDS = ['client', 'contract', 'invoice', 'user', 'company'] as const

/** A search result: its title, a detail that distinguishes it, and its path in the web. */
export const SearchResult = z.object({
  kind: z.enum(SEARCH_RESULT_KINDS),
  title: z.string(),
  detail: z.string(),
  href: z.string(),
})
export type SearchResult = z.output<typeof SearchResult>

/** The minimum characters of a word that is searched. */
export const SEARCH_MIN = 3
const SEARCH_MAX = 80

/** One search over all the entities that a role may open (OPS-06). */
export const searchApi = api({
  find: {
    method: 'GET',
    path: '/search',
    summary: 'Busca clientes, contratos, facturas, usuarios o empresas, según quién pregunta',
    clientRows: 'data',
    roles: ['financial', 'technical', 'network', 'admin', 'superadmin'],
    query: z.strictObject({
      q: searchText(SEARCH_MAX, {
        required: 'Escribe qué buscas',
        tooLong: `Escribe menos: ${SEARCH_MAX} letras como máximo`,
      }),
    }),
    reply: z.object({ data: z.array(SearchResult) }),
  },
})
