import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { PesosSum } from '#domain/core/money.ts'
import { idsFilter, PageMeta, pageQuery, sortQuery } from '#domain/core/paging.ts'
import { searchText, text } from '#domain/core/text.ts'
import { MunicipalityCode } from '#domain/places/municipality-code.ts'
import { Client, ClientChanges, DEBT_FILTERS, NewClient } from './client.ts'
import { STATEMENT_FORMATS, Statement } from './statement.ts'

/** The sort keys of a list of clients. */
export const CLIENT_SORTS = ['name', 'identification', 'balance', 'createdAt'] as const

const filter = (max: number) => z.optional(text(max))

/** The filters of TBL-03 for a list of clients, and those of the desk. A day filter matches that exact day. */
const filters = {
  ids: idsFilter,
  q: z.optional(searchText()),
  first_name: filter(60),
  identification: filter(20),
  username: filter(60),
  no_contract: filter(20),
  is_active: z.optional(
    z.pipe(
      z.enum(['true', 'false']),
      z.transform((value: 'true' | 'false') => value === 'true'),
    ),
  ),
  createdAt: z.optional(DayText),
  date_contract: z.optional(DayText),
  debt: z.optional(z.enum(DEBT_FILTERS, { error: `Elige una deuda: ${DEBT_FILTERS.join(', ')}` })),
  /** The plan of a contract that has not ended. */
  plan_id: z.optional(z.uuid()),
  /** DANE's code. */
  municipality_code: z.optional(MunicipalityCode),
}

const params = z.object({ id: z.uuid() })
const roles = ['financial'] as const
const ClientReply = z.object({ data: Client })
const ChangedReply = z.object({ data: Client, message: z.string() })

export const clientApi = api({
  get: {
    method: 'GET',
    path: '/client/:id',
    summary: 'Un cliente con sus contratos; el propio, para quien es cliente',
    clientRows: 'one',
    roles: ['financial', 'client'],
    params,
    reply: ClientReply,
  },
  findByCedula: {
    method: 'GET',
    path: '/client/find-by-cedula/:cedula',
    summary: 'El cliente que tiene esa identificación',
    clientRows: 'one',
    roles: ['financial', 'technical'],
    params: z.object({ cedula: text(20).check(z.regex(/^[A-Za-z0-9-]{3,20}$/)) }),
    reply: ClientReply,
  },
  create: {
    method: 'POST',
    path: '/client',
    summary: 'Crea un cliente',
    roles,
    status: 201,
    body: z.strictObject({ client: NewClient }),
    reply: ChangedReply,
  },
  list: {
    method: 'GET',
    path: '/client',
    summary: 'Los clientes de la empresa',
    clientRows: 'data',
    roles,
    query: z.strictObject({ ...pageQuery, ...sortQuery(CLIENT_SORTS), ...filters }),
    reply: z.object({ data: z.array(Client), meta: z.optional(PageMeta) }),
  },
  total: {
    method: 'GET',
    path: '/client/total',
    summary: 'Lo que deben los clientes de un filtro, en todas las páginas',
    roles,
    query: z.strictObject(filters),
    reply: z.object({ data: z.object({ debt: PesosSum }) }),
  },
  update: {
    method: 'PATCH',
    path: '/client/:id',
    summary: 'Cambia los datos de un cliente',
    stepUp: 'own',
    roles,
    params,
    body: z.strictObject({ client: ClientChanges }),
    reply: ChangedReply,
  },
  switchStatus: {
    method: 'PATCH',
    path: '/client/:id/status',
    summary: 'Activa o desactiva el acceso de un cliente; sin is_active cambia al contrario del que tiene',
    roles,
    params,
    body: z.strictObject({ is_active: z.optional(z.boolean()) }),
    reply: ChangedReply,
  },
  statement: {
    method: 'GET',
    path: '/client/:id/statement',
    summary: 'El estado de cuenta de un cliente; el propio, para quien es cliente',
    clientRows: 'one',
    roles: ['financial', 'client'],
    params,
    query: z.strictObject({ from: z.optional(DayText), to: z.optional(DayText) }),
    reply: z.object({ data: Statement }),
  },
  statementFile: {
    method: 'GET',
    path: '/client/:id/statement/file',
    summary: 'El estado de cuenta como PDF, XLSX o CSV; el propio, para quien es cliente',
    clientRows: 'one',
    roles: ['financial', 'client'],
    params,
    query: z.strictObject({
      from: z.optional(DayText),
      to: z.optional(DayText),
      format: z.optional(z.enum(STATEMENT_FORMATS, { error: `Elige ${STATEMENT_FORMATS.join(', ')}` })),
    }),
    replyAs: 'file',
    reply: z.unknown(),
  },
  access: {
    method: 'POST',
    path: '/client/:id/access',
    summary:
      'Envía al correo del cliente el enlace para crear su contraseña; sin correo, lo entrega para imprimir y pide la contraseña reciente',
    stepUp: 'own',
    roles,
    params,
    idempotency: 'never',
    reply: z.object({
      data: z.object({ sent_to: z.nullable(z.string()), link: z.nullable(z.string()) }),
      message: z.string(),
    }),
  },
})
