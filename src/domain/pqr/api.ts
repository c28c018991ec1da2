import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { PageMeta } from '#domain/core/paging.ts'
import { visitPlan } from '#domain/visits/api.ts'
import { FiledPqr, longText, NewPqr, PqrCase, PqrRow, RECEIPTS } from './case.ts'
import { CunText } from './cun.ts'
import { claimAmount, invoiceToLink } from './link.ts'
import { PqrListQuery } from './list-query.ts'
import { filled } from './template.ts'
import {
  APPEAL_KINDS,
  PQR_CHANNELS,
  PQR_DECISIONS,
  PQR_SERVICES,
  SATISFACTION_CHANNELS,
  SIC_OUTCOMES,
  TYPOLOGIES,
} from './topics.ts'

const staff = ['financial', 'technical'] as const
const everyone = ['client', 'financial', 'technical'] as const
const params = z.object({ id: z.uuid() })

/** The version of the case that the sender saw; another one is refused with 409 and the name of who changed it. */
const version = z.optional(z.int({ error: 'La versión es un número entero' }))

const ChangedReply = z.object({ data: PqrCase, message: z.string() })

const SATISFACTION_COPY = 'Califica de 1 a 5'
const Satisfaction = z
  .int({ error: SATISFACTION_COPY })
  .check(z.minimum(1, { error: SATISFACTION_COPY }), z.maximum(5, { error: SATISFACTION_COPY }))

export const pqrApi = api({
  list: {
    method: 'GET',
    path: '/pqr',
    summary: 'Las PQR por vencimiento, la que vence primero de primera; las propias, para quien es cliente',
    clientRows: 'data',
    roles: everyone,
    query: PqrListQuery,
    reply: z.object({ data: z.array(PqrRow), meta: PageMeta }),
  },
  create: {
    method: 'POST',
    path: '/pqr',
    summary: 'Radica una PQR: la propia, para quien es cliente; la de quien llama o va a la oficina, para el personal',
    roles: everyone,
    status: 201,
    body: z.strictObject({ pqr: NewPqr }),
    reply: z.object({ data: FiledPqr, message: z.string() }),
  },
  get: {
    method: 'GET',
    path: '/pqr/:id',
    summary: 'Una PQR con su hilo, sus archivos y lo que se puede hacer con ella',
    clientRows: 'one',
    roles: everyone,
    params,
    reply: z.object({ data: PqrCase }),
  },
  take: {
    method: 'POST',
    path: '/pqr/:id/take',
    summary: 'Toma una PQR: queda a tu nombre y en trámite',
    roles: staff,
    params,
    body: z.strictObject({ version }),
    reply: ChangedReply,
  },
  assign: {
    method: 'POST',
    path: '/pqr/:id/assign',
    summary: 'Asigna una PQR a otra persona del personal',
    roles: staff,
    params,
    body: z.strictObject({ user_id: z.uuid(), version }),
    reply: ChangedReply,
  },
  people: {
    method: 'GET',
    path: '/pqr/people',
    summary: 'Las personas a quienes se puede asignar una PQR, con cuántas tienen abiertas',
    roles: staff,
    reply: z.object({
      data: z.array(z.object({ id: z.uuid(), name: z.string(), role: z.enum(staff), open: z.number() })),
    }),
  },
  classify: {
    method: 'POST',
    path: '/pqr/:id/classify',
    summary: 'Corrige el tema y el servicio de una PQR, que van a los reportes; lo radicado no cambia',
    roles: staff,
    params,
    body: z.strictObject({
      typology: z.enum(TYPOLOGIES, { error: 'Elige el tema' }),
      service: z.optional(z.enum(PQR_SERVICES, { error: 'Elige el servicio' })),
      version,
    }),
    reply: ChangedReply,
  },
  message: {
    method: 'POST',
    path: '/pqr/:id/message',
    summary: 'Escribe en el hilo; una nota interna solo la ve el personal',
    roles: everyone,
    params,
    body: z.strictObject({
      text: longText('Escribe el mensaje'),
      internal: z.optional(z.boolean()),
      /** Not compared: a message changes nothing. */
      version,
    }),
    reply: ChangedReply,
  },
  requestInfo: {
    method: 'POST',
    path: '/pqr/:id/request-info',
    summary: 'Pide más datos a quien radicó; el plazo de la respuesta no se detiene',
    roles: staff,
    params,
    body: z.strictObject({ text: longText('Escribe qué datos necesitas').check(filled), version }),
    reply: ChangedReply,
  },
  files: {
    method: 'POST',
    path: '/pqr/:id/files',
    summary: 'Agrega una foto o un PDF a una PQR; un archivo interno solo lo ve el personal',
    roles: everyone,
    bodyAs: 'upload',
    idempotency: 'own',
    params,
    body: z.strictObject({
      internal: z.optional(z.enum(['true', 'false'], { error: 'internal es true o false' })),
    }),
    reply: ChangedReply,
  },
  file: {
    method: 'GET',
    path: '/pqr/:id/files/:file_id',
    summary: 'Un archivo de una PQR',
    clientRows: 'one',
    roles: everyone,
    params: z.object({ id: z.uuid(), file_id: z.uuid() }),
    replyAs: 'file',
    reply: z.unknown(),
  },
  extend: {
    method: 'POST',
    path: '/pqr/:id/extend',
    summary:
      'Prorroga la respuesta una sola vez, antes de que venza el plazo, con el motivo que se le avisa al usuario',
    roles: staff,
    params,
    body: z.strictObject({ reason: longText('Escribe qué pruebas faltan y por qué').check(filled), version }),
    reply: ChangedReply,
  },
  answer: {
    method: 'POST',
    path: '/pqr/:id/answer',
    summary: 'Responde una PQR o un recurso, con la decisión; la de un reclamo de factura hace la nota crédito',
    stepUp: 'own',
    roles: staff,
    params,
    body: z.strictObject({
      text: longText('Escribe la respuesta').check(filled),
      decision: z.enum(PQR_DECISIONS, { error: 'Elige la decisión' }),
      /** What is returned of a claimed invoice, for 'parcial'. */
      amount: z.optional(claimAmount()),
      version,
    }),
    reply: ChangedReply,
  },
  appeal: {
    method: 'POST',
    path: '/pqr/:id/appeal',
    summary: 'Interpone un recurso contra la respuesta, dentro de su plazo; el personal dice qué día llegó',
    roles: everyone,
    params,
    body: z.strictObject({
      kind: z.enum(APPEAL_KINDS, { error: 'Elige qué pides' }),
      text: longText('Escribe por qué no estás de acuerdo'),
      /** The day on which the desk received it: it is compared with the term, and its answer counts from it. Today when it is absent. */
      received_on: z.optional(DayText),
      version,
    }),
    reply: ChangedReply,
  },
  escalate: {
    method: 'POST',
    path: '/pqr/:id/escalate',
    summary: 'Registra el traslado del expediente a la SIC',
    roles: staff,
    params,
    body: z.strictObject({ note: z.optional(longText('Escribe cómo se envió')), version }),
    reply: ChangedReply,
  },
  deliver: {
    method: 'POST',
    path: '/pqr/:id/deliver',
    summary:
      'Registra el día en que se entregó en papel o por teléfono una respuesta, también una cuyo correo falló: el plazo del recurso, si lo hay, cuenta desde él',
    roles: staff,
    params,
    body: z.strictObject({ delivered_on: DayText, version }),
    reply: ChangedReply,
  },
  sicDecision: {
    method: 'POST',
    path: '/pqr/:id/sic-decision',
    summary: 'Registra lo que decidió la SIC',
    roles: staff,
    params,
    body: z.strictObject({
      outcome: z.enum(SIC_OUTCOMES, { error: 'Elige lo que decidió la SIC' }),
      text: longText('Escribe el número de la resolución y lo que ordena'),
      decided_on: z.optional(DayText),
      version,
    }),
    reply: ChangedReply,
  },
  task: {
    method: 'POST',
    path: '/pqr/:id/task/:task_id/done',
    summary: 'Marca como hecha una tarea del silencio positivo o de una decisión',
    roles: staff,
    params: z.object({ id: z.uuid(), task_id: z.uuid() }),
    body: z.strictObject({ note: z.optional(longText('Escribe qué se hizo')), version }),
    reply: ChangedReply,
  },
  visit: {
    method: 'POST',
    path: '/pqr/:id/visit',
    summary: 'Crea la visita técnica que pide una PQR, en el contrato del caso, con su día y su técnico',
    roles: staff,
    status: 201,
    params,
    body: z.strictObject({ visit: z.strictObject(visitPlan), version }),
    /** `warning`: another visit of the technician at the same time. It does not refuse the visit. */
    reply: z.object({ data: PqrCase, message: z.string(), warning: z.nullable(z.string()) }),
  },
  rate: {
    method: 'POST',
    path: '/pqr/:id/rate',
    summary: 'Registra la calificación de 1 a 5 de una PQR respondida; no cierra el caso ni quita el recurso',
    roles: ['client'],
    params,
    body: z.strictObject({ satisfaction: Satisfaction, version }),
    reply: ChangedReply,
  },
  close: {
    method: 'POST',
    path: '/pqr/:id/close',
    summary: 'Cierra una PQR, con la calificación si se quiere; la de quien no es cliente la pregunta el personal',
    roles: everyone,
    params,
    body: z.strictObject({
      satisfaction: z.optional(Satisfaction),
      /** By which channel the desk asked for the rating of a person who is no client. */
      satisfaction_channel: z.optional(
        z.enum(SATISFACTION_CHANNELS, { error: 'Di por dónde le preguntaste la calificación' }),
      ),
      version,
    }),
    reply: ChangedReply,
  },
  withdraw: {
    method: 'POST',
    path: '/pqr/:id/withdraw',
    summary: 'Desiste de una PQR que no se ha respondido; el personal dice por dónde y qué día llegó el desistimiento',
    roles: everyone,
    params,
    body: z.strictObject({
      /** Why, in the words of the person. */
      reason: z.optional(longText('Escribe el motivo')),
      /** Of the desk: by which channel it arrived, and on which day; today when it is absent. */
      channel: z.optional(z.enum(PQR_CHANNELS, { error: 'Elige por dónde llegó' })),
      received_on: z.optional(DayText),
      version,
    }),
    reply: ChangedReply,
  },
  linkInvoice: {
    method: 'POST',
    path: '/pqr/:id/invoice',
    summary: 'Vincula a una PQR que espera respuesta la factura que reclama, que no se conocía al radicarla',
    roles: ['financial'],
    params,
    body: z.strictObject({ ...invoiceToLink, version }),
    reply: ChangedReply,
  },
  setCun: {
    method: 'POST',
    path: '/pqr/:id/cun',
    summary: 'Agrega el CUN a una PQR con radicado interno, o corrige uno escrito a mano, con el motivo',
    roles: staff,
    params,
    body: z.strictObject({
      cun: CunText,
      /** Why a CUN that a person wrote is corrected. */
      reason: z.optional(longText('Escribe por qué se corrige')),
      version,
    }),
    reply: ChangedReply,
  },
  constancia: {
    method: 'GET',
    path: '/pqr/:id/constancia',
    summary: 'La constancia de radicación en PDF, o la de su recurso o de su desistimiento',
    clientRows: 'one',
    roles: everyone,
    params,
    query: z.strictObject({ of: z.optional(z.enum(RECEIPTS, { error: `of es ${RECEIPTS.join(', ')}` })) }),
    replyAs: 'file',
    reply: z.unknown(),
  },
  answerPdf: {
    method: 'GET',
    path: '/pqr/:id/answer/pdf',
    summary: 'La última respuesta de una PQR en PDF, o la primera, o la de su recurso',
    clientRows: 'one',
    roles: everyone,
    params,
    query: z.strictObject({ of: z.optional(z.enum(['filing', 'appeal'], { error: 'of es filing o appeal' })) }),
    replyAs: 'file',
    reply: z.unknown(),
  },
  pdf: {
    method: 'GET',
    path: '/pqr/:id/pdf',
    summary: 'El expediente de una PQR en un PDF: lo radicado, el hilo y las decisiones',
    clientRows: 'one',
    roles: everyone,
    params,
    replyAs: 'file',
    reply: z.unknown(),
  },
  zip: {
    method: 'GET',
    path: '/pqr/:id/zip',
    summary: 'El expediente de una PQR para la SIC: el PDF y todos los archivos, en un ZIP',
    clientRows: 'one',
    roles: staff,
    params,
    replyAs: 'file',
    reply: z.unknown(),
  },
})
