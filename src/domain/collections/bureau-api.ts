import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { CHOSEN_ROWS_MAX, PageMeta, pagingQuery } from '#domain/core/paging.ts'
import { trimmedText } from '#domain/core/text.ts'
import { BUREAU_STATES, BureauCase, BureauPolicy, BureauSummary, NewBureauPolicy } from './bureau.ts'

const roles = ['financial', 'admin'] as const
const params = z.object({ id: z.uuid() })
const CaseReply = z.object({ data: BureauCase, message: z.string() })

/** The notices before a report to a credit bureau (SUS-09). Enlace sends nothing to a bureau: a person reports and marks it. */
export const bureauApi = api({
  policy: {
    method: 'GET',
    path: '/bureau-policy',
    summary:
      'Desde qué mora y qué deuda se avisa antes de un reporte a una central de riesgo, con el aviso que se envía',
    roles,
    reply: z.object({ data: BureauPolicy }),
  },
  savePolicy: {
    method: 'PUT',
    path: '/bureau-policy',
    summary: 'Guarda una versión nueva de la política de reportes',
    stepUp: true,
    roles: ['admin'],
    body: z.strictObject({ policy: NewBureauPolicy }),
    reply: z.object({ data: BureauPolicy, message: z.string() }),
  },
  cases: {
    method: 'GET',
    path: '/bureau-case',
    summary:
      'Las deudas por avisar, por reportar y por actualizar, lo más urgente primero; sin estado, las que siguen abiertas',
    roles,
    clientRows: 'data',
    query: z.strictObject({ ...pagingQuery, state: z.optional(z.enum(BUREAU_STATES)) }),
    reply: z.object({ data: z.array(BureauCase), meta: PageMeta, summary: BureauSummary }),
  },
  ofClient: {
    method: 'GET',
    path: '/bureau-case/client',
    summary: 'Los avisos y reportes de un cliente, el último primero; el cliente ve los suyos',
    roles: ['financial', 'client'],
    clientRows: 'data',
    query: z.strictObject({ client_id: z.optional(z.uuid()) }),
    reply: z.object({ data: z.array(BureauCase) }),
  },
  notice: {
    method: 'GET',
    path: '/bureau-notice/:id',
    summary: 'Un aviso como se envió: el texto, el destino, cuándo salió o por qué no',
    roles,
    clientRows: 'one',
    params,
    reply: z.object({
      data: z.object({
        /** Null on paper, which has the number of its guide. */
        message_id: z.nullable(z.uuid()),
        guide: z.nullable(z.string()),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        sent_at: z.nullable(z.iso.datetime()),
        problem: z.nullable(z.string()),
      }),
    }),
  },
  paper: {
    method: 'GET',
    path: '/bureau-case/:id/paper',
    summary: 'La carta en PDF del aviso que le falta a una deuda, para enviarla a la dirección del cliente',
    roles,
    clientRows: 'one',
    params,
    replyAs: 'file',
    reply: z.unknown(),
  },
  sendPaper: {
    method: 'POST',
    path: '/bureau-case/:id/paper',
    summary: 'Registra que el aviso se envió por carta un día; desde él corren los días de la ley',
    roles,
    status: 201,
    params,
    body: z.strictObject({
      paper: z.strictObject({
        sent_on: DayText,
        guide: trimmedText(60, { required: 'Escribe el número de la guía' }),
      }),
    }),
    reply: CaseReply,
  },
  disputeNotified: {
    method: 'POST',
    path: '/bureau-case/:id/dispute-notified',
    summary: 'Marca que la central ya sabe que una deuda reportada está en reclamo',
    roles,
    params,
    body: z.strictObject({ notified_on: DayText }),
    reply: CaseReply,
  },
  report: {
    method: 'POST',
    path: '/bureau-case/report',
    summary: 'Marca como reportadas las deudas que ya se podían reportar ese día; si una no se puede, ninguna se marca',
    roles,
    body: z.strictObject({
      report: z.strictObject({
        ids: z
          .array(z.uuid({ error: 'Elige deudas de la lista' }))
          .check(
            z.minLength(1, { error: 'Elige al menos una' }),
            z.maxLength(CHOSEN_ROWS_MAX, { error: `Elige ${CHOSEN_ROWS_MAX} como máximo` }),
          ),
        reported_on: DayText,
      }),
    }),
    reply: z.object({ data: z.array(BureauCase), message: z.string() }),
  },
  update: {
    method: 'POST',
    path: '/bureau-case/:id/updated',
    summary: 'Marca que el pago de una deuda reportada ya se actualizó en la central',
    roles,
    params,
    body: z.strictObject({ updated_on: DayText }),
    reply: CaseReply,
  },
  leaveOut: {
    method: 'POST',
    path: '/bureau-case/:id/leave-out',
    summary: 'Saca una deuda de la lista con su razón, que queda en la historia; no se avisa ni se reporta',
    roles,
    params,
    body: z.strictObject({ reason: trimmedText(300, { required: 'Escribe la razón' }) }),
    reply: CaseReply,
  },
})
