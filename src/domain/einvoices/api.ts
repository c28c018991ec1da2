import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { integerText, PageMeta, pagingQuery, sortQuery } from '#domain/core/paging.ts'
import { PeriodText } from '#domain/core/period.ts'
import { ELECTRONIC_STATUSES } from '#domain/invoices/electronic.ts'
import { DOCUMENT_KINDS } from './document.ts'
import {
  ElectronicDetail,
  ElectronicQueue,
  ElectronicRow,
  MissingDocuments,
  Reconciliation,
  RunDocuments,
} from './electronic.ts'
import { Forecast } from './forecast.ts'
import { REASON_CODES } from './rejection.ts'

const roles = ['admin', 'superadmin'] as const
/** The company, for a superadmin; an administrator only sees the own company. */
const company_id = z.optional(z.uuid())
const ofCompany = { roles, query: z.strictObject({ company_id }), company: 'query.company_id' } as const
const params = z.object({ id: z.uuid() })

/** More than any run has. */
const DOCUMENTS_MAX = 1_000_000
const documentsText = z.optional(integerText('Los documentos', DOCUMENTS_MAX))

export const ELECTRONIC_SORTS = ['queued_at'] as const
/** Documents that are not validated and were issued more than those days ago. */
export const AGES = ['1', '2', '7', '30'] as const

/** The documents of a status without those of tests that became worth nothing, which are a status of their own here. */
export const ELECTRONIC_FILTER_STATUSES = [...ELECTRONIC_STATUSES, 'trial'] as const
export type ElectronicFilterStatus = (typeof ELECTRONIC_FILTER_STATUSES)[number]

export const einvoiceApi = api({
  list: {
    method: 'GET',
    path: '/electronic-invoice',
    summary: 'Los documentos electrónicos con su estado en la DIAN y el motivo de los rechazados',
    roles,
    clientRows: 'data',
    query: z.strictObject({
      ...pagingQuery,
      ...sortQuery(ELECTRONIC_SORTS),
      company_id,
      status: z.optional(z.enum(ELECTRONIC_FILTER_STATUSES)),
      kind: z.optional(z.enum(DOCUMENT_KINDS)),
      reason: z.optional(z.enum(REASON_CODES)),
      age: z.optional(z.enum(AGES)),
      run_id: z.optional(z.uuid()),
    }),
    company: 'query.company_id',
    reply: z.object({ data: z.array(ElectronicRow), meta: PageMeta }),
  },
  queue: {
    ...ofCompany,
    method: 'GET',
    path: '/electronic-invoice/queue',
    summary: 'La fila de envío: cuántos hay en cada estado, si está en pausa o detenida y por qué, y cuánto falta',
    reply: z.object({ data: ElectronicQueue }),
  },
  forecast: {
    method: 'GET',
    path: '/electronic-invoice/forecast',
    summary:
      'Antes de una facturación masiva: para cuántos documentos alcanza el rango y cuándo terminarían de enviarse',
    roles: ['admin', 'financial', 'superadmin'],
    query: z.strictObject({ company_id, documents: documentsText }),
    company: 'query.company_id',
    reply: z.object({ data: Forecast }),
  },
  run: {
    ...ofCompany,
    roles: ['admin', 'financial', 'superadmin'],
    method: 'GET',
    path: '/electronic-invoice/run/:id',
    summary: 'El avance de los documentos de una facturación masiva, con el tiempo que falta',
    params,
    reply: z.object({ data: RunDocuments }),
  },
  reconciliation: {
    method: 'GET',
    path: '/electronic-invoice/reconciliation',
    summary: 'La última conciliación de un mes con lo que tiene el proveedor',
    roles,
    query: z.strictObject({ company_id, period: PeriodText }),
    company: 'query.company_id',
    reply: z.object({ data: z.nullable(Reconciliation) }),
  },
  missing: {
    method: 'GET',
    path: '/electronic-invoice/missing',
    summary:
      'Cuántas facturas de un mes no tienen documento electrónico, porque se emitieron con la facturación apagada',
    roles,
    query: z.strictObject({ company_id, period: PeriodText }),
    company: 'query.company_id',
    reply: z.object({ data: MissingDocuments }),
  },
  queueMissing: {
    ...ofCompany,
    method: 'POST',
    path: '/electronic-invoice/missing',
    stepUp: true,
    summary: 'Pone en la fila las facturas de un mes que no tienen documento electrónico, con sus notas crédito',
    body: z.strictObject({ period: PeriodText }),
    reply: z.object({ data: MissingDocuments, message: z.string() }),
  },
  get: {
    ...ofCompany,
    method: 'GET',
    path: '/electronic-invoice/:id',
    summary: 'Un documento electrónico: su estado, el motivo, qué corregir y cada intento',
    clientRows: 'one',
    params,
    reply: z.object({ data: ElectronicDetail }),
  },
  pdf: {
    ...ofCompany,
    method: 'GET',
    path: '/electronic-invoice/:id/pdf',
    summary: 'La representación gráfica del documento',
    clientRows: 'one',
    params,
    replyAs: 'file',
    reply: z.unknown(),
  },
  xml: {
    ...ofCompany,
    method: 'GET',
    path: '/electronic-invoice/:id/xml',
    summary: 'El XML con la validación de la DIAN',
    clientRows: 'one',
    params,
    replyAs: 'file',
    reply: z.unknown(),
  },
  retry: {
    ...ofCompany,
    method: 'POST',
    path: '/electronic-invoice/:id/retry',
    summary: 'Envía de nuevo un documento, con los datos de hoy si fue rechazado',
    params,
    /** `is_released`: the provider's support released a document that DIAN had by rule 90. The provider is asked for it before anything. */
    body: z.strictObject({ is_released: z.optional(z.boolean()) }),
    reply: z.object({ data: ElectronicDetail, message: z.string() }),
  },
  retryAll: {
    ...ofCompany,
    method: 'POST',
    path: '/electronic-invoice/retry',
    stepUp: true,
    summary: 'Envía de nuevo todos los de un estado, o los de un motivo',
    body: z.strictObject({
      status: z.enum(['rejected', 'manual', 'pending_dian'], { error: 'Elige cuáles reintentar' }),
      reason: z.optional(z.enum(REASON_CODES)),
    }),
    reply: z.object({ data: z.object({ count: z.number() }), message: z.string() }),
  },
  pause: {
    ...ofCompany,
    method: 'POST',
    path: '/electronic-invoice/pause',
    summary: 'Deja de enviar documentos hasta que se reanude; el que se está enviando termina',
    body: z.strictObject({}),
    reply: z.object({ data: ElectronicQueue, message: z.string() }),
  },
  resume: {
    ...ofCompany,
    method: 'POST',
    path: '/electronic-invoice/resume',
    summary: 'Envía de nuevo los documentos que esperan',
    body: z.strictObject({}),
    reply: z.object({ data: ElectronicQueue, message: z.string() }),
  },
  reconcile: {
    ...ofCompany,
    method: 'POST',
    path: '/electronic-invoice/reconciliation',
    summary: 'Compara los documentos de un mes con los que tiene el proveedor',
    status: 202,
    body: z.strictObject({ period: PeriodText }),
    reply: z.object({ data: Reconciliation, message: z.string() }),
  },
})
