import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { Pesos } from '#domain/core/money.ts'
import { PageMeta, pagingQuery, sortQuery } from '#domain/core/paging.ts'
import { lineOfText, patternText } from '#domain/core/text.ts'
import { Contract, ContractChanges, ContractDetail, ContractParams, NewContract } from './contract.ts'
import { Correction } from './correction.ts'
import { ExitRight } from './exit-right.ts'
import { CONTRACT_STATUSES } from './lifecycle.ts'
import { PauseRequest, versionQuery } from './requests.ts'
import { NewSignature, Signing } from './signature.ts'
import { MonthAtAddress } from './transfer.ts'
import { ASKED_CHANNELS, ContractText, ContractVersion } from './version.ts'

/** The sort keys of a list of contracts. */
export const CONTRACT_SORTS = ['createdAt', 'no_contract', 'date_contract', 'status', 'client'] as const
export type ContractSort = (typeof CONTRACT_SORTS)[number]

/** What a contract waits for. */
export const WAITING = ['late_installation', 'near_installation', 'cession', 'renewal'] as const
/** The filters of the network role: suspended for arrears without anything overdue, and in service since today. */
export const SERVICE_FILTERS = ['por_reconectar', 'instalado_hoy'] as const
export type ServiceFilter = (typeof SERVICE_FILTERS)[number]

const query = z.strictObject({
  ...pagingQuery,
  ...sortQuery(CONTRACT_SORTS),
  no_contract: z.optional(patternText(20, /^[A-Za-z0-9-]{1,20}$/, 'Escribe un número como AF-000123')),
  status: z.optional(z.enum(CONTRACT_STATUSES, { error: 'No hay contratos en ese estado' })),
  service: z.optional(z.enum(SERVICE_FILTERS, { error: `Usa ${SERVICE_FILTERS.join(' o ')}` })),
  client_id: z.optional(z.uuid()),
  /** What waits with a last day: an installation that is late or near it, a cession without an answer. */
  waiting: z.optional(z.enum(WAITING, { error: 'Elige qué está pendiente' })),
  municipality_code: z.optional(patternText(5, /^\d{5}$/, 'Escribe el código DANE del municipio, como 05440')),
  createdAt: z.optional(DayText),
  date_contract: z.optional(DayText),
  /** The first day of service, and the last one of a contract that ended. */
  joined_from: z.optional(DayText),
  joined_to: z.optional(DayText),
  left_from: z.optional(DayText),
  left_to: z.optional(DayText),
})
export type ContractQuery = z.output<typeof query>

const params = ContractParams
const plan_id = z.uuid({ error: 'Elige el plan' })
const desk = ['financial'] as const
const field = ['financial', 'technical'] as const
const staff = ['financial', 'technical', 'network'] as const

const ChangedReply = z.object({ data: Contract, message: z.string() })
const corrections = z.array(Correction)
/** The contract after a change, with what it corrected of the periods already billed. */
const CorrectedReply = z.object({ data: z.extend(Contract, { corrections }), message: z.string() })
const reason = lineOfText('Escribe el motivo', 300)
const termination = { requested_on: DayText, exit_right: z.optional(ExitRight) }
const TerminationRequest = z.strictObject({ ...termination, reason })

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
  municipalities: {
    method: 'GET',
    path: '/contract/municipalities',
    summary: 'Los municipios donde hay contratos',
    roles: staff,
    reply: z.object({ data: z.array(z.object({ code: z.string(), city: z.string(), department: z.string() })) }),
  },
  technicians: {
    method: 'GET',
    path: '/contract/technicians',
    summary: 'Los técnicos activos de la empresa, por nombre: a quién se le puede programar una visita',
    roles: staff,
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
    summary: 'Firma el contrato: congela precio y condiciones y guarda la prueba; una clave de la API no firma',
    personOnly: true,
    roles: ['financial', 'client'],
    params,
    body: NewSignature,
    reply: ChangedReply,
  },
  versions: {
    method: 'GET',
    path: '/contract/:no/versions',
    summary: 'Las versiones del contrato que se guardan para siempre, de la más nueva a la primera',
    clientRows: 'one',
    roles: [...staff, 'client'],
    params,
    reply: z.object({ data: z.array(ContractVersion) }),
  },
  text: {
    method: 'GET',
    path: '/contract/:no/text',
    summary: 'El texto de una versión del contrato; sin `version`, la más nueva o el borrador de hoy',
    clientRows: 'one',
    roles: [...staff, 'client'],
    params,
    query: versionQuery,
    reply: z.object({ data: ContractText }),
  },
  pdf: {
    method: 'GET',
    path: '/contract/:no/pdf',
    summary: 'El contrato único en PDF; sin `version`, la más nueva o el borrador de hoy',
    clientRows: 'one',
    roles: [...staff, 'client'],
    replyAs: 'file',
    params,
    query: versionQuery,
    reply: z.unknown(),
  },
  activate: {
    method: 'POST',
    path: '/contract/:no/activate',
    dated: true,
    summary: 'Activa el servicio desde un día, que se cobra',
    roles: field,
    params,
    body: z.strictObject({ activated_on: DayText }),
    reply: ChangedReply,
  },
  suspendPreview: {
    method: 'POST',
    path: '/contract/:no/suspend/preview',
    summary: 'Hasta qué día está facturado, y si debe algo vencido',
    roles: desk,
    params,
    readOnly: true,
    body: z.strictObject({}),
    reply: z.object({
      data: z.object({
        /** The last day that is billed; the days without service up to it are given back. Null when none is billed from today on. */
        billed_until: z.nullable(DayText),
        /** Whether anything of the contract is overdue today; if not, its reconnection is not charged (R2.5). */
        is_overdue: z.boolean(),
      }),
    }),
  },
  suspend: {
    method: 'POST',
    path: '/contract/:no/suspend',
    dated: true,
    summary: 'Suspende el servicio por mora desde hoy',
    roles: desk,
    params,
    body: z.strictObject({ reason }),
    reply: ChangedReply,
  },
  pausePreview: {
    method: 'POST',
    path: '/contract/:no/pause/preview',
    summary:
      'Qué días sin servicio tendría una pausa a pedido del cliente, y qué cambia de lo facturado y de la permanencia',
    roles: desk,
    params,
    readOnly: true,
    body: PauseRequest,
    reply: z.object({
      data: z.object({
        from_on: DayText,
        to_on: DayText,
        /** The last day of the permanence clause with the pause. Null without a clause, and when it ends before the pause. */
        permanence_ends_on: z.nullable(DayText),
        corrections,
      }),
    }),
  },
  pause: {
    method: 'POST',
    path: '/contract/:no/pause',
    dated: true,
    summary: 'Programa una pausa a pedido del cliente por uno o más períodos; termina sola, y antes con reconnect',
    roles: desk,
    params,
    body: PauseRequest,
    reply: CorrectedReply,
  },
  cancelPause: {
    method: 'POST',
    path: '/contract/:no/pause/cancel',
    summary: 'Anula una pausa que no ha empezado',
    roles: desk,
    params,
    body: z.strictObject({ reason }),
    reply: CorrectedReply,
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
    dated: true,
    summary: 'Reconecta el servicio desde hoy',
    roles: desk,
    params,
    reply: CorrectedReply,
  },
  terminatePreview: {
    method: 'POST',
    path: '/contract/:no/terminate/preview',
    summary: 'Qué día terminaría el contrato y cuánto costaría retirarse; exit_total, con su IVA',
    roles: desk,
    params,
    readOnly: true,
    body: z.strictObject(termination),
    reply: z.object({
      data: z.object({
        /** The last day of service. */
        ends_on: DayText,
        /** The last day of a request for a termination at that cut. */
        last_day_to_ask: DayText,
        exit_value: Pesos,
        exit_total: Pesos,
        /** What `exit_right` takes from the cost of the permanence, with its VAT; zero without one. */
        waived_total: Pesos,
        corrections,
      }),
    }),
  },
  terminate: {
    method: 'POST',
    path: '/contract/:no/terminate',
    dated: true,
    summary: 'Registra el retiro: el contrato termina en el corte que le corresponde',
    roles: desk,
    params,
    body: TerminationRequest,
    reply: CorrectedReply,
  },
  withdrawTermination: {
    method: 'POST',
    path: '/contract/:no/terminate/withdraw',
    dated: true,
    summary: 'Anula un retiro registrado, antes del último día de servicio: el contrato sigue',
    roles: desk,
    params,
    body: z.strictObject({ reason }),
    reply: CorrectedReply,
  },
  changePlanPreview: {
    method: 'POST',
    path: '/contract/:no/change-plan/preview',
    summary: 'Desde qué día regiría otro plan y cuánto costaría; new_month, con su IVA',
    roles: desk,
    params,
    readOnly: true,
    body: z.strictObject({ plan_id, asked_on: z.optional(DayText) }),
    reply: z.object({
      data: z.object({
        from_on: DayText,
        last_day_to_ask: DayText,
        old_price: Pesos,
        new_price: Pesos,
        new_month: z.nullable(MonthAtAddress),
        corrections,
      }),
    }),
  },
  changePlan: {
    method: 'POST',
    path: '/contract/:no/change-plan',
    dated: true,
    summary: 'Cambia de plan desde el primer día del período que le corresponde',
    roles: desk,
    params,
    /** Who asked for it, when and how: all three or none. */
    body: z.strictObject({
      plan_id,
      asked_by: z.optional(lineOfText('Escribe quién lo pidió')),
      asked_on: z.optional(DayText),
      asked_channel: z.optional(z.enum(ASKED_CHANNELS, { error: 'Elige por dónde lo pidió' })),
    }),
    reply: CorrectedReply,
  },
  cancelPlanChange: {
    method: 'POST',
    path: '/contract/:no/change-plan/cancel',
    summary: 'Anula un cambio de plan que no ha empezado: el contrato sigue con su plan y su precio',
    roles: desk,
    params,
    body: z.strictObject({ reason }),
    reply: CorrectedReply,
  },
  cancel: {
    method: 'POST',
    path: '/contract/:no/cancel',
    dated: true,
    summary: 'Anula un contrato que no llegó a instalarse',
    roles: desk,
    params,
    body: z.strictObject({ reason }),
    reply: ChangedReply,
  },
})
