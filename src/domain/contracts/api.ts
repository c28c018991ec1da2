import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { Pesos } from '#domain/core/money.ts'
import { PageMeta, pagingQuery, sortQuery } from '#domain/core/paging.ts'
import { lineOfText, patternText, text } from '#domain/core/text.ts'
import { Contract, ContractChanges, ContractDetail, NewContract } from './contract.ts'
import { Correction } from './correction.ts'
import { CONTRACT_STATUSES } from './lifecycle.ts'
import { NewSignature, Signing } from './signature.ts'

/** The sort keys of a list of contracts. */
export const CONTRACT_SORTS = ['createdAt', 'no_contract', 'date_contract', 'status', 'client'] as const
export type ContractSort = (typeof CONTRACT_SORTS)[number]

const query = z.strictObject({
  ...pagingQuery,
  ...sortQuery(CONTRACT_SORTS),
  no_contract: z.optional(patternText(20, /^[A-Za-z0-9-]{1,20}$/, 'Escribe un número como AF-000123')),
  status: z.optional(z.enum(CONTRACT_STATUSES, { error: 'No hay contratos en ese estado' })),
  client_id: z.optional(z.uuid()),
  createdAt: z.optional(DayText),
  date_contract: z.optional(DayText),
})
export type ContractQuery = z.output<typeof query>

const params = z.object({ no: text(11).check(z.regex(/^[A-Z]{1,4}-\d{6}$/)) })
const desk = ['financial'] as const
const field = ['financial', 'technical'] as const
const staff = ['financial', 'technical', 'network'] as const

const ChangedReply = z.object({ data: Contract, message: z.string() })
const corrections = z.array(Correction)
/** The contract after a change, with what it corrected of the periods already billed. */
const CorrectedReply = z.object({ data: z.extend(Contract, { corrections }), message: z.string() })
const reason = lineOfText('Escribe el motivo', 300)
const TerminationRequest = z.strictObject({ requested_on: DayText, reason })

/** The kinds of suspension: for arrears, or at the request of the client. */
export const SUSPENSION_KINDS = ['arrears', 'voluntary'] as const

export const contractApi = api({
  list: {
    method: 'GET',
    path: '/contract',
    summary: 'Los contratos de la empresa; los propios, para quien es cliente',
    clientRows: 'data',
    roles: [...staff, 'client'],
    query,
    reply: z.object({ data: z.array(Contract), meta: z.optional(PageMeta) }),
  },
  get: {
    method: 'GET',
    path: '/contract/:no',
    summary: 'Un contrato por su número',
    clientRows: 'one',
    roles: [...staff, 'client'],
    params,
    reply: z.object({ data: ContractDetail }),
  },
  technicians: {
    method: 'GET',
    path: '/contract/technicians',
    summary: 'Los técnicos activos de la empresa, por nombre: a quién se le puede programar una visita',
    roles: field,
    reply: z.object({ data: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
  },
  create: {
    method: 'POST',
    path: '/contract',
    summary: 'Crea un contrato en borrador, con los datos por defecto de la empresa en lo que falte',
    roles: desk,
    status: 201,
    body: z.strictObject({ contract: NewContract }),
    reply: ChangedReply,
  },
  update: {
    method: 'PATCH',
    path: '/contract/:no',
    summary: 'Cambia un borrador; después de la firma solo completa coordenadas y estrato',
    roles: desk,
    params,
    body: z.strictObject({ contract: ContractChanges }),
    reply: ChangedReply,
  },
  signing: {
    method: 'GET',
    path: '/contract/:no/signing',
    summary: 'El texto que se firma hoy y lo que falta para completar el contrato',
    clientRows: 'one',
    roles: ['financial', 'client'],
    params,
    reply: z.object({ data: Signing }),
  },
  sign: {
    method: 'POST',
    path: '/contract/:no/sign',
    summary: 'Firma el contrato: congela precio y condiciones y guarda la prueba',
    roles: ['financial', 'client'],
    params,
    body: NewSignature,
    reply: ChangedReply,
  },
  schedule: {
    method: 'POST',
    path: '/contract/:no/schedule',
    summary: 'Programa la visita de instalación',
    roles: field,
    params,
    body: z.strictObject({ scheduled_on: DayText, technician_id: z.uuid({ error: 'Elige el técnico' }) }),
    reply: ChangedReply,
  },
  activate: {
    method: 'POST',
    path: '/contract/:no/activate',
    summary: 'Activa el servicio desde un día, que se cobra',
    roles: field,
    params,
    body: z.strictObject({ activated_on: DayText }),
    reply: ChangedReply,
  },
  suspendPreview: {
    method: 'POST',
    path: '/contract/:no/suspend/preview',
    summary: 'Hasta qué día está facturado, y cuándo podría empezar y terminar una pausa a pedido del cliente',
    roles: desk,
    params,
    readOnly: true,
    body: z.strictObject({
      kind: z.optional(z.enum(SUSPENSION_KINDS, { error: 'Elige si es por mora o a pedido del cliente' })),
    }),
    reply: z.object({
      data: z.object({
        /** The last day that is billed; the days without service up to it are given back. Null when none is billed from today on. */
        billed_until: z.nullable(DayText),
        /** The first and the last day of a pause at the request of the client. Null for a suspension for arrears. */
        pause_begins_on: z.nullable(DayText),
        pause_ends_on: z.nullable(DayText),
      }),
    }),
  },
  suspend: {
    method: 'POST',
    path: '/contract/:no/suspend',
    summary: 'Suspende el servicio desde hoy; sin kind, por mora',
    roles: desk,
    params,
    body: z.strictObject({
      reason,
      kind: z.optional(z.enum(SUSPENSION_KINDS, { error: 'Elige si es por mora o a pedido del cliente' })),
    }),
    reply: ChangedReply,
  },
  reconnectPreview: {
    method: 'GET',
    path: '/contract/:no/reconnect/preview',
    summary: 'Cuánto costaría reconectar hoy el servicio, y por qué',
    roles: desk,
    params,
    reply: z.object({ data: z.object({ charge: Pesos, reason: z.string(), corrections }) }),
  },
  reconnect: {
    method: 'POST',
    path: '/contract/:no/reconnect',
    summary: 'Reconecta el servicio desde hoy',
    roles: desk,
    params,
    reply: CorrectedReply,
  },
  terminatePreview: {
    method: 'POST',
    path: '/contract/:no/terminate/preview',
    summary: 'Qué día terminaría el contrato y cuánto costaría retirarse',
    roles: desk,
    params,
    readOnly: true,
    body: z.strictObject({ requested_on: DayText }),
    reply: z.object({
      data: z.object({
        /** The last day of service. */
        ends_on: DayText,
        /** The last day of a request for a termination at that cut. */
        last_day_to_ask: DayText,
        exit_value: Pesos,
        corrections,
      }),
    }),
  },
  terminate: {
    method: 'POST',
    path: '/contract/:no/terminate',
    summary: 'Registra el retiro: el contrato termina en el corte que le corresponde',
    roles: desk,
    params,
    body: TerminationRequest,
    reply: CorrectedReply,
  },
  withdrawTermination: {
    method: 'POST',
    path: '/contract/:no/terminate/withdraw',
    summary: 'Anula un retiro registrado, antes del último día de servicio: el contrato sigue',
    roles: desk,
    params,
    body: z.strictObject({ reason }),
    reply: CorrectedReply,
  },
  changePlanPreview: {
    method: 'POST',
    path: '/contract/:no/change-plan/preview',
    summary: 'Desde qué día regiría otro plan y cuánto costaría',
    roles: desk,
    params,
    readOnly: true,
    body: z.strictObject({ plan_id: z.uuid({ error: 'Elige el plan' }) }),
    reply: z.object({
      data: z.object({ from_on: DayText, last_day_to_ask: DayText, old_price: Pesos, new_price: Pesos, corrections }),
    }),
  },
  changePlan: {
    method: 'POST',
    path: '/contract/:no/change-plan',
    summary: 'Cambia de plan desde el primer día del período que le corresponde',
    roles: desk,
    params,
    body: z.strictObject({ plan_id: z.uuid({ error: 'Elige el plan' }) }),
    reply: CorrectedReply,
  },
  cancel: {
    method: 'POST',
    path: '/contract/:no/cancel',
    summary: 'Anula un contrato que no llegó a instalarse',
    roles: desk,
    params,
    body: z.strictObject({ reason }),
    reply: ChangedReply,
  },
})
