import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { instantField } from '#domain/core/days.ts'
import { PageMeta, pageQuery, pagingQuery } from '#domain/core/paging.ts'
import { lineOfText, patternText, text } from '#domain/core/text.ts'
import {
  OUTAGE_PLACES_MAX,
  OUTAGE_STATES,
  Outage,
  OutageContract,
  OutageDetail,
  OutageDevice,
  OwnOutages,
} from './outage.ts'

const query = z.strictObject({
  ...pageQuery,
  state: z.optional(z.enum(OUTAGE_STATES, { error: 'No hay fallas en ese estado' })),
  municipality_code: z.optional(patternText(5, /^\d{5}$/, 'Escribe el código DANE del municipio, como 05440')),
})
export type OutageQuery = z.output<typeof query>

const contractQuery = z.strictObject({ ...pagingQuery, outage_id: z.uuid({ error: 'Elige la falla' }) })
export type OutageContractQuery = z.output<typeof contractQuery>

const staff = ['financial', 'technical', 'network'] as const
const params = z.object({ id: z.uuid() })
/** Of a municipality, or of a device; never of both. */
const where = {
  department: z.optional(text(60, { required: 'Elige el departamento' })),
  city: z.optional(text(60, { required: 'Elige el municipio' })),
  device_id: z.optional(z.uuid({ error: 'Elige el equipo' })),
}
const placeParams = z.object({ id: z.uuid(), place_id: z.uuid() })
const reason = lineOfText('Escribe el motivo', 300)
const started_at = instantField('Escribe cuándo empezó')
const ended_at = instantField('Escribe cuándo volvió el servicio')
const ChangedReply = z.object({ data: Outage, message: z.string() })

export const outageApi = api({
  list: {
    method: 'GET',
    path: '/outage',
    summary: 'Las fallas del servicio, la última primero',
    roles: staff,
    query,
    reply: z.object({ data: z.array(Outage), meta: z.optional(PageMeta) }),
  },
  own: {
    method: 'GET',
    path: '/outage/own',
    summary: 'Las fallas de las últimas semanas en los servicios propios, y lo que se compensa',
    roles: ['client'],
    reply: z.object({ data: OwnOutages }),
  },
  ofClient: {
    method: 'GET',
    path: '/outage/client/:client_id',
    summary: 'Las mismas de un cliente, para quien le radica una PQR',
    clientRows: 'one',
    roles: ['financial', 'technical'],
    params: z.object({ client_id: z.uuid() }),
    reply: z.object({ data: OwnOutages }),
  },
  devices: {
    method: 'GET',
    path: '/outage/device',
    summary: 'Los equipos de la red de la empresa, para elegir de cuál es la falla',
    roles: staff,
    reply: z.object({ data: z.array(OutageDevice) }),
  },
  contracts: {
    method: 'GET',
    path: '/outage/contract',
    summary: 'Los contratos que una falla dejó sin servicio, con sus minutos y lo que se compensa',
    clientRows: 'data',
    roles: staff,
    query: contractQuery,
    reply: z.object({ data: z.array(OutageContract), meta: PageMeta }),
  },
  get: {
    method: 'GET',
    path: '/outage/:id',
    summary: 'Una falla con lo que se compensa por ella',
    roles: staff,
    params,
    reply: z.object({ data: OutageDetail }),
  },
  announce: {
    method: 'POST',
    path: '/outage',
    summary:
      'Anuncia una falla de uno o varios municipios o equipos: sus contratos en servicio quedan sin servicio desde esa hora',
    roles: staff,
    status: 201,
    body: z.strictObject({
      outage: z.strictObject({
        /** Its only place, instead of `places`. */
        ...where,
        places: z.optional(
          z
            .array(z.strictObject(where))
            .check(
              z.minLength(1, { error: 'Elige dónde es la falla' }),
              z.maxLength(OUTAGE_PLACES_MAX, { error: `Una falla tiene hasta ${OUTAGE_PLACES_MAX} lugares` }),
            ),
        ),
        cause: lineOfText('Escribe la causa, como la leen los clientes', 200).check(
          z.regex(/^(?!.*(https?:|www\.))/i, {
            error: 'Escribe la causa sin enlaces: los clientes la reciben por correo',
          }),
        ),
        started_at,
        expected_end_at: z.optional(z.nullable(instantField('Escribe una hora'))),
        /** One email to each client. */
        is_notified: z.boolean(),
      }),
    }),
    reply: ChangedReply,
  },
  addPlace: {
    method: 'POST',
    path: '/outage/:id/place',
    summary: 'Agrega a una falla en curso un municipio o un equipo, con la hora desde la que está sin servicio',
    roles: staff,
    params,
    status: 201,
    body: z.strictObject({ place: z.strictObject({ ...where, started_at }) }),
    reply: ChangedReply,
  },
  removePlace: {
    method: 'POST',
    path: '/outage/:id/place/:place_id/remove',
    summary: 'Quita de una falla un lugar que no la tuvo, con sus minutos; lo ya facturado no se cobra de nuevo',
    roles: ['financial'],
    params: placeParams,
    body: z.strictObject({ reason }),
    reply: ChangedReply,
  },
  end: {
    method: 'POST',
    path: '/outage/:id/end',
    summary: 'Registra cuándo volvió el servicio, en un lugar o en todos; lo que se compensa va en la próxima factura',
    roles: staff,
    params,
    /** Without `place_id`, of every place that has no end. */
    body: z.strictObject({ ended_at, place_id: z.optional(z.uuid()) }),
    reply: ChangedReply,
  },
  correct: {
    method: 'POST',
    path: '/outage/:id/correct',
    summary: 'Corrige las horas de un lugar donde la falla terminó; lo ya facturado no se cobra de nuevo',
    roles: ['financial'],
    params,
    /** `place_id`: which of several places. */
    body: z.strictObject({ started_at, ended_at, reason, place_id: z.optional(z.uuid()) }),
    reply: ChangedReply,
  },
  cancel: {
    method: 'POST',
    path: '/outage/:id/cancel',
    summary: 'Anula una falla que no fue; lo ya facturado no se cobra de nuevo',
    roles: ['financial'],
    params,
    body: z.strictObject({ reason }),
    reply: ChangedReply,
  },
})
