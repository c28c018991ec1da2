import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { trimmed } from '#domain/core/text.ts'

const HIT_KINDS = ['client', 'contract', 'invoice', 'user', 'company'] as const
export type HitKind = (typeof HIT_KINDS)[number]

/** Something that was found: what it is called, what tells it apart, and where the web opens it. */
const Hit = z.object({ kind: z.enum(HIT_KINDS), title: z.string(), detail: z.string(), href: z.string() })
export type Hit = z.output<typeof Hit>

/** Below this many letters a word says nothing yet. */
export const SEARCH_MIN = 3
const SEARCH_MAX = 80

/** OPS-06: one search over what each role may open. */
export const searchApi = api({
  find: {
    method: 'GET',
    path: '/search',
    summary: 'Busca clientes, contratos, facturas, usuarios o empresas, según quién pregunta',
    roles: ['financial', 'technical', 'network', 'admin', 'superadmin'],
    query: z.strictObject({
      q: trimmed(SEARCH_MAX, {
        required: 'Escribe qué buscas',
        tooLong: `Escribe menos: ${SEARCH_MAX} letras como máximo`,
      }),
    }),
    reply: z.object({ data: z.array(Hit) }),
  },
})
