import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { PageMeta, pageQuery } from '#domain/core/paging.ts'
import { patternText, text } from '#domain/core/text.ts'
import { DIFFERENCE_KINDS } from './compare.ts'
import { Ipv4, NetworkService, ON_SUSPEND, ServicePassword, Username } from './connection.ts'
import { DeviceChanges, NetworkDevice, NewDevice } from './device.ts'
import { NetworkOrder, NetworkOrderDetail, ORDER_ACTIONS, ORDER_STATES } from './order.ts'

const NUMBER = /^[A-Z]{1,4}-\d{6}$/
const noContract = z.optional(patternText(11, NUMBER, 'Escribe el número completo, como AF-000123'))
const deviceId = z.optional(z.uuid({ error: 'Elige el equipo' }))

const orderQuery = z.strictObject({
  ...pageQuery,
  state: z.optional(z.enum(ORDER_STATES, { error: 'No hay órdenes en ese estado' })),
  action: z.optional(z.enum(ORDER_ACTIONS, { error: 'No hay órdenes de ese tipo' })),
  device_id: deviceId,
  no_contract: noContract,
})
export type OrderQuery = z.output<typeof orderQuery>

const serviceQuery = z.strictObject({ ...pageQuery, device_id: deviceId, no_contract: noContract })
export type ServiceQuery = z.output<typeof serviceQuery>

/** The connection of a contract. Without a password the one that it has does not change. */
const ServiceInput = z.strictObject({
  device_id: z.uuid({ error: 'Elige el equipo' }),
  username: Username,
  password: z.optional(ServicePassword),
  ipv4: z.optional(z.nullable(Ipv4)),
  on_suspend: z.optional(z.enum(ON_SUSPEND, { error: 'Elige qué pasa al suspender' })),
})
export type ServiceInput = z.output<typeof ServiceInput>

/** The rows of one assignment of many services. */
const ASSIGNED_MAX = 500

const AssignedRow = z.extend(ServiceInput, {
  no_contract: text(11).check(z.regex(NUMBER, { error: 'Escribe el número del contrato' })),
})

const Problem = z.object({ row: z.number(), message: z.string() })
export type AssignProblem = z.output<typeof Problem>

const Difference = z.object({
  id: z.uuid(),
  kind: z.enum(DIFFERENCE_KINDS),
  wanted: z.string(),
  found: z.string(),
  no_contract: z.nullable(z.string()),
  client: z.nullable(z.string()),
  device: z.object({ id: z.uuid(), name: z.string() }),
  found_at: z.iso.datetime(),
})
export type NetworkDifference = z.output<typeof Difference>

const differenceQuery = z.strictObject({ ...pageQuery, device_id: deviceId })
export type DifferenceQuery = z.output<typeof differenceQuery>

const params = z.object({ id: z.uuid() })
const contract = z.object({ no: text(11).check(z.regex(NUMBER)) })
/** The company, for a superadmin; an administrator only reads and changes the own company. */
const query = z.strictObject({ company_id: z.optional(z.uuid()) })
const field = ['network', 'admin'] as const
const owners = ['admin', 'superadmin'] as const
const DeviceReply = z.object({ data: NetworkDevice, message: z.string() })

export const networkApi = api({
  orders: {
    method: 'GET',
    path: '/network-order',
    summary: 'Las órdenes a la red, la última primero, con sus filtros',
    clientRows: 'data',
    roles: field,
    query: orderQuery,
    reply: z.object({ data: z.array(NetworkOrder), meta: z.optional(PageMeta) }),
  },
  order: {
    method: 'GET',
    path: '/network-order/:id',
    summary: 'Una orden a la red con cada intento',
    clientRows: 'one',
    roles: field,
    params,
    reply: z.object({ data: NetworkOrderDetail }),
  },
  retry: {
    method: 'POST',
    path: '/network-order/:id/retry',
    summary: 'Vuelve a intentar una orden que falló o que espera',
    roles: field,
    params,
    reply: z.object({ data: NetworkOrder, message: z.string() }),
  },
  services: {
    method: 'GET',
    path: '/network-service',
    summary: 'Las conexiones de los contratos: cómo deben estar y cómo quedaron',
    clientRows: 'data',
    roles: field,
    query: serviceQuery,
    reply: z.object({ data: z.array(NetworkService), meta: z.optional(PageMeta) }),
  },
  service: {
    method: 'GET',
    path: '/contract/:no/network',
    summary: 'La conexión de un contrato y su última orden; null mientras no tenga',
    clientRows: 'one',
    roles: ['network', 'financial', 'technical'],
    params: contract,
    reply: z.object({ data: z.nullable(NetworkService) }),
  },
  assign: {
    method: 'PUT',
    path: '/contract/:no/network',
    summary: 'Asigna a un contrato su conexión, o la cambia; la contraseña no se vuelve a mostrar',
    roles: ['network'],
    idempotency: 'never',
    params: contract,
    body: z.strictObject({ service: ServiceInput }),
    reply: z.object({ data: NetworkService, message: z.string() }),
  },
  assignMany: {
    method: 'POST',
    path: '/network-service/massive',
    summary: 'Asigna las conexiones de muchos contratos; si una fila está mal no se guarda ninguna',
    roles: ['network'],
    idempotency: 'never',
    body: z.strictObject({
      services: z
        .array(AssignedRow)
        .check(
          z.minLength(1, { error: 'Agrega al menos una fila' }),
          z.maxLength(ASSIGNED_MAX, { error: `Envía máximo ${ASSIGNED_MAX} filas cada vez` }),
        ),
    }),
    reply: z.object({ data: z.object({ assigned: z.number(), problems: z.array(Problem) }), message: z.string() }),
  },
  devices: {
    method: 'GET',
    path: '/network-device',
    summary: 'Los equipos de la red de la empresa, sin sus secretos',
    roles: ['network', ...owners],
    query,
    company: 'query.company_id',
    reply: z.object({ data: z.array(NetworkDevice) }),
  },
  addDevice: {
    method: 'POST',
    path: '/network-device',
    summary: 'Agrega un equipo: empieza observando, sin cambiar nada; su secreto no se vuelve a mostrar',
    stepUp: true,
    status: 201,
    roles: owners,
    idempotency: 'never',
    query,
    company: 'query.company_id',
    body: z.strictObject({ device: NewDevice }),
    reply: DeviceReply,
  },
  changeDevice: {
    method: 'PATCH',
    path: '/network-device/:id',
    summary: 'Cambia un equipo o su modo',
    stepUp: true,
    roles: owners,
    idempotency: 'never',
    params,
    query,
    company: 'query.company_id',
    body: z.strictObject({ device: DeviceChanges }),
    reply: DeviceReply,
  },
  testDevice: {
    method: 'POST',
    path: '/network-device/:id/test',
    summary: 'Prueba el equipo con una llamada real; si responde, sus órdenes siguen',
    roles: owners,
    idempotency: 'never',
    params,
    query,
    company: 'query.company_id',
    reply: DeviceReply,
  },
  differences: {
    method: 'GET',
    path: '/network-difference',
    summary: 'Lo que difiere entre lo que los equipos tienen y lo que deben tener',
    clientRows: 'data',
    roles: field,
    query: differenceQuery,
    reply: z.object({ data: z.array(Difference), meta: z.optional(PageMeta) }),
  },
  compare: {
    method: 'POST',
    path: '/network-device/:id/compare',
    summary: 'Lee el equipo ahora, y dice qué difiere',
    roles: field,
    idempotency: 'never',
    params,
    reply: DeviceReply,
  },
  confirm: {
    method: 'POST',
    path: '/network-device/:id/confirm',
    summary: 'Confirma los cortes o las correcciones que superan el límite del equipo',
    roles: field,
    params,
    reply: DeviceReply,
  },
})
