import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { Environment } from '#domain/core/environment.ts'
import { Credentials, FactusCredentials, WompiCredentials } from './credentials.ts'
import { Connection, FactusConnection, FactusListed, Integrations, ProviderEvent } from './integration.ts'
import { NumberingRange } from './numbering-range.ts'

/** The company, for a superadmin; an administrator only reads and changes the own company. */
const query = z.strictObject({ company_id: z.optional(z.uuid()) })
const roles = ['admin', 'superadmin'] as const

export const integrationApi = api({
  get: {
    method: 'GET',
    path: '/integration',
    summary: 'A qué está conectada una empresa, y con qué llaves (sus últimos cuatro caracteres)',
    roles,
    query,
    company: 'query.company_id',
    reply: z.object({ data: Integrations }),
  },
  saveWompi: {
    method: 'PATCH',
    path: '/admin/credentials/wompi',
    summary: 'Guarda las llaves de Wompi; no se vuelven a mostrar',
    stepUp: true,
    roles,
    query,
    company: 'query.company_id',
    body: z.strictObject({ credentials: WompiCredentials }),
    reply: z.object({ data: Credentials, message: z.string() }),
  },
  testWompi: {
    method: 'POST',
    path: '/integration/wompi/test',
    summary: 'Prueba las llaves con una llamada real; si sirven, los pagos en línea quedan encendidos',
    stepUp: true,
    roles,
    idempotency: 'never',
    query,
    company: 'query.company_id',
    body: z.strictObject({ environment: Environment }),
    reply: z.object({ data: Connection, message: z.string() }),
  },
  offerPage: {
    method: 'PATCH',
    path: '/integration/wompi/page',
    summary: 'Ofrece la página de Wompi con todos los medios de la cuenta, o deja de ofrecerla',
    stepUp: true,
    roles,
    query,
    company: 'query.company_id',
    body: z.strictObject({ environment: Environment, is_offered: z.boolean() }),
    reply: z.object({ data: Connection, message: z.string() }),
  },
  events: {
    method: 'GET',
    path: '/integration/wompi/events',
    summary: 'Los últimos eventos que llegaron de Wompi, auténticos o no',
    roles,
    query,
    company: 'query.company_id',
    reply: z.object({ data: z.array(ProviderEvent) }),
  },
  stopWompi: {
    method: 'POST',
    path: '/integration/wompi/off',
    summary: 'Apaga los pagos en línea; las llaves quedan guardadas',
    stepUp: true,
    roles,
    query,
    company: 'query.company_id',
    reply: z.object({ data: Integrations, message: z.string() }),
  },
})

/** Electronic invoices: the credentials of Factus, its last documents and the numbering ranges. */
export const factusApi = api({
  saveFactus: {
    method: 'PATCH',
    path: '/admin/credentials/factus',
    summary: 'Guarda las credenciales de Factus; no se vuelven a mostrar',
    stepUp: true,
    roles,
    query,
    company: 'query.company_id',
    body: z.strictObject({ credentials: FactusCredentials }),
    reply: z.object({ data: Credentials, message: z.string() }),
  },
  testFactus: {
    method: 'POST',
    path: '/integration/factus/test',
    summary: 'Prueba las credenciales con una llamada real; si sirven, la facturación electrónica queda encendida',
    stepUp: true,
    roles,
    idempotency: 'never',
    query,
    company: 'query.company_id',
    body: z.strictObject({ environment: Environment }),
    reply: z.object({ data: FactusConnection, message: z.string() }),
  },
  stopFactus: {
    method: 'POST',
    path: '/integration/factus/off',
    summary: 'Apaga la facturación electrónica; las credenciales quedan guardadas',
    stepUp: true,
    roles,
    query,
    company: 'query.company_id',
    reply: z.object({ data: Integrations, message: z.string() }),
  },
  factusEvents: {
    method: 'GET',
    path: '/integration/factus/events',
    summary: 'Los últimos documentos como los tiene Factus, validados o con su problema',
    roles,
    query,
    company: 'query.company_id',
    reply: z.object({ data: z.object({ documents: z.array(FactusListed), problem: z.nullable(z.string()) }) }),
  },
  ranges: {
    method: 'GET',
    path: '/numbering-range',
    summary: 'Los rangos de numeración: qué queda, cuándo terminan y cuál numera',
    roles,
    query,
    company: 'query.company_id',
    reply: z.object({ data: z.array(NumberingRange) }),
  },
  chooseRange: {
    method: 'POST',
    path: '/numbering-range/:id/choose',
    stepUp: true,
    summary: 'Elige el rango que numera las facturas o las notas crédito',
    roles,
    params: z.object({ id: z.uuid() }),
    query,
    company: 'query.company_id',
    reply: z.object({ data: z.array(NumberingRange), message: z.string() }),
  },
})
